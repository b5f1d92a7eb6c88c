/** Inserts the stock rows of new products. */
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';

/**
 * Call this in the transaction that inserts the products: stock locks and stock moves expect the row and skip
 * products without one.
 */
export async function createStockRows(
  tx: Pick<Database | Transaction, 'execute'>,
  productIds: readonly number[],
): Promise<void> {
  await tx.execute(
    sql`insert into product_stock (product_id) select unnest(${sql.param([...productIds])}::int[])`,
  );
}
