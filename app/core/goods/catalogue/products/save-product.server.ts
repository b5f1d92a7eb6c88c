/**
 * Saves one product for staff: writes the form's fields and leaves the others unchanged. The database's
 * announcement invalidates guest pages, and the stock row is locked too, so that no sale sees half of a
 * change.
 */
import { eq, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { createStockRows } from '#core/goods/stock/create-stock-rows.server.ts';
import { lockLot } from '#core/goods/stock/lots/change-lot.server.ts';
import { countLocked } from '#core/goods/stock/lots/count-lot.server.ts';
import { editLocked } from '#core/goods/stock/lots/edit-lot.server.ts';
import type { LotProblem } from '#core/goods/stock/lots/lots.ts';
import {
  type LotDelivery,
  type ReceivedLot,
  receiveWithin,
} from '#core/goods/stock/lots/receive-lot.server.ts';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { AuditState } from '#core/ground/audit/audit.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { databaseConstraint, databaseErrorCode } from '#platform/database-error.ts';
import { announce } from '#platform/live/announce.ts';
import { type StaleSave, staleChanges } from '#ui/form/refusal.ts';
import { type EditedProduct, lockProducts, readUpcOwners } from './edited-products-queries.server.ts';
import {
  changedFields,
  type ProductField,
  type ProductValues,
  productLabels,
  productTexts,
  writeProductField,
} from './product-fields.ts';
import {
  judgeSale,
  type ProductProblem,
  type ProductRules,
  type SaleJudgment,
  warningKey,
} from './product-rules.ts';

export type ProductEdit = {
  version: number;
  values: Partial<ProductValues>;
  /** The accepted warnings; '' for none. */
  accepted: string;
  /** The lot that the inventory's dialog shows with the product. */
  lot?: {
    lotId: number;
    batchNumber: string;
    /** Counted units; omitted if nothing was counted. */
    counted?: number;
    /** The units that the form showed. */
    expected: number;
  };
};

/** The form's initial values and the typed values, by field name: only for showing what changed in between. */
export type ProductFormTexts = {
  base: Readonly<Record<string, string>>;
  mine: Readonly<Record<string, string>>;
};

/** `missing`: why the product stays off sale although it was meant to go on sale, by field. */
export type SavedProduct = { version: number; changed: boolean; missing: Record<string, string[]> };

const UNIQUE_VIOLATION = '23505';

/**
 * Returns the new version. A product that is not ready for sale is saved off sale. A refusal changes nothing,
 * and an edit without changes leaves no trace. Refuses: actors without permission to manage inventory, a
 * version that someone else has overwritten, what the rules of sale forbid, and warnings that were not
 * accepted word for word.
 */
export async function saveProduct(
  actor: Actor,
  productId: number,
  edit: ProductEdit,
  texts: ProductFormTexts,
  now = systemClock(),
): Promise<Result<SavedProduct, ProductProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  const rules = await readSettings();
  try {
    return await asStaff<Result<SavedProduct, ProductProblem>>(async (tx, actor, abandon) => {
      const [product] = await lockProducts(tx, [productId]);
      if (!product) return refuse({ kind: 'not-found' });
      if (product.version !== edit.version)
        return refuse({ kind: 'stale', stale: await staleEdit(tx, product, texts) });
      const wanted = { ...product.values, ...edit.values };
      const verdict = await judge(tx, product.values, wanted, rules, edit.accepted);
      if (!verdict.ok) return verdict;
      const { after, missing, warnings } = verdict.value;
      const changed = changedFields(product.values, after);
      const version = changed.length > 0 ? product.version + 1 : product.version;
      if (changed.length > 0) await write(tx, actor, { product, after, changed, version, warnings, now });
      const lot = edit.lot ? await saveLot(tx, actor, productId, edit.lot, now) : succeed(false);
      if (!lot.ok) return abandon(lot);
      if (changed.length > 0 || lot.value) await announce(tx, 'inventory');
      return succeed({ version, changed: changed.length > 0 || lot.value, missing });
    });
  } catch (error) {
    return taken(error);
  }
}

/** A new product's number, what it lacks to go on sale, and whether its first lot is on sale (null without a lot). */
export type CreatedProduct = {
  id: number;
  missing: Record<string, string[]>;
  lotStatus: ReceivedLot['status'] | null;
};

/**
 * Creates a product, off sale until it is complete, with its first lot if one is given: both or nothing. Refuses what
 * `saveProduct` and `receiveLot` refuse.
 */
export async function createProduct(
  actor: Actor,
  values: ProductValues,
  accepted: string,
  lot?: Omit<LotDelivery, 'productId'>,
  now = systemClock(),
): Promise<Result<CreatedProduct, ProductProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  const rules = await readSettings();
  try {
    return await asStaff<Result<CreatedProduct, ProductProblem>>(async (tx, actor, abandon) => {
      const verdict = await judge(tx, null, values, rules, accepted);
      if (!verdict.ok) return verdict;
      const { after, missing, warnings } = verdict.value;
      const [made] = await tx.insert(products).values(after).returning({ id: products.id });
      if (!made) throw new Error('a product was not written');
      await createStockRows(tx, [made.id]);
      await recordAudit(tx, actor, {
        action: 'product.created',
        subject: 'product',
        subjectId: String(made.id),
        after: productTexts(after, ['name', 'productType', 'retailPrice']),
        reason: warnings.join(' '),
      });
      const clock = { now, zone: rules.store.zone };
      const received = lot ? await receiveWithin(tx, actor, { ...lot, productId: made.id }, clock) : null;
      if (received && !received.ok)
        return abandon(refuse({ kind: 'lot', field: lotField(received.problem), problem: received.problem }));
      await announce(tx, 'inventory');
      return succeed({ id: made.id, missing, lotStatus: received?.value.status ?? null });
    });
  } catch (error) {
    return taken(error);
  }
}

