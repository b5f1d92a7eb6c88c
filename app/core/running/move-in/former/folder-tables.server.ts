/** Reads the former shop's tables from a folder of CSV files that are named after them. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { decodeText, detectEncoding } from '#platform/csv/csv-encoding.ts';
import { readCsv } from '#platform/csv/csv-reader.ts';
import {
  type FormerTable,
  type FormerTables,
  formerTables,
  momentOfRow,
  type Row,
  textOf,
} from './tables.ts';

const BATCH = 1000;

/** Rows that one row is looked up with, such as the lines of an order: a file may have a million roles of one person. */
const MOST_ALIKE = 10_000;

/** Tables whose rows are looked up by others, with the columns they are looked up by: they are read into memory once. */
type Indexed = Map<string, { rows: Row[]; left: number }>;

/** @throws CsvError for a file that is not CSV. */
export async function openFolder(folder: string): Promise<FormerTables> {
  const names = await readdir(folder);
  const fileOf = new Map<FormerTable, string>();
  for (const table of formerTables) {
    const wanted = [`${table}.csv`, `${table.replace('.', '_')}.csv`, `${table.replace(/^auth\./, '')}.csv`];
    const found = names.find((name) => wanted.includes(name.toLowerCase()));
    if (found) fileOf.set(table, join(folder, found));
  }
  const indexes = new Map<string, Promise<Indexed>>();
  const indexOf = (table: FormerTable, column: string) => {
    const key = `${table} ${column}`;
    const known = indexes.get(key) ?? makeIndex(rowsOf(fileOf.get(table)), column);
    indexes.set(key, known);
    return known;
  };
  return {
    place: `folder ${basename(folder)}`,
    has: (table) => fileOf.has(table),
    // Of accounts with one address, the one that confirmed first has it.
    rows: (table) =>
      table === 'auth.users' ? byConfirmation(rowsOf(fileOf.get(table))) : rowsOf(fileOf.get(table)),
    async related(table, columns, values) {
      if (!fileOf.has(table)) return { rows: [], left: 0 };
      const found = new Set<Row>();
      // A row may have a value in two columns: it is one row that was not read.
      const left = new Map<string, number>();
      for (const column of columns) {
        const index = await indexOf(table, column);
        for (const value of new Set(values)) {
          const alike = index.get(value);
          for (const row of alike?.rows ?? []) found.add(row);
          left.set(value, Math.max(left.get(value) ?? 0, alike?.left ?? 0));
        }
      }
      return {
        rows: [...new Map([...found].map((row) => [JSON.stringify(row), row])).values()],
        left: [...left.values()].reduce((all, one) => all + one, 0),
      };
    },
    close: async () => undefined,
  };
}

async function* rowsOf(path: string | undefined): AsyncGenerator<Row[]> {
  if (path === undefined) return;
  const encoding = await detectEncoding(createReadStream(path));
  let heads: string[] | null = null;
  let batch: Row[] = [];
  for await (const rows of readCsv(decodeText(createReadStream(path), encoding)))
    for (const { cells } of rows) {
      if (heads === null) {
        heads = cells.map((cell) => cell.trim().toLowerCase());
        continue;
      }
      // No prototype: a column may be named anything.
      const row: Record<string, unknown> = Object.create(null);
      heads.forEach((head, at) => {
        row[head] = cells[at] === '' || cells[at] === undefined ? null : unescaped(cells[at]);
      });
      batch.push(row);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  if (batch.length > 0) yield batch;
}

/** Exports write an apostrophe before what a spreadsheet would compute. */
const unescaped = (cell: string) => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell);

async function makeIndex(batches: AsyncIterable<Row[]>, column: string): Promise<Indexed> {
  const isLower = column.startsWith('lower:');
  const name = column.replace(/^lower:/, '');
  const index: Indexed = new Map();
  for await (const rows of batches)
    for (const row of rows) {
      const text = textOf(row, name).trim();
      const value = isLower ? text.toLowerCase() : text;
      if (value === '') continue;
      const known = index.get(value);
      if (!known) index.set(value, { rows: [row], left: 0 });
      else if (known.rows.length < MOST_ALIKE) known.rows.push(row);
      else known.left += 1;
    }
  return index;
}

async function* byConfirmation(batches: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  const all: Row[] = [];
  for await (const rows of batches) all.push(...rows);
  const keyOf = (row: Row) =>
    `${momentOfRow(row, 'email_confirmed_at', 'confirmed_at') ?? '9'} ${momentOfRow(row, 'created_at') ?? '9'} ${textOf(row, 'id')}`;
  const keyed = all.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (let from = 0; from < keyed.length; from += BATCH)
    yield keyed.slice(from, from + BATCH).map(({ row }) => row);
}
