/**
 * Writes many products of an import in one statement each. Passes them as `json`, which PostgreSQL reads as
 * is: `jsonb` would first sort each object's keys, which takes nearly twice as long.
 */
import { sql } from 'drizzle-orm';
import { createStockRows } from '#core/goods/stock/create-stock-rows.server.ts';
import type { Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import type { ProductField, ProductValues } from '../products/product-fields.ts';
import { type ImportedValues, importedFields } from './import-plan.ts';

const columnOf = (field: ProductField): string =>
  field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** Names of fields and columns are ours, so they may be part of the statement. */
const fieldNames = sql.raw(importedFields.map((field) => `"${field}"`).join(', '));
const columnNames = sql.raw(importedFields.map(columnOf).join(', '));
const typedFields = sql.raw(
  importedFields.map((field) => `"${field}" ${products[field].getSQLType()}`).join(', '),
);
const assigned = (fields: readonly ProductField[]) =>
  sql.raw(fields.map((field) => `${columnOf(field)} = change."${field}"`).join(', '));

export type NewProduct = { id: number } & ProductValues;
export type ChangedProduct = { id: number; before: ImportedValues; after: ImportedValues };

/** Inserts new products with their stock rows, under reserved ids. */
export async function insertImported(tx: Transaction, rows: readonly NewProduct[]): Promise<void> {
  if (rows.length === 0) return;
  const insertProducts = async () => {
    await tx.execute(sql`
      insert into products (id, ${columnNames})
      select id, ${fieldNames}
      from json_to_recordset(${JSON.stringify(rows)}::json) as made (id int, ${typedFields})`);
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

/** Writing one of these rebuilds the product's search text, whether it changes or not. */
const searchedFields: readonly ProductField[] = [
  'name',
  'strainCode',
  'strainName',
  'strainType',
  'size',
  'categoryId',
  'productType',
  'description',
  'thcMgPerPackage',
];
const plainFields = importedFields.filter((field) => !searchedFields.includes(field));

/** Updates columns of existing products and increments their versions. */
export async function writeImported(tx: Transaction, rows: readonly ChangedProduct[]): Promise<void> {
  const isSearched = ({ before, after }: ChangedProduct) =>
    searchedFields.some((field) => before[field] !== after[field]);
  for (const searched of [true, false]) {
    const some = rows
      .filter((row) => isSearched(row) === searched)
      .map(({ id, after }) => ({ id, ...after }));
    if (some.length === 0) continue;
    await tx.execute(sql`
      update products set ${assigned(searched ? importedFields : plainFields)}, version = version + 1, updated_at = now()
      from json_to_recordset(${JSON.stringify(some)}::json) as change (id int, ${typedFields})
      where products.id = change.id`);
  }
}
