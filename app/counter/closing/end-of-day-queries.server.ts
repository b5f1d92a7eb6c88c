/** Loads what is left to do before the store closes. Every figure is a count of records that the page links to. */
import { and, asc, count, desc, eq, gte, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { may, type SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { type OpenDrawer, readOpenDrawer } from '#core/sales/cash-desk/drawer-queries.server.ts';
import type { LateCash } from '#core/sales/cash-desk/late-cash.ts';
import { readLateCash } from '#core/sales/cash-desk/late-cash-queries.server.ts';
import { readTabletsOfDay, type TabletsOfDay } from '#core/sales/cash-desk/tablets-queries.server.ts';
import {
  type RefusedHandOvers,
  readRefusedHandOvers,
} from '#core/sales/orders/hand-over/refused-hand-overs-queries.server.ts';
import { isOpenOrder } from '#core/sales/orders/list/order-filter-queries.server.ts';
import { isMissed } from '#core/sales/orders/missed-pickups/due-orders-queries.server.ts';
import { graceOf, isInGrace, wasClosedAt } from '#core/sales/orders/missed-pickups/missed-pickup.ts';
import { countMissedPickups } from '#core/sales/orders/missed-pickups/missed-pickups-queries.server.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { handOverSettlements, orders, refusedHandOvers } from '#db/schema/orders.ts';
import { lots, putBacks } from '#db/schema/stock.ts';
import type { LotStatus, OrderStatus } from '#kernel/statuses.ts';
import { asDate, formatTime, formatTimeSeen, instantOf, startOfDay, storeDate } from '#kernel/time.ts';
import type { ClosingLeft } from './end-of-day.ts';

/** Rows of a section; the rest is counted below them. */
const SHOWN = 50;

export type ClosingOrder = {
  number: string;
  version: number;
  /** Who picks it up. */
  name: string;
  status: OrderStatus;
  /** '2:15 PM', with the date if it is not today; null without a pickup time. */
  time: string | null;
  isHere: boolean;
  /** '3:30 PM': until when it waits after its pickup time; null outside of that grace. */
  waitsUntil: string | null;
  /** The farm was closed at its pickup time, so it is moved or canceled. */
  wasClosed: boolean;
  /** Pickups that the customer missed in the last 90 days. */
  missed: number;
};

/** Units of a lot that left a bag. */
export type BagUnits = {
  id: string;
  name: string;
  size: string | null;
  units: number;
  batchNumber: string;
  shelfPlace: string | null;
  lotId: number;
  lotStatus: LotStatus;
  /** Who put them back and when; null while they are in the bag. */
  done: { by: string; at: string } | null;
};

/** The bag of an order, with the units to take out of it. `isGone`: its hand-over was not accepted, so the customer has it. */
export type Bag = { number: string; name: string; status: OrderStatus; units: BagUnits[]; isGone: boolean };

export type EndOfDay = {
  /** Without what the tablet itself holds. */
  left: Omit<ClosingLeft, 'unsent'>;
  missed: ClosingOrder[];
  open: ClosingOrder[];
  bags: Bag[];
  refused: RefusedHandOvers;
  drawer: OpenDrawer | null;
  /** Cash that arrived after the closing of a drawer of today. */
  late: LateCash[];
  tablets: TabletsOfDay;
};

/** null for actors who may not manage orders. */
export async function readEndOfDay(actor: SignedIn, now: Temporal.Instant): Promise<EndOfDay | null> {
  if (!may(actor, 'orders.manage')) return null;
  const clock = { now, zone: (await readSettings()).store.zone };
  const [missed, missedTotal, open, openTotal, bags, bagUnits, refused, drawer, late, tablets] =
    await Promise.all([
      selectOrders(isMissed(now, clock.zone), clock),
      database().$count(orders, isMissed(now, clock.zone)),
      selectOrders(isInLimbo(clock), clock),
      database().$count(orders, isInLimbo(clock)),
      readBags(clock),
      countUnitsToPutBack(),
      readRefusedHandOvers(actor, now),
      readOpenDrawer(),
      readLateCash(now),
      readTabletsOfDay(actor, now),
    ]);
  return {
    left: {
      ...{ missed: missedTotal, open: openTotal, bags: bagUnits },
      ...{ refused: refused.left, drawer: drawer ? 1 : 0 },
    },
    ...{ missed, open, bags, refused, drawer, late, tablets },
  };
}

/**
 * Units of an order whose hand-over was not accepted when it arrived: the customer has them. What left its bag after someone
 * settled that is in the store. @param settledBefore only of those settled before this moment
 */
function isWithCustomer(settledBefore?: Date): SQL {
  const since = settledBefore && sql`and settled.created_at < ${settledBefore}::timestamptz`;
  return sql`exists (select from ${refusedHandOvers} as refused
    left join ${handOverSettlements} as settled on settled.refused_id = refused.id
    where refused.order_id = ${putBacks.orderId} and coalesce(${putBacks.createdAt} <= settled.created_at, true)
      ${since ?? sql``})`;
}

/** How many units, of bags of any day, are not back in their place. Not of those that the customer has. */
async function countUnitsToPutBack(): Promise<number> {
  const [row] = await database()
    .select({ units: sql<number>`coalesce(sum(${putBacks.units}), 0)::int` })
    .from(putBacks)
    .where(and(isNull(putBacks.doneAt), not(isWithCustomer())));
  return row?.units ?? 0;
}

/** Whether the last pickup time of the day is over: null on a day without pickups. */
export async function isAfterLastPickup(now: Temporal.Instant): Promise<boolean | null> {
  const { zone } = (await readSettings()).store;
  const [from, to] = dayOf({ now, zone });
  const [row] = await database()
    .select({
      pickups: count(),
      ahead: count(sql`case when ${orders.pickupEndsAt} > ${asDate(now)} then 1 end`),
    })
    .from(orders)
    .where(and(gte(orders.pickupStartsAt, from), lt(orders.pickupStartsAt, to)));
  return row && row.pickups > 0 ? row.ahead === 0 : null;
}

type Clock = { now: Temporal.Instant; zone: string };

function dayOf({ now, zone }: Clock): [from: Date, to: Date] {
  const today = storeDate(now, zone);
  return [asDate(startOfDay(today, zone)), asDate(startOfDay(today.add({ days: 1 }), zone))];
}

const isHereOn = (clock: Clock): SQL => sql`coalesce(${gte(orders.arrivedAt, dayOf(clock)[0])}, false)`;

/** Someone is at the counter for it, is packing it, or can still pick it up today; or it waits in its bag without a time. */
function isInLimbo(clock: Clock): SQL | undefined {
  const [, to] = dayOf(clock);
  const isAhead = sql`coalesce(${orders.pickupEndsAt} > ${asDate(clock.now)}, true)`;
  const isForToday = lt(orders.pickupStartsAt, to);
  const isBaggedWithoutTime = and(isNull(orders.pickupStartsAt), eq(orders.status, 'ready'));
  return and(
    isOpenOrder,
    or(isHereOn(clock), and(isAhead, or(isForToday, eq(orders.status, 'packing'), isBaggedWithoutTime))),
  );
}

async function selectOrders(matching: SQL | undefined, clock: Clock): Promise<ClosingOrder[]> {
  const rows = await database()
    .select({
      number: orders.orderId,
      version: orders.version,
      name: sql<string>`coalesce(${orders.pickupName}, ${orders.userName})`,
      status: orders.status,
      pickupStartsAt: orders.pickupStartsAt,
      pickupEndsAt: orders.pickupEndsAt,
      lateMinutes: orders.lateMinutes,
      userId: orders.userId,
      isHere: sql<boolean>`${isHereOn(clock)}`,
    })
    .from(orders)
    .where(matching)
    .orderBy(sql`${orders.pickupStartsAt} nulls last`, asc(orders.number))
    .limit(SHOWN);
  const settings = await readSettings();
  const policy = pickupPolicy(settings);
  const missed = await countMissedPickups(
    rows.map(({ userId }) => userId),
    clock.now,
  );
  return rows.map(({ pickupStartsAt, pickupEndsAt, lateMinutes, userId, ...row }) => {
    const pickup = { pickupStartsAt, pickupEndsAt, lateMinutes };
    const grace = graceOf(pickup, policy, settings.missedPickups.graceMinutes);
    return {
      ...row,
      time: timeOf(pickupStartsAt, clock),
      waitsUntil: grace && isInGrace(grace, clock.now) ? formatTime(grace.until, clock.zone) : null,
      wasClosed: wasClosedAt(pickup, policy),
      missed: missed.get(userId)?.total ?? 0,
    };
  });
}

function timeOf(at: Date | null, { now, zone }: Clock): string | null {
  return at && formatTimeSeen(instantOf(at), now, zone);
}

/**
 * Bags with units to put back, and what was put back today, so that a tick can be taken back. Units that a customer has are
 * listed until the day after that is settled. In the order in which they
 * left their bags: a tick moves no row, because the next bag would be under the finger that pressed twice.
 */
async function readBags(clock: Clock): Promise<Bag[]> {
  const [from] = dayOf(clock);
  const rows = await database()
    .select({
      number: orders.orderId,
      customer: orders.userName,
      status: orders.status,
      id: putBacks.id,
      units: putBacks.units,
      name: products.name,
      size: products.size,
      batchNumber: lots.batchNumber,
      shelfPlace: lots.shelfPlace,
      lotId: lots.id,
      lotStatus: lots.status,
      createdAt: putBacks.createdAt,
      doneAt: putBacks.doneAt,
      doneBy: putBacks.doneByName,
      isGone: sql<boolean>`${isWithCustomer()}`,
    })
    .from(putBacks)
    .innerJoin(orders, eq(orders.id, putBacks.orderId))
    .innerJoin(lots, eq(lots.id, putBacks.lotId))
    .innerJoin(products, eq(products.id, lots.productId))
    .where(or(and(isNull(putBacks.doneAt), not(isWithCustomer(from))), gte(putBacks.doneAt, from)))
    // What is still to do is never cut off.
    .orderBy(
      desc(sql`${putBacks.doneAt} is null`),
      asc(putBacks.createdAt),
      asc(lots.shelfPlace),
      asc(putBacks.id),
    )
    .limit(SHOWN * 4);
  const inPlace = rows.toSorted(
    (one, other) =>
      one.createdAt.getTime() - other.createdAt.getTime() || placeOf(one).localeCompare(placeOf(other)),
  );
  return [...Map.groupBy(inPlace, ({ number }) => number)].map(([number, units]) => ({
    number,
    name: units[0]?.customer ?? '',
    status: units[0]?.status ?? 'cancelled',
    isGone: units[0]?.isGone ?? false,
    units: units.map(
      ({
        number: _,
        customer: __,
        status: ___,
        createdAt: ____,
        isGone: _____,
        doneAt,
        doneBy,
        ...unit
      }) => ({
        ...unit,
        done: doneAt && { by: doneBy ?? '', at: timeOf(doneAt, clock) ?? '' },
      }),
    ),
  }));
}

/** Units without a place in the store come last. */
const placeOf = ({ shelfPlace, id }: { shelfPlace: string | null; id: string }) =>
  `${shelfPlace ?? '\uffff'} ${id}`;
