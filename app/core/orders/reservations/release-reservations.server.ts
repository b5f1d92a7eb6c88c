/** Cancels reservations that are already locked, and releases any stock they still hold. */
import { coverMissing, releaseLots, type StoreClock, takeBackLots } from '#core/stock/hold-lots.server.ts';
import { lockStock } from '#core/stock/move-stock.server.ts';
import type { Transaction } from '#db/client.ts';
import type { pickupReservations } from '#db/schema/orders.ts';
import { stockEffect } from './reservation.ts';
import { writeReservationStatus } from './write-reservation-status.server.ts';

type LockedReservation = Pick<
  typeof pickupReservations.$inferSelect,
  'id' | 'productId' | 'quantity' | 'status' | 'pickupTime' | 'holdExpiresAt'
>;

/**
 * The status decides: a reservation that holds nothing releases nothing. Free units first go to customers who
 * were promised units that no lot has.
 */
export async function releaseReservations(
  tx: Transaction,
  reservations: readonly LockedReservation[],
  why: { orderId: string | null; actorId: string | null; note?: string; clock: StoreClock },
): Promise<void> {
  const live = reservations.filter((reservation) => reservation.status !== 'cancelled');
  if (live.length === 0) return;
  const productIds = live.map((reservation) => reservation.productId);
  await lockStock(tx, productIds);
  for (const sold of live.filter(({ status }) => stockEffect[status] === 'sold')) {
    await takeBackLots(tx, sold, why, why.clock);
  }
  await releaseLots(tx, live, why);
  const ids = live.map(({ id }) => id);
  await writeReservationStatus(tx, ids, 'cancelled', { holdExpiresAt: null });
  await coverMissing(tx, productIds, why.actorId, why.clock);
}
