/** Gives new products their row of stock. */
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';

/**
 * Call it in the transaction that inserts the products: every lock and every move of stock expects the row, and sees
 * no product without one.
 */
export async function createStockRows(
  tx: Pick<Database | Transaction, 'execute'>,
  productIds: readonly number[],
): Promise<void> {
  await tx.execute(
    sql`insert into product_stock (product_id) select unnest(${sql.param([...productIds])}::int[])`,
  );
}
