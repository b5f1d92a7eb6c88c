/** Reads the line: for the board, for cards, and for waiting screens. Checks no permission. */
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Temporal } from 'temporal-polyfill';
import { database } from '#db/client.ts';
import { isOneOf } from '#db/schema/columns.ts';
import { lineNumbers, registers } from '#db/schema/line.ts';
import { orders } from '#db/schema/orders.ts';
import { walkIns } from '#db/schema/walk-ins.ts';
import { type Lane, openOrderStatuses } from '#kernel/statuses.ts';
import { asDate, storeDate } from '#kernel/time.ts';
import { isWaiting } from './call-next.server.ts';
import { CALL_MINUTES, lineLabel } from './line.ts';

export type Register = { id: string; name: string };

/** By name. */
export function readRegisters(): Promise<Register[]> {
  return database()
    .select({ id: registers.id, name: registers.name })
    .from(registers)
    .orderBy(asc(registers.name));
}

/** null for a tablet without a register, and for one that is gone. */
export const readRegisterName = async (id: string | null): Promise<string | null> =>
  (await readRegisters()).find((register) => register.id === id)?.name ?? null;

/** `since`: when they took their number, in milliseconds since 1970. */
export type InLine = { number: number; label: string; initials: string | null; since: number };
/** `at`: when they were called last. `register` is null where the tablet had none. */
export type CalledNumber = { lane: Lane; number: number; label: string; register: string | null; at: number };

export type Line = {
  /** Who was not called yet, by number. */
  pickups: InLine[];
  walkIns: InLine[];
  /** The last one that each register called, newest first. Who was served since is not one. */
  called: CalledNumber[];
};

/** What walk-ins bought. */
const sold = alias(orders, 'sold');

/** More people than these are not listed. */
const MOST_LISTED = 40;

/** @param zone the store's */
export async function readLine(now: Temporal.Instant, zone: string): Promise<Line> {
  const day = storeDate(now, zone).toString();
  const ofToday = eq(lineNumbers.day, day);
  const [waiting, called] = await Promise.all([
    database()
      .select({
        lane: lineNumbers.lane,
        number: lineNumbers.number,
        initials: lineNumbers.initials,
        takenAt: lineNumbers.takenAt,
      })
      .from(lineNumbers)
      .leftJoin(orders, eq(orders.id, lineNumbers.orderId))
      .where(and(ofToday, isWaiting))
      .orderBy(asc(lineNumbers.number))
      .limit(MOST_LISTED),
    database()
      .select({
        lane: lineNumbers.lane,
        number: lineNumbers.number,
        calledAt: lineNumbers.calledAt,
        register: registers.name,
      })
      .from(lineNumbers)
      .leftJoin(registers, eq(registers.id, lineNumbers.registerId))
      .leftJoin(orders, eq(orders.id, lineNumbers.orderId))
      .leftJoin(walkIns, eq(walkIns.id, lineNumbers.walkInId))
      .leftJoin(sold, eq(sold.id, walkIns.orderId))
      .where(
        and(
          ofToday,
          isNull(lineNumbers.leftAt),
          or(isNull(walkIns.orderId), isOneOf(sold.status, openOrderStatuses)),
          gte(lineNumbers.calledAt, asDate(now.subtract({ minutes: CALL_MINUTES }))),
          or(isNull(lineNumbers.orderId), isOneOf(orders.status, openOrderStatuses)),
        ),
      )
      .orderBy(desc(lineNumbers.calledAt), desc(lineNumbers.number)),
  ]);
  const inLane = (lane: Lane): InLine[] =>
    waiting
      .filter((one) => one.lane === lane)
      .map(({ number, initials, takenAt }) => ({
        ...{ number, initials, label: lineLabel(lane, number) },
        since: takenAt.getTime(),
      }));
  return { pickups: inLane('pickup'), walkIns: inLane('walk-in'), called: lastOfEach(called) };
}

type CalledRow = { lane: Lane; number: number; calledAt: Date | null; register: string | null };

/** A register serves one person: who it called before is served. Calls without a register all stay. */
function lastOfEach(rows: readonly CalledRow[]): CalledNumber[] {
  const seen = new Set<string>();
  return rows.flatMap(({ calledAt, register, ...place }) => {
    if (calledAt === null || (register !== null && seen.has(register))) return [];
    if (register !== null) seen.add(register);
    return [{ ...place, register, label: lineLabel(place.lane, place.number), at: calledAt.getTime() }];
  });
}

/** How an order's person stands in the line. `calledTo` is '' for a call without a register, and null before any. */
export type Ticket = { label: string; initials: string | null; since: number; calledTo: string | null };

/** Of today, by the rows' ids. @param day store-local */
export async function readTickets(ids: readonly string[], day: string): Promise<Map<string, Ticket>> {
  if (ids.length === 0) return new Map();
  const rows = await database()
    .select({
      orderId: lineNumbers.orderId,
      walkInOrderId: walkIns.orderId,
      lane: lineNumbers.lane,
      number: lineNumbers.number,
      initials: lineNumbers.initials,
      takenAt: lineNumbers.takenAt,
      calledAt: lineNumbers.calledAt,
      register: registers.name,
    })
    .from(lineNumbers)
    .leftJoin(walkIns, eq(walkIns.id, lineNumbers.walkInId))
    .leftJoin(registers, eq(registers.id, lineNumbers.registerId))
    .where(
      and(
        eq(lineNumbers.day, day),
        isNull(lineNumbers.leftAt),
        or(
          inArray(lineNumbers.orderId, [...ids]),
          and(isNotNull(walkIns.orderId), inArray(walkIns.orderId, [...ids])),
        ),
      ),
    );
  return new Map(
    rows.flatMap(({ orderId, walkInOrderId, lane, number, initials, takenAt, calledAt, register }) => {
      const id = orderId ?? walkInOrderId;
      if (id === null) return [];
      const ticket = { label: lineLabel(lane, number), initials, since: takenAt.getTime() };
      return [[id, { ...ticket, calledTo: calledAt === null ? null : (register ?? '') }] as const];
    }),
  );
}
