/** Receives a file of products, CSV or a workbook, from a request: reads it once, saves it, and has it compared with the products. */
import { createReadStream } from 'node:fs';
import { desc, eq } from 'drizzle-orm';
import { type Actor, may, type SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { database } from '#db/client.ts';
import { productImportPieces, productImports } from '#db/schema/catalogue.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type CsvEncoding, decodeText, detectEncoding } from '#platform/csv/csv-encoding.ts';
import { CsvError } from '#platform/csv/csv-problem.ts';
import { readCsv } from '#platform/csv/csv-reader.ts';
import { fromSpreadsheet } from '#platform/csv/spreadsheet.ts';
import { enqueue } from '#platform/jobs.ts';
import { withUpload } from '#platform/uploads/receive-upload.ts';
import { asCsv } from '#platform/workbook/workbook-csv.ts';
import { movedTo } from '../categories/category.ts';
import { readCategories, readFormerCategories } from '../categories-queries.server.ts';
import type { ImportMapping } from '../products/inventory-csv.ts';
import { doubtfulFields, findHeads, headerKeyOf, MOST_TITLES, mapByHeader } from './file-heads.ts';
import { importJob } from './import-job.ts';
import { type ImportProblem, LARGEST_FILE, MOST_ROWS } from './product-import.ts';
import type { ImportOptions } from './read-import-row.ts';

/** Milliseconds: a file of maximum size may arrive at 70 kB a second. */
const PATIENCE = { silence: 10_000, whole: 600_000 };
const PIECE = 64 * 1024;
const LONGEST_HEAD = 60;

/** Returns the import's number. Does not read uploads by people who may not manage inventory. */
export async function receiveImport(
  actor: Actor,
  request: Request,
): Promise<Result<{ importId: string }, ImportProblem>> {
  if (actor.kind !== 'user' || !may(actor, 'inventory.manage')) {
    return refuse({ kind: 'not-allowed' });
  }
  const outcome = await withUpload<Result<{ importId: string }, ImportProblem>, never>(
    request,
    { field: 'file', maximumSize: LARGEST_FILE, patience: PATIENCE },
    async ({ path }) => succeed(await saveImport(actor, path)),
  );
  return outcome.ok ? outcome.value : refuse({ kind: 'upload', problem: outcome.problem });
}

/** For a file at `path` whose sender may manage inventory. */
export async function saveImport(
  actor: SignedIn,
  path: string,
): Promise<Result<{ importId: string }, ImportProblem>> {
  try {
    return await asCsv(path, (csv) => saveCsv(actor, csv));
  } catch (error) {
    if (error instanceof CsvError) return refuse({ kind: 'csv', problem: error.problem });
    throw error;
  }
}

async function saveCsv(actor: SignedIn, path: string): Promise<Result<{ importId: string }, ImportProblem>> {
  const looked = await lookThrough(path);
  if (!looked.ok) return looked;
  const { encoding, top, headAt, total, separator } = looked.value;
  const header = top[headAt] ?? [];
  const headerKey = headerKeyOf(header);
  const former = await readFormer(headerKey);
  const mapping = former.mapping ?? mapByHeader(header);
  // Without a name column, or with two of one name, someone has to choose first.
  const isClear =
    mapping.name !== undefined && (former.mapping !== null || doubtfulFields(header).length === 0);
  const importId = newId<string>();
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ importId: string }, ImportProblem>>(async (tx, actor) => {
    await tx.insert(productImports).values({
      id: importId,
      actorId: actor.userId,
      status: isClear ? 'reading' : 'previewed',
      encoding,
      header,
      headerKey,
      mapping,
      options: {
        ...former.options,
        top,
        headAt,
        // People who write '24,50' separate columns by something else.
        ...(separator === ',' || separator === '|' ? {} : { decimalCommas: true }),
      },
      total,
    });
    let position = 0;
    for await (const bytes of createReadStream(path, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
      await tx.insert(productImportPieces).values({ importId, position, bytes });
      position += 1;
    }
    if (isClear) await enqueue(tx, importJob, { importId, sessionId: actor.sessionId });
    return succeed({ importId });
  });
}

/** `top` are the file's first rows, `headAt` which of them is the header. */
type Looked = { encoding: CsvEncoding; top: string[][]; headAt: number; total: number; separator: string };

const headOf = (cell: string): string => fromSpreadsheet(cell.trim()).slice(0, LONGEST_HEAD).toWellFormed();

/** Reads the whole file, so that any error in it appears beside the form field. */
async function lookThrough(path: string): Promise<Result<Looked, ImportProblem>> {
  try {
    const encoding = await detectEncoding(createReadStream(path));
    const top: string[][] = [];
    let total = 0;
    let separator = ',';
    const text = decodeText(createReadStream(path), encoding);
    for await (const rows of readCsv(text, (found) => {
      separator = found;
    })) {
      for (const { cells } of rows.slice(0, MOST_TITLES - top.length)) top.push(cells.map(headOf));
      total += rows.length;
      if (total > MOST_ROWS + MOST_TITLES) return refuse({ kind: 'too-many-rows' });
    }
    const headAt = findHeads(top);
    total -= headAt + 1;
    if (total > MOST_ROWS) return refuse({ kind: 'too-many-rows' });
    return total < 1 ? refuse({ kind: 'no-data' }) : succeed({ encoding, top, headAt, total, separator });
  } catch (error) {
    if (error instanceof CsvError) return refuse({ kind: 'csv', problem: error.problem });
    throw error;
  }
}

/** Reads the choices for the last file with this header, and the last defaults for new products. */
async function readFormer(
  headerKey: string,
): Promise<{ mapping: ImportMapping | null; options: ImportOptions }> {
  const newest = (alike: boolean) =>
    database()
      .select({ mapping: productImports.mapping, options: productImports.options })
      .from(productImports)
      .where(alike ? eq(productImports.headerKey, headerKey) : undefined)
      .orderBy(desc(productImports.createdAt))
      .limit(1);
  const [[alike], [last], shelves, former] = await Promise.all([
    newest(true),
    newest(false),
    readCategories(),
    readFormerCategories(),
  ]);
  const options = (alike ?? last)?.options as ImportOptions | undefined;
  const categoryId = movedTo(former, options?.categoryId ?? 0);
  const isShelf = shelves.some(({ id }) => id === categoryId);
  return {
    mapping: (alike?.mapping as ImportMapping | undefined) ?? null,
    options: {
      categoryId: isShelf ? categoryId : (shelves[0]?.id ?? 0),
      productType: options?.productType ?? '',
      incomplete: options?.incomplete ?? 'off-sale',
    },
  };
}
