/** Undoes a bulk action for the products that have not changed since. */
import { and, desc, eq, getTableColumns, gte, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { checkPrice } from '#core/goods/discounts/price-guard.ts';
import { changeSaleTerms } from '#core/goods/stock/change-sale-terms.server.ts';
import { createStockRows } from '#core/goods/stock/create-stock-rows.server.ts';
import { type Actor, may, type SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, type Transaction } from '#db/client.ts';
import {
  categories,
  productBatches,
  productBatchRows,
  productImports,
  products,
} from '#db/schema/catalogue.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { ProductBatchKind } from '#kernel/statuses.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import type { BulkProblem } from './bulk-change.ts';
import { type BulkColumns, bulkColumnsOf, writeColumns } from './change-products.server.ts';
import { type EditedProduct, lockProducts, readUpcOwners } from './edited-products-queries.server.ts';
import { judgeProduct, type ProductRules } from './product-rules.ts';

/** After this long, people should look before they undo. */
export const UNDO_HOURS = 24;

/** `importId` is the batch's import, which `startUndoing` undoes; `merged` names both categories of a merge. */
export type UndoableBatch = {
  id: string;
  kind: ProductBatchKind;
  count: number;
  importId: string | null;
  merged: { from: string; into: string } | null;
};

/** Reads this person's newest bulk action that can still be undone; null if there is none. */
export async function readUndoable(actor: Actor, now = systemClock()): Promise<UndoableBatch | null> {
  if (actor.kind !== 'user' || !may(actor, 'inventory.manage')) return null;
  const [batch] = await database()
    .select({
      id: productBatches.id,
      kind: productBatches.kind,
      count: sql<number>`case when ${productImports.id} is null
        then (select count(*)::int from product_batch_rows where batch_id = ${productBatches.id})
        else (${productImports.counts} ->> 'new')::int + (${productImports.counts} ->> 'changed')::int end`,
      importId: productImports.id,
      // Only a merge writes nothing but the category.
      merged: sql<UndoableBatch['merged']>`(
        select json_build_object('from', category.name, 'into', target.name)
        from product_batch_rows as row
        join categories as category on row.before = jsonb_build_object('categoryId', category.id)
        join categories as target on row.after = jsonb_build_object('categoryId', target.id)
        where row.batch_id = ${productBatches.id} limit 1)`,
    })
    .from(productBatches)
    .leftJoin(productImports, eq(productImports.batchId, productBatches.id))
    .where(
      and(
        eq(productBatches.actorId, actor.userId),
        gte(productBatches.createdAt, asDate(now.subtract({ hours: UNDO_HOURS }))),
        isNull(productBatches.undoneAt),
      ),
    )
    .orderBy(desc(productBatches.createdAt))
    .limit(1);
  return batch ?? null;
}

/** Batches from before bulk discounts, or from before levels of low stock, do not have these columns. */
type Columns = Pick<BulkColumns, 'retailPrice' | 'forSale' | 'categoryId'> & Partial<BulkColumns>;
/** `wholesalePrice` was not changed; its floor is the one the former price was checked against. */
type Former = Columns & { wholesalePrice: number };
type Whole = { product: Record<string, unknown>; pictures: unknown[] };

/**
 * Returns how many products were restored, and how many were skipped because they have changed since or
 * because a rule would now refuse their former values. A second undo does nothing more.
 */
export async function undoBatch(
  actor: Actor,
  batchId: string,
  now: Temporal.Instant = systemClock(),
): Promise<Result<{ undone: number; left: number }, BulkProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  const rules = await readSettings();
  return asStaff<Result<{ undone: number; left: number }, BulkProblem>>(async (tx, actor) => {
    if (!isUuid(batchId)) return refuse({ kind: 'nothing-to-undo' });
    const [batch] = await tx
      .update(productBatches)
      .set({ undoneAt: asDate(now) })
      .where(
        and(
          eq(productBatches.id, batchId),
          eq(productBatches.actorId, actor.userId),
          gte(productBatches.createdAt, asDate(now.subtract({ hours: UNDO_HOURS }))),
          isNull(productBatches.undoneAt),
          ne(productBatches.kind, 'import'),
        ),
      )
      .returning({ id: productBatches.id, kind: productBatches.kind });
    if (!batch) return refuse({ kind: 'nothing-to-undo' });
    const rows = await tx.select().from(productBatchRows).where(eq(productBatchRows.batchId, batch.id));
    const locked = await lockProducts(
      tx,
      rows.map(({ productId }) => productId),
    );
    const stored = new Map(locked.map((product) => [product.id, product]));
    const done = await changeSaleTerms(tx, async () => {
      const back =
        batch.kind === 'edit'
          ? await revert(tx, actor, rows, stored, rules)
          : await restore(tx, rows, stored, rules);
      await recordAudit(
        tx,
        actor,
        back.map((id) => ({
          action: batch.kind === 'edit' ? 'product.edit-undone' : 'product.restored',
          subject: 'product' as const,
          subjectId: String(id),
          reason: 'Undo',
        })),
      );
      await announce(tx, 'inventory');
      return back;
    });
    return succeed({ undone: done.length, left: rows.length - done.length });
  });
}

