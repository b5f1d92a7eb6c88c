/** Finds products with low stock, as `isLowStock` defines it. */
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { productStock } from '#db/schema/stock.ts';

/** Units available; less than 0 while units are short. */
export const availableUnits = sql<number>`(${productStock.onHand} - ${productStock.held})`;

/** Where a query joins products with their stock. `storeLevel` is the setting `inventory.lowStock`. */
export const isLow = (storeLevel: number): SQL =>
  sql`${availableUnits} <= coalesce(${products.lowStockLevel}, ${storeLevel}::int)`;

/**
 * The products with low stock that match a condition on their stock row, with the level that counts for each. Joins
 * the few levels of products through their index instead of reading all products.
 */
export function lowStock(storeLevel: number, matching?: SQL) {
  const own = database()
    .select({ id: products.id, lowStockLevel: products.lowStockLevel })
    .from(products)
    .where(isNotNull(products.lowStockLevel))
    .as('own');
  const level = sql<number>`coalesce(${own.lowStockLevel}, ${storeLevel}::int)`;
  return database()
    .select({
      id: productStock.productId,
      available: availableUnits.as('available'),
      onHand: productStock.onHand,
      level: level.as('level'),
    })
    .from(productStock)
    .leftJoin(own, eq(own.id, productStock.productId))
    .where(and(sql`${availableUnits} <= ${level}`, matching));
}
