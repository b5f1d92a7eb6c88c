/** Gives numbers in the line, in the transaction of what they are for. Waits for the lock on the day's numbers. */
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { lockAdvisory } from '#db/advisory-locks.ts';
import { database, type Transaction } from '#db/client.ts';
import { lineNumbers, registers } from '#db/schema/line.ts';
import { isUuid } from '#kernel/ids.ts';
import type { Lane } from '#kernel/statuses.ts';
import { asDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';

/** `zone` is the store's. */
export type LineClock = { now: Temporal.Instant; zone: string };

const dayOf = ({ now, zone }: LineClock): string => storeDate(now, zone).toString();

/**
 * The number of an order's person on this day: the one they had, if staff said 'Not here' too early, or the next one.
 * @param orderId the row's id
 */
export async function takePickupNumber(tx: Transaction, orderId: string, clock: LineClock): Promise<number> {
  await lockAdvisory(tx, 'arrivals');
  const [back] = await tx
    .update(lineNumbers)
    .set({ leftAt: null, calledAt: null, registerId: null, takenAt: asDate(clock.now) })
    .where(and(eq(lineNumbers.orderId, orderId), eq(lineNumbers.day, dayOf(clock))))
    .returning({ number: lineNumbers.number });
  if (back) {
    await announce(tx, 'line');
    return back.number;
  }
  return writeNext(tx, 'pickup', clock, { orderId });
}

/** The person of an order left, or never came: their number is called no more, and no one else gets it. */
export async function leaveLine(tx: Transaction, orderId: string, now: Temporal.Instant): Promise<void> {
  const left = await tx
    .update(lineNumbers)
    .set({ leftAt: asDate(now) })
    .where(and(eq(lineNumbers.orderId, orderId), isNull(lineNumbers.leftAt)))
    .returning({ number: lineNumbers.number });
  if (left.length > 0) await announce(tx, 'line');
}

/**
 * The number of a walk-in that begins: of their place in the line, or the next one. It counts as called: they are served.
 * @param ticket the number that they waited with; null without one
 */
export async function seatWalkIn(
  tx: Transaction,
  { walkInId, ticket, registerId }: { walkInId: string; ticket: number | null; registerId: string | null },
  clock: LineClock,
): Promise<number> {
  await lockAdvisory(tx, 'arrivals');
  const [known] = await tx
    .select({ number: lineNumbers.number })
    .from(lineNumbers)
    .where(eq(lineNumbers.walkInId, walkInId));
  if (known) return known.number;
  const at = asDate(clock.now);
  const seat = { walkInId, registerId: await knownRegister(tx, registerId), calledAt: at };
  if (ticket !== null) {
    const [seated] = await tx
      .update(lineNumbers)
      .set({ ...seat, leftAt: null })
      .where(
        and(
          eq(lineNumbers.day, dayOf(clock)),
          eq(lineNumbers.lane, 'walk-in'),
          eq(lineNumbers.number, ticket),
          isNull(lineNumbers.walkInId),
        ),
      )
      .returning({ number: lineNumbers.number });
    if (seated) {
      await announce(tx, 'line', 'orders');
      return seated.number;
    }
  }
  return writeNext(tx, 'walk-in', clock, seat);
}

/** The caller holds the lock on the day's numbers. */
export async function writeNext(
  tx: Transaction,
  lane: Lane,
  clock: LineClock,
  more: Partial<typeof lineNumbers.$inferInsert>,
): Promise<number> {
  const day = dayOf(clock);
  const dayStart = asDate(startOfDay(storeDate(clock.now, clock.zone), clock.zone)).toISOString();
  // An instance of the release before writes its numbers on orders alone.
  const { rows } = await tx.execute<{ last: number }>(sql`
    select greatest(
      (select coalesce(max(number), 0) from line_numbers where day = ${day}::date and lane = ${lane}),
      case when ${lane} = 'pickup' then
        (select coalesce(max(arrival_number), 0) from orders where arrived_at >= ${dayStart}::timestamptz)
      else 0 end
    )::int as last`);
  const number = (rows[0]?.last ?? 0) + 1;
  await tx.insert(lineNumbers).values({ ...more, day, lane, number, takenAt: asDate(clock.now) });
  await announce(tx, 'line', 'orders');
  return number;
}

/** null for a register that is gone. */
export async function knownRegister(tx: Transaction, id: string | null): Promise<string | null> {
  if (id === null || !isUuid(id)) return null;
  const [found] = await tx.select({ id: registers.id }).from(registers).where(eq(registers.id, id));
  return found?.id ?? null;
}

/** Deletes the numbers of days before today, with the initials. Returns how many. */
export async function forgetLines(now = systemClock()): Promise<number> {
  const { zone } = (await readSettings()).store;
  const gone = await database()
    .delete(lineNumbers)
    .where(lt(lineNumbers.day, storeDate(now, zone).toString()))
    .returning({ number: lineNumbers.number });
  return gone.length;
}
