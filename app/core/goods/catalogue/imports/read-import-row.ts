/** Reads one row of an imported file into values, before it is known which product it means. */
import type { FileLotPapers } from '#core/goods/stock/file-stock.ts';
import { LARGEST_LOT } from '#core/goods/stock/lots/lots.ts';
import { formatNumber } from '#kernel/number.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { type CellDamage, damageOf, withoutFormula } from '#platform/csv/after-spreadsheet.ts';
import { fromSpreadsheet } from '#platform/csv/spreadsheet.ts';
import { categoryKey, type FormerCategory } from '../categories/category.ts';
import {
  type ImportField,
  type ImportMapping,
  importColumns,
  type LotField,
  lotFields,
  readCells,
} from '../products/inventory-csv.ts';
import { typeByName } from '../products/limit-proposal.ts';
import type { TaxClass } from '../products/product-fields.ts';
import type { Reshape, ShapedRow } from './file-shapes.ts';
import { isMass, plainCell, readProductCell, strainTypeOf } from './import-cell.ts';
import { type ImportedField, type ImportedValues, importedFields } from './import-plan.ts';
import type { PlannedRow } from './planned-row.ts';

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
  /** What rows mean whose ID is another product's here: other products, or ours under a new name. */
  foreignIds?: 'new' | 'ours';
  /** Whether cells that a spreadsheet may have changed are imported as they are. */
  asWritten?: boolean;
  /** The file's first rows, and which of them has the names of the columns. */
  top?: readonly (readonly string[])[];
  headAt?: number;
};

