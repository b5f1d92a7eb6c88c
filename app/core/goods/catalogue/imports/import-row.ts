/** Parses one row of an imported file: its values, the product it refers to, and what applying it would change. */
import {
  type FileLot,
  type FileStock,
  noStock,
  planStock,
  type StockPlan,
} from '#core/goods/stock/file-stock.ts';
import { LARGEST_LOT, mayBeSold } from '#core/goods/stock/lots/lots.ts';
import { readSpreadsheetGtin } from '#kernel/gtin.ts';
import { formatNumber } from '#kernel/number.ts';
import type { ImportOutcome } from '#kernel/statuses.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { fromSpreadsheet } from '#platform/csv/spreadsheet.ts';
import { categoryKey } from '../categories/category.ts';
import { blankProduct } from '../products/blank-product.ts';
import { type ImportField, type ImportMapping, readCells } from '../products/inventory-csv.ts';
import { typeByName, withProposedLimit } from '../products/limit-proposal.ts';
import { isCannabis } from '../products/product.ts';
import {
  changedFields,
  type ProductValues,
  productFields,
  type TaxClass,
} from '../products/product-fields.ts';
import {
  type Judgment,
  judgeProduct,
  judgeSale,
  lacksForSale,
  type ProductRules,
  type SaleJudgment,
} from '../products/product-rules.ts';
import {
  changesOf,
  type ImportedField,
  type ImportedValues,
  importedFields,
  importedOf,
  type OtherSize,
  type RowPlan,
  type SaleAfter,
} from './import-plan.ts';

/**
 * Defaults for what the file does not say about a new product, and what to do with one that is not ready for sale.
 * The optional ones belong to one file and are not suggested again.
 */
export type ImportOptions = {
  categoryId: number;
  /** Of new products in a category that does not say it (`readTypesByCategory`); '' rejects their rows. */
  productType: string;
  incomplete: 'off-sale' | 'reject';
  /** Whether '24,50' is a price, as in files that separate by semicolons or tabs. */
  decimalCommas?: boolean;
  /** Whether missing 'counts as' and amounts are filled in from category and size. */
  fill?: boolean;
  /** Whether new products go on sale where the file does not say. */
  forSale?: boolean;
  /** The product that a line without an ID means, where staff said so, by line. */
  same?: Readonly<Record<string, number>>;
};

/** What every row of a file is read with. */
export type ImportFile = {
  mapping: ImportMapping;
  /** The number of the header's columns. */
  columns: number;
  options: ImportOptions;
  categories: CategoryNames;
};

export type CategoryNames = {
  /** By name, and by its key, which names that look the same share. */
  ids: ReadonlyMap<string, number>;
  names: ReadonlyMap<number, string>;
  /** The type of new products by category; missing where staff have to choose it. */
  types: ReadonlyMap<number, string>;
  /** The tax class of most merchandise by category. */
  taxClasses: ReadonlyMap<number, TaxClass>;
};

export function categoryNames(
  shelves: readonly { id: number; name: string }[],
  types: ReadonlyMap<number, string>,
  taxClasses: ReadonlyMap<number, TaxClass>,
): CategoryNames {
  return {
    ids: new Map([
      ...shelves.map(({ id, name }) => [categoryKey(name), id] as const),
      ...shelves.map(({ id, name }) => [name, id] as const),
    ]),
    names: new Map(shelves.map(({ id, name }) => [id, name])),
    types,
    taxClasses,
  };
}

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
  /** Whether category and size say the 'counts as' and the amount that it lacks for sale. */
  isFillable?: boolean;
  /** A new product whose type neither the file nor its category says. */
  isUntyped?: boolean;
  /** A category that the shop does not have; the row is read without it. */
  unknownCategory?: string;
};

export type RowTexts = Partial<Record<ImportField, string>>;

/** A row's values, before its product is known. */
export type ReadRow =
  | { kind: 'dropped'; row: PlannedRow }
  | { kind: 'rejected'; row: PlannedRow }
  | {
      kind: 'read';
      line: number;
      cells: string[];
      texts: RowTexts;
      id: number | null;
      values: RowValues;
      unknownCategory?: string;
    };

/** Omits fields that the row leaves empty; `stock` and `batchNumber` belong to the lot. */
type RowValues = Partial<ImportedValues> & { stock: number | null; batchNumber: string };

const LONGEST_BATCH = 100;
/** The first batch of merchandise whose row names none. */
const ONLY_BATCH = '1';

