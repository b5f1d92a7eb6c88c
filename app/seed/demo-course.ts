/** The way of an invented order through its statuses: when each came about, and who brought it there. */
import { hasEnded, orderCourse } from '#core/orders/order.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import type { DemoOrder } from './demo-orders.ts';
import type { DemoPeople, DemoPerson } from './demo-people.ts';
import type { Movement } from './demo-stock.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The counter is at work between these hours of the store's clock. */
const FIRST_HOUR = 8;
const LAST_HOUR = 20;

/** The order has come into that status, the one before it being the step's before; the first is having been placed. */
export type Step = { status: OrderStatus; at: Date; by: DemoPerson };

/** An order with every step it has made, oldest first; `endedAt` is when it made the last one. */
export type CoursedOrder = DemoOrder & { course: readonly Step[] };

/**
 * Gives the orders their courses. An ended order keeps its end; a live one's last step is thought up as well, and
 * becomes the moment it last changed.
 * @param hour of the store's clock at `now`.
 */
export function withCourses(
  random: Random,
  orders: readonly DemoOrder[],
  { admin, staff }: DemoPeople,
  now: Date,
  hour: number,
): CoursedOrder[] {
  return orders.map((order) => {
    const { visit, person, status } = order;
    const placed: Step = { status: 'pending', at: visit.orderedAt, by: person };
    const after = statusesAfterPlaced(random, order);
    const times = timesOf(random, order, after, now, hour);
    // Whoever is at the counter; what a customer gives up, they give up themselves.
    const course = after.map((reached, index): Step => {
      const counter = random.chance(0.2) ? admin : staff;
      const at = new Date(times[index] ?? order.endedAt.getTime());
      return { status: reached, at, by: reached === 'cancelled' ? person : counter };
    });
    return {
      ...order,
      endedAt: hasEnded(status) ? order.endedAt : (course.at(-1)?.at ?? visit.orderedAt),
      course: [placed, ...course],
    };
  });
}

/** Every line's way through the stock: held when placed, then sold, given back, or held still. In time's order. */
export function movementsOf(orders: readonly CoursedOrder[]): Movement[] {
  const movements = orders.flatMap((order) => {
    const actorId = order.course.at(-1)?.by.id ?? null;
    return order.lines.flatMap(({ product, reservationId, money }): Movement[] => {
      const line = { productId: product.id, quantity: money.quantity, reservationId, orderId: order.id };
      const held: Movement = { ...line, kind: 'hold', at: order.visit.orderedAt, actorId: order.person.id };
      switch (order.reservationStatus) {
        case 'fulfilled':
          return [held, { ...line, kind: 'sale', at: order.endedAt, actorId }];
        case 'cancelled':
          return [held, { ...line, kind: 'release', at: order.endedAt, actorId }];
        default:
          return [held];
      }
    });
  });
  return movements.sort((left, right) => left.at.getTime() - right.at.getTime());
}

/** A customer cancels before anybody packs; who does not come leaves an order that stands ready. */
function statusesAfterPlaced(random: Random, { status, visit, endedAt }: DemoOrder): OrderStatus[] {
  const usual = orderCourse.slice(1);
  const reached = usual.indexOf(status);
  if (reached >= 0) return usual.slice(0, reached + 1);
  if (status === 'no_show') return ['confirmed', 'packing', 'ready', 'no_show'];
  if (status === 'cancelled') {
    const wasSeen = endedAt.getTime() - visit.orderedAt.getTime() > HOUR && random.chance(0.8);
    return wasSeen ? ['confirmed', 'cancelled'] : ['cancelled'];
  }
  return [];
}

/**
 * Strictly one after the other, the last at the order's end or, of a live order, at `now` or the pickup time at the
 * latest. Staff work by day where there is room for it.
 */
function timesOf(
  random: Random,
  { visit, status, endedAt }: DemoOrder,
  after: readonly OrderStatus[],
  now: Date,
  hour: number,
): number[] {
  const placed = visit.orderedAt.getTime();
  const starts = visit.startsAt.getTime();
  const latest: number[] = [];
  let until = hasEnded(status) ? endedAt.getTime() : Math.min(starts, now.getTime() - 1);
  for (let index = after.length - 1; index >= 0; index--) {
    latest[index] = until;
    until -= Math.floor(Math.min(random.between(5, 15) * MINUTE, (until - placed) / (index + 2)));
  }
  const packing = Math.min(starts - random.between(40, 150) * MINUTE, lastAtWork(random, now, hour));
  const wanted: Partial<Record<OrderStatus, number>> = {
    confirmed: seenBy(random, visit.orderedHour, placed),
    packing,
    ready: packing + random.between(8, 25) * MINUTE,
  };
  let before = placed;
  return after.map((reached, index) => {
    const end = latest[index] ?? until;
    if (index === after.length - 1 && hasEnded(status)) return end;
    const soonest = before + Math.ceil(Math.min(2 * MINUTE, (end - before) / 2));
    before = Math.min(Math.max(wanted[reached] ?? end, soonest), end);
    return before;
  });
}

/** When somebody at the counter looks at an order that came in at that hour. */
function seenBy(random: Random, hour: number, placed: number): number {
  const minutes = random.between(3, 25) * MINUTE;
  if (hour < FIRST_HOUR) return placed + (FIRST_HOUR - hour) * HOUR + minutes;
  return hour < LAST_HOUR ? placed + minutes : placed + (24 + FIRST_HOUR - hour) * HOUR + minutes;
}

/** Lately, where the counter is open; else towards the end of the last evening. */
function lastAtWork(random: Random, now: Date, hour: number): number {
  const isOpen = hour >= FIRST_HOUR && hour < LAST_HOUR;
  const hoursAgo = isOpen ? 0 : (hour + 24 - LAST_HOUR) % 24;
  return now.getTime() - hoursAgo * HOUR - random.between(10, 100) * MINUTE;
}
