/** Writes a previewed import into the inventory: all of it in one transaction, exactly as it was previewed, or nothing. */
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { inLongTransactionOr, inTransaction, type Transaction } from '#db/client.ts';
import { productImportRows, productImports } from '#db/schema/catalogue.ts';
import type { SignedIn } from '#features/access/actor.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import { applyFileStock } from '#features/inventory/file-stock.server.ts';
import { lockStockOf } from '#features/inventory/move-stock.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { systemClock } from '#kernel/time.ts';
import { enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { blankProduct } from './blank-product.ts';
import { lockProductsOf } from './edited-products-queries.server.ts';
import { holdImport, type ImportUnderWork, ROWS_AT_ONCE, tellProgress } from './import-file.server.ts';
import { importJob } from './import-job.ts';
import { auditedOf, type RowPlan } from './import-plan.ts';
import { rulesKey } from './preview-import.server.ts';
import type { ImportCounts } from './product-import.ts';
import { addToBatch, recordBatch } from './record-batch.server.ts';
import { insertImported, writeImported } from './write-imported.server.ts';

type Work = {
  actor: SignedIn;
  file: ImportUnderWork;
  batchId: string;
  clock: { now: Temporal.Instant; zone: string };
};

/**
 * For somebody who may manage inventory. Where products, lots or the settings that judge prices have changed since the
 * preview nothing is written, and the preview is made anew. Does nothing for an import that does not wait for it.
 */
export async function applyImport(actor: SignedIn, importId: string, now = systemClock()): Promise<void> {
  const settings = await readSettings();
  const { zone } = await storeClock(now);
  const outcome = await inLongTransactionOr<'done' | 'moved-on'>(async (tx, abandon) => {
    const file = await holdImport(tx, importId, 'applying');
    if (!file) return 'done';
    await lockAll(tx, importId);
    if (file.rules !== rulesKey(settings) || (await hasMovedOn(tx, file))) return 'moved-on';
    const batchId = await recordBatch(tx, 'import', actor.userId, []);
    if (!(await writeAll(tx, { actor, file, batchId, clock: { now, zone } }))) abandon('moved-on');
    await recordAudit(tx, actor, {
      action: 'inventory.imported',
      subject: 'store',
      subjectId: 'inventory',
      after: { ...(file.counts as ImportCounts) },
    });
    await tx
      .update(productImports)
      .set({ status: 'applied', batchId, movedOn: false, done: 0 })
      .where(eq(productImports.id, importId));
    await announce(tx, 'inventory');
    return 'done';
  });
  if (outcome === 'moved-on') await showAnew(actor, importId);
}

/** Back to the preview, which says that it is another one. */
async function showAnew(actor: SignedIn, importId: string): Promise<void> {
  await inTransaction(async (tx) => {
    const [back] = await tx
      .update(productImports)
      .set({ status: 'reading', movedOn: true, done: 0 })
      .where(and(eq(productImports.id, importId), eq(productImports.status, 'applying')))
      .returning({ id: productImports.id });
    if (back) await enqueue(tx, importJob, { importId, sessionId: actor.sessionId });
  });
}

/**
 * Products, then their stock, lowest number first, before anything is written: whoever sells or edits one of them
 * waits for the import, and never in a circle.
 */
async function lockAll(tx: Transaction, importId: string): Promise<void> {
  const wanted = sql`select product_id from product_import_rows where import_id = ${importId}::uuid and outcome = 'changed'`;
  await lockProductsOf(tx, wanted);
  await lockStockOf(tx, wanted);
}

/** Whether a product of the file is no longer as it was compared, or one has come that a new row would now mean. */
async function hasMovedOn(tx: Transaction, { id, mapping }: ImportUnderWork): Promise<boolean> {
  const alike = (field: 'strainCode' | 'size', column: 'strain_code' | 'size') =>
    mapping[field] === undefined
      ? sql`true`
      : sql`product.${sql.raw(column)} is not distinct from row.plan -> 'after' ->> ${field}`;
  const { rows } = await tx.execute(sql`
    select from product_import_rows as row left join products as product on product.id = row.product_id
    where row.import_id = ${id}::uuid and row.outcome in ('changed', 'unchanged')
      and product.version is distinct from row.version
    union all
    select from product_import_rows as row join products as product on product.name = row.name
      and product.archived_at is null and ${alike('strainCode', 'strain_code')} and ${alike('size', 'size')}
    where row.import_id = ${id}::uuid and row.outcome = 'new'
    limit 1`);
  return rows.length > 0;
}

type WrittenRow = {
  line: number;
  productId: number;
  warnings: string[];
  plan: RowPlan;
};

/** False where a lot is no longer as it was compared. */
async function writeAll(tx: Transaction, work: Work): Promise<boolean> {
  let done = 0;
  for await (const rows of eachPlannedRow(tx, work.file.id)) {
    if (!(await writeSome(tx, work, rows))) return false;
    done += rows.length;
    await tellProgress(work.file.id, done);
  }
  const { new: made, changed } = work.file.counts as ImportCounts;
  if (done !== made + changed) throw new Error(`an import has ${done} rows instead of ${made + changed}`);
  return true;
}

/** One outcome after the other: each is read along its index, however little the database knows of the table yet. */
async function* eachPlannedRow(tx: Transaction, importId: string): AsyncGenerator<WrittenRow[]> {
  for (const outcome of ['new', 'changed'] as const) {
    for (let line = 0; ; ) {
      const rows = await tx
        .select({
          line: productImportRows.line,
          productId: productImportRows.productId,
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

async function writeSome(
  tx: Transaction,
  { actor, file, batchId, clock }: Work,
  rows: readonly WrittenRow[],
): Promise<boolean> {
  const blank = blankProduct(file.options);
  await insertImported(
    tx,
    rows.flatMap(({ productId, plan }) =>
      plan.before === null ? [{ ...blank, ...plan.after, id: productId }] : [],
    ),
  );
  await writeImported(
    tx,
    rows.flatMap(({ productId, plan: { before, after } }) =>
      before !== null && differ(before, after) ? [{ id: productId, before, after }] : [],
    ),
  );
  const types = await typesOf(tx, file, rows);
  const stock = await applyFileStock(
    tx,
    actor,
    rows.flatMap(({ productId, plan }) =>
      plan.stock
        ? [
            {
              productId,
              productType: types.get(productId) ?? '',
              isNewProduct: plan.before === null,
              plan: plan.stock,
            },
          ]
        : [],
    ),
    clock,
  );
  if (stock === null) return false;
  const stockOf = new Map(stock.map((each) => [each.productId, each]));
  // Asked for together, one is written while the next is put into words.
  await Promise.all([
    addToBatch(
      tx,
      batchId,
      rows.map(({ productId, plan: { before, after } }) => ({
        productId,
        before: before && { columns: before },
        after: { columns: after, stock: stockOf.get(productId) ?? null },
      })),
    ),
    recordAudit(
      tx,
      actor,
      rows.map(({ productId, warnings, plan }) => ({
        action: plan.before === null ? 'product.created' : 'product.edited',
        subject: 'product' as const,
        subjectId: String(productId),
        ...auditedOf(plan),
        batchId,
        reason: warnings.length > 0 ? `CSV import, in spite of: ${warnings.join(' ')}` : 'CSV import',
      })),
    ),
  ]);
  return true;
}

const differ = (before: object, after: object) => JSON.stringify(before) !== JSON.stringify(after);

/** Of the products that receive a lot: cannabis waits in it for its test. */
async function typesOf(
  tx: Transaction,
  { options }: ImportUnderWork,
  rows: readonly WrittenRow[],
): Promise<Map<number, string>> {
  const receiving = rows.filter(({ plan }) => plan.stock?.kind === 'receive');
  const isNew = ({ plan }: WrittenRow) => plan.before === null;
  const known = receiving.filter((row) => !isNew(row)).map(({ productId }) => productId);
  const types = new Map(receiving.filter(isNew).map(({ productId }) => [productId, options.productType]));
  if (known.length === 0) return types;
  const { rows: found } = await tx.execute<{ id: number; type: string }>(sql`
    select id, product_type as type from products where id = any(${sql.param(known)}::int[])`);
  for (const { id, type } of found) types.set(id, type);
  return types;
}
