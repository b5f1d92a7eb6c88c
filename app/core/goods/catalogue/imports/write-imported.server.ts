/**
 * Writes many products of an import in one statement each. Passes them as `json`, which PostgreSQL reads as
 * is: `jsonb` would first sort each object's keys, which takes nearly twice as long.
 */
import { sql } from 'drizzle-orm';
import { createStockRows } from '#core/goods/stock/create-stock-rows.server.ts';
import type { Transaction } from '#db/client.ts';
import type { ProductValues } from '../products/product-fields.ts';
import type { ImportedValues } from './import-plan.ts';

export type NewProduct = { id: number } & ProductValues;
export type ChangedProduct = { id: number; before: ImportedValues; after: ImportedValues };

/** Inserts new products with their stock rows, under reserved ids. */
export async function insertImported(tx: Transaction, rows: readonly NewProduct[]): Promise<void> {
  if (rows.length === 0) return;
  const insertProducts = async () => {
    await tx.execute(sql`
    insert into products (id, name, category_id, product_type, tax_class, requires_id, size, strain_code, strain_name,
      lineage, terpenes, retail_price, wholesale_price, for_sale, biotrack_id, lab_test_id, limit_category, limit_mg,
      low_stock_level, upc_code)
    select id, name, "categoryId", "productType", "taxClass", "requiresId", size, "strainCode", "strainName",
      lineage, terpenes, "retailPrice", "wholesalePrice", "forSale", "biotrackId", "labTestId",
      "limitCategory", "limitMg", "lowStockLevel", "upcCode"
    from json_to_recordset(${JSON.stringify(rows)}::json) as made (id int, name text, "categoryId" int,
      "productType" text, "taxClass" text, "requiresId" boolean, size text, "strainCode" text, "strainName" text,
      lineage text, terpenes text, "retailPrice" int, "wholesalePrice" int, "forSale" boolean, "biotrackId" text, "labTestId" text,
      "limitCategory" text, "limitMg" int, "lowStockLevel" int, "upcCode" text)`);
  };
  // Both are issued before anything that the caller issues next: the first lots need the stock rows.
  await Promise.all([
    insertProducts(),
    createStockRows(
      tx,
      rows.map(({ id }) => id),
    ),
  ]);
}

const searchedFields = ['name', 'strainCode', 'strainName', 'size', 'categoryId'] as const;

/** Updates columns of existing products and increments their versions. */
export async function writeImported(tx: Transaction, rows: readonly ChangedProduct[]): Promise<void> {
  const isRenamed = ({ before, after }: ChangedProduct) =>
    searchedFields.some((field) => before[field] !== after[field]);
  // Writing a column rebuilds its search text, whether it changed or not.
  const searched = sql`name = change.name, strain_code = change."strainCode", strain_name = change."strainName",
        size = change.size, category_id = change."categoryId",`;
  for (const renamed of [true, false]) {
    const some = rows.filter((row) => isRenamed(row) === renamed).map(({ id, after }) => ({ id, ...after }));
    if (some.length === 0) continue;
    await tx.execute(sql`
      update products set
        ${renamed ? searched : sql``}
        retail_price = change."retailPrice", wholesale_price = change."wholesalePrice",
        lineage = change.lineage, terpenes = change.terpenes, for_sale = change."forSale", biotrack_id = change."biotrackId", lab_test_id = change."labTestId",
        limit_category = change."limitCategory", limit_mg = change."limitMg",
        low_stock_level = change."lowStockLevel",
        product_type = change."productType", upc_code = change."upcCode",
        version = version + 1, updated_at = now()
      from json_to_recordset(${JSON.stringify(some)}::json) as change (id int, name text, size text,
        "strainCode" text, "strainName" text, lineage text, terpenes text, "retailPrice" int, "wholesalePrice" int, "forSale" boolean,
        "biotrackId" text, "labTestId" text, "categoryId" int, "limitCategory" text, "limitMg" int, "lowStockLevel" int,
        "productType" text, "upcCode" text)
      where products.id = change.id`);
  }
}
