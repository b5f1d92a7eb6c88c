/** Loads the counter's board: the orders of the day by column, what was found, and the day's load. */
import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { batchesOf } from '#core/goods/stock/lots/lots-queries.server.ts';
import { readUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import { may, type SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readLine, readTickets, type Ticket } from '#core/sales/line/line-queries.server.ts';
import { arrivalToday } from '#core/sales/orders/hand-over/arrival.ts';
import { lateOf } from '#core/sales/orders/hand-over/late-notice.ts';
import { readPassCode } from '#core/sales/orders/hand-over/pickup-pass.ts';
import { missingUnits, unitsToPack } from '#core/sales/orders/list/manage-orders-queries.server.ts';
import { isFound, isOpenOrder } from '#core/sales/orders/list/order-filter-queries.server.ts';
import { countMissedPickups } from '#core/sales/orders/missed-pickups/missed-pickups-queries.server.ts';
import { hasEnded, shownStatus } from '#core/sales/orders/order.ts';
import { cashDue } from '#core/sales/orders/order-cash.ts';
import { orderMeant } from '#core/sales/orders/order-meant.ts';
import { outsideHoursOf } from '#core/sales/pickup/hours.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { database } from '#db/client.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { asDate, formatDateTime, formatTime, instantOf, startOfDay, storeDate } from '#kernel/time.ts';
import { type Board, type BoardCard, columnOf, columnsOf, loadOf, SHOWN, stepOf } from '../day/board.ts';
import { readBoardNotices } from './board-notices-queries.server.ts';

const DONE_SHOWN = 12;
const FOUND_SHOWN = 12;
/** More orders of one day than this are not read. */
export const MOST_OF_A_DAY = 1000;

/**
 * null for actors who may not manage orders.
 * @param find '' for no search
 * @param shown cards of a column; the rest of a busy day is counted below them
 */
export async function readBoard(
  actor: SignedIn,
  find: string,
  now: Temporal.Instant,
  shown = SHOWN,
): Promise<Board | null> {
  if (!may(actor, 'orders.manage')) return null;
  const settings = await readSettings();
  const { store, cash } = settings;
  const { zone } = store;
  const isOutsideHours = outsideHoursOf(pickupPolicy(settings));
  const isOutside = ({ pickupStartsAt: from, pickupEndsAt: to }: PickupSpan): boolean =>
    from !== null && isOutsideHours({ from, to });
  const today = storeDate(now, zone);
  const [from, to] = [asDate(startOfDay(today, zone)), asDate(startOfDay(today.add({ days: 1 }), zone))];
  const ofToday = or(
    and(gte(orders.pickupStartsAt, from), lt(orders.pickupStartsAt, to)),
    gte(orders.arrivedAt, from),
    // Its person is at the counter until it ends.
    orders.isWalkIn,
  );
  const [notices, line, open, earlier, done, doneTotal, found] = await Promise.all([
    readBoardNotices(today),
    readLine(now, zone),
    selectPlaces(and(isOpenOrder, ofToday)),
    database().$count(orders, and(isOpenOrder, lt(orders.pickupStartsAt, from))),
    selectDone(from),
    database().$count(orders, isDone(from)),
    find === '' ? [] : selectOrders(and(isOpenOrder, await matchOf(find)), FOUND_SHOWN, readPassCode(find)),
  ]);
  const timeOf = pickupTimes(from, to, zone);
  const places = open.map((row) => {
    const arrival = arrivalToday(row, now, zone);
    const time = row.pickupStartsAt && timeOf(row.pickupStartsAt);
    const column = columnOf({ ...row, arrival });
    return { id: row.id, units: row.units, arrival, time, column, isOutside: isOutside(row) };
  });
  const inColumns = columnsOf(places, shown);
  const ids = Object.values(inColumns).flatMap(({ cards }) => cards.map(({ id }) => id));
  // One that has ended since is left out.
  const rows = await selectOrders(and(isOpenOrder, isAny(orders.id, ids)), ids.length);
  const [missed, unitsOut, tickets] = await Promise.all([
    countMissedPickups(
      [...rows, ...found].map(({ userId }) => userId),
      now,
    ),
    readUnitsOut(
      database(),
      [...rows, ...found].map(({ id }) => id),
    ),
    readTickets(
      [...rows, ...found].map(({ id }) => id),
      today.toString(),
    ),
  ]);
  const toCard = (row: OrderRow) =>
    cardOf(row, actor, {
      ...{ now, zone, timeOf, roundsCash: cash.roundsCash, isOutside: isOutside(row) },
      missed: missed.get(row.userId)?.total ?? 0,
      ticket: tickets.get(row.id) ?? null,
      takeOut: (unitsOut.get(row.id) ?? []).map(
        ({ id, units, name, batchNumber, lotStatus, shelfPlace }) => ({
          ...{ id, units, name, batchNumber, lotStatus, shelfPlace },
        }),
      ),
    });
  const cardOfId = new Map(rows.map((row) => [row.id, toCard(row)]));
  await addLines(cardOfId);
  const withCards = ({ total, cards }: (typeof inColumns)['here']) => ({
    total,
    cards: cards.flatMap(({ id }) => cardOfId.get(id) ?? []),
  });
  return {
    notices,
    line: { ...line, keys: { pickup: newId(), 'walk-in': newId(), number: newId() } },
    outside: places.filter((place) => place.isOutside).length,
    columns: {
      here: withCards(inColumns.here),
      new: withCards(inColumns.new),
      packing: withCards(inColumns.packing),
      ready: withCards(inColumns.ready),
    },
    done: {
      total: doneTotal,
      orders: done.map(({ number, name, completedAt }) => ({
        number,
        name,
        time: completedAt ? formatTime(instantOf(completedAt), zone) : '',
      })),
    },
    earlier,
    load: loadOf(places),
    found: find === '' ? null : found.map(toCard),
    now: now.epochMilliseconds,
  };
}

/** A pass finds its customer's orders. */
async function matchOf(find: string): Promise<SQL | undefined> {
  const passCode = readPassCode(find);
  return passCode === null ? isFound(find) : isOfPass(passCode);
}

/** Where the orders are on the board: all of a busy day, of which a page shows the first of each column. */
function selectPlaces(matching: SQL | undefined) {
  return database()
    .select({
      id: orders.id,
      status: orders.status,
      pickupStartsAt: orders.pickupStartsAt,
      pickupEndsAt: orders.pickupEndsAt,
      arrivedAt: orders.arrivedAt,
      arrivalNumber: orders.arrivalNumber,
      isWalkIn: orders.isWalkIn,
      units,
      missing: missingUnits,
      toPack: unitsToPack,
    })
    .from(orders)
    .where(matching)
    .orderBy(...byPickupTime)
    .limit(MOST_OF_A_DAY);
}

const units = sql<number>`(select coalesce(sum(line.quantity), 0)::int from order_items as line where line.order_id = orders.id)`;

/** Those without one come last. */
const byPickupTime = [sql`${orders.pickupStartsAt} nulls last`, asc(orders.number)];

type PickupSpan = { pickupStartsAt: Date | null; pickupEndsAt: Date | null };

type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number];

