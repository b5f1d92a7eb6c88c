/** Which products a bulk action is about, and whether they are still as they were when somebody looked. */
import { createHash } from 'node:crypto';
import { type Actor, may } from '#features/access/actor.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type BulkProblem, MOST_AT_ONCE } from './bulk-change.ts';
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

/** Names the products and their versions: what was previewed is what is done. */
export function fingerprintOf(products: readonly { id: number; version: number }[]): string {
  const text = products
    .toSorted((left, right) => left.id - right.id)
    .map(({ id, version }) => `${id}:${version}`)
    .join();
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
