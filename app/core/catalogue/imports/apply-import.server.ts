/** Writes a previewed import into the inventory, exactly as it was previewed, or nothing of it. */
import { and, eq, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { SignedIn } from '#core/access/actor.ts';
import { staffTransaction } from '#core/access/staff-transaction.server.ts';
import { importActions } from '#core/audit/audit.ts';
import { type AuditEntry, recordAudit } from '#core/audit/record-audit.server.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { storeClock } from '#core/settings/store-clock.server.ts';
import { writeSaleTerms } from '#core/stock/change-sale-terms.server.ts';
import { applyFileStock, type PlannedStock } from '#core/stock/file-stock.server.ts';
import { inLongTransactionOr, type Transaction } from '#db/client.ts';
import { IMPORT_REASON } from '#db/schema/audit.ts';
import { productImports } from '#db/schema/catalogue.ts';
import { whileSalesWait } from '#db/wait-for-sales.ts';
import { readAhead } from '#kernel/read-ahead.ts';
import { systemClock } from '#kernel/time.ts';
import { enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { blankProduct } from '../products/blank-product.ts';
import { lockProductsOf } from '../products/edited-products-queries.server.ts';
import { recordBatch } from '../products/record-batch.server.ts';
import { holdImport, type ImportOutcome, type ImportUnderWork, tellProgress } from './import-file.server.ts';
import { importJob } from './import-job.ts';
import { auditedOf } from './import-plan.ts';
import {
  hasStockMovedOn,
  plannedStockAfter,
  writeFirstStock,
  writeNextStock,
} from './import-stock.server.ts';
import { eachPlannedRow } from './planned-rows-queries.server.ts';
import { rulesKey } from './preview-import.server.ts';
import type { ImportCounts } from './product-import.ts';
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
 * For somebody who may manage inventory. Products change all at once, with the stock of the first rows; stock of more
 * rows follows block by block (docs/decisions/0038). Where products, lots or the settings that judge prices have changed
 * since the preview nothing is written, and the file is compared again. Continues an import that was interrupted, and
 * does nothing for one that is not being applied. Denied: an actor who lost the right, with the blocks before committed.
 */
export async function applyImport(
  actor: SignedIn,
  importId: string,
  now = systemClock(),
): Promise<ImportOutcome> {
  const { zone } = await storeClock(now);
  const clock = { now, zone };
  const outcome = await changeProducts(actor, importId, clock);
  if (outcome === 'denied') return 'denied';
  if (outcome === 'moved-on') return compareAgain(actor, importId);
  for (;;) {
    const block = await writeNextStock(actor, importId, clock);
    if (block !== 'more') return block;
  }
}

/**
 * Everything that no sale waits for comes first: new products with their lots, other products, the records. Then sales
 * wait for the first rows of stock and the commit.
 */
async function changeProducts(
  actor: SignedIn,
  importId: string,
  clock: Work['clock'],
): Promise<'done' | 'moved-on' | 'denied'> {
  const settings = await readSettings();
  const asStaff = staffTransaction(actor, 'inventory.manage', 'denied' as const, inLongTransactionOr);
  return asStaff<'done' | 'moved-on'>(async (tx, actor, abandon) => {
    const file = await holdImport(tx, importId, 'applying');
    if (!file || file.writtenUpTo !== null) return 'done';
    await lockProductsOf(
      tx,
      sql`select product_id from product_import_rows where import_id = ${importId}::uuid and outcome = 'changed'`,
    );
    if (
      file.rules !== rulesKey(settings) ||
      (await hasMovedOn(tx, file)) ||
      (await hasStockMovedOn(tx, importId))
    )
      return 'moved-on';
    const batchId = await recordBatch(tx, 'import', actor.userId, []);
    const first = await plannedStockAfter(file, 0);
    await writeSaleTerms(tx, async () => {
      await writeAll(tx, { actor, file, batchId, clock });
      await recordAudit(tx, actor, {
        action: 'inventory.imported',
        subject: 'store',
        subjectId: 'inventory',
        after: { ...(file.counts as ImportCounts) },
      });
      await announce(tx, 'inventory');
    });
    const isPossible = await whileSalesWait(tx, () => writeFirstStock(tx, actor, file, first.planned, clock));
    if (!isPossible) return abandon('moved-on');
    await tx
      .update(productImports)
      .set({
        batchId,
        movedOn: false,
        writtenUpTo: first.upTo,
        ...(first.isLast ? { status: 'applied', done: 0 } : {}),
      })
      .where(eq(productImports.id, importId));
    return 'done';
  });
}

/** Back to the preview, which says that it is another one. */
function compareAgain(actor: SignedIn, importId: string): Promise<ImportOutcome> {
  const asStaff = staffTransaction(actor, 'inventory.manage', 'denied' as const);
  return asStaff<ImportOutcome>(async (tx, actor) => {
    const [back] = await tx
      .update(productImports)
      .set({ status: 'reading', movedOn: true, done: 0 })
      .where(and(eq(productImports.id, importId), eq(productImports.status, 'applying')))
      .returning({ id: productImports.id });
    if (back) await enqueue(tx, importJob, { importId, sessionId: actor.sessionId });
    return 'ended';
  });
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

/** Every row but the stock of products that exist. */
async function writeAll(tx: Transaction, work: Work): Promise<void> {
  let done = 0;
  for await (const part of readAhead(eachPart(work))) {
    await Promise.all([writePart(tx, work, part), tellProgress(work.file.id, done)]);
    done += part.entries.length;
  }
  const { new: made, changed } = work.file.counts as ImportCounts;
  if (done !== made + changed) throw new Error(`an import has ${done} rows instead of ${made + changed}`);
}

/** What is written of some rows. */
type Part = {
  made: NewProduct[];
  changed: ChangedProduct[];
  /** Lots of the new products. */
  stock: PlannedStock[];
  /** One for each row. */
  entries: AuditEntry[];
};

async function* eachPart({ file, batchId }: Work): AsyncGenerator<Part> {
  const blank = blankProduct(file.options);
  for await (const rows of eachPlannedRow(file.id)) {
    yield {
      made: rows.flatMap(({ productId, plan }) =>
        plan.before === null ? [{ ...blank, ...plan.after, id: productId }] : [],
      ),
      changed: rows.flatMap(({ productId, plan: { before, after } }) =>
        before !== null && differ(before, after) ? [{ id: productId, before, after }] : [],
      ),
      stock: rows.flatMap(({ productId, lotId, plan }) =>
        plan.before === null && plan.stock
          ? [
              {
                productId,
                productType: blank.productType,
                isNewProduct: true,
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
): Promise<void> {
  await Promise.all([
    insertImported(tx, made),
    writeImported(tx, changed),
    applyFileStock(tx, actor, stock, clock),
    recordAudit(tx, actor, entries),
  ]);
}

const differ = (before: object, after: object) => JSON.stringify(before) !== JSON.stringify(after);
