/** Ends walk-ins that no one works on any more, and deletes what is stored of them. */
import { and, asc, eq, gt, isNotNull, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { holdsWork, isSilent } from '#core/sales/cash-desk/tablet.ts';
import { tabletReports } from '#core/sales/cash-desk/tablets-queries.server.ts';
import { hasEnded, isPaid } from '#core/sales/orders/order.ts';
import { lockOrder, writeOrderStatus } from '#core/sales/orders/write-order-status.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { isOneOf } from '#db/schema/columns.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { packedUnits } from '#db/schema/stock.ts';
import { walkIns } from '#db/schema/walk-ins.ts';
import { openOrderStatuses } from '#kernel/statuses.ts';
import { asDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { inBatches } from '#platform/batches.ts';

/** Orders per run; the next run, a minute later, continues. */
const MOST = 500;
/** Maximum wait for a lock, in milliseconds; an order whose lock times out ends a minute later. */
const TIMEOUT_MS = 500;

const isOpenWalkIn = sql`${orders.isWalkIn} and ${isOneOf(orders.status, openOrderStatuses)}`;

/** Nothing of the order changed since, and no unit was packed: packing a unit does not change the order's row. */
const isIdleSince = (before: Date): SQL => sql`${lt(orders.updatedAt, before)} and not exists (
  select from ${orderItems} join ${packedUnits} on ${packedUnits.reservationId} = ${orderItems.reservationId}
  where ${orderItems.orderId} = ${orders.id} and ${packedUnits.createdAt} >= ${before.toISOString()}::timestamptz)`;

/**
 * Cancels the orders of walk-ins that have not changed for the minutes of the setting, which releases their units, and
 * deletes walk-ins that were abandoned before their order or whose order has ended. Those of today wait for a tablet that
 * may hold work. Returns how many orders ended.
 */
export async function endAbandonedWalkIns(now = systemClock()): Promise<number> {
  const { store, holds } = await readSettings();
  const before = asDate(now.subtract({ minutes: holds.walkInMinutes }));
  const today = asDate(startOfDay(storeDate(now, store.zone), store.zone));
  const away = await awaySince(today, asDate(now));
  const mayEnd = away === null ? undefined : or(lt(orders.createdAt, today), gt(orders.createdAt, away));
  const due = await database()
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(isOpenWalkIn, eq(orders.paymentStatus, 'pending'), isIdleSince(before), mayEnd))
    .orderBy(asc(orders.updatedAt))
    .limit(MOST);
  const numbers = due.map(({ orderId }) => orderId);
  const ended = await inBatches('a walk-in that is over', numbers, 1, ([orderId = '']) =>
    inTransaction(async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${`${TIMEOUT_MS}ms`}, true)`);
      const order = await lockOrder(tx, orderId);
      if (!order || hasEnded(order.status) || isPaid(order.paymentStatus)) return 0;
      // Someone worked on it in the meantime.
      if ((await tx.$count(orders, and(eq(orders.id, order.id), isIdleSince(before)))) === 0) return 0;
      const cause = { actorId: null, now, zone: store.zone, note: 'walk-in abandoned' };
      const outcome = await writeOrderStatus(tx, order, 'cancelled', cause);
      return outcome.ok ? 1 : 0;
    }),
  );
  const open = database().select({ id: orders.id }).from(orders).where(isOpenWalkIn);
  await database()
    .delete(walkIns)
    .where(and(isNull(walkIns.orderId), lt(walkIns.touchedAt, before)));
  // Without an open order, NOT IN is true for null as well: for each walk-in that is no order yet.
  await database()
    .delete(walkIns)
    .where(and(isNotNull(walkIns.orderId), notInArray(walkIns.orderId, open)));
  return ended;
}

/**
 * When the last tablet that may hold the hand-over of a walk-in was seen: its customer may have left with the units. Later
 * orders are not in its copy of the day. Null if every tablet is in touch.
 */
async function awaySince(today: Date, now: Date): Promise<Date | null> {
  const tablets = await tabletReports(database());
  const away = tablets.filter(
    (tablet) =>
      tablet.seenAt >= today && (holdsWork(tablet) || (tablet.handsOver && isSilent(tablet, now, today))),
  );
  return (
    away
      .map(({ seenAt }) => seenAt)
      .sort((one, other) => one.getTime() - other.getTime())
      .at(-1) ?? null
  );
}
