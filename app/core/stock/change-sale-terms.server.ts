/** Changes what many products are sold at. A sale waits for the sales under way and for short work on stock, no longer. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { waitForSales } from '#db/wait-for-sales.ts';

/**
 * Runs `write`, which changes products, then waits until every sale under way has committed. From there to the end of
 * the transaction no sale starts, so no sale mixes terms from before and after. The caller commits at once.
 */
export async function changeSaleTerms<T>(tx: Transaction, write: () => Promise<T>): Promise<T> {
  const written = await writeSaleTerms(tx, write);
  await waitForSales(tx);
  return written;
}

/** Like `changeSaleTerms`, for a caller that changes stock, too, and calls `whileSalesWait` next. */
export async function writeSaleTerms<T>(tx: Transaction, write: () => Promise<T>): Promise<T> {
  // The trigger `products_lock_stock` leaves the stock of these products unlocked.
  await tx.execute(sql`select set_config('farmgate.waits_for_sales', 'on', true)`);
  return write();
}
