/** Writes a previewed import into the inventory: all of it in one transaction, exactly as it was previewed, or nothing. */
import { and, eq, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { database, inLongTransactionOr, inTransaction, type Transaction } from '#db/client.ts';
import { IMPORT_REASON } from '#db/schema/audit.ts';
import { productImports } from '#db/schema/catalogue.ts';
import type { SignedIn } from '#features/access/actor.ts';
import { importActions } from '#features/audit/audit.ts';
import { type AuditEntry, recordAudit } from '#features/audit/record-audit.server.ts';
import { applyFileStock, type PlannedStock } from '#features/inventory/file-stock.server.ts';
import { lockStockOf } from '#features/inventory/move-stock.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { readAhead } from '#kernel/read-ahead.ts';
import { systemClock } from '#kernel/time.ts';
import { enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { blankProduct } from './blank-product.ts';
import { lockProductsOf } from './edited-products-queries.server.ts';
import { holdImport, type ImportUnderWork, tellProgress } from './import-file.server.ts';
import { importJob } from './import-job.ts';
import { auditedOf } from './import-plan.ts';
import { eachPlannedRow, type WrittenRow } from './planned-rows-queries.server.ts';
import { rulesKey } from './preview-import.server.ts';
import type { ImportCounts } from './product-import.ts';
import { recordBatch } from './record-batch.server.ts';
import {
  type ChangedProduct,
  insertImported,
  type NewProduct,
  writeImported,
} from './write-imported.server.ts';

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

/** False where a lot is no longer as it was compared. */
async function writeAll(tx: Transaction, work: Work): Promise<boolean> {
  let done = 0;
  for await (const part of readAhead(eachPart(work))) {
    const [isWritten] = await Promise.all([writePart(tx, work, part), tellProgress(work.file.id, done)]);
    if (!isWritten) return false;
    done += part.entries.length;
  }
  const { new: made, changed } = work.file.counts as ImportCounts;
  if (done !== made + changed) throw new Error(`an import has ${done} rows instead of ${made + changed}`);
  return true;
}

/** What is written of some rows. */
type Part = {
  made: NewProduct[];
  changed: ChangedProduct[];
  stock: PlannedStock[];
  /** One for each row. */
  entries: AuditEntry[];
};

async function* eachPart({ file, batchId }: Work): AsyncGenerator<Part> {
  const blank = blankProduct(file.options);
  for await (const rows of eachPlannedRow(file.id)) {
    const types = await typesOf(file, rows);
    yield {
      made: rows.flatMap(({ productId, plan }) =>
        plan.before === null ? [{ ...blank, ...plan.after, id: productId }] : [],
      ),
      changed: rows.flatMap(({ productId, plan: { before, after } }) =>
        before !== null && differ(before, after) ? [{ id: productId, before, after }] : [],
      ),
      stock: rows.flatMap(({ productId, lotId, plan }) =>
        plan.stock
          ? [
              {
                productId,
                productType: types.get(productId) ?? '',
                isNewProduct: plan.before === null,
                newLotId: lotId,
                plan: plan.stock,
              },
            ]
          : [],
      ),
      entries: rows.map(({ productId, warnings, plan }) => ({
        action: plan.before === null ? importActions.made : importActions.changed,
        subject: 'product',
        subjectId: String(productId),
        ...auditedOf(plan),
        batchId,
        reason: warnings.length > 0 ? `${IMPORT_REASON}, in spite of: ${warnings.join(' ')}` : IMPORT_REASON,
      })),
    };
  }
}

/** Asked for in this order without waiting, each is written while the next is put into words. */
async function writePart(
  tx: Transaction,
  { actor, clock }: Work,
  { made, changed, stock, entries }: Part,
): Promise<boolean> {
  const [, , isWritten] = await Promise.all([
    insertImported(tx, made),
    writeImported(tx, changed),
    applyFileStock(tx, actor, stock, clock),
    recordAudit(tx, actor, entries),
  ]);
  return isWritten;
}

const differ = (before: object, after: object) => JSON.stringify(before) !== JSON.stringify(after);

/** Of the products that receive a lot: cannabis waits in it for its test. */
async function typesOf(
  { options }: ImportUnderWork,
  rows: readonly WrittenRow[],
): Promise<Map<number, string>> {
  const receiving = rows.filter(({ plan }) => plan.stock?.kind === 'receive');
  const isNew = ({ plan }: WrittenRow) => plan.before === null;
  const known = receiving.filter((row) => !isNew(row)).map(({ productId }) => productId);
  const types = new Map(receiving.filter(isNew).map(({ productId }) => [productId, options.productType]));
  if (known.length === 0) return types;
  const { rows: found } = await database().execute<{ id: number; type: string }>(sql`
    select id, product_type as type from products where id = any(${sql.param(known)}::int[])`);
  for (const { id, type } of found) types.set(id, type);
  return types;
}
