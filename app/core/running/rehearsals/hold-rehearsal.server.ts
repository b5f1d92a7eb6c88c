/**
 * Holds a rehearsal before the shop opens: real orders through the real shop, office and counter, after which every row is
 * as before (docs/decisions/0104-a-rehearsal-is-undone-whole.md). Only the audit log says that one was held.
 */
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { invalidateSettings, readStoredSettings } from '#core/ground/settings/settings-queries.server.ts';
import { databasePool, inLongTransaction, inLongTransactionOr, type Transaction } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { returnToSnapshot, snapshotTakenAt, takeSnapshot } from '#db/snapshot.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { isOver, type RehearsalProblem } from './rehearsal.ts';
import { readOtherWork } from './rehearsals-queries.server.ts';

type Outcome = Result<null, RehearsalProblem>;

/** Sessions of people who had an account before the rehearsal remain, so that its end signs no one out. */
const SIGN_INS = {
  tables: ['sessions', 'session_ends'],
  statements: [
    'delete from public.session_ends',
    'insert into public.session_ends select * from session_ends_now',
    'delete from public.sessions',
    'insert into public.sessions select * from sessions_now where user_id in (select id from public.users)',
    'delete from public.push_subscriptions where session_id not in (select id from public.sessions)',
  ],
};

/** Needs an admin who signed in recently. Refuses a shop that is open or has orders, and a second rehearsal. */
export function startRehearsal(actor: Actor): Promise<Outcome> {
  return asAdmin(actor, async (tx) => {
    if (await snapshotTakenAt(tx.$client)) return refuse({ kind: 'running' });
    const { opening } = await readStoredSettings(tx);
    if (opening.isOpen) return refuse({ kind: 'open' });
    if ((await tx.$count(orders)) > 0) return refuse({ kind: 'has-orders' });
    await takeSnapshot(tx);
    return succeed(null);
  });
}

/** Needs an admin who signed in recently, and was one before the rehearsal. Undoes everything done since it started. */
export function endRehearsal(actor: Actor): Promise<Outcome> {
  return asAdmin(actor, async (tx, admin) => {
    const startedAt = await snapshotTakenAt(tx.$client);
    if (!startedAt) return refuse({ kind: 'not-running' });
    await undo(tx, admin, startedAt);
    return succeed(null);
  });
}

/** For the schedule: ends a rehearsal that has lasted its time, if that undoes orders and cash only. */
export async function endOldRehearsal(now = new Date()): Promise<void> {
  const startedAt = await snapshotTakenAt(databasePool());
  if (!startedAt || !isOver(startedAt, now)) return;
  await inLongTransaction(async (tx) => {
    if (!(await snapshotTakenAt(tx.$client))) return;
    // Someone forgot the rehearsal and prepared the shop: only a person may decide to lose that.
    if ((await readOtherWork(startedAt, tx)).length > 0) return;
    await undo(tx, null, startedAt);
  });
  invalidateSettings();
}

async function undo(tx: Transaction, admin: SignedIn | null, startedAt: Date): Promise<void> {
  const held = await tx.$count(orders);
  await returnToSnapshot(tx, SIGN_INS);
  await recordAudit(tx, admin, {
    action: 'rehearsal.held',
    subject: 'store',
    subjectId: 'rehearsal',
    after: { from: startedAt.toISOString(), orders: held },
  });
}

async function asAdmin(
  actor: Actor,
  work: (tx: Transaction, admin: SignedIn) => Promise<Outcome>,
): Promise<Outcome> {
  const denied: Outcome = refuse({ kind: 'not-allowed' });
  const run = staffTransaction(actor, 'settings.manage', denied, inLongTransactionOr);
  try {
    // What is refused has written nothing.
    const outcome = await run<Outcome>(async (tx, admin) => {
      if (!(await holdSession(tx, admin, { recent: true }))) return refuse({ kind: 'confirm-first' });
      return work(tx, admin);
    });
    if (outcome.ok) invalidateSettings();
    return outcome;
  } catch (error) {
    const code = databaseErrorCode(error);
    // Two at once, or a table that someone else uses.
    if (code === '42P06' || code === '55P03') return refuse({ kind: 'busy' });
    if (code === '42501') return refuse({ kind: 'no-right' });
    throw error;
  }
}
