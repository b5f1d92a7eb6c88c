/** Locks what a customer, or their sign-up, already holds and now orders. */
import { and, eq } from 'drizzle-orm';
import {
  lockPlace,
  lockReservationsOfSignUp,
  passPlaceOn,
} from '#core/orders/reservations/lock-sign-up-hold.server.ts';
import type { Transaction } from '#db/client.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';

type Wanted = { fromSignUp?: boolean; reservationId: string | null };

/** Locks what is held, and the place in a slot that is held with it. */
export async function lockHeld(tx: Transaction, userId: string, { fromSignUp, reservationId }: Wanted) {
  if (!fromSignUp) {
    const row = reservationId ? await lockReservation(tx, userId, reservationId) : null;
    return { rows: row ? [row] : [], place: null };
  }
  // An account has the id of the sign-up that made it.
  const rows = await lockReservationsOfSignUp(tx, userId);
  return { rows, place: await lockPlace(tx, userId) };
}

/** The order takes over the place that its sign-up held. */
export async function takeOverPlace(tx: Transaction, userId: string): Promise<true> {
  await passPlaceOn(tx, userId);
  return true;
}

/** Locks the customer's own reservation, whatever its status. */
async function lockReservation(tx: Transaction, userId: string, reservationId: string) {
  if (!isUuid(reservationId)) return null;
  const [row] = await tx
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
    .where(and(eq(pickupReservations.id, reservationId), eq(pickupReservations.userId, userId)))
    // Does not lock the key: a recall binds other lots to the reservation while this waits for its product's stock.
    .for('no key update');
  return row ?? null;
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
