/** Takes lots off the menu on the day after their last: what has expired cannot be reserved (new-york.md, 11). */
import { and, asc, eq, gt, lt } from 'drizzle-orm';
import { inTransaction } from '#db/client.ts';
import { lots } from '#db/schema/inventory.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { lockStock, moveStock } from './move-stock.server.ts';

/**
 * Answers how many lots were retired. Their units stay in the building and in the lot's count; they leave
 * what the shop sells. Promises already made are not touched: staff see them where less is on hand than held.
 */
export async function retireExpiredLots(now = systemClock()): Promise<number> {
  const today = storeDate(now, (await readSettings()).store.zone).toString();
  return inTransaction(async (tx) => {
    const expired = await tx
      .select({ id: lots.id, productId: lots.productId, batchNumber: lots.batchNumber, onHand: lots.onHand })
      .from(lots)
      .where(and(eq(lots.status, 'sellable'), lt(lots.expiresOn, today), gt(lots.onHand, 0)))
      .orderBy(asc(lots.productId), asc(lots.id))
      .for('update', { skipLocked: true });
    if (expired.length === 0) return 0;
    await lockStock(
      tx,
      expired.map((lot) => lot.productId),
    );
    await moveStock(
      tx,
      expired.map((lot) => ({
        productId: lot.productId,
        onHand: -lot.onHand,
        held: 0,
        reason: 'quarantine',
        note: `Batch ${lot.batchNumber} expired`,
      })),
      null,
    );
    for (const lot of expired) await tx.update(lots).set({ status: 'expired' }).where(eq(lots.id, lot.id));
    return expired.length;
  });
}
