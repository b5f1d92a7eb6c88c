/** Builds columns of orders and lines: what the database computes when a row is written, and the name of a line. */
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

/**
 * A line's name as people read it: 'Farm T-shirt, XL', because sizes of one thing may have one name. The name alone if the
 * product has no size, or if its name ends with it. The size is the product's of today.
 * @param name the column of the product's name, of a row of `productId`
 */
export function sizedName(name: SQL, productId: SQL): SQL<string> {
  return sql<string>`${name} || coalesce((select ', ' || sized.size from ${products} as sized
    where sized.id = ${productId} and sized.size <> ''
      and right(lower(${name}), length(sized.size) + 1) <> ' ' || lower(sized.size)), '')`;
}

/** The same of a row of \`order_items\`. */
export const lineName = sizedName(sql`order_items.product_name`, sql`order_items.product_id`);
