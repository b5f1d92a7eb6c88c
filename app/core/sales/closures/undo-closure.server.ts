/** Undoes a closure: its days get their hours back, and everyone who was notified is notified again. */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { lockSettings } from '#core/ground/settings/lock-settings.server.ts';
import { saveLockedSettings, storedGroup } from '#core/ground/settings/save-settings.server.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { exceptionTexts, type StoredException } from '#core/sales/pickup/exception-words.ts';
import { inLongTransactionOr, type Transaction } from '#db/client.ts';
import { closurePeople, closures, type StoredClosureDay } from '#db/schema/closures.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import { type ClosureProblem, closureName } from './closure.ts';

type Undone = {
  /** Customers who get the message that the days open after all. */
  people: number;
  /** Days whose hours someone changed since, and which stay as they are. */
  changedSince: number;
};

/**
 * A customer whose message has not been sent gets neither; one whose message may be out gets the second, once. Refused:
 * a closure that was undone already, and one of whose days a later closure covers.
 */
export async function undoClosure(actor: Actor, number: number): Promise<Result<Undone, ClosureProblem>> {
  const asStaff = staffTransaction(
    actor,
    'closures.manage',
    refuse({ kind: 'not-allowed' }),
    inLongTransactionOr,
  );
  const undone = await asStaff<Result<Undone, ClosureProblem>>(async (tx, admin) => {
    await lockSettings(tx);
    const [closure] = await tx
      .select()
      .from(closures)
      .where(eq(closures.number, number))
      .for('no key update');
    if (!closure) return refuse({ kind: 'not-found' });
    if (closure.status === 'undone') return refuse({ kind: 'already-undone' });
    const later = await laterClosure(tx, closure);
    if (later) return refuse({ kind: 'later-closure', name: closureName(later) });

    const { value: pickup, version } = await storedGroup(tx, 'pickup');
    const { exceptions, changedSince } = restored(pickup.exceptions, closure.days);
    const saved = await saveLockedSettings(tx, admin, 'pickup', { exceptions }, version, {
      section: { path: 'exceptions', labels: {}, texts: () => ({}), ...exceptionTexts },
    });
    if (!saved.ok) return refuse({ kind: 'stale' });
    await tx
      .update(closurePeople)
      .set({ status: 'not-sent' })
      .where(and(eq(closurePeople.closureId, closure.id), eq(closurePeople.status, 'waiting')));
    const told = await tx
      .update(closurePeople)
      .set({ undoneStatus: 'waiting' })
      .where(and(eq(closurePeople.closureId, closure.id), inArray(closurePeople.status, ['sending', 'sent'])))
      .returning({ number: closurePeople.number });
    const undoneEventId =
      told.length > 0
        ? await recordEvent(tx, { kind: 'closure-undone', closureId: closure.id }, admin.userId)
        : null;
    await tx
      .update(closures)
      .set({ status: 'undone', undoneAt: sql`now()`, undoneByName: admin.name, undoneEventId })
      .where(eq(closures.id, closure.id));
    await recordAudit(tx, admin, {
      action: 'closure.undone',
      subject: 'closure',
      subjectId: closure.id,
      before: { status: 'active' },
      after: { status: 'undone', people: told.length },
      reason: closure.reason,
    });
    await announce(tx, 'orders');
    return succeed({ people: told.length, changedSince });
  });
  if (undone.ok) invalidateSettings();
  return undone;
}

/** The days get back what they had, unless someone changed their hours since. */
function restored(stored: readonly StoredException[], days: readonly StoredClosureDay[]) {
  const now = new Map(stored.map((each) => [each.date, each]));
  const own = days.filter(({ date, after }) => isSame(now.get(date), after));
  for (const { date } of own) now.delete(date);
  const exceptions = [...now.values(), ...own.flatMap(({ before }) => before ?? [])].toSorted((one, other) =>
    one.date.localeCompare(other.date),
  );
  return { exceptions, changedSince: days.length - own.length };
}

/** Key by key: JSON from the database has its keys in another order. */
function isSame(one: StoredException | undefined, other: StoredException): boolean {
  const hours = (each: StoredException) =>
    'closed' in each ? 'closed' : each.spans.map(({ opens, closes }) => `${opens} ${closes}`).join();
  return one !== undefined && hours(one) === hours(other) && one.reason === other.reason;
}

async function laterClosure(tx: Transaction, closure: typeof closures.$inferSelect) {
  const rows = await tx
    .select({ number: closures.number, days: closures.days })
    .from(closures)
    .where(and(eq(closures.status, 'active'), gt(closures.number, closure.number)))
    .orderBy(asc(closures.number));
  const dates = new Set(closure.days.map(({ date }) => date));
  return rows.find(({ days }) => days.some(({ date }) => dates.has(date))) ?? null;
}
