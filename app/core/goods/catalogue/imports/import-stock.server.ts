/**
 * Writes the stock of products that an import changes. Sales of these products wait for it, so it runs in
 * blocks of rows: the first with the products, the others right after, each in its own transaction.
 */
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { applyFileStock, type PlannedStock, splitByStock } from '#core/goods/stock/file-stock.server.ts';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { productImportRows, productImports } from '#db/schema/catalogue.ts';
import { inShortWaits } from '#db/wait-for-sales.ts';
import { announce } from '#platform/live/announce.ts';
import { type BlockOutcome, holdImport, type ImportUnderWork } from './import-file.server.ts';
import { changesStock, isLastBlock, readNextStock, type WrittenRow } from './planned-rows-queries.server.ts';

type Clock = Parameters<typeof applyFileStock>[3];

/** Stock that is written together; `upTo` is the line of its last row. */
type Block = { planned: PlannedStock[]; upTo: number; isLast: boolean };

/** Reads the planned stock of the next rows after this line. */
export async function plannedStockAfter({ id }: { id: string }, line: number): Promise<Block> {
  const rows = await readNextStock(id, line);
  const types = await typesOf(rows);
  const planned = rows.flatMap(({ productId, lotId, plan }) =>
    plan.stock
      ? [
          {
            productId,
            // The first block is read before the products change.
            productType: plan.after.productType ?? types.get(productId) ?? '',
            isNewProduct: false,
            newLotId: lotId,
            plan: plan.stock,
          },
        ]
      : [],
  );
  return { planned, upTo: rows.at(-1)?.line ?? line, isLast: isLastBlock(rows) };
}

/** Whether the file receives lots: for products that exist, or with new ones. */
export async function receivesLots(tx: Transaction, importId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from product_import_rows where import_id = ${importId}::uuid
      and outcome in ('new', 'changed') and plan -> 'stock' ->> 'kind' = 'receive' limit 1`);
  return rows.length > 0;
}

/**
 * Whether a lot that the file counts or receives has changed since the comparison. Called before anything is
 * written.
 */
export async function hasStockMovedOn(tx: Transaction, importId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with planned as (
      select product_id, stock ->> 'kind' as kind, (stock ->> 'lotId')::int as lot_id, stock ->> 'batchNumber' as batch,
        (stock ->> 'expected')::int as expected, (stock ->> 'counted')::int as counted,
        (stock ->> 'isForSale')::boolean as is_for_sale
      from product_import_rows cross join lateral (select plan -> 'stock' as stock) as each
      where import_id = ${importId}::uuid and outcome = 'changed' and stock <> 'null'
    )
    select from planned left join lots on lots.id = planned.lot_id
      and lots.status = any(case when is_for_sale then array['sellable'] else array['untested', 'quarantined'] end)
      and lots.on_hand = planned.expected and lots.held <= planned.counted
    where kind = 'count' and lots.id is null
    union all
    select from planned join lots on lots.product_id = planned.product_id and lots.batch_number = planned.batch
    where kind = 'receive'
    limit 1`);
  return rows.length > 0;
}

/** Returns false and writes nothing if a lot was counted, left sale or promised its units since the preview. */
export async function writeFirstStock(
  tx: Transaction,
  actor: SignedIn,
  file: Pick<ImportUnderWork, 'previewedAt'>,
  planned: readonly PlannedStock[],
  clock: Clock,
): Promise<boolean> {
  const { possible, impossible } = await lockAndSplit(tx, file, planned);
  if (impossible.length > 0) return false;
  await applyFileStock(tx, actor, possible, clock);
  return true;
}

async function lockAndSplit(
  tx: Transaction,
  { previewedAt }: Pick<ImportUnderWork, 'previewedAt'>,
  planned: readonly PlannedStock[],
) {
  if (previewedAt === null) throw new Error('an import is applied that was never compared');
  await lockStock(
    tx,
    planned.map(({ productId }) => productId),
  );
  return splitByStock(tx, planned, previewedAt);
}

/**
 * Writes the next block of stock for an import whose products have been changed. A lot that sold units since
 * changes by the counted difference; stock that can no longer be written is skipped, and counted as skipped.
 */
export function writeNextStock(actor: SignedIn, importId: string, clock: Clock): Promise<BlockOutcome> {
  const asStaff = staffTransaction(actor, 'inventory.manage', 'denied' as const);
  return asStaff<BlockOutcome>(async (tx, actor) => {
    const file = await holdImport(tx, importId, 'applying');
    if (!file || file.writtenUpTo === null) return 'ended';
    const { planned, upTo, isLast } = await plannedStockAfter(file, file.writtenUpTo);
    await inShortWaits(tx, async () => {
      const { possible, impossible } = await lockAndSplit(tx, file, planned);
      await applyFileStock(tx, actor, possible, clock);
      await leaveStock(
        tx,
        importId,
        inArray(
          productImportRows.productId,
          impossible.map(({ productId }) => productId),
        ),
      );
    });
    await tx
      .update(productImports)
      .set({ writtenUpTo: upTo, ...(isLast ? { status: 'applied', done: 0 } : {}) })
      .where(eq(productImports.id, importId));
    await announce(tx, 'inventory');
    return isLast ? 'ended' : 'more';
  });
}

/** Finishes an import whose products have been changed, without the stock that is not written yet. */
export async function leaveRemainingStock(importId: string): Promise<void> {
  await inTransaction(async (tx) => {
    const file = await holdImport(tx, importId, 'applying');
    if (!file || file.writtenUpTo === null) return;
    await leaveStock(tx, importId, gt(productImportRows.line, file.writtenUpTo));
    await tx
      .update(productImports)
      .set({ status: 'applied', done: 0 })
      .where(eq(productImports.id, importId));
    await announce(tx, 'inventory');
  });
}

/** Removes the stock from the plan of these rows, so that an undo does not reverse what was never written. */
async function leaveStock(tx: Transaction, importId: string, which: ReturnType<typeof gt>): Promise<void> {
  const left = await tx
    .update(productImportRows)
    .set({
      plan: sql`jsonb_set(${productImportRows.plan}, '{stock}', 'null')`,
      warnings: sql`${productImportRows.warnings} || ${'Stock: not changed, because it moved during the import.'}::text`,
    })
    .where(and(eq(productImportRows.importId, importId), changesStock, which))
    .returning({ line: productImportRows.line });
  if (left.length === 0) return;
  await tx
    .update(productImports)
    .set({ left: sql`${productImports.left} + ${left.length}` })
    .where(eq(productImports.id, importId));
}

/** The types of products that receive a lot: cannabis lots wait for their test. */
async function typesOf(rows: readonly WrittenRow[]): Promise<Map<number, string>> {
  const receiving = rows
    .filter(({ plan }) => plan.stock?.kind === 'receive')
    .map(({ productId }) => productId);
  if (receiving.length === 0) return new Map();
  const { rows: found } = await database().execute<{ id: number; type: string }>(sql`
    select id, product_type as type from products where id = any(${sql.param(receiving)}::int[])`);
  return new Map(found.map(({ id, type }) => [id, type]));
}
