/** Applies a previewed import to the inventory, exactly as previewed or not at all. */
import { and, eq, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { writeSaleTerms } from '#core/goods/stock/change-sale-terms.server.ts';
import { applyFileStock, type PlannedStock } from '#core/goods/stock/file-stock.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { importActions } from '#core/ground/audit/audit.ts';
import { type AuditEntry, recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { inLongTransactionOr, type Transaction } from '#db/client.ts';
import { IMPORT_REASON } from '#db/schema/audit.ts';
import { nameKeyOf, productImports } from '#db/schema/catalogue.ts';
import { whileSalesWait } from '#db/wait-for-sales.ts';
import { readAhead } from '#kernel/read-ahead.ts';
import { systemClock } from '#kernel/time.ts';
import { enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { readTaxClassesByCategory } from '../categories-queries.server.ts';
import { blankProduct } from '../products/blank-product.ts';
import { lockProductsOf } from '../products/edited-products-queries.server.ts';
import { recordBatch } from '../products/record-batch.server.ts';
import { holdImport, type ImportOutcome, type ImportUnderWork, saveProgress } from './import-file.server.ts';
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
import { type ImportCounts, rowCounts } from './product-import.ts';
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
 * For actors who may manage inventory. Products change all at once, with the stock of the first rows; the
 * stock of further rows follows block by block (docs/decisions/0038). If products, lots or the settings that
 * judge prices have changed since the preview, nothing is written and the file is compared again. Continues
 * an interrupted import; does nothing for one that is not being applied. Denied: an actor who lost the
 * permission, with earlier blocks committed.
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
 * First writes everything that no sale waits for: new products with their lots, other products, the audit
 * entries. Sales then wait only for the first rows of stock and the commit.
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
        after: rowCounts(file.counts as ImportCounts),
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

/** Returns the import to a preview, which says that it has changed. */
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

/**
 * Whether a product in the file has changed since the comparison, a new product now matches a new row, another product
 * now has a row's UPC, or a row's category was merged into another.
 */
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
    select from product_import_rows as row join products as product on ${nameKeyOf(sql`product.name`)} = ${nameKeyOf(sql`row.name`)}
      and product.archived_at is null and ${alike('strainCode', 'strain_code')} and ${alike('size', 'size')}
    where row.import_id = ${id}::uuid and row.outcome = 'new'
    union all
    select from product_import_rows as row join products as product
      on product.upc_code = any(array[row.plan -> 'after' ->> 'upcCode', ltrim(row.plan -> 'after' ->> 'upcCode', '0'),
        lpad(ltrim(row.plan -> 'after' ->> 'upcCode', '0'), 8, '0'), lpad(ltrim(row.plan -> 'after' ->> 'upcCode', '0'), 12, '0')])
      and product.id <> row.product_id
    where row.import_id = ${id}::uuid and row.outcome in ('new', 'changed')
    union all
    select from product_import_rows as row join categories as merged
      on merged.id = (row.plan -> 'after' ->> 'categoryId')::int and merged.merged_into is not null
    where row.import_id = ${id}::uuid and row.outcome = 'new' and not exists (
      select from products where category_id = merged.id and archived_at is null)
    limit 1`);
  return rows.length > 0;
}

/** Writes every row except the stock of existing products. */
async function writeAll(tx: Transaction, work: Work): Promise<void> {
  let done = 0;
  for await (const part of readAhead(eachPart(work))) {
    await Promise.all([writePart(tx, work, part), saveProgress(work.file.id, done)]);
    done += part.entries.length;
  }
  const { new: made, changed } = work.file.counts as ImportCounts;
  if (done !== made + changed) throw new Error(`an import has ${done} rows instead of ${made + changed}`);
}

/** The writes for some of the rows. */
type Part = {
  made: NewProduct[];
  changed: ChangedProduct[];
  /** Lots of the new products. */
  stock: PlannedStock[];
  /** One entry per row. */
  entries: AuditEntry[];
};

async function* eachPart({ file, batchId }: Work): AsyncGenerator<Part> {
  const taxClasses = await readTaxClassesByCategory();
  for await (const rows of eachPlannedRow(file.id)) {
    yield {
      made: rows.flatMap(({ productId, plan }) =>
        plan.before === null
          ? [
              {
                ...blankProduct({ ...plan.after, taxClass: taxClasses.get(plan.after.categoryId) }),
                ...plan.after,
                id: productId,
              },
            ]
          : [],
      ),
      changed: rows.flatMap(({ productId, plan: { before, after } }) =>
        before !== null && differ(before, after) ? [{ id: productId, before, after }] : [],
      ),
      stock: rows.flatMap(({ productId, lotId, plan }) =>
        plan.before === null && plan.stock
          ? [
              {
                productId,
                productType: plan.after.productType,
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

/** Issues the statements in this order without waiting, so that each runs while the next is being built. */
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
