/** Builds columns of orders and lines for analytics, computed by the database when the row is written. */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { products } from '#db/schema/catalogue.ts';
import { orders } from '#db/schema/orders.ts';

/** Whether this customer has no order yet. Reliable under the customer's lock, which every writer of orders holds. */
export function isFirstOrderOf(userId: string | Placeholder): SQL<boolean> {
  return sql`not exists (select from ${orders} as earlier where earlier.user_id = ${userId})`;
}

/** The product's current wholesale price; null if none was entered. */
export function costOf(productId: number | SQL): SQL<number | null> {
  return sql`(select nullif(${products.wholesalePrice}, 0) from ${products} where ${products.id} = ${productId})`;
}
