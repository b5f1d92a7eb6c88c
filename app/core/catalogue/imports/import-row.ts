/** Parses one row of an imported file: its values, the product it refers to, and what applying it would change. */
import { type FileStock, noStock, planStock } from '#core/stock/file-stock.ts';
import type { ImportOutcome } from '#kernel/statuses.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { fromSpreadsheet } from '#platform/csv/spreadsheet.ts';
import { blankProduct } from '../products/blank-product.ts';
import { type ImportField, type ImportMapping, readCells } from '../products/inventory-csv.ts';
import { changedFields, type ProductValues, productFields } from '../products/product-fields.ts';
import {
  type Judgment,
  judgeProduct,
  judgeSale,
  type ProductRules,
  type SaleJudgment,
} from '../products/product-rules.ts';
import {
  changesOf,
  type ImportedField,
  type ImportedValues,
  importedFields,
  importedOf,
  type RowPlan,
} from './import-plan.ts';

/** Defaults for what the file does not say about a new product, and what to do with one that is not ready for sale. */
export type ImportOptions = {
  categoryId: number;
  productType: string;
  incomplete: 'off-sale' | 'reject';
};

/** A stored product with its lots. */
export type ImportTarget = {
  id: number;
  version: number;
  isArchived: boolean;
  values: ProductValues;
  stock: FileStock;
};

export type PlannedRow = {
  line: number;
  outcome: ImportOutcome;
  name: string;
  productId: number | null;
  version: number | null;
  /** Why the row is rejected; for other rows, notes about it. */
  reasons: string[];
  /** Warnings to accept before applying. */
  warnings: string[];
  plan: RowPlan | null;
  /** The original cells of a rejected row. */
  cells: string[] | null;
};

export type RowTexts = Partial<Record<ImportField, string>>;

/** A row's values, before its product is known. */
export type ReadRow =
  | { kind: 'dropped'; row: PlannedRow }
  | { kind: 'rejected'; row: PlannedRow }
  | { kind: 'read'; line: number; cells: string[]; texts: RowTexts; id: number | null; values: RowValues };

/** Omits fields that the row leaves empty; `stock` and `batchNumber` belong to the lot. */
type RowValues = Partial<ImportedValues> & { stock: number | null; batchNumber: string };

const MOST_UNITS = 1_000_000;
const LONGEST_BATCH = 100;

/** Parses the fields of a row; each one that cannot be parsed adds a reason. */
export function readImportRow(
  { line, cells }: { line: number; cells: string[] },
  mapping: ImportMapping,
  columns: number,
): ReadRow {
  const given = readCells(cells, mapping);
  const texts = Object.fromEntries(
    Object.entries(given).map(([field, text]) => [field, cleanText(fromSpreadsheet(text))]),
  ) as RowTexts;
  const name = (texts.name ?? '').slice(0, 200).toWellFormed();
  const left = { line, name, productId: null, version: null, warnings: [], plan: null, cells };
  if (name === '') return { kind: 'dropped', row: { ...left, outcome: 'dropped', reasons: [] } };
  const reasons: string[] = [];
  if (cells.slice(columns).some((cell) => cell.trim() !== ''))
    reasons.push(`The row has more fields than the header’s ${columns}.`);
  const values: Partial<Record<ImportedField, unknown>> = {};
  for (const field of importedFields) {
    const text = texts[field] ?? '';
    if (text === '') continue;
    const read =
      field === 'forSale' ? { value: text.toLowerCase() === 'yes' } : productFields[field].read(text);
    if ('error' in read) reasons.push(read.error);
    else values[field] = read.value;
  }
  const stock = readUnits(texts.stock ?? '');
  if (stock === undefined)
    reasons.push(`Stock: give a whole number of units, from 0 to ${MOST_UNITS.toLocaleString('en-US')}.`);
  const batchNumber = texts.batchNumber ?? '';
  if (batchNumber.length > LONGEST_BATCH) reasons.push(`Batch: at most ${LONGEST_BATCH} characters.`);
  if (!isPlainText(batchNumber)) reasons.push('Batch: these characters cannot be saved.');
  const id = texts.id ? readNumber(texts.id) : null;
  if (id === undefined) reasons.push('ID: give the product’s number, or nothing.');
  if (reasons.length > 0 || stock === undefined || id === undefined)
    return { kind: 'rejected', row: { ...left, outcome: 'rejected', reasons } };
  return { kind: 'read', line, cells, texts, id, values: { ...values, stock, batchNumber } as RowValues };
}

/** Undefined if the text is not a number of units; null if it is empty. */
function readUnits(text: string): number | null | undefined {
  if (text === '') return null;
  const digits = /^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text;
  const units = /^\d{1,9}$/.test(digits) ? Number(digits) : MOST_UNITS + 1;
  return units <= MOST_UNITS ? units : undefined;
}

const readNumber = (text: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

type Row = Extract<ReadRow, { kind: 'read' }>;

/** Returns the row as rejected. */
export function rejectRow(
  { line, cells, texts }: Row,
  reason: string,
  productId: number | null = null,
): PlannedRow {
  return {
    line,
    outcome: 'rejected',
    name: (texts.name ?? '').slice(0, 200).toWellFormed(),
    productId,
    version: null,
    reasons: [reason],
    warnings: [],
    plan: null,
    cells,
  };
}

/**
 * Plans what applying the row would do. For an existing product, an empty field changes nothing; for a new
 * one, an empty number is 0, an empty text is null, and it is off sale. `target` is null for a new product.
 */
export function planRow(
  row: Row,
  target: ImportTarget | null,
  options: ImportOptions,
  rules: ProductRules,
): PlannedRow {
  const { stock, batchNumber, ...given } = row.values;
  if (target === null && options.categoryId === 0)
    return rejectRow(row, 'The shop has no category yet: make a product by hand first.');
  const before = target?.values ?? null;
  const wanted: ProductValues = { ...(before ?? blankProduct(options)), ...given };
  const notes: string[] = [];
  const reject = (reasons: string[]) => ({ ...rejectRow(row, '', target?.id ?? null), reasons });

  const units = planStock({ batchNumber, stock }, target?.stock ?? noStock);
  if (!units.ok) return reject([units.problem]);
  if (units.value.note) notes.push(units.value.note);

  const isTouched = before === null || changedFields(before, wanted).length > 0;
  const judge = options.incomplete === 'off-sale' ? judgeSale : judgeProduct;
  const verdict: Judgment & Partial<SaleJudgment> = isTouched
    ? judge(before, wanted, rules)
    : { errors: {}, warnings: [] };
  const after = verdict.after ?? wanted;
  const missing = [...new Set(Object.values(verdict.missing ?? {}).flat())];
  if (missing.length > 0) notes.push(`Stays off sale: ${missing.join(' ')}`);
  const errors = [...new Set(Object.values(verdict.errors).flat())];
  if (errors.length > 0) return reject(errors);

  const plan: RowPlan = {
    before: before && importedOf(before),
    after: importedOf(after),
    stock: units.value.plan,
    onHand: (target?.stock ?? noStock).onHand,
  };
  const isChanged = changesOf(plan).length > 0;
  if (target?.isArchived && isChanged)
    return reject([`Product ${target.id} is archived. Restore it before it is changed.`]);
  return {
    line: row.line,
    outcome: before === null ? 'new' : isChanged ? 'changed' : 'unchanged',
    name: after.name,
    productId: target?.id ?? null,
    version: target?.version ?? null,
    reasons: notes,
    warnings: isChanged ? verdict.warnings : [],
    plan: isChanged ? plan : null,
    cells: null,
  };
}
