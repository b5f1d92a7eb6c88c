/**
 * Changes price, discount, sale status, category or low-stock level of many products: previewed, applied as
 * previewed, undone by `undoBatch`.
 */
import { eq, sql } from 'drizzle-orm';
import { changeSaleTerms } from '#core/goods/stock/change-sale-terms.server.ts';
import { type Actor, discountLimit, may } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { categories } from '#db/schema/catalogue.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import {
  type BulkChange,
  type BulkProblem,
  type PlannedChange,
  PREVIEW_LINES,
  planChange,
} from './bulk-change.ts';
import { lockProducts, readEditedProducts } from './edited-products-queries.server.ts';
import type { ProductValues } from './product-fields.ts';
import { fingerprintOf, type Selection, selectedIds } from './product-selection.server.ts';
import { recordBatch } from './record-batch.server.ts';

export type BulkPreview = {
  selected: number;
  /** The number of products that will change. */
  changing: number;
  unchanged: number;
  /** Products that rules exclude from the change. */
  refused: PreviewLine[];
  refusedCount: number;
  /** Products that are not ready for sale; their other changes apply. */
  offSale: PreviewLine[];
  offSaleCount: number;
  warned: number;
  lines: PreviewLine[];
  fingerprint: string;
};

export type PreviewLine = Omit<PlannedChange, 'after'>;

/** Computes what the change would do, without doing it. */
export async function previewChange(
  actor: Actor,
  selection: Selection,
  change: BulkChange,
): Promise<Result<BulkPreview, BulkProblem>> {
  const ids = await selectedIds(actor, selection);
  if (!ids.ok) return ids;
  if (!mayChange(actor, change)) return refuse({ kind: 'not-allowed' });
  if (!(await isShelf(database(), change.categoryId))) return refuse({ kind: 'unknown-category' });
  const [products, rules] = await Promise.all([readEditedProducts(ids.value), readSettings()]);
  const plans = products.map((product) => planChange(product, change, rules, discountLimit(actor)));
  const changing = plans.filter(changes);
  const refused = plans.filter(({ errors }) => errors.length > 0);
  const offSale = plans.filter(({ missing }) => missing.length > 0);
  return succeed({
    selected: plans.length,
    changing: changing.length,
    unchanged: plans.filter((plan) => plan.changes.length === 0 && plan.missing.length === 0).length,
    refused: refused.slice(0, PREVIEW_LINES).map(lineOf),
    refusedCount: refused.length,
    offSale: offSale.slice(0, PREVIEW_LINES).map(lineOf),
    offSaleCount: offSale.length,
    warned: changing.filter(({ warnings }) => warnings.length > 0).length,
    lines: changing.slice(0, PREVIEW_LINES).map(lineOf),
    fingerprint: fingerprintOf(products, plans.map(lineOf)),
  });
}

/** Who may set discounts, and no more, changes nothing else. */
const mayChange = (actor: Actor, change: BulkChange): boolean =>
  may(actor, 'inventory.manage') ||
  Object.entries(change).every(([field, value]) => field === 'discount' || value === undefined);

const changes = (plan: PlannedChange) => plan.changes.length > 0 && plan.errors.length === 0;
const lineOf = ({ after: _, ...line }: PlannedChange): PreviewLine => line;

/**
 * Applies what was previewed, in one transaction. Returns how many products changed. Refuses: actors without permission
 * to manage inventory, except for discounts up to their limit; products that have changed or that rules judge
 * differently since the preview, warnings that were not accepted.
 */
