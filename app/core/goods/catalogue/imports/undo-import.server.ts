/** Undoes an import: restores each product, unless someone has changed, counted or promised it since. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { checkPrice } from '#core/goods/discounts/price-guard.ts';
import { writeSaleTerms } from '#core/goods/stock/change-sale-terms.server.ts';
import { type DoneStock, doneBy, undoFileStock } from '#core/goods/stock/file-stock.server.ts';
import { IMPORT_UNDONE } from '#core/goods/stock/file-stock.ts';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { productBatches, productImports } from '#db/schema/catalogue.ts';
import { inShortWaits } from '#db/wait-for-sales.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import {
  type EditedProduct,
  lockProducts,
  readUpcOwners,
} from '../products/edited-products-queries.server.ts';
import { judgeProduct, type ProductRules } from '../products/product-rules.ts';
import {
  type BlockOutcome,
  holdImport,
  type ImportOutcome,
  type ImportUnderWork,
} from './import-file.server.ts';
import { type ImportedValues, importedFields, importedOf } from './import-plan.ts';
import { isLastBlock, readNextRows, type WrittenRow } from './planned-rows-queries.server.ts';
import type { ImportCounts } from './product-import.ts';
import { writeImported } from './write-imported.server.ts';

/** What `applyImport` did to a product. */
type ImportedRow = {
  productId: number;
  before: ImportedValues | null;
  after: ImportedValues;
  stock: DoneStock | null;
};

const doneOf = ({ productId, lotId, plan: { before, after, stock } }: WrittenRow): ImportedRow => ({
  productId,
  before,
  after,
  stock: stock && doneBy({ productId, newLotId: lotId, plan: stock }),
});

/**
 * Undoes the rows block by block, each block in its own transaction, so that sales wait for one block at
 * most. Continues an interrupted undo; does nothing for an import that is not being undone. Denied: an actor
 * who lost the permission, with earlier blocks committed.
 */
export async function undoImport(
  actor: SignedIn,
  importId: string,
  now = systemClock(),
): Promise<ImportOutcome> {
  const rules = await readSettings();
  for (;;) {
    const block = await undoNext(actor, importId, rules, now);
    if (block !== 'more') return block;
  }
}

function undoNext(
  actor: SignedIn,
  importId: string,
  rules: ProductRules,
  now: Temporal.Instant,
): Promise<BlockOutcome> {
  const asStaff = staffTransaction(actor, 'inventory.manage', 'denied' as const);
  return asStaff<BlockOutcome>(async (tx, actor) => {
    const file = await holdImport(tx, importId, 'undoing');
    if (!file?.batchId) return 'ended';
    const rows = await readNextRows(importId, file.writtenUpTo ?? 0);
    await tx
      .update(productBatches)
      .set({ undoneAt: asDate(now) })
      .where(and(eq(productBatches.id, file.batchId), isNull(productBatches.undoneAt)));
    const ids = rows.map(({ productId }) => productId);
    const stored = await writeSaleTerms(tx, () => lockProducts(tx, ids));
    const undone = await inShortWaits(tx, async () => {
      await lockStock(tx, ids);
      return undoSome(tx, actor, { file, rows: rows.map(doneOf) }, stored, rules);
    });
    const isLast = isLastBlock(rows);
    await tx
      .update(productImports)
      .set({
        done: file.done + rows.length,
        left: file.left + rows.length - undone,
        writtenUpTo: rows.at(-1)?.line ?? file.writtenUpTo,
        ...(isLast ? { status: 'undone', done: 0 } : {}),
      })
      .where(eq(productImports.id, importId));
    await announce(tx, 'inventory');
    return isLast ? 'ended' : 'more';
  });
}

/** Ends an undo that has started: rows that are not undone yet do not change. */
export async function leaveRemainingRows(importId: string): Promise<void> {
  await inTransaction(async (tx) => {
    const file = await holdImport(tx, importId, 'undoing');
    if (!file || file.writtenUpTo === null) return;
    const { new: made, changed } = file.counts as ImportCounts;
    await tx
      .update(productImports)
      .set({ status: 'undone', left: file.left + made + changed - file.done, done: 0 })
      .where(eq(productImports.id, importId));
    await announce(tx, 'inventory');
  });
}

