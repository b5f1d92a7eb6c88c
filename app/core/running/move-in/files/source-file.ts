/** An uploaded file as the source of a move: its rows, and the words for those that cannot be read. */
import { setImmediate } from 'node:timers/promises';
import type { StoreDate } from '#kernel/time.ts';
import type { CsvRow } from '#platform/csv/csv-reader.ts';
import type { Note, RecordKind } from '../records.ts';
import type { ListKind, ListMapping } from './list-fields.ts';
import type { Return } from './returns.ts';

export type SourceFile = {
  /** As the person named it, for the report. */
  name: string;
  kind: ListKind;
  /** null for a spreadsheet. */
  system: string | null;
  header: readonly string[];
  mapping: ListMapping;
  decimalCommas: boolean;
  /** After the heads. */
  rows(): AsyncIterable<readonly CsvRow[]>;
};

export type FilesContext = {
  now: Date;
  today: StoreDate;
  zone: string;
  minimumAge: number;
  /** Of an address: it identifies a person, and their rows must not name it. */
  hash(email: string): string;
  onRows?: (rows: number) => void;
};

/** Why a file cannot be brought as it is; nothing was written. */
export class FileError extends Error {
  override name = 'FileError';
}

const SPREADSHEET = 'Spreadsheet';
export const systemName = ({ system }: Pick<SourceFile, 'system'>) => system ?? SPREADSHEET;

export type Source = {
  files: readonly SourceFile[];
  context: FilesContext;
  ids: { products: Ids | null; people: People | null; returns: readonly Return[] | null };
};
/** What rows are called elsewhere → their id at the source. */
export type Ids = { byCode: Map<string, string>; byLabel: Map<string, string> };
export type People = Map<string, string>;

export async function* rowsOf({ files, context }: Source, kind: ListKind) {
  for (const file of files) {
    if (file.kind !== kind) continue;
    for await (const rows of file.rows()) {
      context.onRows?.(rows.length);
      const whole = rows.filter(({ cells }) => !isTooLong(cells, file));
      yield {
        file,
        rows: whole,
        broken: rows.length === whole.length ? [] : rows.filter((row) => !whole.includes(row)),
      };
    }
  }
}

/** A comma that is in no quotes moves everything behind it into other columns. */
const isTooLong = (cells: readonly string[], { header }: SourceFile): boolean =>
  cells.length > header.length && cells.slice(header.length).some((cell) => cell.trim() !== '');

export const brokenNotes = (kind: RecordKind, file: SourceFile, rows: readonly CsvRow[]): Note[] =>
  rows.map((row) => ({
    ...{ kind, sourceId: whereOf(file, row), isLeftOut: true },
    reason: 'More fields than there are columns: is a quote missing?',
  }));

/** Rows that are turned into records before others are served: some milliseconds. */
const ROWS_IN_TURN = 25;

/** Turns rows one after the other, and lets others of the process do their work in between. */
export async function inTurns<Row, Turned>(
  rows: readonly Row[],
  turn: (row: Row) => Turned,
): Promise<Turned[]> {
  const turned: Turned[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_IN_TURN === ROWS_IN_TURN - 1) await setImmediate();
    turned.push(turn(row));
  }
  return turned;
}

export const whereOf = (file: SourceFile, { line }: CsvRow): string => `${file.name}, line ${line}`;
