/** Reads an import for its job: its row under lock and its file's rows in batches. Also saves its progress. */
import { and, eq, sql } from 'drizzle-orm';
import { lockAdvisoryOf } from '#db/advisory-locks.ts';
import { database, type Transaction } from '#db/client.ts';
import { productImportPieces, productImports } from '#db/schema/catalogue.ts';
import type { ImportStatus } from '#kernel/statuses.ts';
import { type CsvEncoding, decodeText } from '#platform/csv/csv-encoding.ts';
import { type CsvRow, readCsv } from '#platform/csv/csv-reader.ts';
import type { ImportMapping } from '../products/inventory-csv.ts';
import { FILE_HOURS } from './product-import.ts';
import type { ImportOptions } from './read-import-row.ts';

/** Rows that are compared and written together. */
export const ROWS_AT_ONCE = 1000;

/** Older imports only have their chosen columns left (`cleanUpImports`). */
export const hasFile = sql`${productImports.createdAt} > now() - make_interval(hours => ${FILE_HOURS})`;

export type ImportUnderWork = Omit<typeof productImports.$inferSelect, 'mapping' | 'options' | 'header'> & {
  mapping: ImportMapping;
  options: ImportOptions;
  header: string[];
};

/** How applying or undoing an import ended; 'denied' if its actor lost the permission before a commit. */
export type ImportOutcome = 'ended' | 'denied';

/** 'more' if another block follows. */
export type BlockOutcome = ImportOutcome | 'more';

/**
 * Locks and reads the import if it still waits for this work; another worker for the same import waits until
 * this transaction ends. The row itself is not locked, so that `saveProgress` can update it from outside.
 */
export async function holdImport(
  tx: Transaction,
  importId: string,
  status: ImportStatus,
): Promise<ImportUnderWork | null> {
  await lockAdvisoryOf(tx, 'productImport', importId);
  const [found] = await tx
    .select()
    .from(productImports)
    .where(and(eq(productImports.id, importId), eq(productImports.status, status)));
  return (found as ImportUnderWork | undefined) ?? null;
}

/**
 * Saves the value of the page's progress bar outside of the work's transaction, so that it is visible before
 * that ends.
 */
export async function saveProgress(importId: string, done: number): Promise<void> {
  await database().update(productImports).set({ done }).where(eq(productImports.id, importId));
}

/** Reads the file's rows after its header, in batches. */
export async function* eachBatchOfRows({
  id,
  encoding,
  options,
}: Pick<ImportUnderWork, 'id' | 'encoding' | 'options'>): AsyncGenerator<CsvRow[]> {
  /** Titles and the header. */
  let above = (options.headAt ?? 0) + 1;
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

async function* piecesOf(importId: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const [piece] = await database()
      .select({ bytes: productImportPieces.bytes })
      .from(productImportPieces)
      .where(and(eq(productImportPieces.importId, importId), eq(productImportPieces.position, position)));
    if (!piece) return;
    yield piece.bytes;
  }
}
