/** Finds a product by the identifiers used at the counter: its number or its UPC. */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { type Database, database, type Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { gtinForms, readGtin } from '#kernel/gtin.ts';
import { fitsInteger } from '#kernel/number.ts';

/** Returns the product's number; null if none matches. The caller checks under lock whether it may be sold. */
export async function findProductToAdd(text: string): Promise<number | null> {
  const gtin = readGtin(text);
  if (gtin === null && !/^\d{1,10}$/.test(text)) return null;
  const byUpc = gtin === null ? undefined : inArray(products.upcCode, gtinForms(gtin));
  const [product] = await database()
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        isNull(products.archivedAt),
        fitsInteger(Number(text), 0) ? or(byUpc, eq(products.id, Number(text))) : (byUpc ?? sql`false`),
      ),
    )
    .limit(1);
  return product?.id ?? null;
}

/** Reads the names of these products, on the menu or not; omits those that do not exist. */
export async function productNames(
  ids: readonly number[],
  db: Pick<Database | Transaction, 'select'> = database(),
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
