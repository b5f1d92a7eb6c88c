/** Turns reporting to the state's system on and off, and chooses its reasons. The sender reads what is stored here. */
import { and, eq, inArray, lt } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type Actor, may, type RecentActor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { AuditState } from '#core/ground/audit/audit.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { stateActs, stateReporting } from '#db/schema/tracking.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { StateReason } from '#kernel/statuses.ts';
import { asDate, formatDateTime, type StoreDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { trackingSystem } from '../open-tracking.server.ts';
import { type StateReasonName, TrackingTrouble, trackingMessage } from '../tracking.ts';
import { ownRefusalMessage } from './act.ts';
import { stateReasonLabel } from './act-words.ts';
import {
  checkDay,
  checkReasons,
  type ReasonChoice,
  type ReportingProblem,
  reportsSince,
} from './reporting.ts';

type Chosen = Partial<Record<StateReason, string>>;
type Outcome = Result<null, ReportingProblem>;
type Reporting = typeof stateReporting.$inferSelect;

/** Needs an admin who signed in recently. */
const asAdmin = (actor: Actor) =>
  recentStaffTransaction(
    actor,
    'settings.manage',
    refuse<ReportingProblem>({ kind: 'not-allowed' }),
    refuse<ReportingProblem>({ kind: 'confirm-first' }),
  );

/**
 * From this store-local day on, everything is reported; with `isFromNow` from this moment on, because people entered what
 * happened before. Reports planned or made for another place are not sent or changed any more. Refuses a shop without a connection or that reports already, a day
 * to come or too old, and reasons of ours without one that the state has now, which it asks for.
 * @param day null if it cannot be read
 */
export async function startReporting(
  actor: Actor,
  { day, isFromNow = false, reasons }: { day: StoreDate | null; isFromNow?: boolean; reasons: Chosen },
  now: Temporal.Instant = systemClock(),
): Promise<Outcome> {
  if (!may(actor, 'settings.manage')) return refuse({ kind: 'not-allowed' });
  const { today, zone } = await storeClock(now);
  const from = checkDay(isFromNow ? today : day, today);
  const place = (await trackingSystem())?.place ?? null;
  // Before the locks: the state's system takes its time.
  const theirs = await askReasons(reasons);
  return asAdmin(actor)<Outcome>(async (tx, admin) => {
    const before = await lockReporting(tx);
    if (before.isOn) return refuse({ kind: 'already-on', by: before.changedByName });
    if (!theirs.ok && theirs.problem.kind === 'not-connected') return theirs;
    if (!from.ok) return from;
    if (!theirs.ok) return theirs;
    const fromDay = from.value.toString();
    const fromAt = isFromNow ? now : null;
    const isMoved = before.place !== null && before.place !== place;
    const where = { place, placeSince: isMoved ? asDate(now) : before.placeSince };
    const begin = { fromDay, fromAt: fromAt && asDate(fromAt) };
    await write(tx, admin, { isOn: true, ...begin, ...where, reasons: theirs.value }, now);
    await skipEarlier(tx, asDate(reportsSince(from.value, fromAt, zone)));
    await recordAudit(tx, admin, {
      action: 'state-reporting.started',
      subject: 'setting',
      subjectId: 'state-tracking',
      before: before.fromDay === null ? {} : wordsOf(before.reasons),
      after: {
        from: fromAt ? formatDateTime(fromAt, zone) : fromDay,
        ...wordsOf(theirs.value),
      } as AuditState,
    });
    return succeed(null);
  });
}

/** What waited when reporting stopped was entered by hand since, and may be of another license: it is not sent any more. */
async function skipEarlier(tx: Transaction, first: Date): Promise<void> {
  await tx
    .update(stateActs)
    .set({ status: 'skipped', answer: ownRefusalMessage({ kind: 'before-first-day' }), dueAt: null })
    .where(and(inArray(stateActs.status, ['waiting', 'sending']), lt(stateActs.happenedAt, first)));
}

/** Chooses other reasons while the shop reports. What waits is sent with them. Refuses what starting refuses of reasons. */
export async function changeReasons(
  actor: Actor,
  reasons: Chosen,
  now: Temporal.Instant = systemClock(),
): Promise<Outcome> {
  if (!may(actor, 'settings.manage')) return refuse({ kind: 'not-allowed' });
  const theirs = await askReasons(reasons);
  return asAdmin(actor)<Outcome>(async (tx, admin) => {
    const before = await lockReporting(tx);
    if (!before.isOn) return refuse({ kind: 'not-on' });
    if (!theirs.ok) return theirs;
    await write(tx, admin, { reasons: theirs.value }, now);
    await recordAudit(tx, admin, {
      action: 'state-reporting.reasons-changed',
      subject: 'setting',
      subjectId: 'state-tracking',
      before: wordsOf(before.reasons),
      after: wordsOf(theirs.value),
    });
    return succeed(null);
  });
}

/** From now on the shop only reads and compares. What waits stays, and is not sent. */
export function stopReporting(actor: Actor, now: Temporal.Instant = systemClock()): Promise<Outcome> {
  return asAdmin(actor)<Outcome>(async (tx, admin) =>
    (await stopReportingWithin(tx, admin, now)) ? succeed(null) : refuse({ kind: 'not-on' }),
  );
}

/**
 * Stops reporting in the transaction of a command that ends the connection, or makes it one with another license: what was
 * planned for one license must not reach another. Returns whether it was on.
 */
export async function stopReportingWithin(
  tx: Transaction,
  admin: RecentActor,
  now: Temporal.Instant = systemClock(),
): Promise<boolean> {
  const before = await lockReporting(tx);
  if (!before.isOn) return false;
  await write(tx, admin, { isOn: false }, now);
  await recordAudit(tx, admin, {
    action: 'state-reporting.stopped',
    subject: 'setting',
    subjectId: 'state-tracking',
  });
  return true;
}

/** For a restored shop: what waited in the backup has been sent since, or not, so it is looked up before it is sent. */
export async function lookUpAllFirst(): Promise<void> {
  await database().update(stateActs).set({ status: 'sending' }).where(eq(stateActs.status, 'waiting'));
}

/** Locks the one row, and makes it the first time. */
async function lockReporting(tx: Transaction): Promise<Reporting> {
  await tx.insert(stateReporting).values({}).onConflictDoNothing();
  const [row] = await tx.select().from(stateReporting).for('no key update');
  if (!row) throw new Error('the row of reporting is missing');
  return row;
}

async function write(
  tx: Transaction,
  { userId, name }: RecentActor,
  change: Partial<Pick<Reporting, 'isOn' | 'fromDay' | 'fromAt' | 'place' | 'placeSince' | 'reasons'>>,
  now: Temporal.Instant,
): Promise<void> {
  const by = { changedBy: userId, changedByName: name, changedAt: asDate(now) };
  await tx
    .update(stateReporting)
    .set({ ...change, ...by })
    .where(eq(stateReporting.id, true));
  await announce(tx, 'inventory');
}

async function askReasons(chosen: Chosen) {
  const theirs = await readStateReasons();
  return theirs.ok ? checkReasons(chosen, theirs.value) : theirs;
}

/** The reasons that the state has now. For code that has asked for the permission. */
export async function readStateReasons(): Promise<Result<StateReasonName[], ReportingProblem>> {
  const system = await trackingSystem();
  if (!system) return refuse({ kind: 'not-connected' });
  try {
    return succeed(await system.adjustReasons());
  } catch (error) {
    if (!(error instanceof TrackingTrouble)) throw error;
    return refuse({ kind: 'no-answer', says: trackingMessage(error.problem, system.name) });
  }
}

/** By our own words: 'Count: Scale Variance'. */
const wordsOf = (reasons: ReasonChoice): AuditState =>
  Object.fromEntries(
    Object.entries(reasons).map(([reason, { name }]) => [stateReasonLabel[reason as StateReason], name]),
  ) as AuditState;
