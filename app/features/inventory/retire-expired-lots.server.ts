/** Takes lots off the menu on the day after their last: what has expired cannot be reserved. */
import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import { inTransaction } from '#db/client.ts';
import { lots } from '#db/schema/inventory.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { lockStock } from './move-stock.server.ts';
import { takeOffSale } from './take-off-sale.server.ts';

/** Products per transaction, so that their locks are short. */
const BATCH = 50;

/**
 * Answers how many lots were retired. Their units stay in the building and in the lot's count; they leave what the
 * shop sells. What was promised of them moves to other lots, or waits for staff.
 */
export async function retireExpiredLots(now = systemClock()): Promise<number> {
  const { zone } = await storeClock(now);
  const today = storeDate(now, zone).toString();
  const isExpired = and(eq(lots.status, 'sellable'), lt(lots.expiresOn, today));
  let retired = 0;
  for (;;) {
    const found = await inTransaction(async (tx) => {
      const due = await tx
        .selectDistinct({ productId: lots.productId })
        .from(lots)
        .where(isExpired)
        .orderBy(asc(lots.productId))
        .limit(BATCH);
      const productIds = due.map(({ productId }) => productId);
      if (productIds.length === 0) return { products: 0, lots: 0 };
      await lockStock(tx, productIds);
      // Read again: another instance may have retired them while this one waited for the lock.
      const expired = await tx
        .select({
          id: lots.id,
          productId: lots.productId,
          batchNumber: lots.batchNumber,
          onHand: lots.onHand,
        })
        .from(lots)
        .where(and(isExpired, inArray(lots.productId, productIds)))
        .orderBy(asc(lots.productId), asc(lots.id));
      await takeOffSale(tx, expired, 'expired', null, { now, zone });
      return { products: productIds.length, lots: expired.length };
    });
    retired += found.lots;
    if (found.products < BATCH) return retired;
  }
}