/** The field of a new product's form that a refused lot belongs to. */
function lotField({ kind }: LotProblem): 'batchNumber' | 'stock' | 'expiresOn' {
  if (kind === 'quantity-invalid') return 'stock';
  return kind === 'expired' || kind === 'date-invalid' ? 'expiresOn' : 'batchNumber';
}

/** Restores an archived product to the inventory; staff put it on sale themselves. */
export async function restoreProduct(actor: Actor, productId: number): Promise<Result<null, ProductProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, ProductProblem>>(async (tx, actor) => {
    const [product] = await lockProducts(tx, [productId]);
    if (!product) return refuse({ kind: 'not-found' });
    if (!product.isArchived) return succeed(null);
    await tx
      .update(products)
      .set({ archivedAt: null, version: product.version + 1 })
      .where(eq(products.id, productId));
    await recordAudit(tx, actor, {
      action: 'product.restored',
      subject: 'product',
      subjectId: String(productId),
      before: { archived: true },
      after: { archived: false },
    });
    await announce(tx, 'inventory');
    return succeed(null);
  });
}

/** Returns what to save with the accepted warnings, or what prevents saving. */
async function judge(
  tx: Transaction,
  before: ProductValues | null,
  after: ProductValues,
  rules: ProductRules,
  accepted: string,
): Promise<Result<SaleJudgment, ProductProblem>> {
  const verdict = judgeSale(before, after, rules);
  const { errors, warnings } = verdict;
  if (before?.categoryId !== after.categoryId) {
    const [shelf] = await tx
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.id, after.categoryId));
    if (!shelf) errors.categoryId = ['Choose a category.'];
  }
  if (after.upcCode !== null && after.upcCode !== before?.upcCode) {
    const owners = await readUpcOwners(tx, [after.upcCode]);
    if (owners.size > 0) errors.upcCode = [UPC_TAKEN];
  }
  if (Object.keys(errors).length > 0) return refuse({ kind: 'invalid', errors });
  if (warnings.length > 0 && accepted !== warningKey(warnings)) return refuse({ kind: 'warned', warnings });
  return succeed(verdict);
}

async function write(
  tx: Transaction,
  actor: SignedIn,
  saved: {
    product: EditedProduct;
    after: ProductValues;
    changed: readonly ProductField[];
    version: number;
    warnings: readonly string[];
    now: Temporal.Instant;
  },
): Promise<void> {
  const { product, after, changed, version, warnings, now } = saved;
  const set = Object.fromEntries(changed.map((field) => [field, after[field]]));
  await tx
    .update(products)
    .set({ ...set, version, updatedAt: asDate(now) })
    .where(eq(products.id, product.id));
  await recordAudit(tx, actor, {
    action: 'product.edited',
    subject: 'product',
    subjectId: String(product.id),
    before: auditOf(product.values, changed),
    after: auditOf(after, changed),
    reason: warnings.length > 0 ? `Saved in spite of: ${warnings.join(' ')}` : null,
  });
}

/** Returns whether anything about the lot changed. */
async function saveLot(
  tx: Transaction,
  actor: SignedIn,
  productId: number,
  { lotId, batchNumber, counted, expected }: NonNullable<ProductEdit['lot']>,
  now: Temporal.Instant,
): Promise<Result<boolean, ProductProblem>> {
  const lot = await lockLot(tx, lotId);
  if (lot?.productId !== productId)
    return refuse({ kind: 'lot', field: 'batchNumber', problem: { kind: 'not-found' } });
  const edited = await editLocked(tx, actor, lot, { batchNumber });
  if (!edited.ok) return refuse({ kind: 'lot', field: 'batchNumber', problem: edited.problem });
  if (counted === undefined) return succeed(edited.value.changed);
  const count = { counted, expected, reason: 'count', note: '' } as const;
  const outcome = await countLocked(tx, actor, lot, count, now);
  if (!outcome.ok) return refuse({ kind: 'lot', field: 'stock', problem: outcome.problem });
  return succeed(edited.value.changed || outcome.value.change !== 0);
}

/** Formats values as people read them: the log says '24.50', not cents. */
function auditOf(values: ProductValues, fields: readonly ProductField[]): AuditState {
  return Object.fromEntries(fields.map((field) => [field, writeProductField(field, values)]));
}

async function staleEdit(
  tx: Transaction,
  product: EditedProduct,
  texts: ProductFormTexts,
): Promise<StaleSave> {
  const asked = Object.keys(texts.base).filter((field): field is ProductField =>
    Object.hasOwn(productLabels, field),
  );
  const labels = Object.fromEntries(asked.map((field) => [field, productLabels[field]]));
  const changes = staleChanges(labels, { ...texts, theirs: productTexts(product.values, asked) });
  const shelves = await tx
    .select({ id: sql<string>`${categories.id}::text`, name: categories.name })
    .from(categories);
  const shelfName = (id: string) => shelves.find((shelf) => shelf.id === id)?.name ?? 'none';
  return {
    version: product.version,
    changes: changes.map((change) =>
      change.field === 'categoryId'
        ? { ...change, theirsText: shelfName(change.theirs), mineText: shelfName(change.mine) }
        : change,
    ),
  };
}

const UPC_TAKEN = 'Another product has this UPC.';

/** Two values are unique: a product's UPC, and the batch number within a product. */
function taken(error: unknown): Result<never, ProductProblem> {
  if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
  return databaseConstraint(error)?.startsWith('lots_')
    ? refuse({ kind: 'lot', field: 'batchNumber', problem: { kind: 'batch-taken' } })
    : refuse({ kind: 'invalid', errors: { upcCode: [UPC_TAKEN] } });
}
