/** Loads orders as the counter hands them over: what to hand over, who picks it up, and everything that is in the way. */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { batchesOf } from '#core/goods/stock/lots/lots-queries.server.ts';
import { missingOf, unpackedOf } from '#core/goods/stock/missing-units-queries.server.ts';
import { readUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import { may, type SignedIn } from '#core/ground/access/actor.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { roundingOf } from '#core/sales/cash-desk/cash-rounding.ts';
import {
  checkUsage,
  type LimitProblem,
  type LimitUsage,
  limitsLeft,
  limitWords,
  NO_USAGE,
} from '#core/sales/compliance/purchase-limits.ts';
import { usagesSeenToday } from '#core/sales/compliance/purchases-queries.server.ts';
import { arrivalToday } from '#core/sales/orders/hand-over/arrival.ts';
import { type OrderProblem, orderProblems } from '#core/sales/orders/hand-over/counter-problem.ts';
import { hoursNotice } from '#core/sales/orders/hand-over/hours-notice.ts';
import { acceptedIdsOf } from '#core/sales/orders/hand-over/write-id-check.server.ts';
import { stateName } from '#core/sales/orders/id-card/issuers.ts';
import { isOpenOrder } from '#core/sales/orders/list/order-filter-queries.server.ts';
import { missedWords } from '#core/sales/orders/missed-pickups/missed-pickup.ts';
import { countMissedPickups } from '#core/sales/orders/missed-pickups/missed-pickups-queries.server.ts';
import {
  hasEnded,
  isOrderNumber,
  isPaid,
  mayChangePickupName,
  orderStatusLabel,
} from '#core/sales/orders/order.ts';
import { cashDue } from '#core/sales/orders/order-cash.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import {
  asDate,
  formatDateTime,
  formatTime,
  formatTimeSeen,
  instantOf,
  startOfDay,
  storeDate,
  systemClock,
} from '#kernel/time.ts';
import { stepOf } from '../day/board.ts';
import type { CounterOrder, OtherOrder } from '../day/counter-order.ts';

/** As many as the page lists. */
const MOST_OTHERS = 5;

/** null if there is no such order, and for actors who may not manage orders. Ended orders have no problems. */
export async function readCounterOrder(
  actor: SignedIn,
  number: string,
  now = systemClock(),
): Promise<CounterOrder | null> {
  return (await readCounterOrders(actor, [number], now))[0] ?? null;
}

/** Those of several orders that exist, in no order; none for actors who may not manage orders. */
export async function readCounterOrders(
  actor: SignedIn,
  numbers: readonly string[],
  now = systemClock(),
): Promise<CounterOrder[]> {
  if (!may(actor, 'orders.manage')) return [];
  const found = await database()
    .select({ order: orders, isBanned: customerProfiles.isBanned, banReason: customerProfiles.banReason })
    .from(orders)
    .leftJoin(customerProfiles, eq(customerProfiles.userId, orders.userId))
    .where(inArray(orders.orderId, numbers.filter(isOrderNumber)));
  if (found.length === 0) return [];
  const settings = await readSettings();
  const around = await readAround(
    found.map(({ order }) => order),
    settings,
    now,
  );
  return found.map((row) => present(row, around, { actor, settings, now }));
}

type Order = typeof orders.$inferSelect;
type Found = { order: Order; isBanned: boolean | null; banReason: string | null };
type Item = Awaited<ReturnType<typeof itemsOf>>[number];
type Around = Awaited<ReturnType<typeof readAround>>;
type Viewed = { actor: SignedIn; settings: Settings; now: Temporal.Instant };

/** What the orders have, and what their customers have beside them. */
async function readAround(all: readonly Order[], settings: Settings, now: Temporal.Instant) {
  const { zone } = settings.store;
  const dayStart = asDate(startOfDay(storeDate(now, zone), zone));
  const people = all.map(({ userId }) => userId);
  const walkIns = all.filter(({ isWalkIn }) => isWalkIn).map(({ id }) => id);
  const [items, openOrders, missed, idsAccepted, unitsOut] = await Promise.all([
    itemsOf(all),
    openOrdersOf(people),
    countMissedPickups(people, now),
    acceptedIdsOf(database(), walkIns, dayStart),
    readUnitsOut(
      database(),
      all.filter(({ status }) => !hasEnded(status)).map(({ id }) => id),
    ),
  ]);
  const itemsById = Map.groupBy(items, ({ orderId }) => orderId);
  const limited = all.filter((order) => isLimited(order, itemsById.get(order.id) ?? []));
  const usages = await usagesSeenToday(
    limited.map(({ userId }) => userId),
    dayStart,
  );
  return { items: itemsById, openOrders, missed, idsAccepted, unitsOut, usages };
}

const needsId = (items: readonly Item[]): boolean =>
  items.some((item) => item.requiresId || item.productType === 'cannabis');

/** Whether the purchase limits matter: an ended order is not checked again. */
const isLimited = ({ status }: Order, items: readonly Item[]): boolean => needsId(items) && !hasEnded(status);

