/** Loads one order as the counter hands it over: what to hand over, to whom, and everything that is in the way. */
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { may, type SignedIn } from '#core/access/actor.ts';
import { roundingOf } from '#core/cash-desk/cash-rounding.ts';
import { checkUsage, limitsLeft, limitWords, NO_USAGE } from '#core/compliance/purchase-limits.ts';
import { usageSeenToday } from '#core/compliance/purchases-queries.server.ts';
import { arrivalToday } from '#core/orders/hand-over/arrival.ts';
import { type OrderProblem, orderProblems } from '#core/orders/hand-over/counter-problem.ts';
import { hoursNotice } from '#core/orders/hand-over/hours-notice.ts';
import { acceptedIdOf } from '#core/orders/hand-over/write-id-check.server.ts';
import { stateName } from '#core/orders/id-card/issuers.ts';
import { isOpenOrder } from '#core/orders/list/order-filter-queries.server.ts';
import { missedWords } from '#core/orders/missed-pickups/missed-pickup.ts';
import { countMissedPickups } from '#core/orders/missed-pickups/missed-pickups-queries.server.ts';
import { hasEnded, isOrderNumber, isPaid, orderStatusLabel } from '#core/orders/order.ts';
import type { OrderNotes } from '#core/orders/order-notes.ts';
import { pickupPolicy } from '#core/pickup/slots-queries.server.ts';
import type { Settings } from '#core/settings/settings.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import type { Batch } from '#core/stock/lots.ts';
import { batchesOf } from '#core/stock/lots-queries.server.ts';
import { missingOf, unpackedOf } from '#core/stock/missing-units-queries.server.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import {
  asDate,
  formatDateTime,
  formatTime,
  instantOf,
  startOfDay,
  storeDate,
  systemClock,
} from '#kernel/time.ts';
import { type Step, stepOf } from '../board/board.ts';

export type CounterLine = {
  productId: number;
  name: string;
  size: string | null;
  quantity: number;
  batches: Batch[];
};

export type CounterOrder = {
  id: string;
  number: string;
  version: number;
  status: OrderStatus;
  /** Whose ID it must be: who picks it up. */
  holder: string;
  /** Who ordered. */
  customer: string;
  arrival: number | null;
  pickup: string | null;
  lines: CounterLine[];
  units: number;
  /** Cash still due, in cents; 0 for a paid order. */
  owed: number;
  /** What rounding adds to the total for `owed`, in cents. */
  rounding: number;
  isPaid: boolean;
  requiresId: boolean;
  isWalkIn: boolean;
  /** Who checked a walk-in's ID today, and when: '2:10 PM'; null for other orders. */
  idChecked: { by: string; at: string } | null;
  notes: OrderNotes;
  /** Written by staff. */
  note: string;
  /** Who packs it now. */
  packer: string | null;
  step: Step;
  /** What is wrong with the order itself, as staff read it. */
  problems: string[];
  /** What is left of each limit today, with everything that the customer has on order. */
  left: string[];
  /** The notice while the store is closed. */
  hours: string | null;
  /** 'Missed 2 pickups in 90 days'; null for none. */
  missed: string | null;
  /** The issuer that most licenses here have. */
  homeState: string;
  /** The customer's other open orders. */
  others: OtherOrder[];
};

export type OtherOrder = { number: string; status: string; due: number };

/** null if there is no such order, and for actors who may not manage orders. Ended orders have no problems. */
export async function readCounterOrder(
  actor: SignedIn,
  number: string,
  now = systemClock(),
): Promise<CounterOrder | null> {
  if (!may(actor, 'orders.manage') || !isOrderNumber(number)) return null;
  const [row] = await database()
    .select({ order: orders, isBanned: customerProfiles.isBanned, banReason: customerProfiles.banReason })
    .from(orders)
    .leftJoin(customerProfiles, eq(customerProfiles.userId, orders.userId))
    .where(eq(orders.orderId, number));
  if (!row) return null;
  const { order } = row;
  const settings = await readSettings();
  const { zone } = settings.store;
  const isReady = order.status === 'ready';
  const total = isPaid(order.paymentStatus) ? 0 : order.total;
  const rounding = roundingOf(total, settings.cash.roundsCash);
  const [items, others, missedOf] = await Promise.all([
    itemsOf(order.id, isReady),
    othersOf(order.id, order.userId),
    countMissedPickups([order.userId], now),
  ]);
  const requiresId = items.some((item) => item.requiresId || item.productType === 'cannabis');
  const missing = items.filter((item) => item.missing > 0);
  const toPack = items.filter((item) => item.toPack > 0);
  const isOpen = !hasEnded(order.status);
  const limits = requiresId && isOpen ? await limitsOf(order.userId, settings, now) : null;
  const dayStart = asDate(startOfDay(storeDate(now, zone), zone));
  const checked = order.isWalkIn ? await acceptedIdOf(database(), order.id, dayStart) : null;
  const problem: OrderProblem = {
    notPacked: !isReady,
    missing,
    toPack,
    ban: row.isBanned ? { reason: row.banReason } : null,
    limit: limits?.problem ?? null,
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
    requiresId,
    isWalkIn: order.isWalkIn,
    idChecked: checked && { by: checked.by, at: formatTime(instantOf(checked.at), zone) },
    notes: { customerNote: order.customerNote, pickupName: order.pickupName },
    note: order.note,
    packer: order.status === 'packing' ? order.packerName : null,
    step: stepOf({ ...order, missing: missing.length, toPack: toPack.length }, actor.userId),
    problems: isOpen ? orderProblems(problem) : [],
    left: limits?.left ?? [],
    hours: isOpen ? hoursNotice(pickupPolicy(settings), now) : null,
    missed: missedWords(missedOf.get(order.userId)?.total ?? 0),
    homeState: stateName(settings.store.state),
    others,
  };
}

/** @param isReady only such an order has units to pack again */
function itemsOf(orderId: string, isReady: boolean) {
  return database()
    .select({
      productId: orderItems.productId,
      name: orderItems.productName,
      productType: orderItems.productType,
      requiresId: orderItems.requiresId,
      size: sql<string | null>`(select p.size from products as p where p.id = order_items.product_id)`,
      quantity: orderItems.quantity,
      batches: batchesOf(sql`order_items.reservation_id`),
      missing: missingOf(sql`order_items.reservation_id`),
      toPack: isReady ? unpackedOf(sql`order_items.reservation_id`) : sql<number>`0`,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
}

async function othersOf(id: string, userId: string): Promise<OtherOrder[]> {
  const rows = await database()
    .select({
      number: orders.orderId,
      status: orders.status,
      paymentStatus: orders.paymentStatus,
      total: orders.total,
    })
    .from(orders)
    .where(and(eq(orders.userId, userId), isOpenOrder, ne(orders.id, id)))
    .orderBy(sql`${orders.pickupStartsAt} nulls last`, desc(orders.number))
    .limit(5);
  return rows.map(({ number, status, paymentStatus, total }) => ({
    number,
    status: orderStatusLabel[status],
    due: isPaid(paymentStatus) ? 0 : total,
  }));
}

/** As the hand-over checks it, without its locks: it decides nothing. */
async function limitsOf(userId: string, { store, compliance }: Settings, now: Temporal.Instant) {
  const dayStart = asDate(startOfDay(storeDate(now, store.zone), store.zone));
  const usage = await usageSeenToday(userId, dayStart, null);
  const within = checkUsage(usage, NO_USAGE, compliance);
  return {
    problem: within.ok ? null : within.problem,
    left: limitsLeft(usage, compliance).map(({ limit, leftMg }) => limitWords(limit, leftMg)),
  };
}
