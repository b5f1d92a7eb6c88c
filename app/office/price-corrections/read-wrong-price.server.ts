/** Loads everyone who paid a wrong price, by the address’s query, with what the form to correct it needs. */

import { readEditedProduct } from '#core/goods/catalogue/products/edited-products-queries.server.ts';
import { checkPrice } from '#core/goods/discounts/price-guard.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { fingerprintOf, type Wrong } from '#core/sales/price-corrections/affected.ts';
import { readAffected } from '#core/sales/price-corrections/affected-queries.server.ts';
import { readBatchesOf } from '#core/sales/price-corrections/corrections-queries.server.ts';
import { correctionMessage } from '#core/sales/price-corrections/price-correction.ts';
import { newId } from '#kernel/ids.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatDate, storeDate } from '#kernel/time.ts';
import { pageOf } from '#office/kit/read-list.server.ts';
import { presentAffected } from './present-affected.ts';
import { isBlank, readWrong, wrongFields } from './wrong-price-form.ts';

/** null if there is no such product, and for people who may not change products. */
export async function readWrongPrice(actor: SignedIn, productId: number, search: URLSearchParams) {
  const [product, batches, settings] = await Promise.all([
    readEditedProduct(actor, productId),
    readBatchesOf(actor, productId),
    readSettings(),
  ]);
  if (!product) return null;
  const { zone } = settings.store;
  const fields = wrongFields(search);
  const about = { product: { id: productId, name: product.values.name }, batches, fields };
  const asked = readWrong(productId, fields, zone);
  // The link from a span whose neighbors cost no less has no right price yet: that is no mistake.
  if (!asked.ok) {
    const isAsked = !isBlank(fields) && !(fields.right === '' && !search.has('asked'));
    return { ...about, errors: isAsked ? asked.errors : {}, found: null };
  }
  const lines = await readAffected(actor, asked.wrong);
  if (lines === null)
    return { ...about, errors: { until: [correctionMessage({ kind: 'too-many-lines' })] }, found: null };
  return {
    ...about,
    errors: {},
    found: {
      affected: presentAffected(lines, { page: pageOf(search), zone }),
      fingerprint: fingerprintOf(lines),
      key: newId<string>(),
      reason: usualReason(asked.wrong, zone),
      guard: guardOf(product.values, asked.wrong.rightPrice, settings),
      stillPaid: stillPaid(product.values.retailPrice, asked.wrong),
    },
  };
}

/** 'Wrong price on Nov 28, 2026', or its first and last day. Customers read it. */
function usualReason({ from, until }: Wrong, zone: string): string {
  const [first, last] = [from, until].map((at) => formatDate(storeDate(at, zone)));
  return first === last ? `Wrong price on ${first}` : `Wrong price from ${first} to ${last}`;
}

/** The list price of now, '$54.00', if it is the wrong one: the next buyer pays it, too. null if it is not. */
function stillPaid(retailPrice: number, { wrongPrice, rightPrice }: Wrong): string | null {
  const isWrong = retailPrice > rightPrice && (wrongPrice === null || wrongPrice === retailPrice);
  return isWrong ? formatCents(cents(retailPrice)) : null;
}

/** Whether the right price is below the legal floor, and whether it is refused or needs a yes; null if it is not. */
export function guardOf(
  values: { productType: string; wholesalePrice: number },
  rightPrice: number,
  { pricing }: Pick<Awaited<ReturnType<typeof readSettings>>, 'pricing'>,
): { isRefused: boolean; message: string } | null {
  const { productType, wholesalePrice } = values;
  const checked = checkPrice(
    { productType, wholesalePrice, retailPrice: rightPrice, discount: null },
    pricing,
  );
  return checked && { isRefused: checked.kind === 'refused', message: checked.message };
}
