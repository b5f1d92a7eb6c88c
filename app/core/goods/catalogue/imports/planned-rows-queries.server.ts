/** Reads what an import writes, or has written, in batches of rows. */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { productImportRows } from '#db/schema/catalogue.ts';
import { ROWS_AT_ONCE } from './import-file.server.ts';
import type { RowPlan } from './import-plan.ts';

export type WrittenRow = {
  line: number;
  productId: number;
  /** The id of the lot that the row receives. */
  lotId: number | null;
  warnings: string[];
  plan: RowPlan;
};

const columns = {
  line: productImportRows.line,
  productId: productImportRows.productId,
  lotId: productImportRows.lotId,
  warnings: productImportRows.warnings,
  plan: productImportRows.plan,
};

/**
 * Reads new products first, then the others, in the file's order: each outcome is read along its index, even
 * before the database has statistics for the table. Runs outside the worker's transaction, which is busy
 * writing: the rows do not change while `holdImport` holds it.
 */
export async function* eachPlannedRow(importId: string): AsyncGenerator<WrittenRow[]> {
  for (const outcome of ['new', 'changed'] as const) {
    for (let line = 0; ; ) {
      const rows = await database()
        .select(columns)
        .from(productImportRows)
        .where(
          and(
            eq(productImportRows.importId, importId),
            eq(productImportRows.outcome, outcome),
            gt(productImportRows.line, line),
          ),
        )
        .orderBy(asc(productImportRows.line))
        .limit(ROWS_AT_ONCE);
      if (rows.length > 0) yield rows as WrittenRow[];
      if (rows.length < ROWS_AT_ONCE) break;
      line = rows.at(-1)?.line ?? 0;
    }
  }
}

/** Rows that are committed together: sales wait for them, so a block must take only a few hundredths of a second. */
const ROWS_IN_A_BLOCK = 100;

/** Whether no rows follow these. */
export const isLastBlock = (rows: readonly WrittenRow[]): boolean => rows.length < ROWS_IN_A_BLOCK;

/** Reads the next rows after this line that an import has written, in the file's order. */
export async function readNextRows(importId: string, line: number): Promise<WrittenRow[]> {
  const rows = await database()
    .select(columns)
    .from(productImportRows)
    .where(
      and(
        eq(productImportRows.importId, importId),
        inArray(productImportRows.outcome, ['new', 'changed']),
        gt(productImportRows.line, line),
      ),
    )
    .orderBy(asc(productImportRows.line))
    .limit(ROWS_IN_A_BLOCK);
  return rows as WrittenRow[];
}

/** Matches rows that change the stock of existing products. */
export const changesStock = sql`${productImportRows.outcome} = 'changed' and ${productImportRows.plan} -> 'stock' <> 'null'`;

/** Reads the next of those rows after this line. */
export async function readNextStock(importId: string, line: number): Promise<WrittenRow[]> {
  const rows = await database()
    .select(columns)
    .from(productImportRows)
    .where(and(eq(productImportRows.importId, importId), changesStock, gt(productImportRows.line, line)))
    .orderBy(asc(productImportRows.line))
    .limit(ROWS_IN_A_BLOCK);
  return rows as WrittenRow[];
}