/** @param passCode of the order that comes first: its pass was scanned */
function selectOrders(matching: SQL | undefined, limit: number, passCode: string | null = null) {
  return database()
    .select({
      id: orders.id,
      number: orders.orderId,
      version: orders.version,
      updatedAt: orders.updatedAt,
      userId: orders.userId,
      name: orders.userName,
      pickupName: orders.pickupName,
      status: orders.status,
      paymentStatus: orders.paymentStatus,
      total: orders.total,
      pickupStartsAt: orders.pickupStartsAt,
      pickupEndsAt: orders.pickupEndsAt,
      arrivedAt: orders.arrivedAt,
      arrivalNumber: orders.arrivalNumber,
      isWalkIn: orders.isWalkIn,
      lateMinutes: orders.lateMinutes,
      lateSaidAt: orders.lateSaidAt,
      packerId: orders.packerId,
      packer: orders.packerName,
      hasNote: sql<boolean>`${orders.customerNote} is not null or ${orders.note} <> ''`,
      units,
      packed: sql<number>`(select coalesce(sum(share.packed), 0)::int from order_items as line
        join reservation_lots as share on share.reservation_id = line.reservation_id where line.order_id = orders.id)`,
      missing: missingUnits,
      toPack: unitsToPack,
    })
    .from(orders)
    .where(matching)
    .orderBy(sql`${orders.passCode} = ${passCode} desc`, ...byPickupTime)
    .limit(limit);
}

const isDone = (from: Date) => and(eq(orders.status, 'completed'), gte(orders.completedAt, from));

/** What was handed over since then, newest first. */
function selectDone(from: Date) {
  return database()
    .select({
      number: orders.orderId,
      name: sql<string>`coalesce(${orders.pickupName}, ${orders.userName})`,
      completedAt: orders.completedAt,
    })
    .from(orders)
    .where(isDone(from))
    .orderBy(desc(orders.completedAt))
    .limit(DONE_SHOWN);
}

function cardOf(
  row: OrderRow,
  viewer: SignedIn,
  {
    now,
    zone,
    timeOf,
    roundsCash,
    isOutside,
    missed,
    ticket,
    takeOut,
  }: {
    now: Temporal.Instant;
    zone: string;
    timeOf: (startsAt: Date) => string;
    roundsCash: boolean;
    isOutside: boolean;
    missed: number;
    ticket: Ticket | null;
    takeOut: BoardCard['takeOut'];
  },
): BoardCard {
  const arrival = arrivalToday(row, now, zone);
  return {
    number: row.number,
    version: row.version,
    changedAt: row.updatedAt.getTime(),
    name: row.pickupName ?? row.name,
    customer: row.pickupName === null ? null : row.name,
    units: row.units,
    packed: row.packed,
    due: cashDue(row, roundsCash),
    time: row.pickupStartsAt && timeOf(row.pickupStartsAt),
    startsAt: row.pickupStartsAt?.getTime() ?? null,
    endsAt: row.pickupEndsAt?.getTime() ?? null,
    arrival,
    ticket,
    says: lateOf(row, zone)?.around ?? null,
    isWalkIn: row.isWalkIn,
    isOutside,
    missing: row.missing,
    toPack: row.toPack,
    takeOut,
    hasNote: row.hasNote,
    missed,
    packer: row.status === 'packing' ? row.packer : null,
    column: columnOf({ ...row, arrival }),
    step: stepOf(row, viewer.userId),
    lines: [],
  };
}