/** Parses the fields of a row; each one that cannot be parsed adds a reason. */
export function readImportRow(
  { line, cells }: { line: number; cells: string[] },
  { mapping, columns, options, categories }: ImportFile,
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
  const plain = (field: ImportField, text: string) =>
    field === 'limitCategory'
      ? text.toLowerCase()
      : field === 'upcCode'
        ? (readSpreadsheetGtin(text) ?? text)
        : options.decimalCommas && numberFields.has(field)
          ? withDecimalPoint(text)
          : text;
  for (const field of importedFields) {
    // The category is stored by number, and a file names it.
    if (field === 'categoryId') continue;
    const text = texts[field] ?? '';
    if (text === '') continue;
    const read =
      field === 'forSale'
        ? { value: text.toLowerCase() === 'yes' }
        : productFields[field].read(plain(field, text));
    if ('error' in read) reasons.push(read.error);
    else values[field] = read.value;
  }
  const category = texts.category ?? '';
  const categoryId = categories.ids.get(category) ?? categories.ids.get(categoryKey(category));
  if (categoryId !== undefined) values.categoryId = categoryId;
  const unknown = category !== '' && categoryId === undefined ? category.slice(0, 60).toWellFormed() : null;
  const stock = readUnits(plain('stock', texts.stock ?? ''));
  if (stock === undefined)
    reasons.push(`Stock: give a whole number of units, from 0 to ${formatNumber(LARGEST_LOT)}.`);
  const batchNumber = texts.batchNumber ?? '';
  if (batchNumber.length > LONGEST_BATCH) reasons.push(`Batch: at most ${LONGEST_BATCH} characters.`);
  if (!isPlainText(batchNumber)) reasons.push('Batch: these characters cannot be saved.');
  const id = texts.id ? readNumber(texts.id) : null;
  if (id === undefined) reasons.push('ID: give the product’s number, or nothing.');
  if (reasons.length > 0 || stock === undefined || id === undefined)
    return { kind: 'rejected', row: { ...left, outcome: 'rejected', reasons } };
  return {
    kind: 'read',
    line,
    cells,
    texts,
    id,
    values: { ...values, stock, batchNumber } as RowValues,
    ...(unknown === null ? {} : { unknownCategory: unknown }),
  };
}

const numberFields: ReadonlySet<ImportField> = new Set([
  'retailPrice',
  'wholesalePrice',
  'limitMg',
  'stock',
  'lowStockLevel',
]);

/**
 * Rewrites a number with a decimal comma: '24,50' → '24.50', '1.234,50' → '1234.50', '1.234' → '1234', '3,5 g' →
 * '3.5 g'. Any other text stays: '1,234' are thousands, because neither prices nor units have three decimals.
 */
function withDecimalPoint(text: string): string {
  const [, whole = '', decimals, unit = ''] =
    /^(-?\$?(?:\d{1,3}(?:\.\d{3})+|\d+))(?:,(\d+))?(\s*m?g)?$/i.exec(text) ?? [];
  if (whole === '' || (decimals !== undefined && decimals.length > 2 && unit === '')) return text;
  // '3.500 g' has a decimal point: a package of three kilograms is not sold.
  const digits = unit === '' || decimals !== undefined ? whole.replaceAll('.', '') : whole;
  return `${digits}${decimals === undefined ? '' : `.${decimals}`}${unit}`;
}

