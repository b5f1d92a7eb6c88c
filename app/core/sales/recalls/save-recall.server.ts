/** Creates, changes and deletes drafts of recalls, by admins. */
import { asc, eq, inArray } from 'drizzle-orm';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { AuditState } from '#core/ground/audit/audit.ts';
import { type OpenAction, recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { inLongTransactionOr, type Transaction } from '#db/client.ts';
import { recallLots, recalls } from '#db/schema/recalls.ts';
import { lots } from '#db/schema/stock.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import { MOST_LOTS, type RecallDraft, type RecallProblem } from './recall.ts';

export type StoredRecall = typeof recalls.$inferSelect;

/** Returns its id. Refused: people who may not manage inventory, and one without lots or with too many. */
export async function createRecall(actor: Actor, draft: RecallDraft): Promise<Result<string, RecallProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<string, RecallProblem>>(async (tx, admin) => {
    const lotIds = await existing(tx, draft.lotIds);
    if (lotIds.length === 0) return refuse({ kind: 'no-lots' });
    if (lotIds.length > MOST_LOTS) return refuse({ kind: 'too-many-lots' });
    const id = newId<string>();
    const { isExercise, reason, title, words } = draft;
    await tx
      .insert(recalls)
      .values({ id, isExercise, reason, title, words, createdBy: admin.userId, createdByName: admin.name });
    await coverLots(tx, id, lotIds);
    await recordRecall(tx, admin, 'recall.drafted', id, { after: { ...draft, lotIds } });
    return succeed(id);
  });
}

/** Refused: a recall that was started, one that someone else has saved since `version`, and one without lots or with too many. */
export function saveRecall(
  actor: Actor,
  id: string,
  { version, draft }: { version: number; draft: RecallDraft },
): Promise<Result<null, RecallProblem>> {
  return onRecall(actor, id, 'draft', async (tx, admin, stored) => {
    if (stored.version !== version) return refuse({ kind: 'stale' });
    const lotIds = await existing(tx, draft.lotIds);
    if (lotIds.length === 0) return refuse({ kind: 'no-lots' });
    if (lotIds.length > MOST_LOTS) return refuse({ kind: 'too-many-lots' });
    const { isExercise, reason, title, words } = draft;
    await tx
      .update(recalls)
      .set({ isExercise, reason, title, words, version: version + 1 })
      .where(eq(recalls.id, id));
    await tx.delete(recallLots).where(eq(recallLots.recallId, id));
    await coverLots(tx, id, lotIds);
    await recordRecall(tx, admin, 'recall.changed', id, { after: { ...draft, lotIds } });
    return succeed(null);
  });
}

/** Deletes a draft; a recall that was started stays on record. */
export function deleteRecall(actor: Actor, id: string): Promise<Result<null, RecallProblem>> {
  return onRecall(actor, id, 'draft', async (tx, admin, { reason, title }) => {
    await tx.delete(recalls).where(eq(recalls.id, id));
    await recordRecall(tx, admin, 'recall.deleted', id, { before: { reason, title } });
    return succeed(null);
  });
}

/** Locks a recall in this status and runs `work` on it, for admins. */
export async function onRecall<T>(
  actor: Actor,
  id: string,
  status: 'draft' | 'active',
  work: (tx: Transaction, admin: SignedIn, stored: StoredRecall) => Promise<Result<T, RecallProblem>>,
): Promise<Result<T, RecallProblem>> {
  const denied = refuse({ kind: 'not-allowed' } as const);
  const asStaff = staffTransaction(actor, 'inventory.manage', denied, inLongTransactionOr);
  return asStaff<Result<T, RecallProblem>>(async (tx, admin) => {
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    const [stored] = await tx.select().from(recalls).where(eq(recalls.id, id)).for('no key update');
    if (!stored) return refuse({ kind: 'not-found' });
    if (stored.status !== status) return refuse({ kind: status === 'draft' ? 'not-draft' : 'not-active' });
    const done = await work(tx, admin, stored);
    if (done.ok) await announce(tx, 'recalls');
    return done;
  });
}

/** Those of the lots that exist, at most one more than a recall covers. */
async function existing(tx: Transaction, lotIds: readonly number[]): Promise<number[]> {
  const found = await tx
    .select({ id: lots.id })
    .from(lots)
    .where(inArray(lots.id, [...lotIds]))
    .orderBy(asc(lots.id))
    .limit(MOST_LOTS + 1);
  return found.map(({ id }) => id);
}

async function coverLots(tx: Transaction, recallId: string, lotIds: readonly number[]): Promise<void> {
  await tx.insert(recallLots).values(lotIds.map((lotId) => ({ recallId, lotId })));
}

/** Records what was done to a recall. */
export function recordRecall(
  tx: Transaction,
  actor: SignedIn,
  action: OpenAction,
  subjectId: string,
  entry: { before?: AuditState; after?: AuditState; reason?: string },
): Promise<void> {
  return recordAudit(tx, actor, { action, subject: 'recall', subjectId, ...entry });
}
