/** Takes lots off sale on the day after their last day: expired lots cannot be reserved. */
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { lots } from '#db/schema/stock.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { inBatches } from '#platform/batches.ts';
import { lockStock } from '../move-stock.server.ts';
import { takeOffSale } from '../take-off-sale.server.ts';

/** Products per transaction; small, so that locks are short. */
const BATCH = 50;
/** Maximum wait for a stock lock, in milliseconds; a product whose lock times out is retried a minute later. */
const TIMEOUT_MS = 500;

/**
 * Returns how many lots were retired. Their units stay in the building and in the lot's count but leave the
 * units for sale. Promised units move to other lots, or the line waits for staff. When a batch fails, each of
 * its products is retried alone, so one that fails does not stop the others.
 */
export async function retireExpiredLots(now = systemClock()): Promise<number> {
  const { zone } = await storeClock(now);
  const today = storeDate(now, zone).toString();
  const isExpired = and(eq(lots.status, 'sellable'), lt(lots.expiresOn, today));
  const due = await database()
    .selectDistinct({ productId: lots.productId })
    .from(lots)
    .where(isExpired)
    .orderBy(asc(lots.productId));
  const products = due.map(({ productId }) => productId);
  return inBatches('a product with an expired lot', products, BATCH, (batch) =>
    inTransaction(async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${`${TIMEOUT_MS}ms`}, true)`);
      await lockStock(tx, [...batch]);
      // Read under the lock: another instance may already have retired some of them.
      const expired = await tx
        .select({
          id: lots.id,
          productId: lots.productId,
          batchNumber: lots.batchNumber,
          onHand: lots.onHand,
        })
        .from(lots)
        .where(and(isExpired, inArray(lots.productId, [...batch])))
        .orderBy(asc(lots.productId), asc(lots.id));
      await takeOffSale(tx, expired, 'expired', null, { now, zone });
      return expired.length;
    }),
  );
}