/** Undefined if the text is not a number of units; null if it is empty. */
function readUnits(text: string): number | null | undefined {
  if (text === '') return null;
  const digits = /^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text;
  const units = /^\d{1,9}$/.test(digits) ? Number(digits) : LARGEST_LOT + 1;
  return units <= LARGEST_LOT ? units : undefined;
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
 * one, an empty number is 0, an empty text is null, and it is off sale unless `options` say so. `target` is null for a new product.
 */
export function planRow(
  row: Row,
  target: ImportTarget | null,
  { options, categories }: Pick<ImportFile, 'options' | 'categories'>,
  rules: ProductRules,
  others: OtherSize[] = [],
): PlannedRow {
  const { stock, batchNumber, ...given } = row.values;
  if (target === null && !given.categoryId && options.categoryId === 0)
    return { ...rejectRow(row, noCategory(row.unknownCategory)), ...unknownOf(row) };
  const before = target?.values ?? null;
  const categoryOf = ({ categoryId }: Pick<ProductValues, 'categoryId'>) =>
    categories.names.get(categoryId) ?? '';
  const blank = blankFor(row, options, categories);
  if (before === null && blank.productType === '')
    return {
      ...rejectRow(row, noType(row.unknownCategory ?? categoryOf(blank))),
      isUntyped: true,
      ...unknownOf(row),
    };
  const asGiven: ProductValues = { ...(before ?? blank), ...given };
  const filled = withProposedLimit(asGiven, categoryOf(asGiven));
  const wanted = options.fill ? filled : asGiven;
  const reject = (reasons: string[]) => ({ ...rejectRow(row, '', target?.id ?? null), reasons });

  const owned = target?.stock ?? noStock;
  // Only cannabis has batch numbers by law; a mug's units still arrive in a lot.
  const isUnnamed = batchNumber === '' && owned.lots.length === 0 && (stock ?? 0) > 0 && !isCannabis(wanted);
  const units = planStock({ batchNumber: isUnnamed ? ONLY_BATCH : batchNumber, stock }, owned);
  if (!units.ok) return reject([units.problem]);

  const isTouched = before === null || changedFields(before, wanted).length > 0;
  const judge = options.incomplete === 'off-sale' ? judgeSale : judgeProduct;
  const verdict: Judgment & Partial<SaleJudgment> = isTouched
    ? judge(before, wanted, rules)
    : { errors: {}, warnings: [] };
  const after = verdict.after ?? wanted;
  const errors = [...new Set(Object.values(verdict.errors).flat())];
  if (errors.length > 0) return reject(errors);

  const missing = Object.keys(verdict.missing ?? {});
  const plan: RowPlan = {
    before: before && importedOf(before),
    after: importedOf(after),
    stock: units.value.plan,
    onHand: owned.onHand,
  };
  if (before?.categoryId !== after.categoryId)
    plan.categories = { before: before ? categoryOf(before) : '', after: categoryOf(after) };
  const isChanged = changesOf(plan).length > 0;
  if (target?.isArchived && isChanged)
    return reject([`Product ${target.id} is archived. Restore it before it is changed.`]);
  // A row that changes nothing says only why its product stays off sale.
  const hasPlan = isChanged || missing.length > 0;
  if (hasPlan) plan.sale = saleAfter(after, missing, units.value.plan, owned);
  if (isChanged && others.length > 0) plan.others = others;
  return {
    line: row.line,
    outcome: before === null ? 'new' : isChanged ? 'changed' : 'unchanged',
    name: after.name,
    productId: target?.id ?? null,
    version: target?.version ?? null,
    reasons: units.value.note ? [units.value.note] : [],
    warnings: isChanged ? verdict.warnings : [],
    plan: hasPlan ? plan : null,
    cells: null,
    ...(missing.length > 0 && Object.keys(lacksForSale(filled)).length === 0 ? { isFillable: true } : {}),
    ...unknownOf(row),
  };
}

const unknownOf = ({ unknownCategory }: Row) => (unknownCategory === undefined ? {} : { unknownCategory });

/** Only in a shop that has no category at all. */
const noCategory = (named: string | undefined) =>
  named === undefined
    ? 'The shop has no categories yet, and this row names none.'
    : `The shop has no category “${named}” yet. Add it above.`;

const noType = (category: string) =>
  `The file gives no type, and “${category}” has no products to take it from. Choose one under ‘Columns and new products’.`;

/**
 * A new product has the type that the file gives it, or the type and tax class of its category. One whose category the
 * shop does not have goes to another, and takes no type from there.
 */
function blankFor(
  { values: given, unknownCategory }: Row,
  options: ImportOptions,
  { types, taxClasses }: CategoryNames,
): ProductValues {
  const categoryId = given.categoryId ?? options.categoryId;
  const ofCategory = unknownCategory === undefined ? types.get(categoryId) : typeByName(unknownCategory);
  const productType = given.productType ?? ofCategory ?? options.productType;
  const blank = blankProduct({ categoryId, productType, taxClass: taxClasses.get(categoryId) });
  return { ...blank, forSale: options.forSale === true };
}

function saleAfter(
  after: ProductValues,
  missing: readonly string[],
  plan: StockPlan | null,
  { lots }: FileStock,
): SaleAfter {
  if (missing.length > 0) return `missing:${missing.join(',')}`;
  if (!after.forSale) return 'not-wanted';
  const isNowForSale = plan?.kind === 'receive' && mayBeSold(after.productType, {});
  const unitsOf = ({ id, onHand }: FileLot) =>
    plan?.kind === 'count' && plan.lotId === id ? plan.counted : onHand;
  if (isNowForSale || lots.some((lot) => lot.status === 'sellable' && unitsOf(lot) > lot.held))
    return 'for-sale';
  const isWaiting = lots.some((lot) => lot.status === 'untested' && unitsOf(lot) > 0);
  return plan?.kind === 'receive' || isWaiting ? 'waiting' : 'no-units';
}
