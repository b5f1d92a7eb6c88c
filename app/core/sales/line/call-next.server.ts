/** Staff call people from the line to a register, and give numbers to people who come to buy. */
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { lockAdvisory } from '#db/advisory-locks.ts';
import type { Transaction } from '#db/client.ts';
import { isOneOf } from '#db/schema/columns.ts';
import { lineNumbers } from '#db/schema/line.ts';
import { orders } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type Lane, openOrderStatuses } from '#kernel/statuses.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import type { LineProblem } from './line.ts';
import { knownRegister, writeNext } from './take-number.server.ts';

/** `order`: the number of a pickup's order; null for a walk-in. */
export type Called = { lane: Lane; number: number; order: string | null };

const asStaff = (actor: Actor) => staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));

/**
 * Calls who waits longest in a lane, by number. Two registers at once call two people; the same form calls one, however often
 * it is sent. Refused: no one waits.
 * @param registerId of the tablet; null where it has none
 */
export async function callNext(
  actor: Actor,
  { lane, registerId, key }: { lane: Lane; registerId: string | null; key: string },
  now = systemClock(),
): Promise<Result<Called, LineProblem>> {
  const { today } = await storeClock(now);
  return asStaff(actor)<Result<Called, LineProblem>>(async (tx) => {
    if (!isUuid(key)) return refuse({ kind: 'not-found' });
    await lockAdvisory(tx, 'arrivals');
    const [before] = await tx
      .select({ lane: lineNumbers.lane, number: lineNumbers.number, order: orders.orderId })
      .from(lineNumbers)
      .leftJoin(orders, eq(orders.id, lineNumbers.orderId))
      .where(eq(lineNumbers.callKey, key));
    if (before) return succeed(before);
    const [next] = await tx
      .select({ number: lineNumbers.number, order: orders.orderId })
      .from(lineNumbers)
      .leftJoin(orders, eq(orders.id, lineNumbers.orderId))
      .where(and(eq(lineNumbers.day, today.toString()), eq(lineNumbers.lane, lane), isWaiting))
      .orderBy(asc(lineNumbers.number))
      .limit(1);
    if (!next) return refuse({ kind: 'none-waits' });
    const register = await knownRegister(tx, registerId);
    await tx
      .update(lineNumbers)
      .set({ calledAt: asDate(now), callKey: key, registerId: register })
      .where(ofPlace(today.toString(), lane, next.number));
    await announce(tx, 'line', 'orders');
    return succeed({ lane, ...next });
  });
}

/** Someone who was not called, did not leave, and whose order has not ended. For a query with the orders of the numbers. */
export const isWaiting = and(
  isNull(lineNumbers.calledAt),
  isNull(lineNumbers.leftAt),
  or(isNull(lineNumbers.orderId), isOneOf(orders.status, openOrderStatuses)),
);

const ofPlace = (day: string, lane: Lane, number: number) =>
  and(eq(lineNumbers.day, day), eq(lineNumbers.lane, lane), eq(lineNumbers.number, number));

type Place = { lane: Lane; number: number };

/** Calls a number of today once more, to this register. Refused: a number that no one has. */
export async function callAgain(
  actor: Actor,
  { lane, number, registerId }: Place & { registerId: string | null },
  now = systemClock(),
): Promise<Result<null, LineProblem>> {
  const { today } = await storeClock(now);
  return asStaff(actor)<Result<null, LineProblem>>(async (tx) => {
    await lockAdvisory(tx, 'arrivals');
    const register = await knownRegister(tx, registerId);
    return changed(tx, ofPlace(today.toString(), lane, number), {
      ...{ calledAt: asDate(now), leftAt: null },
      ...(register === null ? {} : { registerId: register }),
    });
  });
}

/** A person who waited to buy is not there: their number is called no more. Refused: a number that no one has. */
export async function leaveWalkInLine(
  actor: Actor,
  number: number,
  now = systemClock(),
): Promise<Result<null, LineProblem>> {
  const { today } = await storeClock(now);
  return asStaff(actor)<Result<null, LineProblem>>(async (tx) => {
    await lockAdvisory(tx, 'arrivals');
    return changed(tx, ofPlace(today.toString(), 'walk-in', number), {
      leftAt: sql`coalesce(${lineNumbers.leftAt}, ${asDate(now).toISOString()}::timestamptz)`,
    });
  });
}

async function changed(
  tx: Transaction,
  place: ReturnType<typeof ofPlace>,
  set: Parameters<ReturnType<Transaction['update']>['set']>[0],
): Promise<Result<null, LineProblem>> {
  const rows = await tx.update(lineNumbers).set(set).where(place).returning({ day: lineNumbers.day });
  if (rows.length === 0) return refuse({ kind: 'not-found' });
  await announce(tx, 'line', 'orders');
  return succeed(null);
}

/** Gives the next number to someone who came to buy. Once for a key. @param initials '' for none */
export async function giveNumber(
  actor: Actor,
  { key, initials }: { key: string; initials: string },
  now = systemClock(),
): Promise<Result<{ number: number }, LineProblem>> {
  const { zone } = await storeClock(now);
  return asStaff(actor)<Result<{ number: number }, LineProblem>>(async (tx) => {
    if (!isUuid(key)) return refuse({ kind: 'not-found' });
    await lockAdvisory(tx, 'arrivals');
    const [before] = await tx
      .select({ number: lineNumbers.number })
      .from(lineNumbers)
      .where(eq(lineNumbers.key, key));
    if (before) return succeed(before);
    const number = await writeNext(tx, 'walk-in', { now, zone }, { key, initials: initials || null });
    return succeed({ number });
  });
}
