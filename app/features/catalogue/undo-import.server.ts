/** Takes an import back: each product as it was, as far as nobody has changed, sold or promised it since. */
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { inLongTransaction, type Transaction } from '#db/client.ts';
import { productBatches, productBatchRows, productImports } from '#db/schema/catalogue.ts';
import type { SignedIn } from '#features/access/actor.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import { type DoneStock, undoFileStock } from '#features/inventory/file-stock.server.ts';
import { lockStockOf } from '#features/inventory/move-stock.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { type EditedProduct, lockProducts, lockProductsOf } from './edited-products-queries.server.ts';
import { holdImport, ROWS_AT_ONCE, tellProgress } from './import-file.server.ts';
import { type ImportedValues, importedFields } from './import-plan.ts';
import { checkPrice } from './price-guard.ts';
import { judgeProduct, type ProductRules } from './product-rules.ts';
import { writeImported } from './write-imported.server.ts';

/** What `applyImport` wrote down of a product. */
type ImportedRow = {
  productId: number;
  before: { columns: ImportedValues } | null;
  after: { columns: ImportedValues; stock: DoneStock | null };
};

/** Does nothing for an import that does not wait for it, and nothing twice. */
export async function undoImport(actor: SignedIn, importId: string, now = systemClock()): Promise<void> {
  const rules = await readSettings();
  await inLongTransaction(async (tx) => {
    const file = await holdImport(tx, importId, 'undoing');
    if (!file?.batchId) return;
    const { batchId } = file;
    await tx
      .update(productBatches)
      .set({ undoneAt: asDate(now) })
      .where(and(eq(productBatches.id, batchId), isNull(productBatches.undoneAt)));
    // Products before their stock, as everywhere.
    const wanted = sql`select product_id from product_batch_rows where batch_id = ${batchId}::uuid`;
    await lockProductsOf(tx, wanted);
    await lockStockOf(tx, wanted);
    let done = 0;
    let left = 0;
    for (let last = 0; ; ) {
      const rows = await readRows(tx, batchId, last);
      left += rows.length - (await undoSome(tx, actor, rows, rules));
      done += rows.length;
      await tellProgress(importId, done);
      if (rows.length < ROWS_AT_ONCE) break;
      last = rows.at(-1)?.productId ?? 0;
    }
    await tx
      .update(productImports)
      .set({ status: 'undone', left, done: 0 })
      .where(eq(productImports.id, importId));
    await announce(tx, 'inventory');
  });
}

async function readRows(tx: Transaction, batchId: string, last: number): Promise<ImportedRow[]> {
  const rows = await tx
    .select({
      productId: productBatchRows.productId,
      before: productBatchRows.before,
      after: productBatchRows.after,
    })
    .from(productBatchRows)
    .where(and(eq(productBatchRows.batchId, batchId), gt(productBatchRows.productId, last)))
    .orderBy(asc(productBatchRows.productId))
    .limit(ROWS_AT_ONCE);
  return rows as ImportedRow[];
}

/** Answers how many of them are as they were. */
async function undoSome(
  tx: Transaction,
  actor: SignedIn,
  rows: readonly ImportedRow[],
  rules: ProductRules,
): Promise<number> {
  const stored = new Map(
    (
      await lockProducts(
        tx,
        rows.map(({ productId }) => productId),
      )
    ).map((product) => [product.id, product]),
  );
  const used = await inUse(
    tx,
    rows.filter(({ before }) => before === null),
  );
  const candidates = rows.filter(({ productId, before, after }) => {
    const product = stored.get(productId);
    if (!product || !isStill(product, after.columns)) return false;
    // Whatever somebody has filled in of a new product since is theirs.
    if (before === null) return product.version === 1 && !used.has(productId);
    return mayBe(product, before.columns, rules);
  });
  const withStock = candidates.flatMap(({ after }) => after.stock ?? []);
  const undone = await undoFileStock(tx, actor, withStock);
  const back = candidates.filter(({ productId, after }) => after.stock === null || undone.has(productId));
  await writeImported(
    tx,
    back.flatMap(({ productId, before, after }) =>
      before && JSON.stringify(before.columns) !== JSON.stringify(after.columns)
        ? [{ id: productId, before: after.columns, after: before.columns }]
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
    back.map(({ productId, before, after }) => ({
      action: before ? 'product.edit-undone' : after.stock ? 'product.archived' : 'product.deleted',
      subject: 'product' as const,
      subjectId: String(productId),
      reason: 'CSV import undone',
    })),
  );
  return back.length;
}

function isStill({ values, isArchived }: EditedProduct, columns: ImportedValues): boolean {
  return !isArchived && importedFields.every((field) => values[field] === columns[field]);
}

/**
 * Price and wholesale price come back together, so what the floor says of them was decided when they were saved. A
 * discount that there is now was judged beside another price: below the floor with it, the row stays as it is.
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

/** Of the products that the import made, those that somebody has reserved, pictured, or received another lot of. */
async function inUse(tx: Transaction, made: readonly ImportedRow[]): Promise<Set<number>> {
  if (made.length === 0) return new Set();
  const wanted = made.map(({ productId, after }) => ({ id: productId, lot: after.stock?.lotId ?? 0 }));
  const { rows } = await tx.execute<{ id: number }>(sql`
    select wanted.id from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (id int, lot int)
    where exists (select from lots where product_id = wanted.id and id <> wanted.lot)
      or exists (select from product_images where product_id = wanted.id)
      or exists (select from pickup_reservations where product_id = wanted.id)
      or exists (select from order_items where product_id = wanted.id)`);
  return new Set(rows.map(({ id }) => id));
}

/** What has a lot is archived, because the ledger speaks of it; anything else is deleted. */
async function removeMade(tx: Transaction, made: readonly ImportedRow[]): Promise<void> {
  const ids = (withLot: boolean) =>
    sql.param(
      made.filter(({ after }) => (after.stock !== null) === withLot).map(({ productId }) => productId),
    );
  if (made.length === 0) return;
  await tx.execute(sql`
    update products set archived_at = now(), for_sale = false, version = version + 1
    where id = any(${ids(true)}::int[])`);
  await tx.execute(sql`delete from products where id = any(${ids(false)}::int[])`);
}