type Row = typeof productBatchRows.$inferSelect;
type Stored = ReadonlyMap<number, EditedProduct>;

/** Restores the former values of products that are as the batch left them; returns their numbers. */
async function revert(
  tx: Transaction,
  actor: SignedIn,
  rows: readonly Row[],
  stored: Stored,
  rules: ProductRules,
): Promise<number[]> {
  const back = rows.flatMap(({ productId, before, after }) => {
    const product = stored.get(productId);
    const { wholesalePrice, ...former } = before as Former;
    if (!product || !isStill(product, after as Columns)) return [];
    return mayGoBack(product, former, wholesalePrice, rules)
      ? [{ id: productId, ...bulkColumnsOf(product.values), ...former }]
      : [];
  });
  await writeColumns(tx, back);
  await reopenMerged(tx, actor, [...new Set(back.map(({ categoryId }) => categoryId))]);
  return back.map(({ id }) => id);
}

/** A merged category is on the menu again with the products that go back to it. */
async function reopenMerged(tx: Transaction, actor: SignedIn, categoryIds: readonly number[]): Promise<void> {
  const reopened = await tx
    .update(categories)
    .set({ offMenuSince: null, mergedInto: null })
    .where(and(inArray(categories.id, [...categoryIds]), isNotNull(categories.mergedInto)))
    .returning({ id: categories.id, name: categories.name });
  await recordAudit(
    tx,
    actor,
    reopened.map(({ id, name }) => ({
      action: 'category.restored' as const,
      subject: 'category' as const,
      subjectId: String(id),
      before: { name, archived: true },
      after: { name, archived: false },
      reason: 'Merge undone',
    })),
  );
}

/** Restores what the batch deleted or archived; returns the numbers of those products. */
async function restore(
  tx: Transaction,
  rows: readonly Row[],
  stored: Stored,
  rules: ProductRules,
): Promise<number[]> {
  const done: number[] = [];
  for (const { productId, before, after } of rows) {
    const product = stored.get(productId);
    if (after === null && !product) {
      if (!(await bringBack(tx, before as Whole))) continue;
    } else if (after !== null && product?.isArchived)
      await tx
        .update(products)
        .set({
          archivedAt: null,
          forSale: (before as { forSale: boolean }).forSale && canBeSold(product, rules),
          version: product.version + 1,
        })
        .where(eq(products.id, productId));
    else continue;
    done.push(productId);
  }
  return done;
}

/**
 * The floor was checked when the former price was saved. A new wholesale price means a new floor that this
 * price was not checked against: a former price that it would refuse or warn about is not restored.
 */
function mayGoBack(
  { values }: EditedProduct,
  former: Columns,
  wholesaleThen: number,
  rules: ProductRules,
): boolean {
  const after = { ...values, ...former };
  // The current discount was checked against the current price, a former discount against the former price.
  const isDecided =
    (after.retailPrice === values.retailPrice && after.discount === values.discount) ||
    (values.wholesalePrice === wholesaleThen && ('discount' in former || values.discount === null));
  if (!isDecided && checkPrice(after, rules.pricing) !== null) return false;
  const decided = { ...rules, pricing: { ...rules.pricing, belowFloor: 'allow' as const } };
  return Object.keys(judgeProduct(values, after, decided).errors).length === 0;
}

function isStill({ values }: EditedProduct, after: Columns): boolean {
  return Object.entries(after).every(([column, value]) => values[column as keyof Columns] === value);
}

function canBeSold({ values }: EditedProduct, rules: ProductRules): boolean {
  return Object.keys(judgeProduct(values, { ...values, forSale: true }, rules).errors).length === 0;
}

/** The product's stored columns; the database generates the others. */
const stored = sql.raw(
  Object.entries(getTableColumns(products))
    .filter(([, { generated }]) => generated === undefined)
    .map(([key]) => key.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`))
    .join(', '),
);

/** Restores the product with its number and pictures; false if another product now has its UPC. */
async function bringBack(tx: Transaction, { product, pictures }: Whole): Promise<boolean> {
  const { upc_code: upc } = product;
  if (typeof upc === 'string' && (await readUpcOwners(tx, [upc.padStart(14, '0')])).size > 0) return false;
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into products (${stored}) select ${stored}
    from jsonb_populate_record(null::products, ${JSON.stringify(product)}::jsonb)
    on conflict do nothing returning id`);
  const [restored] = rows;
  if (!restored) return false;
  await createStockRows(tx, [restored.id]);
  await tx.execute(sql`
    insert into product_images
    select (jsonb_populate_record(null::product_images, picture)).* from jsonb_array_elements(${JSON.stringify(pictures)}::jsonb) as picture`);
  return true;
}
