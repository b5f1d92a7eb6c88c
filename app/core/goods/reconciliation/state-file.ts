/**
 * Reads files of the state's system: the boundary to it. A format names its columns; everything behind it works with
 * `StatePackage`. Nothing is sent or fetched. Format: docs/state-file.md. Pure.
 */
import { formatNumber } from '#kernel/number.ts';
import { assertNever, type Result, refuse, succeed } from '#kernel/result.ts';
import { cleanLine, isPlainText } from '#kernel/text.ts';
import type { CsvRow } from '#platform/csv/csv-reader.ts';
import { fromSpreadsheet } from '#platform/csv/spreadsheet.ts';

/** A package as the state has it. `quantity` in units; null if the state counts it in another unit. */
export type StatePackage = { tag: string; item: string; quantity: number | null; unit: string };

/** How a system writes its packages: the names a column may have, in any case. */
export type StateFormat = {
  name: string;
  label: string;
  columns: Readonly<Record<'tag' | 'item' | 'quantity' | 'unit', readonly string[]>>;
};

/** Metrc's report of active packages, exported as CSV. */
export const metrcPackages: StateFormat = {
  name: 'metrc-packages',
  label: 'Metrc, active packages',
  columns: {
    tag: ['tag', 'package tag', 'package label', 'label'],
    item: ['item', 'item name'],
    quantity: ['quantity', 'qty'],
    unit: ['unit of measure', 'uom', 'unit'],
  },
};

/** The format of packages that the shop read from the state's system. */
export const READ_FROM_STATE = 'read';

export const LARGEST_STATE_FILE = 5_000_000;
export const MOST_PACKAGES = 20_000;
const LONGEST_TEXT = 200;
/** The most units of a package. */
export const MOST_UNITS = 1_000_000;
/** Problems that are named; more are counted. */
const MOST_NAMED = 3;

/** A wrong row: its line in the file, as in a text editor, and why. */
export type WrongRow = { line: number; reason: string };

export type StateFileProblem =
  | { kind: 'no-rows' }
  | { kind: 'too-many-rows' }
  | { kind: 'column-missing'; column: string; names: readonly string[] }
  | { kind: 'column-twice'; column: string }
  | { kind: 'wrong-rows'; rows: readonly WrongRow[] };

export function stateFileMessage(problem: StateFileProblem): string {
  switch (problem.kind) {
    case 'no-rows':
      return 'The file has no packages.';
    case 'too-many-rows':
      return `The file has more than ${formatNumber(MOST_PACKAGES)} rows.`;
    case 'column-missing':
      return `The file has no column for the ${problem.column}: ${problem.names.join(', ')}.`;
    case 'column-twice':
      return `The file has two columns for the ${problem.column}. Delete one.`;
    case 'wrong-rows': {
      const named = problem.rows.slice(0, MOST_NAMED).map(({ line, reason }) => `Line ${line}: ${reason}`);
      const more = problem.rows.length - named.length;
      return [...named, more > 0 ? `${more} more ${more === 1 ? 'line is' : 'lines are'} wrong.` : '']
        .filter(Boolean)
        .join(' ');
    }
    default:
      return assertNever(problem);
  }
}

/** The packages of the rows, the first of which has the columns' names; or every row that is wrong. */
export function readPackages(
  [head, ...rows]: readonly CsvRow[],
  format: StateFormat,
): Result<StatePackage[], StateFileProblem> {
  if (!head || rows.length === 0) return refuse({ kind: 'no-rows' });
  if (rows.length > MOST_PACKAGES) return refuse({ kind: 'too-many-rows' });
  const columns = placesOf(head, format);
  if (!columns.ok) return columns;
  const places = columns.value;
  const packages: StatePackage[] = [];
  const wrong: WrongRow[] = [];
  const lineOf = new Map<string, number>();
  for (const { line, cells } of rows) {
    const read = readPackage((column) => cells[places[column]] ?? '', lineOf);
    if (typeof read === 'string') wrong.push({ line, reason: read });
    else {
      lineOf.set(read.tag, line);
      packages.push(read);
    }
  }
  return wrong.length > 0 ? refuse({ kind: 'wrong-rows', rows: wrong }) : succeed(packages);
}

type Column = keyof StateFormat['columns'];
const columnWords: Readonly<Record<Column, string>> = {
  tag: 'package tag',
  item: 'item',
  quantity: 'quantity',
  unit: 'unit of measure',
};

function placesOf(head: CsvRow, { columns }: StateFormat): Result<Record<Column, number>, StateFileProblem> {
  const names = head.cells.map((cell) => fromSpreadsheet(cell).trim().toLowerCase());
  const places: Record<string, number> = {};
  for (const [column, known] of Object.entries(columns) as [Column, readonly string[]][]) {
    const found = names.flatMap((name, place) => (known.includes(name) ? [place] : []));
    const [place] = found;
    if (place === undefined)
      return refuse({ kind: 'column-missing', column: columnWords[column], names: known });
    if (found.length > 1) return refuse({ kind: 'column-twice', column: columnWords[column] });
    places[column] = place;
  }
  return succeed(places as Record<Column, number>);
}

const PACKAGE_TAG = /^[0-9A-Z]{24}$/;
/** '12', '1,200', '12.0000': the state writes four decimals. */
const UNITS = /^(?:\d{1,7}|\d{1,3}(?:,\d{3})+)(?:\.0{1,6})?$/;
const AMOUNT = /^(?:\d{1,9}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,6})?$/;

/** Whether the state counts a package in units, by its unit of measure. */
export const isInUnits = (unit: string): boolean => /^each|^ea$|^units?$/i.test(unit);

/** The package, or why it is none. */
function readPackage(
  cell: (column: Column) => string,
  lineOf: ReadonlyMap<string, number>,
): StatePackage | string {
  const text = (column: Column) => cleanLine(fromSpreadsheet(cell(column)));
  const [tag, item, quantity, unit] = [
    text('tag').toUpperCase(),
    text('item'),
    text('quantity'),
    text('unit'),
  ];
  if (![tag, item, quantity, unit].every(isPlainText)) return 'it has characters that cannot be saved.';
  if (tag === '') return 'the package tag is missing.';
  if (!PACKAGE_TAG.test(tag)) return `‘${short(tag)}’ is not a package tag of 24 letters and digits.`;
  const before = lineOf.get(tag);
  if (before !== undefined) return `the package ${tag} is on line ${before} already.`;
  if (item.length > LONGEST_TEXT || unit.length > LONGEST_TEXT) return 'a text is too long.';
  if (unit === '') return 'the unit of measure is missing.';
  if (!isInUnits(unit))
    return AMOUNT.test(quantity)
      ? { tag, item, quantity: null, unit }
      : `‘${short(quantity)}’ is not a quantity, 0 or more.`;
  const units = UNITS.test(quantity) ? Number(quantity.replaceAll(',', '')) : Number.NaN;
  if (!(units <= MOST_UNITS)) return `‘${short(quantity)}’ is not a number of units, 0 or more.`;
  return { tag, item, quantity: units, unit };
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
