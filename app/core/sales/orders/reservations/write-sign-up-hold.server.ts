/** Writes what a sign-up holds: its reservations, their stock and one place in a slot. Decides nothing itself. */
import type { Temporal } from 'temporal-polyfill';
import type { UnitMoney } from '#core/goods/discounts/discount.ts';
import { holdLots } from '#core/goods/stock/hold-lots.server.ts';
import type { LotShare } from '#core/goods/stock/lots/lots.ts';
import { moveSlot } from '#core/sales/pickup/take-slot.server.ts';
import type { Transaction } from '#db/client.ts';
import { pickupReservations, signUpHolds } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { asDate } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import type { OrderNotes } from '../order-notes.ts';

export type SignUpHoldDraft = {
  signUpId: string;
  /** One for each product. `money` is the current price, which the reservation saves. */
  lines: readonly { productId: number; quantity: number; shares: readonly LotShare[]; money: UnitMoney }[];
  pickupStartsAt: Temporal.Instant;
  /** The slot of an earlier hold whose place becomes this one's; null without one. */
  placeFrom: Date | null;
  heldAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
  /** The hashed client address. */
  client: string;
  /** For the order that the confirmation makes. */
  notes: OrderNotes;
};

/** Returns false when the slot is full; the caller then rolls back. */
export async function writeSignUpHold(
  tx: Transaction,
  draft: SignUpHoldDraft,
  capacity: number,
): Promise<boolean> {
  const { signUpId, lines, client } = draft;
  const pickupTime = asDate(draft.pickupStartsAt);
  const expiresAt = asDate(draft.expiresAt);
  const reserved = lines.map((line) => ({ ...line, id: newId<string>() }));
  await tx.insert(pickupReservations).values(
    reserved.map(
      ({ id, productId, quantity, money: { unitPrice, unitDiscount, discountTaxed, offerId = null } }) => ({
        id,
        signUpId,
        productId,
        quantity,
        unitPrice,
        unitDiscount,
        discountTaxed,
        offerId,
        pickupTime,
        status: 'pending' as const,
        holdExpiresAt: expiresAt,
      }),
    ),
  );
  await holdLots(
    tx,
    reserved.map(({ id, productId, shares }) => ({ reservationId: id, productId, shares })),
    { actorId: null, orderId: null, note: 'Until the email is confirmed' },
  );
  await tx.insert(signUpHolds).values({
    signUpId,
    pickupStartsAt: pickupTime,
    heldAt: asDate(draft.heldAt),
    expiresAt,
    client,
    customerNote: draft.notes.customerNote,
    pickupName: draft.notes.pickupName,
  });
  await announce(tx, 'reservations');
  // Last, because every order for this slot waits here for the one before.
  return moveSlot(tx, { from: draft.placeFrom, to: pickupTime }, capacity);
}
