/** Adds a lot to an open count that its sheet did not expect, with the units that were found on the shelf. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { countRows, countSheets } from '#db/schema/counts.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { cleanLine, isPlainText } from '#kernel/text.ts';
import { announce } from '#platform/live/announce.ts';
import type { CountProblem } from './count.ts';
import { countedColumns } from './count-row.server.ts';
import { lockRowLot } from './counts-queries.server.ts';

export type FoundLot = {
  sheetId: number;
  /** The batch number or package tag on the package. */
  code: string;
  productId: number;
  /** Units in the building. */
  counted: number;
};

/**
 * A lot that the ledger says is empty, or that belongs to another category, joins the sheet with its units as the ledger
 * has them; a batch that is no lot of the product joins it with 0. Refuses: actors without permission to count stock, a
 * closed sheet, an unknown product, and a lot that is counted on this sheet already.
 */
export async function countFound(
  actor: Actor,
  { sheetId, code: typed, productId, counted }: FoundLot,
): Promise<Result<{ rowId: number }, CountProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.count', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ rowId: number }, CountProblem>>(async (tx, actor) => {
    if (!Number.isSafeInteger(counted) || counted < 0 || counted > 1_000_000)
      return refuse({ kind: 'count-invalid' });
    const code = cleanLine(typed);
    if (code === '') return refuse({ kind: 'batch-missing' });
    if (!isPlainText(code) || code.length > LONGEST_CODE) return refuse({ kind: 'batch-invalid' });
    const open = await openSheet(tx, sheetId);
    if (!open.ok) return open;
    const product = await readProduct(tx, productId);
    if (!product) return refuse({ kind: 'product-unknown' });
    const batch = (await batchOf(productId, code, tx)) ?? code;
    const lot = await lockRowLot(tx, { lotId: null, productId, foundBatch: batch });
    const columns = await countedColumns(tx, actor, lot, counted);
    const [listed] = await tx
      .update(countRows)
      .set({ ...columns, version: sql`${countRows.version} + 1` })
      .where(and(isThere(sheetId, productId, lot?.id ?? null, batch), isNull(countRows.counted)))
      .returning({ id: countRows.id });
    const [added] = listed
      ? [listed]
      : await tx
          .insert(countRows)
          .values({
            ...columns,
            sheetId,
            productId,
            product,
            foundBatch: batch,
            position: sql`(select coalesce(max(position), 0) + 1 from count_rows where sheet_id = ${sheetId})`,
            version: 1,
          })
          .onConflictDoNothing()
          .returning({ id: countRows.id });
    if (!added) return refuse({ kind: 'on-sheet' });
    await announce(tx, 'inventory');
    return succeed({ rowId: added.id });
  });
}

const LONGEST_CODE = 100;

/** The row of the lot on the sheet, or of the batch without a lot. */
const isThere = (sheetId: number, productId: number, lotId: number | null, batch: string) =>
  and(
    eq(countRows.sheetId, sheetId),
    eq(countRows.productId, productId),
    lotId === null ? sql`lower(${countRows.foundBatch}) = lower(${batch})` : eq(countRows.lotId, lotId),
  );

async function openSheet(tx: Transaction, sheetId: number): Promise<Result<null, CountProblem>> {
  const [sheet] = await tx
    .select({ closedAt: countSheets.closedAt })
    .from(countSheets)
    .where(eq(countSheets.id, sheetId))
    .for('share');
  if (!sheet) return refuse({ kind: 'not-found' });
  return sheet.closedAt ? refuse({ kind: 'closed' }) : succeed(null);
}

/** Its name and size, as on the other rows. */
async function readProduct(tx: Transaction, productId: number): Promise<string | null> {
  const [product] = await tx
    .select({ name: products.name, size: products.size })
    .from(products)
    .where(eq(products.id, productId));
  return product ? [product.name, product.size].filter(Boolean).join(', ') : null;
}

/** The batch number of the product's lot with this batch number or package tag, in any case. */
async function batchOf(
  productId: number,
  code: string,
  reader: Pick<Transaction, 'execute'>,
): Promise<string | null> {
  const { rows } = await reader.execute<{ batch: string }>(sql`
    select batch_number as batch from lots
    where product_id = ${productId} and (lower(batch_number) = lower(${code}) or lower(package_tag) = lower(${code}))
    order by lower(batch_number) = lower(${code}) desc, id limit 1`);
  return rows[0]?.batch ?? null;
}
