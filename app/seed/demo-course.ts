/** Generates each demo order's path through its statuses: when it reached each one, and who changed it. */
import { hasEnded, orderCourse } from '#core/sales/orders/order.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import type { DemoOrder } from './demo-orders.ts';
import type { DemoPeople, DemoPerson } from './demo-people.ts';
import type { Movement } from './demo-stock.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The counter's working hours, by the store's clock. */
const FIRST_HOUR = 8;
const LAST_HOUR = 20;

/** The order reached this status at `at`, from the previous step's status; the first step is the placed order. */
export type Step = { status: OrderStatus; at: Date; by: DemoPerson };

/** An order with all its steps, oldest first; `endedAt` is the time of the last one. */
export type CoursedOrder = DemoOrder & { course: readonly Step[] };

/**
 * Adds a course to each order. An ended order's end does not change; a live order's last step is generated too, and
 * becomes the time of its last change.
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
    // The staff member at the counter; customers cancel for themselves.
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

/** Every line's stock movements: held when placed, then sold, released, or still held. In chronological order. */
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

/** Customers cancel before packing starts; a no-show leaves an order that is ready. */
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
 * Strictly one after the other, the last at the order's end or, for a live order, at `now` or the pickup time at the
 * latest. Staff work during the day if there is time for it.
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

/** When the counter first sees an order that arrived at that hour. */
function seenBy(random: Random, hour: number, placed: number): number {
  const minutes = random.between(3, 25) * MINUTE;
  if (hour < FIRST_HOUR) return placed + (FIRST_HOUR - hour) * HOUR + minutes;
  return hour < LAST_HOUR ? placed + minutes : placed + (24 + FIRST_HOUR - hour) * HOUR + minutes;
}

/** Recently, if the counter is open; otherwise toward the end of the last evening. */
function lastAtWork(random: Random, now: Date, hour: number): number {
  const isOpen = hour >= FIRST_HOUR && hour < LAST_HOUR;
  const hoursAgo = isOpen ? 0 : (hour + 24 - LAST_HOUR) % 24;
  return now.getTime() - hoursAgo * HOUR - random.between(10, 100) * MINUTE;
}
