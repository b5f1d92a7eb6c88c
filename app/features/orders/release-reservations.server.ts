/** Cancels reservations that are already locked, and gives back whatever stock they still hold. */
import { inArray } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { lockStock, moveStock } from '#features/inventory/move-stock.server.ts';
import { movementBetween } from './reservation.ts';

type LockedReservation = Pick<
  typeof pickupReservations.$inferSelect,
  'id' | 'productId' | 'quantity' | 'status'
>;

/** What follows from the status follows by rule: a reservation that holds nothing gives nothing back. */
export async function releaseReservations(
  tx: Transaction,
  reservations: readonly LockedReservation[],
  why: { orderId: string | null; actorId: string | null; note?: string },
): Promise<void> {
  const live = reservations.filter((reservation) => reservation.status !== 'cancelled');
  if (live.length === 0) return;
  await lockStock(
    tx,
    live.map((reservation) => reservation.productId),
  );
  await moveStock(
    tx,
    live.map((reservation) => ({
      productId: reservation.productId,
      ...movementBetween(reservation.status, 'cancelled', reservation.quantity),
      reason: 'release',
      reservationId: reservation.id,
      orderId: why.orderId,
      note: why.note ?? null,
    })),
    why.actorId,
  );
  await tx
    .update(pickupReservations)
    .set({ status: 'cancelled', holdExpiresAt: null, updatedAt: new Date() })
    .where(
      inArray(
        pickupReservations.id,
        live.map((reservation) => reservation.id),
      ),
    );
}
