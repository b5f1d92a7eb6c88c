/** Remembers which product the packages of an item are, for the next delivery. */
import { inArray, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { stateItems } from '#db/schema/tracking.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import type { PackageProblem } from './package-lot.ts';

export type ItemProduct = { item: string; productId: number };

/** Refuses actors who may not receive, and products that do not exist. */
export async function rememberItems(
  actor: Actor,
  chosen: readonly ItemProduct[],
): Promise<Result<{ remembered: number }, PackageProblem>> {
  type Outcome = Result<{ remembered: number }, PackageProblem>;
  const asStaff = staffTransaction(actor, 'lots.receive', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx) => {
    const ids = [...new Set(chosen.map(({ productId }) => productId))];
    const known = await tx.select({ id: products.id }).from(products).where(inArray(products.id, ids));
    if (known.length < ids.length) return refuse({ kind: 'product-unknown' });
    await writeItems(tx, chosen);
    await announce(tx, 'inventory');
    return succeed({ remembered: chosen.length });
  });
}

/** For a command that has checked the permission. The last product of an item counts. */
export async function writeItems(tx: Transaction, chosen: readonly ItemProduct[]): Promise<void> {
  // In one order, so that two people who save the same items do not wait for each other in a circle.
  const byItem = new Map(chosen.map(({ item, productId }) => [item.toLowerCase(), productId]));
  const rows = [...byItem].sort(([left], [right]) => (left < right ? -1 : 1));
  if (rows.length === 0) return;
  await tx
    .insert(stateItems)
    .values(rows.map(([item, productId]) => ({ item, productId })))
    .onConflictDoUpdate({
      target: stateItems.item,
      set: { productId: sql`excluded.product_id`, changedAt: sql`now()` },
    });
}
