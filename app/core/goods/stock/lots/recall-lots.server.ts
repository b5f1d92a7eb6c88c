/** Takes lots off sale for good, in the transaction of a recall. */
import { eq, inArray } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { Transaction } from '#db/client.ts';
import { lots } from '#db/schema/stock.ts';
import type { StoreClock } from '../hold-lots.server.ts';
import { lockStock } from '../move-stock.server.ts';
import { takeOffSale } from '../take-off-sale.server.ts';
import { recordLotChange } from './change-lot.server.ts';

/** Locks the stock of these lots' products: no unit of them is held or sold until the transaction ends. */
export async function lockStockOf(tx: Transaction, lotIds: readonly number[]): Promise<void> {
  const products = await tx
    .select({ productId: lots.productId })
    .from(lots)
    .where(inArray(lots.id, [...lotIds]));
  await lockStock(
    tx,
    products.map(({ productId }) => productId),
  );
}

/**
 * Lots in any status can be recalled, and never come back on sale; one that is recalled stays so. Returns how many
 * promised units no other lot has: those lines wait for staff, and their customers are notified. Call `lockStockOf`
 * first. The caller checks the permission.
 */
export async function recallLots(
  tx: Transaction,
  actor: SignedIn,
  { lotIds, reason }: { lotIds: readonly number[]; reason: string },
  clock: StoreClock,
): Promise<{ missing: number }> {
  const stored = await tx
    .select()
    .from(lots)
    .where(inArray(lots.id, [...lotIds]))
    .orderBy(lots.id);
  const onSale = stored.filter(({ status }) => status === 'sellable');
  const { missing } = await takeOffSale(tx, onSale, 'recalled', actor.userId, clock);
  for (const { id, status, onHand } of stored) {
    if (status === 'recalled') continue;
    // Units that are already set aside stay so; only the reason changes.
    if (status !== 'sellable') await tx.update(lots).set({ status: 'recalled' }).where(eq(lots.id, id));
    await recordLotChange(tx, {
      action: 'lot.recalled',
      lotId: id,
      actor,
      before: { status, onHand },
      after: { status: 'recalled', onHand },
      reason,
    });
  }
  return { missing };
}
