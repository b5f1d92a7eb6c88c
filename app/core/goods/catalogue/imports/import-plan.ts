/** Defines what applying a row of an imported file writes, and formats it as changes that people read. */
import type { StockPlan } from '#core/goods/stock/file-stock.ts';
import { blankProduct } from '../products/blank-product.ts';
import { type ImportField, importColumns, type LotField } from '../products/inventory-csv.ts';
import {
  allProductFields,
  type ProductField,
  type ProductValues,
  writeProductField,
} from '../products/product-fields.ts';

/** The product columns that a file can write: all of them. */
export const importedFields = allProductFields;
export type ImportedField = ProductField;
export type ImportedValues = ProductValues;

/**
 * `before` is null for a new product; `onHand` is the previous number of units in all its lots. The rest is only
 * for people: the names of the categories before and after, what the row means for sale, and the products with the
 * same name in other sizes.
 */
export type RowPlan = {
  before: ImportedValues | null;
  after: ImportedValues;
  stock: StockPlan | null;
  onHand: number;
  categories?: { before: string; after: string };
  sale?: SaleAfter;
  others?: OtherSize[];
};

/** A product with the row's name in another size. */
export type OtherSize = { id: number; size: string | null };

/**
 * Whether the product can be bought after the import: yes; on the menu while its lots wait for a test; on the menu
 * without units; off sale as the file says; or off sale because something is missing, as 'missing:' with the fields.
 */
export type SaleAfter = 'for-sale' | 'waiting' | 'no-units' | 'not-wanted' | `missing:${string}`;

export function importedOf(values: ImportedValues): ImportedValues {
  return Object.fromEntries(importedFields.map((field) => [field, values[field]])) as ImportedValues;
}

/** A field in the file's format. */
export type RowChange = { field: ImportField; before: string; after: string };

/** Lists what the plan changes: fields of the product, and its stock. */
export function changesOf({ before, after, stock, onHand, categories }: RowPlan): RowChange[] {
  const write = (field: ImportedField, values: ImportedValues | null) =>
    values === null ? '' : writeProductField(field, values);
  return [
    ...importedFields
      .map((field) =>
        field === 'categoryId'
          ? { field: 'category' as const, ...(categories ?? { before: '', after: '' }) }
          : { field, before: write(field, before), after: write(field, after) },
      )
      .filter((change) => change.before !== change.after)
      .filter(({ field }) => before !== null || !follows(field, after)),
    ...stockChanges(stock, onHand),
  ];
}

/** Whether a new product's value follows from its type, so that people need not read it in every row. */
const follows = (field: ImportField, after: ImportedValues): boolean =>
  (field === 'taxClass' || field === 'requiresId') &&
  blankProduct({ categoryId: after.categoryId, productType: after.productType })[field] === after[field];

function stockChanges(plan: StockPlan | null, onHand: number): RowChange[] {
  if (plan === null) return [];
  const change = plan.kind === 'receive' ? plan.units : plan.counted - plan.expected;
  const papers = plan.kind === 'receive' ? Object.entries(plan.papers ?? {}) : [];
  return [
    ...(plan.kind === 'receive'
      ? [{ field: 'batchNumber' as const, before: '', after: plan.batchNumber }]
      : []),
    { field: 'stock', before: String(onHand), after: String(onHand + change) },
    // Percentages are in the product's columns.
    ...papers.flatMap(([field, after]) =>
      typeof after === 'string' ? [{ field: field as LotField, before: '', after }] : [],
    ),
  ];
}

/** 'Retail: 24.50 → 25.00' needs the column's name. */
export const columnOf = (field: ImportField): string => importColumns[field];

/** Formats the plan for the audit log, by the file's column names. */
export function auditedOf(plan: RowPlan): {
  before: Record<string, string> | null;
  after: Record<string, string>;
} {
  const changes = changesOf(plan);
  const texts = (side: 'before' | 'after') =>
    Object.fromEntries(changes.map((change) => [columnOf(change.field), change[side]]));
  return { before: plan.before && texts('before'), after: texts('after') };
}
