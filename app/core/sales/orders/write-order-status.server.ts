/**
 * Writes order and payment status; no other code does. Checks the state machine and applies what follows from
 * a status: the order's stock, its place in the slot, the event that others react to.
 */

import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type Cause, packLots, sellLots } from '#core/goods/stock/hold-lots.server.ts';
import { missingOf, unpackedOf } from '#core/goods/stock/missing-units-queries.server.ts';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import { readUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { roundingOf } from '#core/sales/cash-desk/cash-rounding.ts';
import { type PaymentDesk, paymentDesk } from '#core/sales/cash-desk/payment-desk.server.ts';
import { releaseSlot } from '#core/sales/pickup/take-slot.server.ts';
import type { Transaction } from '#db/client.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { reservationLots } from '#db/schema/stock.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type OrderStatus, orderStatusEvents, type PaymentStatus } from '#kernel/statuses.ts';
import { asDate } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { needsEveryUnit, orderMachine, paymentMachine } from './order.ts';
import type { MissingLine, StatusProblem, ToPackLine } from './order-status.ts';
import { sellerOf } from './receipts/receipt.ts';
import { releaseReservations } from './reservations/release-reservations.server.ts';
import { writeReservationStatus } from './reservations/write-reservation-status.server.ts';

export type LockedOrder = typeof orders.$inferSelect;

/** Who makes the change and when; `zone` is the store's. `packer` packs the order, or has packed it. */
export type StatusCause = {
  actorId: string | null;
  now: Temporal.Instant;
  zone: string;
  note?: string;
  packer?: { userId: string; name: string };
};

/**
 * Locks the order by the number people read; null if it does not exist. Locks customer, order, reservations,
 * stock, in that order.
 */
export async function lockOrder(tx: Transaction, orderId: string): Promise<LockedOrder | null> {
  const [order] = await tx.select().from(orders).where(eq(orders.orderId, orderId)).for('no key update');
  return order ?? null;
}

/**
 * Moves a locked order to a status. Moving to the current status changes nothing and is not an error, but a ready order
 * that got units since is packed again. Refuses: a step the state machine does not have, completing an unpaid order,
 * marking an order ready or completed while units are missing, and completing one whose units are not all packed, or with
 * units in its bag that are no longer its own.
 */
export async function writeOrderStatus(
  tx: Transaction,
  order: Pick<LockedOrder, 'id' | 'status' | 'paymentStatus' | 'pickupStartsAt'>,
  to: OrderStatus,
  cause: StatusCause,
): Promise<Result<{ changed: boolean }, StatusProblem>> {
  const isDone = order.status === to;
  if (isDone && !(await isUnready(tx, order))) return succeed({ changed: false });
  if (!isDone && !orderMachine.mayGo(order.status, to))
    return refuse({ kind: 'no-such-step', from: order.status, to });
  if (to === 'completed' && order.paymentStatus !== 'paid') return refuse({ kind: 'not-paid' });
  if (needsEveryUnit(to)) {
    const wrong = await moveEveryUnit(tx, order, to, cause);
    if (wrong !== null) return refuse(wrong);
  }
  if (to === 'cancelled' || to === 'no_show') {
    await releaseReservations(tx, await reservationsOf(tx, order.id), {
      orderId: order.id,
      actorId: cause.actorId,
      note: cause.note,
      clock: { now: cause.now, zone: cause.zone },
    });
    // Only a cancellation frees the place: a no-show's place was reserved for them.
    if (to === 'cancelled' && order.pickupStartsAt) await releaseSlot(tx, order.pickupStartsAt);
  }
  // Confirmed, then ready in one step: the order has been packed too.
  if (order.status === 'confirmed' && to === 'ready')
    await recordEvent(tx, { kind: orderStatusEvents.packing, orderId: order.id }, cause.actorId);
  const at = asDate(cause.now);
  await tx
    .update(orders)
    .set({
      status: to,
      version: sql`${orders.version} + 1`,
      updatedAt: at,
      ...(to === 'packing' || to === 'ready' ? packedBy(cause.packer) : {}),
      ...(to === 'ready' ? { readyAt: at } : {}),
      ...(to === 'completed' ? { completedAt: at, seller: sellerOf((await readSettings()).store) } : {}),
      ...(to === 'cancelled' ? { cancelledAt: at } : {}),
    })
    .where(eq(orders.id, order.id));
  await recordEvent(tx, { kind: orderStatusEvents[to], orderId: order.id }, cause.actorId);
  return succeed({ changed: true });
}

/** Packs every unit, or hands every packed one over; returns why it cannot. */
async function moveEveryUnit(
  tx: Transaction,
  order: Pick<LockedOrder, 'id' | 'status'>,
  to: OrderStatus,
  { actorId }: StatusCause,
): Promise<StatusProblem | null> {
  const reservations = await reservationsOf(tx, order.id);
  await lockStock(
    tx,
    reservations.map(({ productId }) => productId),
  );
  const lines = await missingLines(tx, order.id);
  if (lines.length > 0) return { kind: 'units-missing', lines };
  if (to === 'ready') {
    await packLots(tx, idsOf(reservations));
    return null;
  }
  const toPack = await linesToPack(tx, order);
  if (toPack.length > 0) return { kind: 'units-to-pack', lines: toPack };
  // A recall may have waited for the lock above, or this for the recall.
  const takeOut = (await readUnitsOut(tx, [order.id])).get(order.id) ?? [];
  if (takeOut.length > 0) return { kind: 'units-to-take-out', lines: takeOut };
  await handOver(tx, reservations, { actorId, orderId: order.id });
  return null;
}

/**
 * Changes a locked order's payment status; a payment records the time, the person who took the cash, the drawer it went
 * into, and how the cash was rounded. Refuses a step the state machine does not have.
 * @param cause `desk` is read here if the caller has not
 */
export async function writePaymentStatus(
  tx: Transaction,
  order: Pick<LockedOrder, 'id' | 'userId' | 'paymentStatus' | 'total'>,
  to: PaymentStatus,
  cause: Pick<StatusCause, 'now'> & { by: { userId: string; name: string }; desk?: PaymentDesk },
): Promise<Result<{ changed: boolean; cashRounding: number }, StatusProblem>> {
  if (order.paymentStatus === to) return succeed({ changed: false, cashRounding: 0 });
  if (!paymentMachine.mayGo(order.paymentStatus, to))
    return refuse({ kind: 'no-such-payment-step', from: order.paymentStatus, to });
  const at = asDate(cause.now);
  const desk = to === 'paid' ? (cause.desk ?? (await paymentDesk(tx))) : null;
  const cashRounding = roundingOf(order.total, desk?.roundsCash ?? false);
  const paid = desk
    ? {
        ...{ paidAt: at, paidBy: cause.by.userId, paidByName: cause.by.name },
        drawerSessionId: desk.drawerSessionId,
        cashRounding,
      }
    : {};
  await tx
    .update(orders)
    .set({
      paymentStatus: to,
      version: sql`${orders.version} + 1`,
      updatedAt: at,
      ...paid,
    })
    .where(eq(orders.id, order.id));
  await announce(tx, 'orders', `order:${order.id}`, `user:${order.userId}`);
  return succeed({ changed: true, cashRounding });
}

/** The person who starts to pack an order stays its packer; `startPacking` alone passes it on. */
function packedBy(packer: StatusCause['packer']) {
  if (!packer) return {};
  return {
    packerId: sql`coalesce(${orders.packerId}, ${packer.userId})`,
    packerName: sql`coalesce(${orders.packerName}, ${packer.name})`,
  };
}

/** Locks and reads the reservations of an order's lines. */
export async function reservationsOf(tx: Transaction, orderId: string) {
  const items = tx
    .select({ id: orderItems.reservationId })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  return (
    tx
      .select()
      .from(pickupReservations)
      .where(inArray(pickupReservations.id, items))
      .orderBy(asc(pickupReservations.id))
      // Does not lock the key: a recall binds other lots to the reservation while this waits for the stock it holds.
      .for('no key update')
  );
}

/**
 * Brings a ready order back to packing if a change of its lines or time gave it units that are not in its bag. No step of
 * staff leads back, so the state machine has none. Returns the names of these lines. The caller saves the order's version.
 */
export async function returnToPacking(
  tx: Transaction,
  order: Pick<LockedOrder, 'id' | 'status'>,
  actorId: string,
): Promise<string[]> {
  const lines = await linesToPack(tx, order);
  if (lines.length === 0) return [];
  await tx.update(orders).set({ status: 'packing' }).where(eq(orders.id, order.id));
  await recordEvent(tx, { kind: orderStatusEvents.packing, orderId: order.id }, actorId);
  return lines.map(({ name }) => name);
}

/** Whether an order was marked ready, and lacks or got units since. */
export async function isUnready(
  tx: Transaction,
  order: Pick<LockedOrder, 'id' | 'status'>,
): Promise<boolean> {
  if (order.status !== 'ready') return false;
  const [found] = await tx
    .select({ id: orderItems.id })
    .from(orderItems)
    .innerJoin(reservationLots, eq(reservationLots.reservationId, orderItems.reservationId))
    .where(and(eq(orderItems.orderId, order.id), lt(reservationLots.packed, reservationLots.quantity)))
    .limit(1);
  return found !== undefined;
}

/** The lines of a ready order with units that are not in its bag; none of any other order. */
export function linesToPack(
  tx: Transaction,
  order: Pick<LockedOrder, 'id' | 'status'>,
): Promise<ToPackLine[]> {
  if (order.status !== 'ready') return Promise.resolve([]);
  const toPack = unpackedOf(sql`order_items.reservation_id`);
  return tx
    .select({ name: orderItems.productName, toPack })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, order.id), gt(toPack, 0)))
    .orderBy(asc(orderItems.position));
}

/** The lines with units that no lot has. Final until commit if read under the lock on the products' stock. */
export async function missingLines(tx: Transaction, orderId: string): Promise<MissingLine[]> {
  const missing = missingOf(sql`order_items.reservation_id`);
  return tx
    .select({ productId: orderItems.productId, name: orderItems.productName, missing })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), gt(missing, 0)))
    .orderBy(asc(orderItems.position));
}

/** Hands over every line. The stock is locked, and no units are missing. */
async function handOver(
  tx: Transaction,
  reservations: Awaited<ReturnType<typeof reservationsOf>>,
  cause: Cause,
): Promise<void> {
  for (const reservation of reservations) await sellLots(tx, reservation, cause);
  await writeReservationStatus(tx, idsOf(reservations), 'fulfilled', { holdExpiresAt: null });
}

const idsOf = (reservations: Awaited<ReturnType<typeof reservationsOf>>) => reservations.map(({ id }) => id);
