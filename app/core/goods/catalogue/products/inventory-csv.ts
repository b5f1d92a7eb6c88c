/**
 * Defines the columns of the inventory's file (specification section 3), and reads which column of a file staff chose for
 * each.
 */

/**
 * Field → column header in the export. After the specification's columns comes the product's number, by which
 * an import finds the product again, then other fields a file can set.
 */
export const inventoryColumns = {
  name: 'Product',
  strainCode: 'Strain',
  batchNumber: 'Batch',
  size: 'Size',
  stock: 'Stock',
  retailPrice: 'Retail',
  wholesalePrice: 'Wholesale',
  forSale: 'For Sale',
  biotrackId: 'BioTrack',
  labTestId: 'LabTest',
  id: 'ID',
  strainName: 'Strain in full',
  lineage: 'Lineage',
  terpenes: 'Terpenes',
  category: 'Category',
  limitCategory: 'Counts as',
  limitMg: 'Amount that counts',
  lowStockLevel: 'Low-stock level',
  productType: 'Type',
  upcCode: 'UPC',
  strainType: 'Strain type',
  thcBasisPoints: 'THC %',
  cbdBasisPoints: 'CBD %',
  thcMgPerPackage: 'THC per package',
  cbdMgPerPackage: 'CBD per package',
  netWeightMg: 'Net weight',
  servings: 'Servings',
  requiresId: 'Requires ID (21+)',
  taxClass: 'Tax class',
  discount: 'Discount',
  discountFrom: 'Discount from',
  discountUntil: 'Discount until',
  discountTerms: 'Discount terms',
  description: 'Description',
  cannabisContent: 'Cannabis content',
} as const;

/** What a file can say of the lot that a row receives. The export has a line per product, so it lacks them. */
const lotColumns = {
  packageTag: 'Package tag',
  labName: 'Laboratory',
  coaNumber: 'Certificate number',
  harvestedOn: 'Harvested',
  packagedOn: 'Packaged',
  expiresOn: 'Last day',
} as const;

export const importColumns = { ...inventoryColumns, ...lotColumns } as const;

export type LotField = keyof typeof lotColumns;
export const lotFields = Object.keys(lotColumns) as LotField[];

export type ImportField = keyof typeof importColumns;
export const importFields = Object.keys(importColumns) as ImportField[];

/** Field → index of its column in the file; fields without a column are missing. */
export type ImportMapping = Readonly<Partial<Record<ImportField, number>>>;

/** Parses the user's choice: a column number per field, '' for none. Null if it is invalid. */
export function readMapping(
  texts: Readonly<Record<string, string>>,
  columns: number,
): { ok: true; mapping: ImportMapping } | { ok: false; errors: Record<string, string[]> } {
  const mapping: Partial<Record<ImportField, number>> = {};
  const errors: Record<string, string[]> = {};
  const taken = new Map<number, ImportField>();
  for (const field of importFields) {
    const text = texts[field] ?? '';
    if (text === '') continue;
    const column = /^\d{1,3}$/.test(text) ? Number(text) : -1;
    const other = taken.get(column);
    if (column < 0 || column >= columns) errors[field] = ['Choose a column of the file.'];
    else if (other) errors[field] = [`This column is ${importColumns[other]} already.`];
    else {
      taken.set(column, field);
      mapping[field] = column;
    }
  }
  if (mapping.name === undefined && !errors.name)
    errors.name = ['Choose the column with the products’ names.'];
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, mapping };
}

/** The texts of a row by field, trimmed; fields without a column are missing. */
export function readCells(
  cells: readonly string[],
  mapping: ImportMapping,
): Partial<Record<ImportField, string>> {
  const texts: Partial<Record<ImportField, string>> = {};
  for (const field of importFields) {
    const column = mapping[field];
    if (column !== undefined) texts[field] = (cells[column] ?? '').trim();
  }
  return texts;
}