/** Returns how many of them were restored. */
async function undoSome(
  tx: Transaction,
  actor: SignedIn,
  { file, rows }: { file: Pick<ImportUnderWork, 'previewedAt'>; rows: readonly ImportedRow[] },
  locked: readonly EditedProduct[],
  rules: ProductRules,
): Promise<number> {
  if (file.previewedAt === null) throw new Error('an import is undone that was never compared');
  const stored = new Map(locked.map((product) => [product.id, product]));
  const used = await inUse(
    tx,
    rows.filter(({ before }) => before === null),
  );
  const whole = rows.map((row) => wholeRow(row, stored.get(row.productId)));
  const upcOwners = await readUpcOwners(
    tx,
    whole.flatMap(({ before }) => before?.upcCode ?? []),
  );
  const candidates = whole.filter(({ productId, before, after }) => {
    const product = stored.get(productId);
    if (!product || !isStill(product, after)) return false;
    // Another product may have got the UPC since.
    if ((upcOwners.get(before?.upcCode ?? '') ?? productId) !== productId) return false;
    // Do not delete a new product that someone has edited since.
    if (before === null) return product.version === 1 && !used.has(productId);
    return mayBe(product, before, rules);
  });
  const withStock = candidates.flatMap(({ stock }) => stock ?? []);
  const undone = await undoFileStock(tx, actor, withStock, file.previewedAt);
  const back = candidates.filter(({ productId, stock }) => stock === null || undone.has(productId));
  await writeImported(
    tx,
    back.flatMap(({ productId, before, after }) =>
      before && JSON.stringify(before) !== JSON.stringify(after)
        ? [{ id: productId, before: after, after: before }]
        : [],
    ),
  );
  await removeMade(
    tx,
    back.filter(({ before }) => before === null),
  );
  await recordAudit(
    tx,
    actor,
    back.map(({ productId, before, stock }) => ({
      action: before ? 'product.edit-undone' : stock ? 'product.archived' : 'product.deleted',
      subject: 'product' as const,
      subjectId: String(productId),
      reason: IMPORT_UNDONE,
    })),
  );
  return back.length;
}

/** An older file had fewer columns: products keep their values in the others. */
function wholeRow(row: ImportedRow, product: EditedProduct | undefined): ImportedRow {
  if (!product) return row;
  const now = importedOf(product.values);
  return { ...row, before: row.before && { ...now, ...row.before }, after: { ...now, ...row.after } };
}

function isStill({ values, isArchived }: EditedProduct, columns: ImportedValues): boolean {
  return !isArchived && importedFields.every((field) => values[field] === columns[field]);
}

/**
 * Price and wholesale price are restored together, so the floor was checked when they were saved. The current
 * discount was checked against another price: if it puts the old price below the floor, the row is not
 * undone.
 */
function mayBe(product: EditedProduct, columns: ImportedValues, rules: ProductRules): boolean {
  const after = { ...product.values, ...columns };
  if (after.discount !== null && checkPrice(after, rules.pricing) !== null) return false;
  const { errors } = judgeProduct(product.values, after, {
    ...rules,
    pricing: { ...rules.pricing, belowFloor: 'allow' },
  });
  return Object.keys(errors).length === 0;
}

/**
 * Of the products that the import created, those that someone has reserved, added pictures to, or received
 * another lot of.
 */
async function inUse(tx: Transaction, made: readonly ImportedRow[]): Promise<Set<number>> {
  if (made.length === 0) return new Set();
  const wanted = made.map(({ productId, stock }) => ({ id: productId, lot: stock?.lotId ?? 0 }));
  const { rows } = await tx.execute<{ id: number }>(sql`
    select wanted.id from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (id int, lot int)
    where exists (select from lots where product_id = wanted.id and id <> wanted.lot)
      or exists (select from product_images where product_id = wanted.id)
      or exists (select from pickup_reservations where product_id = wanted.id)
      or exists (select from order_items where product_id = wanted.id)`);
  return new Set(rows.map(({ id }) => id));
}

/** Archives products with a lot, because the ledger refers to it; deletes the others. */
async function removeMade(tx: Transaction, made: readonly ImportedRow[]): Promise<void> {
  const ids = (withLot: boolean) =>
    sql.param(made.filter(({ stock }) => (stock !== null) === withLot).map(({ productId }) => productId));
  if (made.length === 0) return;
  await tx.execute(sql`
    update products set archived_at = now(), for_sale = false, version = version + 1
    where id = any(${ids(true)}::int[])`);
  await tx.execute(sql`delete from products where id = any(${ids(false)}::int[])`);
}
