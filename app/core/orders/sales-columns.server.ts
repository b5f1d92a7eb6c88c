/** Columns of orders and lines that analytics needs, asked of the database as the row is written. */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { products } from '#db/schema/catalogue.ts';
import { orders } from '#db/schema/orders.ts';

/** Whether this customer has no order yet. Right under the customer's lock, which whoever writes orders holds. */
export function isFirstOrderOf(userId: string | Placeholder): SQL<boolean> {
  return sql`not exists (select from ${orders} as earlier where earlier.user_id = ${userId})`;
}

/** The product's wholesale price of today; null where nobody has entered one. */
export function costOf(productId: number | Placeholder): SQL<number | null> {
  return sql`(select nullif(${products.wholesalePrice}, 0) from ${products} where ${products.id} = ${productId})`;
}
