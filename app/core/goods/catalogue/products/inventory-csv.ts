/**
 * Defines the columns of the inventory's CSV (specification section 3) and maps a file's columns to them: by
 * the names in its first line, or as the user chose.
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
} as const;

export type ImportField = keyof typeof inventoryColumns;
export const importFields = Object.keys(inventoryColumns) as ImportField[];

/** Field → index of its column in the file; fields without a column are missing. */
export type ImportMapping = Readonly<Partial<Record<ImportField, number>>>;

/** Alternative headers for the same fields, in lower case, letters and digits only. */
const otherHeads: Readonly<Record<ImportField, readonly string[]>> = {
  name: ['name', 'productname', 'item', 'itemname', 'title'],
  strainCode: ['straincode'],
  batchNumber: ['batchnumber', 'batchno', 'batchid', 'lot', 'lotnumber', 'lotno', 'lotid'],
  size: ['packagesize', 'packsize', 'pkgsize', 'unitsize', 'weight'],
  stock: ['inventorycount', 'onhand', 'quantity', 'qty', 'qtyonhand', 'quantityonhand', 'count', 'units'],
  retailPrice: ['retailprice', 'price', 'unitprice', 'sellprice', 'sellingprice', 'msrp'],
  wholesalePrice: ['wholesaleprice', 'cost', 'unitcost', 'ourcost', 'costprice'],
  forSale: ['onsale'],
  biotrackId: ['biotrackid'],
  labTestId: ['labtestid', 'lab'],
  id: ['productid'],
  strainName: ['strainname', 'fullstrain', 'fullstrainname'],
  lineage: ['genetics', 'parents'],
  terpenes: ['terpeneprofile'],
  category: ['shelf', 'department', 'dept', 'productcategory'],
  limitCategory: ['limitcategory'],
  limitMg: ['limitamount', 'amount'],
  lowStockLevel: ['lowstock', 'reorderlevel', 'reorderpoint'],
  productType: ['producttype'],
  upcCode: ['upccode', 'gtin', 'ean', 'barcode'],
};

const plain = (head: string): string => head.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Identifies the header: two files with the same header are of one kind. */
export const headerKeyOf = (header: readonly string[]): string => header.map(plain).join('|').slice(0, 2000);

/** Maps each field to its column by name; to the first if several match. */
export function mapByHeader(header: readonly string[]): ImportMapping {
  const heads = header.map(plain);
  const mapping: Partial<Record<ImportField, number>> = {};
  for (const field of importFields) {
    const own = heads.indexOf(plain(inventoryColumns[field]));
    const at = own !== -1 ? own : heads.findIndex((head) => otherHeads[field].includes(head));
    if (at !== -1) mapping[field] = at;
  }
  return mapping;
}

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
    else if (other) errors[field] = [`This column is ${inventoryColumns[other]} already.`];
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