function present({ order, ...ban }: Found, around: Around, { actor, settings, now }: Viewed): CounterOrder {
  const { zone } = settings.store;
  const items = around.items.get(order.id) ?? [];
  const total = isPaid(order.paymentStatus) ? 0 : order.total;
  const rounding = roundingOf(total, settings.cash.roundsCash);
  const missing = items.filter((item) => item.missing > 0);
  const toPack = items.filter((item) => item.toPack > 0);
  const isOpen = !hasEnded(order.status);
  const usage = isLimited(order, items) ? (around.usages.get(order.userId) ?? NO_USAGE) : null;
  const checked = around.idsAccepted.get(order.id);
  const problem: OrderProblem = {
    notPacked: order.status !== 'ready',
    missing,
    toPack,
    takeOut: [],
    ban: ban.isBanned ? { reason: ban.banReason } : null,
    limit: usage && limitProblemOf(usage, settings),
  };
  return {
    id: order.id,
    number: order.orderId,
    version: order.version,
    status: order.status,
    holder: order.pickupName ?? order.userName,
    customer: order.userName,
    arrival: arrivalToday(order, now, zone),
    pickup: order.pickupStartsAt && formatDateTime(instantOf(order.pickupStartsAt), zone),
    lines: items.map(({ productId, name, size, quantity, batches }) => ({
      productId,
      name,
      size,
      quantity,
      batches,
    })),
    units: items.reduce((sum, { quantity }) => sum + quantity, 0),
    owed: total + rounding,
    rounding,
    isPaid: isPaid(order.paymentStatus),
    requiresId: needsId(items),
    isWalkIn: order.isWalkIn,
    idChecked: checked ? { by: checked.by, at: formatTime(instantOf(checked.at), zone) } : null,
    notes: { customerNote: order.customerNote, pickupName: order.pickupName },
    mayChangePickupName: mayChangePickupName(order),
    note: order.note,
    packer: order.status === 'packing' ? order.packerName : null,
    step: stepOf({ ...order, missing: missing.length, toPack: toPack.length }, actor.userId),
    problems: isOpen ? orderProblems(problem) : [],
    takeOut: around.unitsOut.get(order.id) ?? [],
    left: usage
      ? limitsLeft(usage, settings.compliance).map(({ limit, leftMg }) => limitWords(limit, leftMg))
      : [],
    hours: isOpen ? hoursNotice(pickupPolicy(settings), now) : null,
    missed: missedWords(around.missed.get(order.userId)?.total ?? 0),
    homeState: stateName(settings.store.state),
    others: othersOf(order, around.openOrders.get(order.userId) ?? [], settings, now),
  };
}

/** As the hand-over checks it, without its locks: it decides nothing. */
function limitProblemOf(usage: LimitUsage, { compliance }: Settings): LimitProblem | null {
  const within = checkUsage(usage, NO_USAGE, compliance);
  return within.ok ? null : within.problem;
}

function itemsOf(all: readonly Order[]) {
  // Only these have units to pack again.
  const ready = all.filter(({ status }) => status === 'ready').map(({ id }) => id);
  const isReady = sql`${orderItems.orderId} = any(${sql.param(ready)}::uuid[])`;
  return database()
    .select({
      orderId: orderItems.orderId,
      productId: orderItems.productId,
      name: orderItems.productName,
      productType: orderItems.productType,
      requiresId: orderItems.requiresId,
      size: sql<string | null>`(select p.size from products as p where p.id = order_items.product_id)`,
      quantity: orderItems.quantity,
      batches: batchesOf(sql`order_items.reservation_id`),
      missing: missingOf(sql`order_items.reservation_id`),
      toPack: sql<number>`case when ${isReady} then ${unpackedOf(sql`order_items.reservation_id`)} else 0 end`,
    })
    .from(orderItems)
    .where(
      inArray(
        orderItems.orderId,
        all.map(({ id }) => id),
      ),
    )
    .orderBy(asc(orderItems.position));
}

/** Orders that are not over, by their customer; the next pickup first. */
async function openOrdersOf(people: readonly string[]) {
  const rows = await database()
    .select({
      id: orders.id,
      userId: orders.userId,
      number: orders.orderId,
      status: orders.status,
      paymentStatus: orders.paymentStatus,
      total: orders.total,
      pickupStartsAt: orders.pickupStartsAt,
    })
    .from(orders)
    .where(and(inArray(orders.userId, [...new Set(people)]), isOpenOrder))
    .orderBy(sql`${orders.pickupStartsAt} nulls last`, desc(orders.number));
  return Map.groupBy(rows, ({ userId }) => userId);
}

type OpenOrder = Pick<Order, 'id' | 'status' | 'paymentStatus' | 'total' | 'pickupStartsAt'> & {
  number: string;
};

/** The others of the same customer. */
const othersOf = (
  { id }: Order,
  open: readonly OpenOrder[],
  { store: { zone }, cash: { roundsCash } }: Settings,
  now: Temporal.Instant,
): OtherOrder[] =>
  open
    .filter((other) => other.id !== id)
    .slice(0, MOST_OTHERS)
    .map(({ number, status, paymentStatus, total, pickupStartsAt }) => ({
      number,
      pickup: pickupStartsAt && formatTimeSeen(instantOf(pickupStartsAt), now, zone),
      status: orderStatusLabel[status],
      due: cashDue({ status, paymentStatus, total }, roundsCash),
    }));
