/** Reads one of a customer's own orders with everything its page shows. */
import { asc, eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { outsideHoursOf } from '#core/sales/pickup/hours.ts';
import type { PickupPolicy } from '#core/sales/pickup/slots.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { type DayHours, weekAhead } from '#core/sales/pickup/week-ahead.ts';
import { database } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import { orders } from '#db/schema/orders.ts';
import { cents, formatCents } from '#kernel/money.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { instantOf, storeDate, systemClock } from '#kernel/time.ts';
import { arrivalToday, mayCustomerArrive } from './hand-over/arrival.ts';
import { type LateChoice, lateChoices, lateOf } from './hand-over/late-notice.ts';
import { moveMessage, moveRefusal } from './hand-over/pickup-move.ts';
import { type PickupPass, pickupPass } from './hand-over/pickup-pass.ts';
import {
  calendarOf,
  hasEnded,
  mayChangePickupName,
  mayCustomerChangeItems,
  mayCustomerMove,
} from './order.ts';
import { mayCustomerChangeNote } from './order-notes.ts';
import { customerWords, type OrderMoment, timelineOf } from './order-timeline.ts';
import { type OrderView, orderView } from './order-view.ts';
import { readOwnOrder } from './orders-queries.server.ts';
import { type RefundLine, readRefunds, refundDueOfOrder } from './refunds/refunds-queries.server.ts';

export type OwnRefund = Pick<RefundLine, 'id' | 'at' | 'amount' | 'rounding' | 'units'>;

export type OrderDetails = {
  /** The row's id: the page subscribes to its changes. */
  id: string;
  view: OrderView;
  /** What happened to it, oldest first. */
  timeline: OrderMoment[];
  /** Refunds of the order, without who and why, which only staff see. */
  refunds: OwnRefund[];
  /** The refund due at the next visit because of a wrong price, '$2.50'; null for none. */
  refundDue: string | null;
  version: number;
  status: OrderStatus;
  /** In the format of slots; empty if no time is chosen. */
  pickupStartsAt: string;
  /** The farm is closed at its pickup time, and why; null reason if none is posted. null while it is open. */
  closed: { reason: string | null } | null;
  mayMove: boolean;
  /** Why its pickup cannot move, on arrival at the page that moves it; null if it can. */
  moveRefusal: string | null;
  mayChangeItems: boolean;
  mayChangeNote: boolean;
  mayChangePickupName: boolean;
  /** Whether to offer adding the pickup to a calendar or removing it; null if neither matters anymore. */
  inCalendar: 'add' | 'remove' | null;
  /** The arrival times the customer may choose, and their last notice. */
  late: { choices: LateChoice[]; said: { around: string; said: string } | null };
  /** Whether the customer may say now that they are here, and their number in today's line once they are. */
  arrival: { offered: boolean; number: number | null };
  /** null once the order has ended. */
  pass: PickupPass | null;
  /** The store's hours if the order has not ended; otherwise empty. */
  hours: DayHours[];
};

/** Returns null if the actor has no such order. */
export async function readOrderDetails(
  actor: Actor,
  orderId: string,
  now = systemClock(),
): Promise<OrderDetails | null> {
  const [settings, found] = await Promise.all([readSettings(), readOwnOrder(actor, orderId)]);
  if (!found) return null;
  const { order, items } = found;
  const { zone } = settings.store;
  const pickupStartsAt = order.pickupStartsAt && instantOf(order.pickupStartsAt);
  const policy = pickupPolicy(settings);
  const { minimumAge } = settings.compliance;
  const view = orderView(order, items, { zone, now, minimumAge, roundsCash: settings.cash.roundsCash });
  const arrived = arrivalToday(order, now, zone);
  const happened = await database()
    .select({ kind: events.kind, at: events.createdAt, payload: events.payload })
    .from(events)
    .where(eq(events.subjectId, order.id))
    .orderBy(asc(events.createdAt), asc(events.id));
  const [back] = await database()
    .select({ amount: refundDueOfOrder(sql`orders.id`) })
    .from(orders)
    .where(eq(orders.id, order.id));
  const moves = happened.filter(({ kind }) => kind === 'order-moved').length;
  const refusal = moveRefusal({ status: order.status, pickupStartsAt }, moves, now);
  return {
    id: order.id,
    view,
    timeline: timelineOf(order, happened, zone, customerWords),
    refunds: (await readRefunds(order.id, zone)).map(({ id, at, amount, rounding, units }) => ({
      id,
      at,
      amount,
      rounding,
      units,
    })),
    refundDue: back && back.amount > 0 ? formatCents(cents(back.amount)) : null,
    version: order.version,
    status: order.status,
    pickupStartsAt: pickupStartsAt?.toString() ?? '',
    closed: closedAt(order, policy),
    mayMove: mayCustomerMove({ status: order.status, pickupStartsAt }, now),
    moveRefusal: refusal && moveMessage(refusal),
    mayChangeItems: mayCustomerChangeItems({ ...order, pickupStartsAt }, now),
    mayChangeNote: mayCustomerChangeNote(order.status),
    mayChangePickupName: mayChangePickupName(order),
    inCalendar: calendarOf({ status: order.status, pickupStartsAt }, now),
    late: {
      choices: lateChoices({ status: order.status, pickupStartsAt, isHere: arrived !== null }, policy, now),
      said: lateOf(order, zone),
    },
    arrival: {
      offered: mayCustomerArrive(order, policy, now),
      number: view.isOpen ? arrived : null,
    },
    pass: view.isOpen ? pickupPass(order.passCode) : null,
    hours: view.isOpen ? weekAhead(policy, storeDate(now, zone)) : [],
  };
}

/** Whether an open order's pickup is outside the posted hours, with the reason of its day. */
function closedAt(
  order: { status: OrderStatus; pickupStartsAt: Date | null; pickupEndsAt: Date | null },
  policy: PickupPolicy,
): OrderDetails['closed'] {
  const { status, pickupStartsAt: from, pickupEndsAt: to } = order;
  if (hasEnded(status) || from === null || !outsideHoursOf(policy)({ from, to })) return null;
  const day = storeDate(instantOf(from), policy.zone).toString();
  return { reason: policy.exceptions.find(({ date }) => date === day)?.reason ?? null };
}
