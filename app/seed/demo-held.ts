/** Products that somebody pressed 'Reserve for Pickup' on today and has not chosen a time for yet. */
import type { pickupReservations } from '#db/schema/orders.ts';
import type { DemoPeople } from './demo-people.ts';
import type { Movement } from './demo-stock.ts';
import type { ShelvedProduct } from './demo-store.ts';
import type { Random } from './random.ts';

const HOUR = 3_600_000;

/** Enough on the shelf that one held unit changes no label. */
const PLENTY = 30;

/** The reservation's row and what it does to the stock. */
export type HeldProduct = { row: typeof pickupReservations.$inferInsert; movement: Movement };

/** One of the demo customer's, and some of others; made in the last hours, so that none ends at the first tick. */
export function inventHeldProducts(
  random: Random,
  now: Date,
  holdHours: number,
  menu: readonly ShelvedProduct[],
  { customer, others }: DemoPeople,
): HeldProduct[] {
  const longAgo = now.getTime() - 24 * HOUR;
  const settled = others.filter(
    ({ ageDecision, isBanned, joinedAt }) =>
      ageDecision === true && !isBanned && joinedAt.getTime() < longAgo,
  );
  const plentiful = menu.filter(
    ({ lots, firstReceivedAt }) =>
      firstReceivedAt.getTime() < longAgo && lots.some(({ onHand }) => onHand >= PLENTY),
  );
  return [customer, random.pick(settled), random.pick(settled), random.pick(settled)].map((person) => {
    const product = random.pick(plentiful);
    const at = new Date(now.getTime() - random.between(HOUR / 2, 6 * HOUR));
    const reservationId = random.idAt(at);
    return {
      row: {
        id: reservationId,
        userId: person.id,
        productId: product.id,
        quantity: 1,
        status: 'pending',
        holdExpiresAt: new Date(at.getTime() + holdHours * HOUR),
        createdAt: at,
        updatedAt: at,
      },
      movement: {
        productId: product.id,
        at,
        kind: 'hold',
        quantity: 1,
        reservationId,
        orderId: null,
        actorId: person.id,
      },
    };
  });
}
