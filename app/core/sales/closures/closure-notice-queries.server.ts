/** Reads what the page at a closure's link shows its customer. It needs no sign-in. */
import { eq } from 'drizzle-orm';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { moveDaysOf } from '#core/sales/orders/hand-over/move-days-queries.server.ts';
import { pickupText } from '#core/sales/orders/order-news.ts';
import { readSlots, type SlotDay } from '#core/sales/pickup/slots-queries.server.ts';
import { database } from '#db/client.ts';
import { closurePeople, closures } from '#db/schema/closures.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import type { ClosureStatus } from '#kernel/statuses.ts';
import { asDate, instantOf, readInstant, storeDate, systemClock } from '#kernel/time.ts';
import { type ClosedOrder, type ClosedOrderState, readClosedOrders } from './closed-orders-queries.server.ts';
import { closureDayWords, isLinkOver } from './closure.ts';
import { readClosureToken } from './closure-link.server.ts';
import { nearestTimesIn, type OfferedDay, type OfferedTime, timeOf } from './nearest-times.ts';

/** One order on the page: no products and no name, because the link needs no sign-in. */
export type NoticeOrder = {
  number: string;
  state: ClosedOrderState;
  /** 'Nov 26, 2026 2:00 PM to 2:30 PM' */
  oldPickup: string;
  /** The current one. */
  pickup: string | null;
  /** The closed time to take back, once the days are open again and it is free. */
  takeBack: OfferedTime | null;
  /** The time that the pressed link names, if it is still free. */
  wanted: OfferedTime | null;
  /** The nearest free times. */
  times: OfferedTime[];
  /** All times, to choose another. */
  days: OfferedDay[];
  mayChange: boolean;
  mayCancel: boolean;
};

export type ClosureNotice = {
  status: ClosureStatus;
  reason: string;
  /** 'Thu, Nov 26' */
  days: string;
  /** The link is too old, or the customer is banned: nothing can be changed here. */
  isOver: boolean;
  orders: NoticeOrder[];
};

/**
 * null for a link we did not sign. It writes nothing, because programs that check mail follow links.
 * @param pressed the order and the time of the button in the message
 */
export async function readClosureNotice(
  token: string,
  pressed: { order: string | null; slot: string | null } = { order: null, slot: null },
  now = systemClock(),
): Promise<ClosureNotice | null> {
  const number = readClosureToken(token);
  if (number === null) return null;
  const [found] = await database()
    .select({
      status: closures.status,
      reason: closures.reason,
      firstDay: closures.firstDay,
      lastDay: closures.lastDay,
      userId: closurePeople.userId,
      isBanned: customerProfiles.isBanned,
    })
    .from(closurePeople)
    .innerJoin(closures, eq(closures.id, closurePeople.closureId))
    .leftJoin(customerProfiles, eq(customerProfiles.userId, closurePeople.userId))
    .where(eq(closurePeople.number, number));
  if (!found?.userId) return null;
  const settings = await readSettings();
  const today = storeDate(now, settings.store.zone);
  const isOver = isLinkOver(found.lastDay, today) || found.isBanned === true;
  const [closed, days] = await Promise.all([readClosedOrders([number]), isOver ? [] : readSlots(now)]);
  return {
    status: found.status,
    reason: found.reason,
    days: closureDayWords(found.firstDay, found.lastDay),
    isOver,
    orders: await Promise.all(
      closed.map((order) => noticeOrder(order, { ...found, days, isOver, settings, now, pressed })),
    ),
  };
}

type About = {
  status: ClosureStatus;
  days: readonly SlotDay[];
  isOver: boolean;
  settings: Settings;
  now: ReturnType<typeof systemClock>;
  pressed: { order: string | null; slot: string | null };
};

async function noticeOrder(order: ClosedOrder, about: About): Promise<NoticeOrder> {
  const { settings, now, pressed } = about;
  const slot = readInstant(pressed.slot);
  const { zone } = settings.store;
  const mayChange = !about.isOver && mayMoveByLink(order, now.epochMilliseconds);
  const days = mayChange ? await moveDaysOf(order.id, about.days, now) : [];
  return {
    number: order.number,
    state: order.state,
    oldPickup: pickupText(order.oldStartsAt, order.oldEndsAt, zone) ?? '',
    pickup: pickupText(order.startsAt, order.endsAt, zone),
    takeBack: about.status === 'undone' && order.state === 'moved' ? freeTime(days, order.oldStartsAt) : null,
    wanted: pressed.order === order.number && slot ? freeTime(days, asDate(slot)) : null,
    times: nearestTimesIn(zone)(days, instantOf(order.oldStartsAt)).filter(
      ({ startsAt }) => Date.parse(startsAt) !== order.startsAt?.getTime(),
    ),
    days,
    mayChange,
    mayCancel: mayChange && mayCancelByLink(order),
  };
}

/** A time among the offered days, if it is free. */
export function freeTime(days: readonly OfferedDay[], at: Date): OfferedTime | null {
  for (const day of days) {
    if (day.tooLate) continue;
    const slot = day.slots.find(({ startsAt, full }) => !full && Date.parse(startsAt) === at.getTime());
    if (slot) return timeOf(day, slot);
  }
  return null;
}

/**
 * Whether the customer may still choose a time by the link, packed or not: while the order has its closed time, and after
 * that until the new one has come.
 */
export function mayMoveByLink(order: Pick<ClosedOrder, 'state' | 'startsAt'>, now: number): boolean {
  if (order.state === 'open') return true;
  return order.state === 'moved' && order.startsAt !== null && now < order.startsAt.getTime();
}

/** Whether the customer may cancel by the link: what is paid is refunded by staff. */
export const mayCancelByLink = ({ paymentStatus }: Pick<ClosedOrder, 'paymentStatus'>): boolean =>
  paymentStatus === 'pay_on_pickup' || paymentStatus === 'pending';
