/** Loads what to pick for orders that have not ended. */
import { and, asc, gt, gte, inArray, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { batchesOf, unpackedBatchesOf } from '#core/goods/stock/lots/lots-queries.server.ts';
import { missingOf, unpackedOf } from '#core/goods/stock/missing-units-queries.server.ts';
import { readUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { mustTakeOut, unitsToPack } from '#core/sales/orders/list/manage-orders-queries.server.ts';
import { hasEnded, orderStatusLabel } from '#core/sales/orders/order.ts';
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
  const isDay = 'day' in picked;
  const ids = shown.map(({ id }) => id);
  const [lines, unitsOut] = await Promise.all([linesOf(ids), readUnitsOut(database(), ids)]);
  const at = 'day' in picked ? formatTime : formatDateTime;
  return {
    orders: shown.map(({ id, pickupStartsAt, status, ...order }) => {
      // A day's list has what is not in the bag yet; of a ready order, the units that came in since.
      const isPart = isDay && (status === 'ready' || status === 'packing');
      return {
        ...order,
        pickup: pickupStartsAt && at(instantOf(pickupStartsAt), zone),
        status: orderStatusLabel[isPart ? 'packing' : status],
        takeOut: unitsOut.get(id) ?? [],
        lines: (lines.get(id) ?? []).flatMap(({ part, ...line }) =>
          isPart ? (part.quantity > 0 ? { ...line, ...part } : []) : line,
        ),
      };
    }),
    more: found.length > MOST_PICKED,
  };
}

/**
 * Ready orders are already picked: a day's list omits them, unless they got units since or units must leave their bag. By
 * number they are found.
 */
function matching(picked: Picked, zone: string): SQL | undefined {
  const done = orderStatuses.filter(hasEnded);
  if ('numbers' in picked)
    return and(inArray(orders.orderId, [...picked.numbers]), notInArray(orders.status, done));
  const { day } = picked;
  return and(
    gte(orders.pickupStartsAt, asDate(startOfDay(day, zone))),
    lt(orders.pickupStartsAt, asDate(startOfDay(day.add({ days: 1 }), zone))),
    or(notInArray(orders.status, [...done, 'ready']), gt(unitsToPack, 0), mustTakeOut),
  );
}

/** A line, and the part of it that is not in the bag. */
type FoundLine = PickLine & { part: Pick<PickLine, 'quantity' | 'batches'> };

/** The places of the lots that the line takes units from. */
const shelvesOf = sql<string[]>`array(select distinct lot.shelf_place from reservation_lots as share
  join lots as lot on lot.id = share.lot_id
  where share.reservation_id = order_items.reservation_id and lot.shelf_place is not null)`;

async function linesOf(ids: readonly string[]): Promise<Map<string, FoundLine[]>> {
  const found = new Map<string, FoundLine[]>();
  if (ids.length === 0) return found;
  const rows = await database()
    .select({
      orderId: orderItems.orderId,
      productId: orderItems.productId,
      name: orderItems.productName,
      size: sql<string | null>`(select p.size from products as p where p.id = order_items.product_id)`,
      quantity: orderItems.quantity,
      batches: batchesOf(sql`order_items.reservation_id`),
      shelves: shelvesOf,
      missing: missingOf(sql`order_items.reservation_id`),
      unpacked: unpackedOf(sql`order_items.reservation_id`),
      unpackedBatches: unpackedBatchesOf(sql`order_items.reservation_id`),
    })
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...ids]))
    .orderBy(asc(orderItems.orderId), asc(orderItems.position));
  for (const { orderId, unpacked, unpackedBatches, ...line } of rows) {
    const part = { quantity: unpacked, batches: unpackedBatches };
    found.set(orderId, [...(found.get(orderId) ?? []), { ...line, part }]);
  }
  return found;
}
