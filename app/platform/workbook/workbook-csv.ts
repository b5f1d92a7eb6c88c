/** Writes a workbook as CSV beside it, so that everything after reads one kind of file. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { spreadsheetSafe } from '#platform/csv/spreadsheet.ts';
import { readWorkbook } from './workbook-reader.ts';

/** Runs `work` with the path of a CSV file: this one, or what its workbook has. @throws CsvError */
export async function asCsv<T>(path: string, work: (csv: string) => Promise<T>): Promise<T> {
  if (!(await isWorkbook(path))) return work(path);
  const written = `${path}.csv`;
  try {
    await pipeline(Readable.from(linesOf(await readWorkbook(path))), createWriteStream(written));
    return await work(written);
  } finally {
    await rm(written, { force: true });
  }
}

/** A ZIP, as every workbook of the last twenty years is. */
async function isWorkbook(path: string): Promise<boolean> {
  for await (const bytes of createReadStream(path, { end: 3 }) as AsyncIterable<Buffer>)
    return bytes.toString('latin1').startsWith('PK\u0003\u0004');
  return false;
}

async function* linesOf(rows: readonly (readonly string[])[]): AsyncGenerator<string> {
  for (const row of rows)
    yield `${row.map((cell) => `"${spreadsheetSafe(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}
