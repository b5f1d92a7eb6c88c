/** The one writer of a reservation's status. Decides nothing: stock, orders and events are its callers' work. */
import { inArray } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import type { ReservationStatus } from '#kernel/statuses.ts';

/** What changes with the status: when its hold ends (null for never), and its pickup time where it gets one. */
type WithStatus = { holdExpiresAt?: Date | null; pickupTime?: Date | null };

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
