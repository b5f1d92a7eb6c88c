/** Reads what an import writes, or has written, so many rows at once. */
import { and, asc, eq, gt } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { productImportRows } from '#db/schema/catalogue.ts';
import { ROWS_AT_ONCE } from './import-file.server.ts';
import type { RowPlan } from './import-plan.ts';

export type WrittenRow = {
  line: number;
  productId: number;
  /** The number of the lot that the row receives. */
  lotId: number | null;
  warnings: string[];
  plan: RowPlan;
};

/**
 * New products first, then the others, in the file's order: each outcome is read along its index, however little the
 * database knows of the table yet. Not in the transaction of whoever works on the import, which is busy writing: the
 * rows stay as they are for as long as `holdImport` holds it.
 */
export async function* eachPlannedRow(importId: string): AsyncGenerator<WrittenRow[]> {
  for (const outcome of ['new', 'changed'] as const) {
    for (let line = 0; ; ) {
      const rows = await database()
        .select({
          line: productImportRows.line,
          productId: productImportRows.productId,
          lotId: productImportRows.lotId,
          warnings: productImportRows.warnings,
          plan: productImportRows.plan,
        })
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
