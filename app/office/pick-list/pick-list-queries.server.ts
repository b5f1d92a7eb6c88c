/** Loads what to pick for orders that have not ended. */
import { and, asc, gte, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/access/actor.ts';
import { hasEnded, orderStatusLabel } from '#core/orders/order.ts';
import { batchesOf, missingOf } from '#core/stock/lots-queries.server.ts';
import { database } from '#db/client.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { orderStatuses } from '#kernel/statuses.ts';
import { asDate, formatDateTime, formatTime, instantOf, type StoreDate, startOfDay } from '#kernel/time.ts';
import { MOST_PICKED, type PickLine, type PickOrder } from './pick-list.ts';

/** For one day of the store, or for orders by their numbers. */
export type Picked = { day: StoreDate } | { numbers: readonly string[] };

/** `more` is how many matches exceed the list's limit. */
export type PickList = { orders: PickOrder[]; more: boolean };

/** By pickup time; those without one last. Empty for users who may not manage orders. */
export async function readPickList(actor: Actor, picked: Picked, zone: string): Promise<PickList> {
  if (!may(actor, 'orders.manage')) return { orders: [], more: false };
  if ('numbers' in picked && picked.numbers.length === 0) return { orders: [], more: false };
  const found = await database()
    .select({
      id: orders.id,
      number: orders.orderId,
      customer: orders.userName,
      pickupStartsAt: orders.pickupStartsAt,
      status: orders.status,
      note: orders.note,
      customerNote: orders.customerNote,
      pickupName: orders.pickupName,
    })
    .from(orders)
    .where(matching(picked, zone))
    .orderBy(sql`${orders.pickupStartsAt} nulls last`, asc(orders.number))
    .limit(MOST_PICKED + 1);
  const shown = found.slice(0, MOST_PICKED);
  const lines = await linesOf(shown.map(({ id }) => id));
  const at = 'day' in picked ? formatTime : formatDateTime;
  return {
    orders: shown.map(({ id, pickupStartsAt, status, ...order }) => ({
      ...order,
      pickup: pickupStartsAt && at(instantOf(pickupStartsAt), zone),
      status: orderStatusLabel[status],
      lines: lines.get(id) ?? [],
    })),
    more: found.length > MOST_PICKED,
  };
}

/** Ready orders are already picked: no day's list includes them, but they can be found by number. */
function matching(picked: Picked, zone: string): SQL | undefined {
  const done = orderStatuses.filter(hasEnded);
  if ('numbers' in picked)
    return and(inArray(orders.orderId, [...picked.numbers]), notInArray(orders.status, done));
  const { day } = picked;
  return and(
    gte(orders.pickupStartsAt, asDate(startOfDay(day, zone))),
    lt(orders.pickupStartsAt, asDate(startOfDay(day.add({ days: 1 }), zone))),
    notInArray(orders.status, [...done, 'ready']),
  );
}

async function linesOf(ids: readonly string[]): Promise<Map<string, PickLine[]>> {
  const found = new Map<string, PickLine[]>();
  if (ids.length === 0) return found;
  const rows = await database()
    .select({
      orderId: orderItems.orderId,
      productId: orderItems.productId,
      name: orderItems.productName,
      quantity: orderItems.quantity,
      batches: batchesOf(sql`order_items.reservation_id`),
      missing: missingOf(sql`order_items.reservation_id`),
    })
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...ids]))
    .orderBy(asc(orderItems.orderId), asc(orderItems.position));
  for (const { orderId, ...line } of rows) found.set(orderId, [...(found.get(orderId) ?? []), line]);
  return found;
}
