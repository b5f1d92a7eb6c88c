/** Lowers the price that a reservation without an order has been promised (decision 30), and notifies its customer. */
import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import type { Transaction } from '#db/client.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { asDate } from '#kernel/time.ts';

/**
 * The reservation is locked. One of a sign-up that is not confirmed yet has no one to notify.
 * @param off cents off one unit, at most its price
 */
export async function lowerReservation(
  tx: Transaction,
  { id, userId, unitPrice }: { id: string; userId: string | null; unitPrice: number },
  off: number,
  { byId, now }: { byId: string; now: Temporal.Instant },
): Promise<void> {
  await tx
    .update(pickupReservations)
    .set({ unitPrice: unitPrice - off, updatedAt: asDate(now) })
    .where(eq(pickupReservations.id, id));
  if (userId !== null) await recordEvent(tx, { kind: 'reservation-price-lowered', reservationId: id }, byId);
}
