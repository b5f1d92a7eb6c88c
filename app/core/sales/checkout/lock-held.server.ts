/** Locks what a customer, or their sign-up, already holds and now orders. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import {
  lockPlace,
  lockReservationsOfSignUp,
  passPlaceOn,
} from '#core/sales/orders/reservations/lock-sign-up-hold.server.ts';
import type { Transaction } from '#db/client.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';

type Wanted = { fromSignUp?: boolean; reservationIds: readonly string[] };

/** Locks what is held, and the place in a slot that is held with it. */
export async function lockHeld(tx: Transaction, userId: string, { fromSignUp, reservationIds }: Wanted) {
  if (!fromSignUp) return { rows: await lockReservations(tx, userId, reservationIds), place: null };
  // An account has the id of the sign-up that made it.
  const rows = await lockReservationsOfSignUp(tx, userId);
  return { rows, place: await lockPlace(tx, userId) };
}

/** The order takes over the place that its sign-up held. */
export async function takeOverPlace(tx: Transaction, userId: string): Promise<true> {
  await passPlaceOn(tx, userId);
  return true;
}

/** Locks those that are the customer's own, whatever their status, lowest id first. */
async function lockReservations(tx: Transaction, userId: string, reservationIds: readonly string[]) {
  const ids = reservationIds.filter(isUuid);
  if (ids.length === 0) return [];
  return (
    tx
      .select({
        id: pickupReservations.id,
        productId: pickupReservations.productId,
        quantity: pickupReservations.quantity,
        status: pickupReservations.status,
        unitPrice: pickupReservations.unitPrice,
        unitDiscount: pickupReservations.unitDiscount,
        discountTaxed: pickupReservations.discountTaxed,
      })
      .from(pickupReservations)
      .where(and(inArray(pickupReservations.id, ids), eq(pickupReservations.userId, userId)))
      .orderBy(asc(pickupReservations.id))
      // Does not lock the key: a recall binds other lots to the reservation while this waits for its product's stock.
      .for('no key update')
  );
}

/** The number that people read of the order a reservation has become. */
export async function orderOf(tx: Transaction, reservationId: string): Promise<string | null> {
  const [row] = await tx
    .select({ orderId: orders.orderId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orderItems.reservationId, reservationId));
  return row?.orderId ?? null;
}
