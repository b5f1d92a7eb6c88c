/**
 * CSV for people with spreadsheets, streamed row by row however many there are:
 *
 *     return csvResponse({
 *       fileName: 'orders-2026-11.csv',
 *       columns: { order_id: 'Order', total: 'Total' },
 *       rows: ordersOf(actor, filter), // an async generator; its `finally` closes the cursor
 *     });
 *
 * Rows are asked for as fast as the browser takes them and no faster, and the generator is closed when the
 * browser goes away. RFC 4180: CRLF, quotes where needed.
 */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { spreadsheetSafe } from './spreadsheet.ts';

/** What stands in a cell. Numbers are written plainly, true and false as words, null as nothing. */
export type Cell = string | number | bigint | boolean | null;

export type CsvOptions<Column extends string> = {
  /** The columns in order, with their heads. */
  columns: Readonly<Record<Column, string>>;
  rows: AsyncIterable<Readonly<Record<Column, Cell>>> | Iterable<Readonly<Record<Column, Cell>>>;
  /** Excel reads UTF-8 only behind a byte order mark; programs rather do without. Default true. */
  bom?: boolean;
};

function written(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? spreadsheetSafe(cell) : String(cell);
}

/** The CSV as bytes, made while it is read. Destroying it closes `rows`. */
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
  // One row ahead is enough: the rows behind it are the database's.
  const source = Readable.from(lines(), { highWaterMark: 1 });
  // By itself the library quotes CRLF only: behind a lone line break a cell would begin a row of its own.
  const target = stringify({ bom, record_delimiter: 'windows', quoted_match: /[\r\n]/ });
  // Whichever ends first takes the other along: an error in a row reaches the reader, who then has no whole file.
  source.on('error', (error) => target.destroy(error));
  target.on('close', () => source.destroy());
  return source.pipe(target);
}

/** The CSV as a download. */
export function csvResponse<Column extends string>(
  options: CsvOptions<Column> & {
    /** As people will see it; every character is allowed. */
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
 * A Content-Disposition that downloads under this name (RFC 6266): an ASCII version for old programs, and the
 * name itself, encoded as RFC 8187 says.
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
