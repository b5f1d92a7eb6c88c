/** Changes the sale terms of many products. A sale waits only for sales in progress and for short stock changes. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { waitForSales } from '#db/wait-for-sales.ts';

/**
 * Runs `write`, which changes products, then waits until every sale in progress has committed. No sale starts
 * from then until the transaction ends, so no sale mixes old and new terms. The caller commits immediately.
 */
export async function changeSaleTerms<T>(tx: Transaction, write: () => Promise<T>): Promise<T> {
  const written = await writeSaleTerms(tx, write);
  await waitForSales(tx);
  return written;
}

/** Like `changeSaleTerms`, for a caller that also changes stock and calls `whileSalesWait` next. */
export async function writeSaleTerms<T>(tx: Transaction, write: () => Promise<T>): Promise<T> {
  // The trigger `products_lock_stock` then does not lock the stock of these products.
  await tx.execute(sql`select set_config('farmgate.waits_for_sales', 'on', true)`);
  return write();
}
