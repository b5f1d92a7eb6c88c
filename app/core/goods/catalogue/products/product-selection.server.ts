/** Reads the products selected for a bulk action, and checks whether they have changed since the preview. */
import { createHash } from 'node:crypto';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type BulkProblem, MOST_AT_ONCE } from './bulk-change.ts';
import { readEditedProducts } from './edited-products-queries.server.ts';
import type { InventoryState } from './inventory-list.ts';
import { matchingProductIds } from './inventory-queries.server.ts';

/** Checked rows, or all that match the filters. `today` is the store-local day. */
export type Selection = { ids: readonly number[] } | { state: InventoryState; today: string };

export async function selectedIds(
  actor: Actor,
  selection: Selection,
): Promise<Result<number[], BulkProblem>> {
  if (!may(actor, 'products.discount')) return refuse({ kind: 'not-allowed' });
  const ids =
    'ids' in selection
      ? [...new Set(selection.ids)]
      : await matchingProductIds(actor, selection.state, selection.today, MOST_AT_ONCE + 1);
  if (ids.length === 0) return refuse({ kind: 'nothing-selected' });
  return ids.length > MOST_AT_ONCE ? refuse({ kind: 'too-many' }) : succeed(ids);
}

export type Selected = { count: number; names: string[] };

/** Counts the selected products and reads the names of the first. */
export async function readSelected(
  actor: Actor,
  selection: Selection,
  most: number,
): Promise<Result<Selected, BulkProblem>> {
  const ids = await selectedIds(actor, selection);
  if (!ids.ok) return ids;
  const products = await readEditedProducts(ids.value);
  if (products.length === 0) return refuse({ kind: 'nothing-selected' });
  const names = products
    .map(({ values }) => values.name)
    .toSorted((left, right) => left.localeCompare(right));
  return succeed({ count: products.length, names: names.slice(0, most) });
}

/**
 * Hashes the products, their versions, and their preview, including warnings and refusals: only what was
 * previewed is applied, and accepting one warning does not accept another.
 */
export function fingerprintOf(
  products: readonly { id: number; version: number }[],
  seen: readonly { id: number }[] = [],
): string {
  const byId = (left: { id: number }, right: { id: number }) => left.id - right.id;
  const versions = products.toSorted(byId).map(({ id, version }) => [id, version]);
  return createHash('sha256')
    .update(JSON.stringify([versions, seen.toSorted(byId)]))
    .digest('hex')
    .slice(0, 32);
}
