/**
 * What an admin decides about a report that was refused: send it again, or leave it, because it was entered by hand or needs
 * no report. The state's system is not asked here; the sender is.
 */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { stateActs } from '#db/schema/tracking.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import { ownRefusalMessage } from './act.ts';
import { type RefusalKind, refusalKindOf } from './refusal-cure.ts';
import { enteredNote, type ResolveProblem } from './resolve.ts';

type Act = typeof stateActs.$inferSelect;
type Resolved<T = null> = Result<T, ResolveProblem>;

/** Acts of one press. */
const MOST_AT_ONCE = 1000;

const asAdmin = (actor: Actor) =>
  staffTransaction(actor, 'inventory.manage', refuse<ResolveProblem>({ kind: 'not-allowed' }));

/** Sends it again at once. Refuses one that is neither refused nor waiting for a later time. */
export function retryAct(actor: Actor, id: number): Promise<Resolved> {
  return onAct(actor, id, async (tx, admin, act) => {
    const isLater = act.status === 'waiting' && act.dueAt !== null;
    if (act.status !== 'refused' && !isLater) return refuse(notRefused(act));
    await sendAgain(tx, [act.id]);
    await recordAudit(tx, admin, {
      action: 'state-act.retried',
      subject: 'state-act',
      subjectId: String(id),
    });
    return succeed(null);
  });
}

/** It is not reported. Refuses one that is not refused, and a missing reason. */
export function skipAct(actor: Actor, id: number, reason: string): Promise<Resolved> {
  return end(actor, id, reason, 'state-act.skipped');
}

/**
 * Someone entered it in the state's system by hand.
 * @param receipt the state's number of it; '' where it has none
 */
export function markEntered(
  actor: Actor,
  id: number,
  { receipt, note }: { receipt: string; note: string },
): Promise<Resolved> {
  return end(actor, id, enteredNote(receipt, note), 'state-act.entered-by-hand');
}

/** Sends all again that were refused for this reason, at most `MOST_AT_ONCE`. Returns how many. */
export function retryAll(actor: Actor, kind: RefusalKind): Promise<Resolved<{ retried: number }>> {
  return asAdmin(actor)<Resolved<{ retried: number }>>(async (tx, admin) => {
    const refused = await tx
      .select({ id: stateActs.id, answer: stateActs.answer })
      .from(stateActs)
      .where(eq(stateActs.status, 'refused'))
      .orderBy(asc(stateActs.id))
      .for('no key update');
    const ids = refused.filter(({ answer }) => refusalKindOf(answer) === kind).map(({ id }) => id);
    if (ids.length === 0) return refuse({ kind: 'none-chosen' });
    const retried = ids.slice(0, MOST_AT_ONCE);
    await sendAgain(tx, retried);
    await recordAudit(
      tx,
      admin,
      retried.map((id) => ({ action: 'state-act.retried', subject: 'state-act', subjectId: String(id) })),
    );
    return succeed({ retried: retried.length });
  });
}

/** The answer stays until the next one. What may have been taken is looked up first. */
async function sendAgain(tx: Transaction, ids: readonly number[]): Promise<void> {
  const notSeen = ownRefusalMessage({ kind: 'not-seen' });
  await tx
    .update(stateActs)
    .set({
      status: sql`case when ${stateActs.answer} = ${notSeen} then 'sending' else 'waiting' end`,
      dueAt: null,
      triedAt: sql`case when ${stateActs.answer} = ${notSeen} then now() else ${stateActs.triedAt} end`,
    })
    .where(inArray(stateActs.id, [...ids]));
  await announce(tx, 'inventory');
}

function end(
  actor: Actor,
  id: number,
  note: string,
  action: 'state-act.skipped' | 'state-act.entered-by-hand',
): Promise<Resolved> {
  const reason = note.trim();
  return onAct(actor, id, async (tx, admin, act) => {
    if (act.status !== 'refused') return refuse(notRefused(act));
    if (reason === '') return refuse({ kind: 'reason-missing' });
    await tx
      .update(stateActs)
      .set({ status: 'skipped', endedBy: admin.userId, endedByName: admin.name, endNote: reason })
      .where(and(eq(stateActs.id, id), eq(stateActs.status, 'refused')));
    await recordAudit(tx, admin, { action, subject: 'state-act', subjectId: String(id), reason });
    await announce(tx, 'inventory');
    return succeed(null);
  });
}

const notRefused = ({ status, endedByName }: Act): ResolveProblem => ({
  kind: 'not-refused',
  status,
  by: endedByName,
});

/** Locks the act: of two admins the second finds what the first decided. */
function onAct(
  actor: Actor,
  id: number,
  work: (tx: Transaction, admin: SignedIn, act: Act) => Promise<Resolved>,
): Promise<Resolved> {
  return asAdmin(actor)<Resolved>(async (tx, admin) => {
    const [act] = await tx.select().from(stateActs).where(eq(stateActs.id, id)).for('no key update');
    return act ? work(tx, admin, act) : refuse({ kind: 'not-found' });
  });
}