/** What every row of a file is read with. */
export type ImportFile = {
  mapping: ImportMapping;
  header: readonly string[];
  options: ImportOptions;
  categories: CategoryNames;
  /** The store-local day, yyyy-mm-dd. */
  today: string;
  /** Rewrites the rows of another program's file. */
  reshape?: Reshape | undefined;
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

/**
 * Names and addresses of merged categories mean the category that they were merged into, if it is on the menu. Names go
 * before addresses, which have the words of a former name.
 */
export function categoryNames(
  shelves: readonly { id: number; slug: string; name: string }[],
  former: readonly FormerCategory[],
  types: ReadonlyMap<number, string>,
  taxClasses: ReadonlyMap<number, TaxClass>,
): CategoryNames {
  const merged = former.flatMap(({ slug, name, into }) =>
    into?.isOnMenu ? [{ id: into.id, slug, name }] : [],
  );
  return {
    ids: new Map([
      ...[...merged, ...shelves].map(({ id, slug }) => [categoryKey(slug), id] as const),
      ...merged.map(({ id, name }) => [categoryKey(name), id] as const),
      ...shelves.map(({ id, name }) => [categoryKey(name), id] as const),
      ...shelves.map(({ id, name }) => [name, id] as const),
    ]),
    names: new Map(shelves.map(({ id, name }) => [id, name])),
    types,
    taxClasses,
  };
}

export type RowTexts = Partial<Record<ImportField, string>>;

/** A cell whose text a spreadsheet has replaced. */
export type DamagedCell = { field: ImportField; text: string; damage: CellDamage };

/** A row's values, before its product is known. */
export type ReadRow =
  /** It is no product, or its cells cannot be read. */
  | { kind: 'settled'; row: PlannedRow }
  | {
      kind: 'read';
      line: number;
      cells: string[];
      texts: RowTexts;
      /** The text in the ID column; null if it is empty. */
      id: string | null;
      values: RowValues;
      lot: FileLotPapers;
      damaged: DamagedCell[];
      unknownCategory?: string;
      /** What became of a category that was merged or renamed; the row is read with the present one. */
      movedCategory?: string;
    };

export type Row = Extract<ReadRow, { kind: 'read' }>;

/** Omits fields that the row leaves empty; `stock` and `batchNumber` belong to the lot. */
type RowValues = Partial<ImportedValues> & { stock: number | null; batchNumber: string };

const LONGEST_BATCH = 100;

/** Prose, in which a date or a number may be what its author wrote. */
const prose: ReadonlySet<ImportField> = new Set([
  'terpenes',
  'description',
  'cannabisContent',
  'discountTerms',
]);
const dates: ReadonlySet<ImportField> = new Set([
  'discountFrom',
  'discountUntil',
  'harvestedOn',
  'packagedOn',
  'expiresOn',
]);
/** Fields that any text can be: a person may want the cell as it is. */
const anyText: ReadonlySet<ImportField> = new Set([
  'name',
  'strainCode',
  'strainName',
  'lineage',
  'size',
  'batchNumber',
  'biotrackId',
  'labTestId',
  'category',
  ...lotFields.filter((field) => !dates.has(field)),
]);

function damageIn(field: ImportField, text: string, { asWritten }: ImportOptions): CellDamage | null {
  const damage = damageOf(text);
  if (damage === null || damage === 'error') return damage;
  if (prose.has(field) || field === 'id') return null;
  if (dates.has(field)) return damage === 'date' ? null : damage;
  return asWritten && anyText.has(field) ? null : damage;
}

/** A line under a list that adds it up. */
const TOTALS =
  /^(?:(?:grand |sub)?totals?(?: (?:items?|units?|products?|pieces?|stock|inventory|quantity))?|sum):?$/i;

/** Reads the fields of a row; each one that cannot be read adds a reason. */
export function readImportRow({ line, cells }: { line: number; cells: string[] }, file: ImportFile): ReadRow {
  const shaped: ShapedRow = file.reshape?.(cells) ?? { cells };
  const texts = Object.fromEntries(
    Object.entries(readCells(shaped.cells, file.mapping)).map(([field, text]) => [
      field,
      cleanText(fromSpreadsheet(withoutFormula(text))),
    ]),
  ) as RowTexts;
  const name = (texts.name ?? '').slice(0, 200).toWellFormed();
  const settle = (outcome: PlannedRow['outcome'], reasons: string[]): ReadRow => ({
    kind: 'settled',
    row: { line, outcome, name, productId: null, version: null, reasons, warnings: [], plan: null, cells },
  });
  if (shaped.aside !== undefined) return settle('unchanged', [shaped.aside]);
  if (name === '') return settle('dropped', []);
  if (shaped.refusal !== undefined) return settle('rejected', [shaped.refusal]);
  if (TOTALS.test(name)) return settle('rejected', ['This looks like the line of totals.']);
  const reasons: string[] = [];
  if (cells.slice(file.header.length).some((cell) => cell.trim() !== ''))
    reasons.push(`The row has more fields than the header’s ${file.header.length}.`);
  const read = readFields(texts, file);
  reasons.push(...read.reasons);
  const { categoryId, unknown, moved } = categoryIn(read.texts.category ?? '', file.categories);
  if (categoryId !== undefined) read.values.categoryId = categoryId;
  const stock = readUnits(read.texts.stock ?? '');
  if (stock === undefined)
    reasons.push(`Stock: enter a whole number of units, from 0 to ${formatNumber(LARGEST_LOT)}.`);
  const batchNumber = read.texts.batchNumber ?? '';
  if (batchNumber.length > LONGEST_BATCH) reasons.push(`Batch: at most ${LONGEST_BATCH} characters.`);
  if (!isPlainText(batchNumber)) reasons.push('Batch: these characters cannot be saved.');
  if (reasons.length > 0 || stock === undefined) return settle('rejected', reasons);
  return {
    kind: 'read',
    line,
    cells,
    texts,
    id: texts.id ? texts.id : null,
    values: { ...(read.values as Partial<ImportedValues>), stock, batchNumber },
    lot: read.lot,
    damaged: read.damaged,
    ...(unknown === null ? {} : { unknownCategory: unknown }),
    ...(moved === null ? {} : { movedCategory: moved }),
  };
}

type Fields = {
  /** As they are understood, without damaged ones. */
  texts: RowTexts;
  values: Partial<Record<ImportedField, unknown>>;
  lot: FileLotPapers;
  damaged: DamagedCell[];
  reasons: string[];
};

function readFields(given: RowTexts, { mapping, header, options, today }: ImportFile): Fields {
  const fields: Fields = { texts: {}, values: {}, lot: {}, damaged: [], reasons: [] };
  const { texts, values, damaged, reasons } = fields;
  for (const [field, text = ''] of Object.entries(given) as [ImportField, string][]) {
    if (text === '') continue;
    const damage = damageIn(field, text, options);
    if (damage !== null) {
      damaged.push({ field, text, damage });
      continue;
    }
    // A column of THC may have percentages of flower and milligrams of edibles.
    const meant =
      (field === 'thcBasisPoints' || field === 'cbdBasisPoints') && isMass(text) ? massOf[field] : field;
    const plain = plainCell(meant, text, {
      decimalCommas: options.decimalCommas === true,
      head: header[mapping[field] ?? -1] ?? '',
    });
    if (plain !== '') texts[meant] ??= plain;
  }
  readTypeWord(texts);
  for (const field of importedFields) {
    const text = texts[field as ImportField];
    // The category is stored by number, and a file names it.
    if (field === 'categoryId' || text === undefined) continue;
    const read = readProductCell(field, text, texts);
    if ('error' in read) reasons.push(read.error);
    else values[field] = read.value;
  }
  for (const field of lotFields) {
    const text = texts[field];
    if (text === undefined) continue;
    const problem = lotProblem(field, text, today);
    if (problem === null) fields.lot[field] = text;
    else reasons.push(`${importColumns[field]}: ${problem}`);
  }
  return fields;
}

/** Why the text cannot be saved as this field of a lot; null when it can. */
function lotProblem(field: LotField, text: string, today: string): string | null {
  if (dates.has(field) && !/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'enter a date like 2026-11-30.';
  if (field === 'expiresOn' && text < today) return 'this day has passed.';
  if (text.length > LONGEST_BATCH) return `at most ${LONGEST_BATCH} characters.`;
  return isPlainText(text) ? null : 'these characters cannot be saved.';
}

const massOf = { thcBasisPoints: 'thcMgPerPackage', cbdBasisPoints: 'cbdMgPerPackage' } as const;

/** A column of types may say 'Flower' or 'Indica': a category of cannabis, or the type of its strain. */
function readTypeWord(texts: RowTexts): void {
  const word = texts.productType;
  if (word === undefined) return;
  const strainType = strainTypeOf(word);
  if (strainType !== null) {
    texts.strainType ??= strainType;
    delete texts.productType;
  } else if (word.toLowerCase() !== 'cannabis' && typeByName(word) === 'cannabis') {
    texts.category ??= word;
    texts.productType = 'cannabis';
  }
}

function categoryIn(category: string, { ids, names }: CategoryNames) {
  const categoryId = ids.get(category) ?? ids.get(categoryKey(category));
  const isUnknown = category !== '' && categoryId === undefined;
  const written = category.slice(0, 60).toWellFormed();
  const name = names.get(categoryId ?? 0);
  const isMoved = name !== undefined && categoryKey(name) !== categoryKey(category);
  return {
    categoryId,
    unknown: isUnknown ? written : null,
    moved: isMoved ? `Category “${written}” is now ${name}.` : null,
  };
}

/** Undefined if the text is not a number of units; null if it is empty. */
function readUnits(text: string): number | null | undefined {
  if (text === '') return null;
  const units = /^\d{1,9}$/.test(text) ? Number(text) : LARGEST_LOT + 1;
  return units <= LARGEST_LOT ? units : undefined;
}
