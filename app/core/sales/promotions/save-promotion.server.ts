/** Creates, changes and deletes drafts of promotions, by admins. */
import { eq, sql } from 'drizzle-orm';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { type OpenAction, recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { promotions } from '#db/schema/promotions.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import type { PromotionProblem, PromotionWords } from './promotion.ts';
import { productOf } from './promotion-link.ts';

type Row = typeof promotions.$inferSelect;

/** Returns its id. Refused: people who may not, and a link to a product the shop does not show. */
export async function createPromotion(
  actor: Actor,
  words: PromotionWords,
): Promise<Result<string, PromotionProblem>> {
  const asStaff = staffTransaction(actor, 'promotions.send', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<string, PromotionProblem>>(async (tx, actor) => {
    if (!(await leadsSomewhere(tx, words.path))) return refuse({ kind: 'dead-link' });
    const id = newId<string>();
    await tx.insert(promotions).values({ id, ...columnsOf(words), createdBy: actor.userId });
    await record(tx, actor, 'promotion.written', id, { after: words });
    return succeed(id);
  });
}

/** Refused: a promotion that was sent, and one that someone else has saved since version `version`. */
export function savePromotion(
  actor: Actor,
  id: string,
  { version, words }: { version: number; words: PromotionWords },
): Promise<Result<null, PromotionProblem>> {
  return onDraft(actor, id, async (tx, admin, stored) => {
    if (stored.version !== version) return refuse({ kind: 'stale' });
    if (!(await leadsSomewhere(tx, words.path))) return refuse({ kind: 'dead-link' });
    await tx
      .update(promotions)
      .set({ ...columnsOf(words), version: version + 1, updatedAt: sql`now()` })
      .where(eq(promotions.id, id));
    await record(tx, admin, 'promotion.changed', id, { before: wordsOf(stored), after: words });
    return succeed(null);
  });
}

/** Deletes a draft; a sent promotion stays on record. */
export function deletePromotion(actor: Actor, id: string): Promise<Result<null, PromotionProblem>> {
  return onDraft(actor, id, async (tx, admin, stored) => {
    await tx.delete(promotions).where(eq(promotions.id, id));
    await record(tx, admin, 'promotion.deleted', id, { before: wordsOf(stored) });
    return succeed(null);
  });
}

/** Locks a draft and runs `work` on it. */
export async function onDraft<T>(
  actor: Actor,
  id: string,
  work: (tx: Transaction, admin: SignedIn, stored: Row) => Promise<Result<T, PromotionProblem>>,
): Promise<Result<T, PromotionProblem>> {
  const asStaff = staffTransaction(actor, 'promotions.send', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<T, PromotionProblem>>(async (tx, actor) => {
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    const [stored] = await tx.select().from(promotions).where(eq(promotions.id, id)).for('no key update');
    if (!stored) return refuse({ kind: 'not-found' });
    if (stored.status !== 'draft') return refuse({ kind: 'not-draft' });
    const done = await work(tx, actor, stored);
    if (done.ok) await announce(tx, 'promotions');
    return done;
  });
}

/** The content of a stored promotion. */
export function wordsOf({ title, words, path, terms, validFrom, validUntil }: Row): PromotionWords {
  const offer =
    terms !== null && validFrom !== null && validUntil !== null
      ? { terms, from: validFrom, until: validUntil }
      : null;
  return { title, words, path, offer };
}

function columnsOf({ title, words, path, offer }: PromotionWords) {
  return {
    title,
    words,
    path,
    terms: offer?.terms ?? null,
    validFrom: offer?.from ?? null,
    validUntil: offer?.until ?? null,
  };
}

/** Whether the page it leads to exists; for a product, whether it is for sale. */
export async function leadsSomewhere(tx: Transaction, path: string | null): Promise<boolean> {
  const productId = path === null ? null : productOf(path);
  if (productId === null) return true;
  const [product] = await tx
    .select({ forSale: products.forSale, archivedAt: products.archivedAt })
    .from(products)
    .where(eq(products.id, productId));
  return product?.forSale === true && product.archivedAt === null;
}

function record(
  tx: Transaction,
  actor: SignedIn,
  action: OpenAction,
  subjectId: string,
  states: { before?: PromotionWords; after?: PromotionWords },
): Promise<void> {
  return recordAudit(tx, actor, { action, subject: 'promotion', subjectId, ...states });
}
