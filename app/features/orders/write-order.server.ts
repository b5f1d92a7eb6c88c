/**
 * Writes a decided order: its rows, the reservations behind its lines, the stock they hold and the event that
 * it was placed. Decides nothing itself; called by commands that have checked everything under lock.
 */
import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { recordEvent } from '#features/events/record-event.server.ts';
import { holdLots, rebindLots } from '#features/inventory/hold-lots.server.ts';
import type { LotShare } from '#features/inventory/lots.ts';
import { newId } from '#kernel/ids.ts';
import { type LimitCategory, orderStatusEvents } from '#kernel/statuses.ts';
import type { Quote } from './quote.ts';
import { costOf, isFirstOrderOf } from './sales-columns.ts';

/** One line as decided, in the order of the quote's lines. */
export type OrderDraftLine = {
  productId: number;
  productName: string;
  productType: string;
  categoryName: string;
  taxClass: string;
  requiresId: boolean;
  limitCategory: LimitCategory | null;
  limitMg: number | null;
  /** The lots its units come from, as many as the quote's line counts. */
  shares: readonly LotShare[];
};

export type OrderDraft = {
  /** Chosen by the caller, so that an attempt can name its order before there is one. */
  id: string;
  userId: string;
  userEmail: string;
  userName: string;
  /** Store-local yyyy-mm-dd; null when nothing in the order needs an age. */
  birthDate: string | null;
  /** null where a pickup is agreed on later. */
  pickupStartsAt: Date | null;
  pickupEndsAt: Date | null;
  lines: readonly OrderDraftLine[];
  quote: Quote;
  /** A pending reservation that becomes the order's only line; its stock is already held. */
  reservationId: string | null;
  /** Who of the staff made it of a reservation: it is confirmed by that. Without, its customer placed it. */
  confirmedBy?: string;
};

/** What it begins as (specification section 4). */
const beginnings = {
  placed: { status: 'pending', paymentStatus: 'pay_on_pickup', reservation: 'reserved' },
  confirmed: { status: 'confirmed', paymentStatus: 'pending', reservation: 'confirmed' },
} as const;

/** Answers the number people read out, such as 'ORD042'. */
export async function writeOrder(tx: Transaction, draft: OrderDraft): Promise<{ orderId: string }> {
  const { quote } = draft;
  const begins = beginnings[draft.confirmedBy ? 'confirmed' : 'placed'];
  const actorId = draft.confirmedBy ?? draft.userId;
  const isCannabis = (index: number) => draft.lines[index]?.productType === 'cannabis';
  const cannabisTax = quote.lines.reduce((sum, line, index) => (isCannabis(index) ? sum + line.tax : sum), 0);
  const [order] = await tx
    .insert(orders)
    .values({
      id: draft.id,
      userId: draft.userId,
      userEmail: draft.userEmail,
      userName: draft.userName,
      orderType: draft.lines.some((_, index) => isCannabis(index)) ? 'cannabis_pickup' : 'merchandise_pickup',
      status: begins.status,
      paymentStatus: begins.paymentStatus,
      pickupStartsAt: draft.pickupStartsAt,
      pickupEndsAt: draft.pickupEndsAt,
      birthDate: draft.birthDate,
      subtotal: quote.subtotal,
      tax: quote.tax,
      cannabisTax,
      total: quote.total,
      taxParts: quote.taxParts.map((part) => ({ ...part })),
      reservationId: draft.reservationId,
      isFirst: isFirstOrderOf(draft.userId),
    })
    .returning({ orderId: orders.orderId });
  if (!order) throw new Error('an order was not written');

  const reservations = draft.lines.map((line, index) => ({
    id: draft.reservationId ?? newId(),
    productId: line.productId,
    quantity: quote.lines[index]?.quantity ?? 0,
  }));
  const holds = reservations.map(({ id, productId }, index) => ({
    reservationId: id,
    productId,
    shares: draft.lines[index]?.shares ?? [],
  }));
  const cause = { actorId, orderId: draft.id };
  if (draft.reservationId) {
    await tx
      .update(pickupReservations)
      .set({
        status: begins.reservation,
        pickupTime: draft.pickupStartsAt,
        holdExpiresAt: null,
        updatedAt: new Date(),
      })
      .where(eq(pickupReservations.id, draft.reservationId));
    for (const hold of holds) await rebindLots(tx, hold, cause);
  } else {
    await tx.insert(pickupReservations).values(
      reservations.map((reservation) => ({
        ...reservation,
        userId: draft.userId,
        pickupTime: draft.pickupStartsAt,
        status: begins.reservation,
      })),
    );
    await holdLots(tx, holds, cause);
  }
  await tx.insert(orderItems).values(
    quote.lines.map((line, index) => {
      const drafted = draft.lines[index];
      const reservation = reservations[index];
      if (!drafted || !reservation) throw new Error('the quote has more lines than the draft');
      const { shares: _, ...columns } = drafted;
      return {
        orderId: draft.id,
        position: index,
        ...columns,
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        unitCost: costOf(drafted.productId),
        unitDiscount: line.unitDiscount ?? 0,
        discountTaxed: line.discountTaxed ?? false,
        amount: line.amount,
        tax: line.tax,
        total: line.total,
        taxParts: line.taxParts.map((part) => ({ ...part })),
        reservationId: reservation.id,
      };
    }),
  );
  await recordEvent(tx, { kind: orderStatusEvents[begins.status], orderId: draft.id }, actorId);
  return order;
}
