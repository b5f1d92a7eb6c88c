/** Loads the days and times that an order's pickup can move to. */

import { asc, eq, sql } from 'drizzle-orm';
import { freeLotsOf } from '#core/goods/stock/lots/lots-queries.server.ts';
import { missingOf } from '#core/goods/stock/missing-units-queries.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readSlots, type SlotDay } from '#core/sales/pickup/slots-queries.server.ts';
import { database } from '#db/client.ts';
import { orderItems } from '#db/schema/orders.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { readOwnOrder } from '../orders-queries.server.ts';
import { lineName } from '../sales-columns.server.ts';
import { tooLateOn } from './pickup-move.ts';

/** A day of pickup times; `tooLate` lists the items unavailable on it because their lots expire earlier. */
export type MoveDay = SlotDay & { tooLate: string | null };

/** null if the actor has no such order. */
export async function readMoveDays(
  actor: Actor,
  orderId: string,
  now = systemClock(),
): Promise<MoveDay[] | null> {
  const found = await readOwnOrder(actor, orderId);
  return found ? moveDaysOf(found.order.id, await readSlots(now), now) : null;
}

/**
 * The days as they are for one order. It checks no permission.
 * @param id the row's id; `days` as `readSlots` returns them
 */
export async function moveDaysOf(
  id: string,
  days: readonly SlotDay[],
  now = systemClock(),
): Promise<MoveDay[]> {
  const [lines, { store }] = await Promise.all([
    database()
      .select({
        name: lineName,
        // Units that no lot has are missing on every day: they keep no day from being chosen.
        quantity: sql<number>`order_items.quantity - ${missingOf(sql`order_items.reservation_id`)}`,
        lots: freeLotsOf(sql`order_items.product_id`, sql`array[order_items.reservation_id]`),
      })
      .from(orderItems)
      .where(eq(orderItems.orderId, id))
      .orderBy(asc(orderItems.position)),
    readSettings(),
  ]);
  const today = storeDate(now, store.zone).toString();
  return days.map((day) => ({ ...day, tooLate: tooLateOn(lines, day.date, today) }));
}
