/** Names the fields of one lot in the form that puts several on sale, and the form's address. */
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { formatNumber } from '#kernel/number.ts';

/** What a person enters for one lot. */
export const ownPapers = [
  'labName',
  'coaNumber',
  'totalThcBasisPoints',
  'totalCbdBasisPoints',
  'expiresOn',
] as const;

/** 'labName-17' */
export const ownField = (name: string, lotId: number): string => `${name}-${lotId}`;

export const ownFields = (lotId: number): string[] =>
  ['file', ...ownPapers].map((name) => ownField(name, lotId));

/** '1 lot', '2,000 lots' */
export const lotCount = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'lot' : 'lots'}`;

/** The id of a lot's row on the page. */
export const lotRowId = (lotId: number): string => `lot-${lotId}`;

/** One field for each checked row, then one for all: a form has few fields. */
export const readIds = (texts: readonly unknown[]): number[] =>
  texts.flatMap((text) => String(text).split(',')).flatMap((id) => readProductId(id) ?? []);

/** The page for these lots: it can be loaded again, and an upload returns to it. */
export const releasePath = (ids: readonly number[], query: string): string =>
  `/admin/inventory/waiting-lots/release?${new URLSearchParams({ lots: ids.join('-'), ...(query ? { query } : {}) })}`;
