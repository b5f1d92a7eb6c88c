/** Reads the pickups that the dashboard shows. */
import { and, asc, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { arrivalToday } from '#core/sales/orders/hand-over/arrival.ts';
import { lateOf } from '#core/sales/orders/hand-over/late-notice.ts';
import {
  missingUnits,
  mustTakeOut,
  unitsToPack,
} from '#core/sales/orders/list/manage-orders-queries.server.ts';
import { isOpenOrder } from '#core/sales/orders/list/order-filter-queries.server.ts';
import { shownStatus } from '#core/sales/orders/order.ts';
import { openPeriods } from '#core/sales/pickup/hours.ts';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { asDate, formatDateTime, formatTime, instantOf, startOfDay, storeDate } from '#kernel/time.ts';

/** The panel's rows; an owner with more works from the list of orders. */
const PICKUPS_SHOWN = 50;

export type PickupLine = {
  id: string;
  number: string;
  name: string;
  status: OrderStatus;
  /** As the list shows it. */
  shownStatus: OrderStatus;
  units: number;
  /** '2:00 PM'; of another day 'Nov 23, 2026 2:00 PM'. */
  time: string;
  /** The pickup time is over. */
  isLate: boolean;
  /** 'Around 2:30 PM': the customer's message. */
  says: string | null;
  /** The number in today's line of the person who is at the store. */
  arrival: number | null;
  isShort: boolean;
  /** It got units after it was marked ready. */
  isToPack: boolean;
  /** Units in its bag are no longer its own. */
  mustTakeOut: boolean;
};

/** Open orders by pickup time. `done`: orders of that day that were picked up; `missed`: that were not. */
export type Pickups = { day: 'today' | 'tomorrow'; lines: PickupLine[]; done: number; missed: number };

/**
 * Today's pickups and those that are late, also of earlier days; once the store has closed and none is left,
 * tomorrow's. null for actors who may not enter the back office.
 */
export async function readPickups(actor: Actor, now: Temporal.Instant): Promise<Pickups | null> {
  if (!may(actor, 'backoffice.enter')) return null;
  const { store, pickup } = await readSettings();
  const today = storeDate(now, store.zone);
  const [lines, ended] = await Promise.all([
    linesUntil(today.add({ days: 1 }), store.zone, now),
    countEnded(today, store.zone),
  ]);
  const closes = openPeriods({ ...pickup, zone: store.zone }, today).at(-1)?.to;
  const isOver = !closes || now.epochMilliseconds >= closes.epochMilliseconds;
  return lines.length === 0 && isOver
    ? {
        day: 'tomorrow',
        lines: await linesUntil(today.add({ days: 2 }), store.zone, now),
        done: 0,
        missed: 0,
      }
    : { day: 'today', lines, ...ended };
}

type StoreDay = ReturnType<typeof storeDate>;

async function linesUntil(end: StoreDay, zone: string, now: Temporal.Instant): Promise<PickupLine[]> {
  const rows = await database()
    .select({
      id: orders.id,
      number: orders.orderId,
      name: orders.userName,
      status: orders.status,
      startsAt: orders.pickupStartsAt,
      endsAt: orders.pickupEndsAt,
      lateMinutes: orders.lateMinutes,
      lateSaidAt: orders.lateSaidAt,
      arrivedAt: orders.arrivedAt,
      arrivalNumber: orders.arrivalNumber,
      units: sql<number>`(select coalesce(sum(order_items.quantity), 0)::int from order_items where order_items.order_id = orders.id)`,
      missing: missingUnits,
      toPack: unitsToPack,
      mustTakeOut,
    })
    .from(orders)
    .where(and(isOpenOrder, lt(orders.pickupStartsAt, asDate(startOfDay(end, zone)))))
    .orderBy(asc(orders.pickupStartsAt), asc(orders.number))
    .limit(PICKUPS_SHOWN);
  return rows.flatMap(
    ({ startsAt, endsAt, lateMinutes, lateSaidAt, arrivedAt, arrivalNumber, missing, toPack, ...order }) => {
      if (!startsAt) return [];
      const late = { status: order.status, pickupStartsAt: startsAt, lateMinutes, lateSaidAt, arrivedAt };
      const start = instantOf(startsAt);
      const isSameDay = storeDate(start, zone).equals(end.subtract({ days: 1 }));
      return {
        ...order,
        isShort: missing > 0,
        isToPack: toPack > 0,
        shownStatus: shownStatus(order.status, { missing, toPack }),
        time: isSameDay ? formatTime(start, zone) : formatDateTime(start, zone),
        isLate: endsAt !== null && endsAt < asDate(now),
        says: lateOf(late, zone)?.around ?? null,
        arrival: arrivalToday({ arrivedAt, arrivalNumber }, now, zone),
      };
    },
  );
}

async function countEnded(day: StoreDay, zone: string): Promise<Pick<Pickups, 'done' | 'missed'>> {
  const [counted] = await database()
    .select({
      done: sql<number>`(count(*) filter (where ${orders.status} = 'completed'))::int`,
      missed: sql<number>`(count(*) filter (where ${orders.status} = 'no_show'))::int`,
    })
    .from(orders)
    .where(
      and(
        inArray(orders.status, ['completed', 'no_show']),
        gte(orders.pickupStartsAt, asDate(startOfDay(day, zone))),
        lt(orders.pickupStartsAt, asDate(startOfDay(day.add({ days: 1 }), zone))),
      ),
    );
  return counted ?? { done: 0, missed: 0 };
}
