/** Cancels reservations that are already locked, and releases any stock they still hold. */
import { inArray } from 'drizzle-orm';
import {
  coverMissing,
  releaseLots,
  type StoreClock,
  takeBackLots,
} from '#core/goods/stock/hold-lots.server.ts';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import { dropPackedUnits } from '#core/goods/stock/packed-units.server.ts';
import { recordPutBacks } from '#core/goods/stock/put-back/record-put-backs.server.ts';
import { releaseSlot } from '#core/sales/pickup/take-slot.server.ts';
import type { Transaction } from '#db/client.ts';
import { type pickupReservations, signUpHolds } from '#db/schema/orders.ts';
import { asDate } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { stockEffect } from './reservation.ts';
import { writeReservationStatus } from './write-reservation-status.server.ts';

type LockedReservation = Pick<
  typeof pickupReservations.$inferSelect,
  'id' | 'signUpId' | 'productId' | 'quantity' | 'status' | 'pickupTime' | 'holdExpiresAt'
>;

/**
 * The status decides: a reservation that holds nothing releases nothing. Free units first go to customers who
 * were promised units that no lot has. Packed units are listed until staff carry them back. A sign-up's place in its slot is released with its first reservation.
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
  const released = await releaseLots(tx, live, why);
  if (why.orderId !== null) await recordPutBacks(tx, why.orderId, inBag(released), asDate(why.clock.now));
  const ids = live.map(({ id }) => id);
  await dropPackedUnits(tx, ids);
  await writeReservationStatus(tx, ids, 'cancelled', { holdExpiresAt: null });
  await coverMissing(tx, productIds, why.actorId, why.clock);
  await releasePlaces(
    tx,
    live.flatMap(({ signUpId }) => (signUpId === null ? [] : [signUpId])),
  );
}

/** The packed units among what was released: they are in a bag, and have to go back. */
const inBag = (released: Awaited<ReturnType<typeof releaseLots>>) =>
  released.flatMap(({ lotId, packed, sold }) => (lotId === null || sold ? [] : [{ lotId, units: packed }]));

/** Releases the places of sign-ups, each once: the row that is deleted is the place. */
async function releasePlaces(tx: Transaction, signUpIds: readonly string[]): Promise<void> {
  if (signUpIds.length === 0) return;
  const places = await tx
    .delete(signUpHolds)
    .where(inArray(signUpHolds.signUpId, [...signUpIds]))
    .returning({ startsAt: signUpHolds.pickupStartsAt });
  const earliestFirst = places.toSorted((left, right) => left.startsAt.getTime() - right.startsAt.getTime());
  for (const { startsAt } of earliestFirst) await releaseSlot(tx, startsAt);
  await announce(tx, 'reservations');
}
