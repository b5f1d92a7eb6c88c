/** Writes a reservation's status; no other code does. Decides nothing: callers handle stock, orders and events. */
import { inArray } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import type { ReservationStatus } from '#kernel/statuses.ts';

/** Fields that change with the status: when the hold ends (null for never), a new pickup time, a new owner. */
type WithStatus = {
  holdExpiresAt?: Date | null;
  pickupTime?: Date | null;
  /** The customer of what a sign-up held. */
  userId?: string;
  signUpId?: null;
};

/** Sets the status of reservations that the caller has locked. */
export async function writeReservationStatus(
  tx: Transaction,
  ids: readonly string[],
  status: ReservationStatus,
  also: WithStatus = {},
): Promise<void> {
  await tx
    .update(pickupReservations)
    .set({ ...also, status, updatedAt: new Date() })
    .where(inArray(pickupReservations.id, [...ids]));
}
