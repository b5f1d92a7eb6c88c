/**
 * Staff change one product: what the form has is written, what it leaves out stays. Guests' pages notice by the
 * database's announcement, and the stock row is locked with it, so that no sale sees half of a change.
 */
import { eq, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { inTransactionOr, type Transaction } from '#db/client.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { type Actor, may, type SignedIn } from '#features/access/actor.ts';
import type { AuditState } from '#features/audit/audit.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import { lockLot } from '#features/inventory/change-lot.server.ts';
import { countLocked } from '#features/inventory/count-lot.server.ts';
import { editLocked } from '#features/inventory/edit-lot.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { databaseConstraint, databaseErrorCode } from '#platform/database-error.ts';
import { announce } from '#platform/live/announce.ts';
import { type StaleSave, staleChanges } from '#ui/form/refusal.ts';
import { type EditedProduct, lockProducts } from './edited-products-queries.server.ts';
import {
  changedFields,
  type ProductField,
  type ProductValues,
  productLabels,
  productTexts,
  writeProductField,
} from './product-fields.ts';
import { judgeProduct, type ProductProblem, type ProductRules, warningKey } from './product-rules.ts';

export type ProductEdit = {
  version: number;
  values: Partial<ProductValues>;
  /** The warnings that were read and accepted; '' for none. */
  accepted: string;
  /** The lot that the inventory's dialog shows with the product. */
  lot?: {
    lotId: number;
    batchNumber: string;
    /** Units counted; left out where nothing was counted. */
    counted?: number;
    /** What the form showed. */
    expected: number;
  };
};

/** What the form began with and what was typed, by field name: only to say what changed in between. */
export type ProductFormTexts = {
  base: Readonly<Record<string, string>>;
  mine: Readonly<Record<string, string>>;
};

export type SavedProduct = { version: number; changed: boolean };

const UNIQUE_VIOLATION = '23505';

/**
 * Answers the new version. A refusal changes nothing, and an edit that changes nothing leaves no trace. Refused: who
 * may not manage inventory, a version that somebody else has saved over, what the rules of sale forbid, and warnings
 * that were not accepted word for word.
 */
export async function saveProduct(
  actor: Actor,
  productId: number,
  edit: ProductEdit,
  texts: ProductFormTexts,
  now = systemClock(),
): Promise<Result<SavedProduct, ProductProblem>> {
  if (actor.kind !== 'user' || !may(actor, 'inventory.manage')) return refuse({ kind: 'not-allowed' });
  const rules = await readSettings();
  try {
    return await inTransactionOr<Result<SavedProduct, ProductProblem>>(async (tx, abandon) => {
      const [product] = await lockProducts(tx, [productId]);
      if (!product) return refuse({ kind: 'not-found' });
      if (product.version !== edit.version)
        return refuse({ kind: 'stale', stale: await staleEdit(tx, product, texts) });
      const after = { ...product.values, ...edit.values };
      const verdict = await judge(tx, product.values, after, rules, edit.accepted);
      if (!verdict.ok) return verdict;
      const changed = changedFields(product.values, after);
      const version = changed.length > 0 ? product.version + 1 : product.version;
      if (changed.length > 0) await write(tx, actor, { product, after, changed, version, verdict, now });
      const lot = edit.lot ? await saveLot(tx, actor, productId, edit.lot, now) : succeed(false);
      if (!lot.ok) return abandon(lot);
      if (changed.length > 0 || lot.value) await announce(tx, 'inventory');
      return succeed({ version, changed: changed.length > 0 || lot.value });
    });
  } catch (error) {
    return taken(error);
  }
}

/** A new product, off sale until it is complete. Answers its number. */
export async function createProduct(
  actor: Actor,
  values: ProductValues,
  accepted: string,
): Promise<Result<{ id: number }, ProductProblem>> {
  if (actor.kind !== 'user' || !may(actor, 'inventory.manage')) return refuse({ kind: 'not-allowed' });
  const rules = await readSettings();
  return inTransactionOr<Result<{ id: number }, ProductProblem>>(async (tx) => {
    const verdict = await judge(tx, null, values, rules, accepted);
    if (!verdict.ok) return verdict;
    const [made] = await tx.insert(products).values(values).returning({ id: products.id });
    if (!made) throw new Error('a product was not written');
    await recordAudit(tx, actor, {
      action: 'product.created',
      subject: 'product',
      subjectId: String(made.id),
      after: productTexts(values, ['name', 'productType', 'retailPrice']),
      reason: verdict.value.join(' '),
    });
    await announce(tx, 'inventory');
    return succeed({ id: made.id });
  });
}

/** Brings an archived product back into the inventory; it is put on sale by hand. */
export async function restoreProduct(actor: Actor, productId: number): Promise<Result<null, ProductProblem>> {
  if (actor.kind !== 'user' || !may(actor, 'inventory.manage')) return refuse({ kind: 'not-allowed' });
  return inTransactionOr<Result<null, ProductProblem>>(async (tx) => {
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

/** The warnings that were accepted, or what keeps it from being saved. */
async function judge(
  tx: Transaction,
  before: ProductValues | null,
  after: ProductValues,
  rules: ProductRules,
  accepted: string,
): Promise<Result<string[], ProductProblem>> {
  const { errors, warnings } = judgeProduct(before, after, rules);
  if (before?.categoryId !== after.categoryId) {
    const [shelf] = await tx
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.id, after.categoryId));
    if (!shelf) errors.categoryId = ['Choose a category.'];
  }
  if (Object.keys(errors).length > 0) return refuse({ kind: 'invalid', errors });
  if (warnings.length > 0 && accepted !== warningKey(warnings)) return refuse({ kind: 'warned', warnings });
  return succeed(warnings);
}

async function write(
  tx: Transaction,
  actor: SignedIn,
  saved: {
    product: EditedProduct;
    after: ProductValues;
    changed: readonly ProductField[];
    version: number;
    verdict: { value: string[] };
    now: Temporal.Instant;
  },
): Promise<void> {
  const { product, after, changed, version, verdict, now } = saved;
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
    reason: verdict.value.length > 0 ? `Saved in spite of: ${verdict.value.join(' ')}` : null,
  });
}

/** Whether anything of the lot changed. */
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

/** Texts as people read them: the log says '24.50', not cents. */
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

/** Two things are unique: a product's UPC, and the batch number within a product. */
function taken(error: unknown): Result<never, ProductProblem> {
  if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
  return databaseConstraint(error)?.startsWith('lots_')
    ? refuse({ kind: 'lot', field: 'batchNumber', problem: { kind: 'batch-taken' } })
    : refuse({ kind: 'invalid', errors: { upcCode: ['Another product has this UPC.'] } });
}