export async function applyChange(
  actor: Actor,
  selection: Selection,
  change: BulkChange,
  seen: { fingerprint: string; accepted: boolean },
): Promise<Result<{ changed: number }, BulkProblem>> {
  const permission = may(actor, 'inventory.manage') ? 'inventory.manage' : 'products.discount';
  const asStaff = staffTransaction(actor, permission, refuse({ kind: 'not-allowed' }));
  if (!mayChange(actor, change)) return refuse({ kind: 'not-allowed' });
  const ids = await selectedIds(actor, selection);
  if (!ids.ok) return ids;
  const rules = await readSettings();
  return asStaff<Result<{ changed: number }, BulkProblem>>(async (tx, actor) => {
    const products = await lockProducts(tx, ids.value);
    const all = products.map((product) => planChange(product, change, rules, discountLimit(actor)));
    if (fingerprintOf(products, all.map(lineOf)) !== seen.fingerprint) return refuse({ kind: 'moved-on' });
    if (!(await isShelf(tx, change.categoryId))) return refuse({ kind: 'unknown-category' });
    const plans = all.filter(changes);
    if (plans.some(({ warnings }) => warnings.length > 0) && !seen.accepted)
      return refuse({ kind: 'not-accepted' });
    if (plans.length === 0) return succeed({ changed: 0 });
    const before = new Map(products.map(({ id, values }) => [id, values]));
    const rows = plans.map(({ id, after }) => {
      const stood = before.get(id) ?? after;
      // Includes the wholesale price, whose floor the price was checked against.
      const former = { ...bulkColumnsOf(stood), wholesalePrice: stood.wholesalePrice };
      return { productId: id, before: former, after: bulkColumnsOf(after) };
    });
    await recordBatch(tx, 'edit', actor.userId, rows);
    await recordAudit(
      tx,
      actor,
      plans.map(({ id, changes: fields, warnings }) => ({
        action: 'product.edited',
        subject: 'product' as const,
        subjectId: String(id),
        before: Object.fromEntries(fields.map((each) => [each.field, each.before])),
        after: Object.fromEntries(fields.map((each) => [each.field, each.after])),
        reason: warnings.length > 0 ? `Saved in spite of: ${warnings.join(' ')}` : 'Bulk edit',
      })),
    );
    await announce(tx, 'inventory');
    await changeSaleTerms(tx, () =>
      writeColumns(
        tx,
        rows.map(({ productId, after }) => ({ id: productId, ...after })),
      ),
    );
    return succeed({ changed: plans.length });
  });
}

/** The columns that a bulk edit writes. */
export type BulkColumns = Pick<
  ProductValues,
  | 'retailPrice'
  | 'forSale'
  | 'categoryId'
  | 'lowStockLevel'
  | 'discount'
  | 'discountFrom'
  | 'discountUntil'
  | 'discountTerms'
>;

export function bulkColumnsOf(values: ProductValues): BulkColumns {
  const { retailPrice, forSale, categoryId, lowStockLevel } = values;
  const { discount, discountFrom, discountUntil, discountTerms } = values;
  return {
    retailPrice,
    forSale,
    categoryId,
    lowStockLevel,
    discount,
    discountFrom,
    discountUntil,
    discountTerms,
  };
}

/**
 * Writes these columns of many products in one statement and increments their versions. Call within
 * `changeSaleTerms`.
 */
export async function writeColumns(
  tx: Transaction,
  rows: readonly (BulkColumns & { id: number })[],
): Promise<void> {
  await tx.execute(sql`
    update products set retail_price = change."retailPrice", for_sale = change."forSale",
      category_id = change."categoryId", low_stock_level = change."lowStockLevel", discount = change.discount, discount_from = change."discountFrom",
      discount_until = change."discountUntil", discount_terms = change."discountTerms",
      version = version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as change (id int, "retailPrice" int, "forSale" boolean, "categoryId" int, "lowStockLevel" int, discount int,
        "discountFrom" date, "discountUntil" date, "discountTerms" text)
    where products.id = change.id`);
}

async function isShelf(db: Pick<Transaction, 'select'>, id: number | undefined): Promise<boolean> {
  if (id === undefined) return true;
  const [shelf] = await db.select({ id: categories.id }).from(categories).where(eq(categories.id, id));
  return shelf !== undefined;
}
