/** Writes a decided reservation: its row, the stock it holds and the event. Decides nothing itself. */
import type { Temporal } from 'temporal-polyfill';
import type { UnitMoney } from '#core/goods/discounts/discount.ts';
import { holdLots } from '#core/goods/stock/hold-lots.server.ts';
import type { LotShare } from '#core/goods/stock/lots/lots.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import type { Transaction } from '#db/client.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { asDate } from '#kernel/time.ts';

export type ReservationDraft = {
  /** Chosen by the caller, so that an idempotency key can name the reservation before it exists. */
  id: string;
  userId: string;
  productId: number;
  quantity: number;
  /** The lots that cover its units; together `quantity`. */
  shares: readonly LotShare[];
  /** The current unit price, which the reservation saves. */
  money: UnitMoney;
  /** When the hold ends and its units go back on sale. */
  holdExpiresAt: Temporal.Instant;
};

/** Writes a pending reservation without a pickup time ('Reserve for Pickup'). */
export async function writeReservation(tx: Transaction, draft: ReservationDraft): Promise<void> {
  const { id, userId, productId, quantity, shares, money } = draft;
  await tx.insert(pickupReservations).values({
    id,
    userId,
    productId,
    quantity,
    ...money,
    status: 'pending',
    holdExpiresAt: asDate(draft.holdExpiresAt),
  });
  await holdLots(tx, [{ reservationId: id, productId, shares }], { actorId: userId, orderId: null });
  await recordEvent(tx, { kind: 'reservation-made', reservationId: id }, userId);
}