/**
 * '2:15 PM', with the date if it is not on the day between the two instants. Each time is written once: many orders of a
 * busy day share it, and writing it takes most of the board's time.
 */
function pickupTimes(from: Date, to: Date, zone: string): (startsAt: Date) => string {
  const written = new Map<number, string>();
  return (startsAt) => {
    const at = startsAt.getTime();
    const isToday = from <= startsAt && startsAt < to;
    const write = isToday ? formatTime : formatDateTime;
    const time = written.get(at) ?? write(instantOf(startsAt), zone);
    written.set(at, time);
    return time;
  };
}

/** Adds what to pack to the cards that still need it. @param cards by their orders' ids */
async function addLines(cards: ReadonlyMap<string, BoardCard>): Promise<void> {
  const toPack = [...cards].filter(([, { step }]) => step !== 'hand-over');
  if (toPack.length === 0) return;
  const found = await database()
    .select({
      orderId: orderItems.orderId,
      productId: orderItems.productId,
      name: orderItems.productName,
      size: sql<string | null>`(select p.size from products as p where p.id = order_items.product_id)`,
      quantity: orderItems.quantity,
      batches: batchesOf(sql`order_items.reservation_id`),
    })
    .from(orderItems)
    .where(
      isAny(
        orderItems.orderId,
        toPack.map(([id]) => id),
      ),
    )
    .orderBy(asc(orderItems.orderId), asc(orderItems.position));
  const byOrder = Map.groupBy(found, ({ orderId }) => orderId);
  for (const [id, card] of toPack)
    card.lines = (byOrder.get(id) ?? []).map(({ orderId: _, ...line }) => line);
}

/** With the ids as one parameter: the statement's text is the same for any number of them. */
const isAny = (column: SQLWrapper, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(ids)}::uuid[])`;

/**
 * The order with this pass, and how many open orders its customer has; null without one, and for actors who may not
 * manage orders.
 */
export async function readOrderByPass(
  actor: SignedIn,
  passCode: string,
): Promise<{ number: string; hasEnded: boolean; isToPack: boolean; open: number } | null> {
  if (!may(actor, 'orders.manage')) return null;
  const [found] = await database()
    .select({
      number: orders.orderId,
      status: orders.status,
      missing: missingUnits,
      toPack: unitsToPack,
    })
    .from(orders)
    .where(eq(orders.passCode, passCode));
  if (!found) return null;
  const open = await database().$count(orders, and(isOpenOrder, isOfPass(passCode)));
  const isToPack = !hasEnded(found.status) && shownStatus(found.status, found) !== 'ready';
  return { number: found.number, hasEnded: hasEnded(found.status), isToPack, open };
}

/** The page of an order's next step: its packing, or its hand-over. @param number 'ORD042' */
export async function readNextPage(number: string): Promise<string> {
  const [order] = await database()
    .select({ status: orders.status, missing: missingUnits, toPack: unitsToPack })
    .from(orders)
    .where(eq(orders.orderId, number));
  const isToPack = order && !hasEnded(order.status) && shownStatus(order.status, order) !== 'ready';
  return `/counter/orders/${number}${isToPack ? '/packing' : ''}`;
}

/** The numbers of the orders that this person packs, two at most; none for actors who may not manage orders. */
export async function readPackedBy(actor: SignedIn): Promise<string[]> {
  if (!may(actor, 'orders.manage')) return [];
  const found = await database()
    .select({ number: orders.orderId })
    .from(orders)
    .where(and(eq(orders.status, 'packing'), eq(orders.packerId, actor.userId)))
    .orderBy(asc(orders.number))
    .limit(2);
  return found.map(({ number }) => number);
}

/** Orders of the customer whose order has this pass. */
const isOfPass = (passCode: string): SQL =>
  inArray(
    orders.userId,
    sql`(select passed.user_id from orders as passed where passed.pass_code = ${passCode})`,
  );

/** The number of the order that a text names, such as a label's; null without one. */
export async function readOrderNumber(actor: SignedIn, text: string): Promise<string | null> {
  const meant = orderMeant(text);
  if (!may(actor, 'orders.manage') || !meant || !('number' in meant)) return null;
  const [found] = await database()
    .select({ number: orders.orderId })
    .from(orders)
    .where(eq(orders.orderId, meant.number));
  return found?.number ?? null;
}
