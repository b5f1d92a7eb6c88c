/** Locks what a customer, or their sign-up, already holds and now orders. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Settings } from '#core/ground/settings/settings.ts';
import {
  lockPlace,
  lockReservationsOfSignUp,
  passPlaceOn,
} from '#core/sales/orders/reservations/lock-sign-up-hold.server.ts';
import type { Transaction } from '#db/client.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';
import { asDate } from '#kernel/time.ts';
import { type CheckoutInput, reservationsOf } from './checkout-input.server.ts';
import type { CheckoutProblem } from './checkout-rules.ts';

type Wanted = { fromSignUp?: boolean; reservationIds: readonly string[] };

/** Locks what is held, and the place in a slot that is held with it. */
export async function lockHeld(tx: Transaction, userId: string, { fromSignUp, reservationIds }: Wanted) {
  if (!fromSignUp) return { rows: await lockReservations(tx, userId, reservationIds), place: null };
  // An account has the id of the sign-up that made it.
  const rows = await lockReservationsOfSignUp(tx, userId);
  return { rows, place: await lockPlace(tx, userId) };
}

export type Held = Awaited<ReturnType<typeof lockHeld>>;

/** Why what is held cannot be ordered: its time is over, it became an order or is gone, or none is left. */
export async function problemOfHeld(
  tx: Transaction,
  { rows, place }: Held,
  input: CheckoutInput,
  { settings, now }: { settings: Pick<Settings, 'holds'>; now: Temporal.Instant },
): Promise<CheckoutProblem | null> {
  if (input.fromSignUp) {
    if (!place || place.expiresAt <= asDate(now))
      return { kind: 'hold-over', minutes: settings.holds.signUpMinutes };
  } else {
    const waiting = rows.filter(({ status }) => status === 'pending').length;
    if (rows.length > 0 && waiting < reservationsOf(input).length) {
      const gone = rows.find(({ status }) => status !== 'pending');
      const orderId = gone ? await orderOf(tx, gone.id) : null;
      return { kind: 'reservation-gone', orderId, ...(waiting > 0 ? { stillHeld: waiting } : {}) };
    }
  }
  if (rows.length === 0) return { kind: 'cart-empty' };
  // A lot's free units would count for each of two lines of one product.
  return new Set(rows.map(({ productId }) => productId)).size < rows.length ? { kind: 'cart-changed' } : null;
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
        offerId: pickupReservations.offerId,
      })
      .from(pickupReservations)
      .where(and(inArray(pickupReservations.id, ids), eq(pickupReservations.userId, userId)))
      .orderBy(asc(pickupReservations.id))
      // Does not lock the key: a recall binds other lots to the reservation while this waits for its product's stock.
      .for('no key update')
  );
}

/** The number that people read of the order a reservation has become. */
async function orderOf(tx: Transaction, reservationId: string): Promise<string | null> {
  const [row] = await tx
    .select({ orderId: orders.orderId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orderItems.reservationId, reservationId));
  return row?.orderId ?? null;
}
