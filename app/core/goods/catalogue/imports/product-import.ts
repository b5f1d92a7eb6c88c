/** Defines an import of products: its limits, its refusals and their messages. */
import { formatNumber } from '#kernel/number.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { ImportOutcome, ImportStatus } from '#kernel/statuses.ts';
import { type CsvProblem, csvMessage } from '#platform/csv/csv-problem.ts';
import { type UploadProblem, uploadMessage } from '#platform/uploads/upload-problem.ts';
import { categoryKey } from '../categories/category.ts';
import type { SaleAfter } from './import-plan.ts';
import type { ImportQuestion, PlannedRow } from './planned-row.ts';

/** Maximum bytes of a file; 100,000 rows of UTF-16 are about 20 million. */
export const LARGEST_FILE = 40_000_000;
/** Maximum rows of a file. */
export const MOST_ROWS = 200_000;
/** How many hours a file stays available, to apply or view; it can be undone for as long as any batch. */
export const FILE_HOURS = 48;

export type RowCounts = Record<ImportOutcome, number> & { warned: number };

/** Rows by outcome, and what the rows that change something mean for sale. */
export type ImportCounts = RowCounts & {
  sale: Partial<Record<SaleAfter, number>>;
  /** Rows whose missing 'counts as' and amount follow from category and size. */
  fillable: number;
  /** Rejected rows of new products without a type. */
  untyped: number;
  /** Rows whose product has the name of products in other sizes. */
  others: number;
  /** Rows by a category that the shop does not have; a few of them. */
  unknownCategories: Record<string, number>;
  /** Rejected rows that one answer of staff lets in. */
  asked: Partial<Record<ImportQuestion, number>>;
  /** Rejected rows by why; a few reasons. */
  reasons: Record<string, number>;
};

export const noCounts = (): ImportCounts => ({
  new: 0,
  changed: 0,
  unchanged: 0,
  rejected: 0,
  dropped: 0,
  warned: 0,
  sale: {},
  fillable: 0,
  untyped: 0,
  others: 0,
  unknownCategories: {},
  asked: {},
  reasons: {},
});

/** Only the rows by outcome, as the audit log states them. */
export function rowCounts({
  new: made,
  changed,
  unchanged,
  rejected,
  dropped,
  warned,
}: ImportCounts): RowCounts {
  return { new: made, changed, unchanged, rejected, dropped, warned };
}

/** Categories that a summary names; rows with more of them are read the same way and not named. */
const MOST_UNKNOWN = 20;

/** The first spelling of this category in the file: names that look the same are one. */
function spellingIn(unknown: ImportCounts['unknownCategories'], name: string): string {
  if (Object.hasOwn(unknown, name)) return name;
  const key = categoryKey(name);
  return Object.keys(unknown).find((known) => categoryKey(known) === key) ?? name;
}

const MOST_REASONS = 12;

function countReasons({ reasons }: ImportCounts, given: readonly string[]): void {
  for (const reason of given)
    if (Object.hasOwn(reasons, reason) || Object.keys(reasons).length < MOST_REASONS)
      reasons[reason] = (reasons[reason] ?? 0) + 1;
}

/** Counts a row. */
export function countRow(counts: ImportCounts, row: PlannedRow): void {
  counts[row.outcome] += 1;
  if (row.warnings.length > 0) counts.warned += 1;
  if (row.isFillable) counts.fillable += 1;
  if (row.isUntyped) counts.untyped += 1;
  if (row.plan?.others) counts.others += 1;
  if (row.asks) counts.asked[row.asks] = (counts.asked[row.asks] ?? 0) + 1;
  else if (row.outcome === 'rejected' && !row.isUntyped && row.unknownCategory === undefined)
    countReasons(counts, row.reasons);
  const sale = row.plan?.sale;
  if (sale) counts.sale[sale] = (counts.sale[sale] ?? 0) + 1;
  const { unknownCategories: unknown } = counts;
  if (row.unknownCategory === undefined) return;
  const name = spellingIn(unknown, row.unknownCategory);
  if (Object.hasOwn(unknown, name) || Object.keys(unknown).length < MOST_UNKNOWN)
    unknown[name] = (unknown[name] ?? 0) + 1;
}

/** What a product may lack for sale, in the summary's words. */
const missingWords: Readonly<Record<string, string>> = {
  retailPrice: 'price',
  limitCategory: 'counts-as',
  limitMg: 'amount',
  taxClass: 'cannabis tax class',
  requiresId: 'ID requirement',
};

