/** Closes or shortens days, and lists the customers whose orders lie outside, to be notified. */
import { sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { lockSettings } from '#core/ground/settings/lock-settings.server.ts';
import { saveLockedSettings, storedGroup } from '#core/ground/settings/save-settings.server.ts';
import type { PickupSettings } from '#core/ground/settings/settings.ts';
import { invalidateSettings, readStoredSettings } from '#core/ground/settings/settings-queries.server.ts';
import { exceptionTexts, type StoredException } from '#core/sales/pickup/exception-words.ts';
import { earliestHandOverOf } from '#core/sales/pickup/hours.ts';
import { inLongTransactionOr, type Transaction } from '#db/client.ts';
import { closureOrders, closurePeople, closures } from '#db/schema/closures.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { parseDate, storeDate, systemClock } from '#kernel/time.ts';
import { databaseErrorCode, FOREIGN_KEY_VIOLATION } from '#platform/database-error.ts';
import { announce } from '#platform/live/announce.ts';
import { type ClosureDraft, type ClosureProblem, closureDays } from './closure.ts';
import { type OutsideOrder, readOutsideOrders } from './outside-orders-queries.server.ts';

/** Customers may delete their account at the same moment; the list is then written again. */
const TRIES = 3;

type Closed = { number: number; people: number; orders: number };

/**
 * In one transaction: the hours are saved, so that no order is placed or moved into the closed time afterwards, the
 * customers outside are listed, each once, and their messages are enqueued. Orders that an earlier closure covers at the
 * same time are not listed again: their customers have the message. Refused: people who may not close days, a
 * draft with errors, and a `version` of the pickup settings since which someone else changed special hours.
 */
export async function closeDays(
  actor: Actor,
  draft: ClosureDraft,
  { notifies, version }: { notifies: boolean; version: number },
  now = systemClock(),
): Promise<Result<Closed, ClosureProblem>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const closed = await closeOnce(actor, draft, { notifies, version }, now);
      if (closed.ok) invalidateSettings();
      return closed;
    } catch (error) {
      if (databaseErrorCode(error) !== FOREIGN_KEY_VIOLATION || attempt === TRIES) throw error;
    }
  }
}

function closeOnce(
  actor: Actor,
  draft: ClosureDraft,
  { notifies, version }: { notifies: boolean; version: number },
  now = systemClock(),
) {
  const asStaff = staffTransaction(
    actor,
    'closures.manage',
    refuse({ kind: 'not-allowed' }),
    inLongTransactionOr,
  );
  return asStaff<Result<Closed, ClosureProblem>>(async (tx, admin, abandon) => {
    await lockSettings(tx);
    const { zone } = (await readStoredSettings(tx)).store;
    const { value: stored } = await storedGroup(tx, 'pickup');
    const checked = closureDays(draft, {
      today: storeDate(now, zone),
      earliest: earliestHandOverOf(stored),
    });
    if (!checked.ok) return refuse({ kind: 'invalid', errors: checked.problem });
    const { days, reason } = checked.value;
    const exceptions = withDays(stored.exceptions, days.map(noted(stored.exceptions)));
    const saved = await saveLockedSettings(tx, admin, 'pickup', { exceptions }, version, {
      section: { path: 'exceptions', labels: {}, texts: () => ({}), ...exceptionTexts },
    });
    if (!saved.ok)
      return refuse(saved.problem.kind === 'not-allowed' ? { kind: 'not-allowed' } : { kind: 'stale' });
    const [first, last] = [parseDate(draft.first), parseDate(draft.last)];
    if (!first || !last) throw new Error('days were checked');
    const outside = await readOutsideOrders(tx, { first, last }, { zone, ...saved.value.value });
    const affected = outside.filter(({ isCovered }) => !isCovered);
    if (affected.length === 0 && !saved.value.changed) return abandon(refuse({ kind: 'nothing-new' }));
    const id = newId<string>();
    const eventId =
      notifies && affected.length > 0
        ? await recordEvent(tx, { kind: 'closure', closureId: id }, admin.userId)
        : null;
    const [row] = await tx
      .insert(closures)
      .values({
        id,
        reason,
        days: days.map(({ date }) => ({
          date,
          before: stored.exceptions.find((each) => each.date === date) ?? null,
          after: hoursOn(exceptions, date),
        })),
        firstDay: draft.first,
        lastDay: draft.last,
        eventId,
        createdBy: admin.userId,
        createdByName: admin.name,
      })
      .returning({ number: closures.number });
    const people = await listPeople(tx, id, affected, notifies);
    await recordAudit(tx, admin, {
      action: 'closure.saved',
      subject: 'closure',
      subjectId: id,
      after: { days: days.map(({ date }) => date), orders: affected.length, people, notified: notifies },
      reason,
    });
    await announce(tx, 'orders');
    return succeed({ number: row?.number ?? 0, people, orders: affected.length });
  });
}

/** The note of the day before stays: it says what day it is, such as Thanksgiving. */
const noted =
  (stored: readonly StoredException[]) =>
  (day: StoredException): StoredException => {
    const note = stored.find(({ date }) => date === day.date)?.note;
    return note === undefined ? day : { ...day, note };
  };

/** The special hours with some days replaced. */
export function withDays(
  stored: PickupSettings['exceptions'],
  days: readonly StoredException[],
): PickupSettings['exceptions'] {
  const changed = new Set(days.map(({ date }) => date));
  return [...stored.filter(({ date }) => !changed.has(date)), ...days].toSorted((one, other) =>
    one.date.localeCompare(other.date),
  );
}

function hoursOn(exceptions: PickupSettings['exceptions'], date: string): StoredException {
  const found = exceptions.find((each) => each.date === date);
  if (!found) throw new Error('the day was just saved');
  return found;
}

/** Writes the customers, each once, and their orders in one statement; returns how many customers. */
async function listPeople(
  tx: Transaction,
  closureId: string,
  affected: readonly OutsideOrder[],
  notifies: boolean,
): Promise<number> {
  if (affected.length === 0) return 0;
  const column = <T>(of: (order: OutsideOrder) => T) => sql.param(affected.map(of));
  const { rows } = await tx.execute<{ people: number }>(sql`
    with affected as (
      select * from unnest(${column(({ id }) => id)}::uuid[], ${column(({ userId }) => userId)}::uuid[],
        ${column(({ startsAt }) => startsAt)}::timestamptz[], ${column(({ endsAt }) => endsAt)}::timestamptz[])
        as affected (order_id, user_id, starts_at, ends_at)
    ), people as (
      insert into ${closurePeople} (closure_id, user_id, status)
      select ${closureId}::uuid, user_id, ${notifies ? 'waiting' : 'not-sent'}
      from (select distinct user_id from affected order by user_id) as customers
      returning number, user_id
    ), listed as (
      insert into ${closureOrders} (closure_id, person_number, order_id, starts_at, ends_at)
      select ${closureId}::uuid, people.number, affected.order_id, affected.starts_at, affected.ends_at
      from affected join people on people.user_id = affected.user_id
    )
    select count(*)::int as people from people`);
  return rows[0]?.people ?? 0;
}
