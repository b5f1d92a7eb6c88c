/** Saves an uploaded file in encrypted pieces, and reads its rows piece by piece. */
import { createReadStream } from 'node:fs';
import { and, eq } from 'drizzle-orm';
import { database, type Transaction } from '#db/client.ts';
import { moveFilePieces, moveFiles } from '#db/schema/move-in.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { cleanLine, sliceSafe, withoutControls } from '#kernel/text.ts';
import { type CsvEncoding, decodeText, detectEncoding } from '#platform/csv/csv-encoding.ts';
import { CsvError } from '#platform/csv/csv-problem.ts';
import { type CsvRow, readCsv } from '#platform/csv/csv-reader.ts';
import { fromSpreadsheet } from '#platform/csv/spreadsheet.ts';
import { decryptBytes, encryptBytes } from '#platform/secrets/keyring.ts';
import { type FileMoveProblem, MOST_ROWS } from './file-move.ts';
import { findHeads, MOST_TITLES, recognize } from './recognize.ts';

export type UploadedFile = typeof moveFiles.$inferSelect;

/** What is known of a file before it is saved. */
export type LookedFile = Omit<typeof moveFiles.$inferInsert, 'id' | 'moveId'>;

const PIECE = 64 * 1024;
const LONGEST_HEAD = 60;
const LONGEST_NAME = 80;

/** Rows that are turned into records together. */
const ROWS_AT_ONCE = 250;

const headOf = (cell: string): string =>
  withoutControls(fromSpreadsheet(cell.trim()).slice(0, LONGEST_HEAD).toWellFormed());

/** A name of a file is shown, and names rows: never a path. */
const nameOf = (given: string): string =>
  sliceSafe(
    cleanLine(withoutControls(given.toWellFormed())).split(/[/\\]/).at(-1) ?? '',
    LONGEST_NAME,
  ).trim() || 'file.csv';

/** Reads the whole file at `path`, so that an error in it is said at once. */
export async function lookThrough(path: string, given: string): Promise<Result<LookedFile, FileMoveProblem>> {
  try {
    const encoding = await detectEncoding(createReadStream(path));
    const top: string[][] = [];
    let total = 0;
    let separator = ',';
    for await (const rows of readCsv(decodeText(createReadStream(path), encoding), (found) => {
      separator = found;
    })) {
      for (const { cells } of rows.slice(0, MOST_TITLES - top.length)) top.push(cells.map(headOf));
      total += rows.length;
      if (total > MOST_ROWS + MOST_TITLES) return refuse({ kind: 'too-many-rows' });
    }
    const headAt = findHeads(top);
    const header = top[headAt] ?? [];
    const rows = total - headAt - 1;
    if (rows < 1) return refuse({ kind: 'no-rows' });
    const found = recognize(header);
    return succeed({
      ...{ name: nameOf(given), encoding, header, headAt, rows },
      // People who write '24,50' separate columns by something else.
      decimalCommas: separator !== ',' && separator !== '|',
      ...{ system: found?.system ?? null, kind: found?.kind ?? null, mapping: { ...found?.mapping } },
    });
  } catch (error) {
    if (error instanceof CsvError) return refuse({ kind: 'csv', problem: error.problem });
    throw error;
  }
}

const contextOf = (fileId: string, position: number) => `move file ${fileId} ${position}`;

export async function saveUploaded(
  tx: Transaction,
  moveId: string,
  file: LookedFile,
  path: string,
): Promise<void> {
  const id = newId<string>();
  await tx.insert(moveFiles).values({ ...file, id, moveId });
  let position = 0;
  for await (const bytes of createReadStream(path, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
    await tx
      .insert(moveFilePieces)
      .values({ fileId: id, position, bytes: encryptBytes(bytes, contextOf(id, position)) });
    position += 1;
  }
}

async function* piecesOf(fileId: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const [piece] = await database()
      .select({ bytes: moveFilePieces.bytes })
      .from(moveFilePieces)
      .where(and(eq(moveFilePieces.fileId, fileId), eq(moveFilePieces.position, position)));
    if (!piece) return;
    yield decryptBytes(piece.bytes, contextOf(fileId, position));
  }
}

/** The rows below the heads, in batches. @throws CsvError */
export async function* rowsOfFile({
  id,
  encoding,
  headAt,
}: Pick<UploadedFile, 'id' | 'encoding' | 'headAt'>): AsyncGenerator<CsvRow[]> {
  let above = headAt + 1;
  let waiting: CsvRow[] = [];
  for await (const rows of readCsv(decodeText(piecesOf(id), encoding as CsvEncoding))) {
    waiting.push(...rows.slice(above));
    above -= Math.min(above, rows.length);
    while (waiting.length >= ROWS_AT_ONCE) {
      yield waiting.slice(0, ROWS_AT_ONCE);
      waiting = waiting.slice(ROWS_AT_ONCE);
    }
  }
  if (waiting.length > 0) yield waiting;
}
