/** Which products a bulk action is about, and whether they are still as they were when somebody looked. */
import { createHash } from 'node:crypto';
import { type Actor, may } from '#core/access/actor.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type BulkProblem, MOST_AT_ONCE } from './bulk-change.ts';
import { readEditedProducts } from './edited-products-queries.server.ts';
import type { InventoryState } from './inventory-list.ts';
import { matchingProductIds } from './inventory-queries.server.ts';

/** Ticked rows, or all that match the filters. `today` is the store's day. */
export type Selection = { ids: readonly number[] } | { state: InventoryState; today: string };

export async function selectedIds(
  actor: Actor,
  selection: Selection,
): Promise<Result<number[], BulkProblem>> {
  if (!may(actor, 'inventory.manage')) return refuse({ kind: 'not-allowed' });
  const ids =
    'ids' in selection
      ? [...new Set(selection.ids)]
      : await matchingProductIds(actor, selection.state, selection.today, MOST_AT_ONCE + 1);
  if (ids.length === 0) return refuse({ kind: 'nothing-selected' });
  return ids.length > MOST_AT_ONCE ? refuse({ kind: 'too-many' }) : succeed(ids);
}

export type Selected = { count: number; names: string[] };

/** How many are selected, and the names of the first. */
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
 * Names the products, their versions, and what a preview said of them, warnings and refusals included: what was seen is
 * what is done, and who accepted one warning has not accepted another.
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