/** '220 stay off sale: counts-as and amount missing.' `isApplied`: the import has been applied. */
export function saleSentence(sale: SaleAfter, count: number, isApplied: boolean): string {
  const are = isApplied ? (count === 1 ? 'is' : 'are') : 'will be';
  const stay = isApplied
    ? `${count === 1 ? 'is' : 'are'} off sale`
    : `${count === 1 ? 'stays' : 'stay'} off sale`;
  const rows = formatNumber(count);
  switch (sale) {
    case 'for-sale':
      return `${rows} ${are} for sale.`;
    case 'waiting':
      return `${rows} ${are} on the menu; ${count === 1 ? 'its lot waits' : 'their lots wait'} for a test.`;
    case 'no-units':
      return `${rows} ${are} on the menu without units.`;
    case 'not-wanted':
      return `${rows} ${stay}, because For Sale is not “yes”.`;
    default:
      return `${rows} ${stay}: ${missingLabel(sale)}.`;
  }
}

/** The badge of one row; the summary says why. */
export function saleLabel(sale: SaleAfter): string {
  switch (sale) {
    case 'for-sale':
      return 'For sale';
    case 'waiting':
      return 'Waits for test';
    case 'no-units':
      return 'No units';
    default:
      return 'Off sale';
  }
}

/** 'counts-as and amount missing' */
function missingLabel(sale: SaleAfter): string {
  const words = sale
    .slice('missing:'.length)
    .split(',')
    .map((field) => missingWords[field] ?? field);
  const last = words.pop() ?? '';
  return `${words.length > 0 ? `${words.join(', ')} and ${last}` : last} missing`;
}

export type ImportProblem =
  | Common<'not-allowed' | 'not-found'>
  | { kind: 'upload'; problem: UploadProblem }
  | { kind: 'csv'; problem: CsvProblem }
  | { kind: 'no-data' }
  | { kind: 'too-many-rows' }
  | { kind: 'mapping'; errors: Record<string, string[]> }
  /** The import's status does not allow this anymore: someone was faster, perhaps in another window. */
  | { kind: 'moved-on' }
  | { kind: 'not-accepted' }
  /** Its file receives lots, and the state's tracking system is down. */
  | { kind: 'state-down' }
  | { kind: 'nothing-to-apply' }
  | { kind: 'nothing-to-undo' };

/** The box to tick before an import with warnings. */
export const ACCEPT_IMPORT = 'Import anyway';

export function importMessage(problem: ImportProblem): string {
  switch (problem.kind) {
    case 'not-found':
      return 'Import not found. Upload the file again.';
    case 'upload':
      if (problem.problem.kind === 'missing')
        return 'No data to import: choose a CSV file that is not empty.';
      if (problem.problem.kind === 'too-many-files') return 'Send one file at a time.';
      return `Upload failed: ${uploadMessage(problem.problem)}`;
    case 'csv':
      return `Error parsing CSV file: ${csvMessage(problem.problem)}`;
    case 'no-data':
      return 'No data to import';
    case 'too-many-rows':
      return `The file has more than ${formatNumber(MOST_ROWS)} rows. Import it in parts.`;
    case 'mapping':
      return 'Some columns do not match.';
    case 'moved-on':
      return 'This import changed after you opened the page. Nothing was changed. Review it first.';
    case 'not-accepted':
      return `Nothing was changed. Tick ‘${ACCEPT_IMPORT}’ below first.`;
    case 'state-down':
      return 'The state’s tracking system is down, and this file receives lots. Nothing was changed. Import it once the outage has ended.';
    case 'nothing-to-apply':
      return 'Nothing to import: no row is new or changed.';
    case 'nothing-to-undo':
      return 'Nothing left to undo.';
    default:
      return commonMessage(problem);
  }
}

/** The label of a row's outcome. */
export const outcomeLabel: Readonly<Record<ImportOutcome, string>> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  rejected: 'Rejected',
  dropped: 'No product name',
};

/** The label of an import's status in a list. */
export const importStatusLabel: Readonly<Record<ImportStatus, string>> = {
  reading: 'Comparing',
  previewed: 'Ready to review',
  applying: 'Importing',
  applied: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Stopped',
};

/** '3 rows' */
export const rowCount = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'row' : 'rows'}`;
