/**
 * Writes CSV for people with spreadsheets, streamed row by row:
 *
 *     return csvResponse({
 *       fileName: 'orders-2026-11.csv',
 *       columns: { order_id: 'Order', total: 'Total' },
 *       rows: ordersOf(actor, filter), // an async generator; its `finally` closes the cursor
 *     });
 *
 * Reads rows only as fast as the browser takes them, and closes the generator when the browser disconnects. Follows RFC
 * 4180: CRLF, quotes where needed.
 */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { spreadsheetSafe } from './spreadsheet.ts';

/** The value of a cell. Numbers are written plainly, true and false as words, null as an empty cell. */
export type Cell = string | number | bigint | boolean | null;

export type CsvOptions<Column extends string> = {
  /** The columns in order, with their headings. */
  columns: Readonly<Record<Column, string>>;
  rows: AsyncIterable<Readonly<Record<Column, Cell>>> | Iterable<Readonly<Record<Column, Cell>>>;
  /** Excel reads UTF-8 only after a byte order mark; programs usually prefer none. Default true. */
  bom?: boolean;
};

function written(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? spreadsheetSafe(cell) : String(cell);
}

/** The CSV as bytes, generated while it is read. Destroying the stream closes `rows`. */
export function csvStream<Column extends string>({
  columns,
  rows,
  bom = true,
}: CsvOptions<Column>): Readable {
  const names = Object.keys(columns) as Column[];
  async function* lines(): AsyncGenerator<string[]> {
    yield names.map((name) => spreadsheetSafe(columns[name]));
    for await (const row of rows) yield names.map((name) => written(row[name]));
  }
  // Reads one row ahead; the rest stay in the database.
  const source = Readable.from(lines(), { highWaterMark: 1 });
  // The library quotes only CRLF by itself: text after a lone line break would start a new row.
  const target = stringify({ bom, record_delimiter: 'windows', quoted_match: /[\r\n]/ });
  // Whichever ends first ends the other: an error in a row reaches the reader, whose file is then incomplete.
  source.on('error', (error) => target.destroy(error));
  target.on('close', () => source.destroy());
  // A row may fail before anyone reads: the reader gets the error then, and until then it must not end the process.
  target.on('error', () => undefined);
  return source.pipe(target);
}

/** The CSV as a download. */
export function csvResponse<Column extends string>(
  options: CsvOptions<Column> & {
    /** The name that people see; any character is allowed. */
    fileName: string;
  },
): Response {
  return new Response(Readable.toWeb(csvStream(options)) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment(options.fileName),
      'Cache-Control': 'no-store',
    },
  });
}

/**
 * A Content-Disposition that downloads under this name (RFC 6266): an ASCII version for old programs, and the full name
 * encoded as in RFC 8187.
 */
export function attachment(fileName: string): string {
  const name = fileName.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, '-');
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/["%;]/g, '-');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
