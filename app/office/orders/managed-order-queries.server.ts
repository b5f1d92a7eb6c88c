/** Loads one order for staff: everything about it, as it was sold. */

import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { masked } from '#core/accounts/customers/reveal.ts';
import type { Batch } from '#core/goods/stock/lots/lots.ts';
import { batchesOf } from '#core/goods/stock/lots/lots-queries.server.ts';
import { missingOf, unpackedOf } from '#core/goods/stock/missing-units-queries.server.ts';
import type { UnitsOut } from '#core/goods/stock/put-back/put-back.ts';
import { readUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { arrivalToday } from '#core/sales/orders/hand-over/arrival.ts';
import { lateOf } from '#core/sales/orders/hand-over/late-notice.ts';
import { passLabel } from '#core/sales/orders/hand-over/pickup-pass.ts';
import {
  hasEnded,
  isOrderNumber,
  isPaid,
  mayChangePickupName,
  orderMachine,
  orderStatusLabel,
  orderTones,
  paymentBadge,
  paymentMachine,
  paymentStatusLabel,
  pickedUpBy,
  type StatusTone,
  shownStatus,
  wasMissed,
} from '#core/sales/orders/order.ts';
import { roundingOfOrder } from '#core/sales/orders/order-cash.ts';
import type { OrderNotes } from '#core/sales/orders/order-notes.ts';
import { type OrderMoment, timelineOf } from '#core/sales/orders/order-timeline.ts';
import { type AgeFlag, ageFlagOf } from '#core/sales/orders/order-view.ts';
import { finalTaxName } from '#core/sales/orders/receipts/receipt.ts';
import { type RefundLine, readRefunds } from '#core/sales/orders/refunds/refunds-queries.server.ts';
import { lineName } from '#core/sales/orders/sales-columns.server.ts';
import { outsideHoursOf } from '#core/sales/pickup/hours.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { events } from '#db/schema/events.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';
import { formatDateTime, formatTime, instantOf, storeDate, systemClock } from '#kernel/time.ts';

export type ManagedLine = {
  productId: number;
  name: string;
  category: string;
  quantity: number;
  /** Cents, as sold. */
  unitPrice: number;
  /** Before the discount; the same if there was none. */
  listPrice: number;
  /** What the tax was computed on. */
  taxBase: number;
  amount: number;
  tax: number;
  total: number;
  requiresId: boolean;
  /** The lots its units come from. */
  batches: Batch[];
  /** Units that no lot has. */
  missing: number;
  /** Units that came in after the order was marked ready. */
  toPack: number;
};

export type ManagedOrder = {
  id: string;
  number: string;
  /** Increases with every change; an edit must send it. */
  version: number;
  created: string;
  /** `startsAt` in the format of slots, to compare it with them. */
  pickup: { startsAt: string; starts: string; ends: string | null } | null;
  /** Whether it is open and its pickup time is outside the posted hours. */
  isOutside: boolean;
  /** The customer's last message: 'Around 2:30 PM', sent 'Nov 28, 2026 1:40 PM'. */
  late: { around: string; said: string } | null;
  /** The code of the pickup pass, 'A1B2-C3D4-E5F6'. */
  pass: string;
  status: { value: OrderStatus; label: string; tone: StatusTone };
  /** The one that its label names. */
  shownStatus: OrderStatus;
  payment: { value: PaymentStatus; label: string; tone: StatusTone };
  /** Whether money was taken, refunded since or not. */
  isPaid: boolean;
  /** The statuses each can change to. */
  nextStatuses: { value: OrderStatus; label: string }[];
  nextPayments: { value: PaymentStatus; label: string }[];
  /** The phone is masked. */
  customer: { id: string; name: string; email: string; phone: string | null };
  /** What the counter must know before handing over. */
  ageFlag: AgeFlag | null;
  requiresId: boolean;
  /** Written by staff. */
  note: string;
  /** Written by the customer. */
  notes: OrderNotes;
  mayChangePickupName: boolean;
  /** Who took a completed order home; null for any other. */
  pickedUpBy: string | null;
  /** The number in today's line of the person who is at the store; null before, and once it has ended. */
  arrival: number | null;
  lines: ManagedLine[];
  /** Units of all lines that no lot has. */
  missing: number;
  /** Units of all lines that came in after it was marked ready. */
  toPack: number;
  /** Of an open order: in its bag, and no longer its own. */
  takeOut: UnitsOut[];
  /** Cents, as sold. */
  subtotal: number;
  tax: number;
  taxParts: { name: string; amount: number }[];
  total: number;
  /** Cents refunded so far, tax included. */
  refunded: number;
  /** What rounding added to its cash, less what it added to refunds; of an open order that is not paid, what it would add now. */
  cashRounding: number;
  hasEnded: boolean;
  /** Whether it can be refunded: it was paid and has ended. */
  isRefundable: boolean;
  refunds: RefundLine[];
  /** What happened to it, oldest first. */
  timeline: OrderMoment[];
};

/** null if there is no such order, and for users who may not manage orders. */
export async function readManagedOrder(
  actor: Actor,
  number: string,
  zone: string,
  now = systemClock(),
): Promise<ManagedOrder | null> {
  if (!may(actor, 'orders.manage') || !isOrderNumber(number)) return null;
  const [row] = await database()
    .select({
      order: orders,
      phone: customerProfiles.phone,
    })
    .from(orders)
    .leftJoin(customerProfiles, eq(customerProfiles.userId, orders.userId))
    .where(eq(orders.orderId, number));
  if (!row) return null;
  const { order } = row;
  const settings = await readSettings();
  const { minimumAge } = settings.compliance;
  const lines = await database()
    .select({
      ...getTableColumns(orderItems),
      name: lineName,
      batches: batchesOf(sql`order_items.reservation_id`),
      missing: missingOf(sql`order_items.reservation_id`),
      toPack: order.status === 'ready' ? unpackedOf(sql`order_items.reservation_id`) : sql<number>`0`,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.position));
  const happened = await database()
    .select({ kind: events.kind, at: events.createdAt, payload: events.payload })
    .from(events)
    .where(eq(events.subjectId, order.id))
    .orderBy(asc(events.createdAt), asc(events.id));
  const missing = lines.reduce((sum, line) => sum + line.missing, 0);
  const toPack = lines.reduce((sum, line) => sum + line.toPack, 0);
  const shown = shownStatus(order.status, { missing, toPack });
  const refunds = await readRefunds(order.id, zone);
  const refunded = refunds.reduce((sum, { cents }) => sum + cents, 0);
  const returnedMore = refunds.reduce((sum, { cashRounding }) => sum + cashRounding, 0);
  const statusOf = (value: OrderStatus) => ({ value, label: orderStatusLabel[value] });
  const paymentOf = (value: PaymentStatus) => ({ value, label: paymentStatusLabel[value] });
  return {
    id: order.id,
    number: order.orderId,
    version: order.version,
    created: formatDateTime(instantOf(order.createdAt), zone),
    pickup: order.pickupStartsAt && {
      startsAt: instantOf(order.pickupStartsAt).toString(),
      starts: formatDateTime(instantOf(order.pickupStartsAt), zone),
      ends: order.pickupEndsAt && formatTime(instantOf(order.pickupEndsAt), zone),
    },
    isOutside:
      !hasEnded(order.status) &&
      order.pickupStartsAt !== null &&
      outsideHoursOf(pickupPolicy(settings))({ from: order.pickupStartsAt, to: order.pickupEndsAt }),
    late: lateOf(order, zone),
    pass: passLabel(order.passCode),
    status: { value: order.status, label: orderStatusLabel[shown], tone: orderTones[shown] },
    shownStatus: shown,
    payment: { value: order.paymentStatus, ...paymentBadge(order.paymentStatus, refunded) },
    isPaid: isPaid(order.paymentStatus),
    nextStatuses: orderMachine.transitions[shown]
      .filter((to) => to !== 'no_show' || wasMissed(order.pickupEndsAt && instantOf(order.pickupEndsAt), now))
      .map(statusOf),
    nextPayments: paymentMachine.transitions[order.paymentStatus]
      // Money is given back by recording a refund.
      .filter((to) => to !== 'refunded' && !(to === 'paid' && hasEnded(order.status)))
      .map(paymentOf),
    customer: {
      id: order.userId,
      name: order.userName,
      email: order.userEmail,
      phone: masked(row.phone),
    },
    ageFlag: ageFlagOf(lines, order.birthDate, storeDate(now, zone), minimumAge),
    requiresId: lines.some((line) => line.requiresId || line.productType === 'cannabis'),
    note: order.note,
    notes: { customerNote: order.customerNote, pickupName: order.pickupName },
    mayChangePickupName: mayChangePickupName(order),
    pickedUpBy: pickedUpBy(order),
    arrival: hasEnded(order.status) ? null : arrivalToday(order, now, zone),
    lines: lines.map((line) => ({
      productId: line.productId,
      name: line.name,
      category: line.categoryName,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      listPrice: line.listPrice,
      taxBase: line.taxBase,
      amount: line.amount,
      tax: line.tax,
      total: line.total,
      requiresId: line.requiresId,
      batches: line.batches,
      missing: line.missing,
      toPack: line.toPack,
    })),
    missing,
    toPack,
    takeOut: hasEnded(order.status) ? [] : ((await readUnitsOut(database(), [order.id])).get(order.id) ?? []),
    subtotal: order.subtotal,
    tax: order.tax,
    taxParts: order.taxParts.map(({ name, amount }) => ({
      name: order.status === 'completed' ? finalTaxName(name) : name,
      amount,
    })),
    total: order.total,
    refunded,
    cashRounding: roundingOfOrder(order, settings.cash.roundsCash) - returnedMore,
    hasEnded: hasEnded(order.status),
    isRefundable: order.paymentStatus === 'paid' && hasEnded(order.status) && order.total > 0,
    refunds,
    timeline: timelineOf(order, happened, zone),
  };
}
