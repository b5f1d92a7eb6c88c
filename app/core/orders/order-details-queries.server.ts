/** One order of a customer's own, with everything its page shows. */
import { asc, eq } from 'drizzle-orm';
import type { Actor } from '#core/access/actor.ts';
import { pickupPolicy } from '#core/pickup/slots-queries.server.ts';
import { type DayHours, weekAhead } from '#core/pickup/week-ahead.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { instantOf, storeDate, systemClock } from '#kernel/time.ts';
import { type LateChoice, lateChoices, lateOf } from './hand-over/late-notice.ts';
import { type PickupPass, pickupPass } from './hand-over/pickup-pass.ts';
import { calendarOf, mayCustomerMove } from './order.ts';
import { customerWords, type OrderMoment, timelineOf } from './order-timeline.ts';
import { type OrderView, orderView } from './order-view.ts';
import { readOwnOrder } from './orders-queries.server.ts';
import { type RefundLine, readRefunds } from './refunds/refunds-queries.server.ts';

export type OwnRefund = Pick<RefundLine, 'id' | 'at' | 'amount' | 'units'>;

export type OrderDetails = {
  /** The row's id: what the page listens for. */
  id: string;
  view: OrderView;
  /** What happened to it, oldest first. */
  timeline: OrderMoment[];
  /** What was given back of it; who and why is the store's. */
  refunds: OwnRefund[];
  version: number;
  status: OrderStatus;
  /** As slots are written; empty while no time is chosen. */
  pickupStartsAt: string;
  mayMove: boolean;
  /** Whether its pickup is something for a calendar, or to be taken out of one; null where neither matters any more. */
  inCalendar: 'add' | 'remove' | null;
  /** The times at which they can say that they will come, and what they said last. */
  late: { choices: LateChoice[]; said: { around: string; said: string } | null };
  /** null once the order has ended. */
  pass: PickupPass | null;
  /** When the store is open, for an order that has not ended; else none. */
  hours: DayHours[];
};

/** null when there is no such order of the actor's. */
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
  const view = orderView(order, items, { zone, now, minimumAge: settings.compliance.minimumAge });
  const happened = await database()
    .select({ kind: events.kind, at: events.createdAt, payload: events.payload })
    .from(events)
    .where(eq(events.subjectId, order.id))
    .orderBy(asc(events.createdAt), asc(events.id));
  return {
    id: order.id,
    view,
    timeline: timelineOf(order, happened, zone, customerWords),
    refunds: (await readRefunds(order.id, zone)).map(({ id, at, amount, units }) => ({
      id,
      at,
      amount,
      units,
    })),
    version: order.version,
    status: order.status,
    pickupStartsAt: pickupStartsAt?.toString() ?? '',
    mayMove: mayCustomerMove({ status: order.status, pickupStartsAt }, now),
    inCalendar: calendarOf({ status: order.status, pickupStartsAt }, now),
    late: {
      choices: lateChoices({ status: order.status, pickupStartsAt }, policy, now),
      said: lateOf(order, zone),
    },
    pass: view.isOpen ? pickupPass(order.passCode) : null,
    hours: view.isOpen ? weekAhead(policy, storeDate(now, zone)) : [],
  };
}
