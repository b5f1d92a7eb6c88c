/** Writes an arrival with the next number in the line. */
import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { takePickupNumber } from '#core/sales/line/take-number.server.ts';
import type { Transaction } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { asDate } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import type { LockedOrder } from '../write-order-status.server.ts';
import { arrivalToday } from './arrival.ts';

/** `number`: their place in the day's line. `changed`: false if it was recorded before. */
export type Arrived = { number: number; changed: boolean };

/** The order's version stays: staff's open forms overwrite nothing of it. */
export async function writeArrival(
  tx: Transaction,
  order: LockedOrder,
  now: Temporal.Instant,
  zone: string,
): Promise<Arrived> {
  const known = arrivalToday(order, now, zone);
  if (known !== null) return { number: known, changed: false };
  const number = await takePickupNumber(tx, order.id, { now, zone });
  await tx
    .update(orders)
    .set({ arrivedAt: asDate(now), arrivalNumber: number })
    .where(eq(orders.id, order.id));
  await announce(tx, 'orders', `order:${order.id}`);
  return { number, changed: true };
}
