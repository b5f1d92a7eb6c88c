/**
 * Writes a decided order: its rows, the reservations of its lines, the stock they hold and the 'placed'
 * event. Decides nothing itself; callers have checked everything under lock.
 */
import { sql } from 'drizzle-orm';
import { recordEvent } from '#core/events/record-event.server.ts';
import { type Cause, holdLots, rebindLots } from '#core/stock/hold-lots.server.ts';
import type { LotShare } from '#core/stock/lots.ts';
import { type Transaction, together } from '#db/client.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { placeholders, statement, statementOfRows } from '#db/statement.ts';
import { newId } from '#kernel/ids.ts';
import { type LimitCategory, orderStatusEvents } from '#kernel/statuses.ts';
import type { Quote } from './quote.ts';
import { writeReservationStatus } from './reservations/write-reservation-status.server.ts';
import { costOf, isFirstOrderOf } from './sales-columns.server.ts';

/** One decided line, in the order of the quote's lines. */
export type OrderDraftLine = {
  productId: number;
  productName: string;
  productType: string;
  categoryName: string;
  taxClass: string;
  requiresId: boolean;
  limitCategory: LimitCategory | null;
  limitMg: number | null;
  /** The lots that cover its units; together the quantity of the quote's line. */
  shares: readonly LotShare[];
};

export type OrderDraft = {
  /** Chosen by the caller, so that an attempt can name its order before it exists. */
  id: string;
  userId: string;
  userEmail: string;
  userName: string;
  /** Store-local yyyy-mm-dd; null if nothing in the order needs an age. */
  birthDate: string | null;
  /** null if the pickup is agreed on later. */
  pickupStartsAt: Date | null;
  pickupEndsAt: Date | null;
  lines: readonly OrderDraftLine[];
  quote: Quote;
  /** A pending reservation that becomes the order's only line; its stock is already held. */
  reservationId: string | null;
  /** The staff member who made it from a reservation, which confirms it. Without one, its customer placed it. */
  confirmedBy?: string;
};

/** The initial status (specification section 4). */
const beginnings = {
  placed: { status: 'pending', paymentStatus: 'pay_on_pickup', reservation: 'reserved' },
  confirmed: { status: 'confirmed', paymentStatus: 'pending', reservation: 'confirmed' },
} as const;

/** Returns the number people read, such as 'ORD042'. */
export async function writeOrder(tx: Transaction, draft: OrderDraft): Promise<{ orderId: string }> {
  const begins = beginnings[draft.confirmedBy ? 'confirmed' : 'placed'];
  const actorId = draft.confirmedBy ?? draft.userId;
  const lines = linesOf(draft);
  const [[order]] = await together(
    tx,
    () => insertOrder(tx, draft, begins),
    () => writeReservations(tx, draft, lines, begins.reservation),
    () => bindLots(tx, draft, lines, { actorId, orderId: draft.id }),
    () =>
      writeItems(
        tx,
        lines.map(({ item }) => item),
      ),
    () => recordEvent(tx, { kind: orderStatusEvents[begins.status], orderId: draft.id }, actorId),
  );
  if (!order) throw new Error('an order was not written');
  return order;
}

type Beginning = (typeof beginnings)[keyof typeof beginnings];

/** A line with its reservation. */
type WrittenLine = ReturnType<typeof linesOf>[number];

function linesOf({ id, lines, quote, reservationId }: OrderDraft) {
  return quote.lines.map((line, position) => {
    const drafted = lines[position];
    if (!drafted) throw new Error('the quote has more lines than the draft');
    const { shares, ...columns } = drafted;
    const reservation = reservationId ?? newId<string>();
    const item = {
      orderId: id,
      position,
      ...columns,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      unitDiscount: line.unitDiscount ?? 0,
      discountTaxed: line.discountTaxed ?? false,
      amount: line.amount,
      tax: line.tax,
      total: line.total,
      taxParts: line.taxParts.map((part) => ({ ...part })),
      reservationId: reservation,
    };
    return { item, reservationId: reservation, shares };
  });
}

const writeItems = statementOfRows((tx, rows) =>
  tx.insert(orderItems).values(
    rows.map((row) => ({
      ...row('orderId', 'position', 'productId', 'productName', 'productType', 'categoryName', 'taxClass'),
      ...row(
        'requiresId',
        'limitCategory',
        'limitMg',
        'quantity',
        'unitPrice',
        'unitDiscount',
        'discountTaxed',
      ),
      ...row('amount', 'tax', 'total', 'taxParts', 'reservationId'),
      unitCost: costOf(row('productId').productId),
    })),
  ),
);

function insertOrder(tx: Transaction, draft: OrderDraft, { status, paymentStatus }: Beginning) {
  const { lines: _, quote, confirmedBy: __, ...columns } = draft;
  const isCannabis = (index: number) => draft.lines[index]?.productType === 'cannabis';
  return writeOrderRow(tx, {
    ...columns,
    orderType: draft.lines.some((_, index) => isCannabis(index)) ? 'cannabis_pickup' : 'merchandise_pickup',
    status,
    paymentStatus,
    subtotal: quote.subtotal,
    tax: quote.tax,
    cannabisTax: quote.lines.reduce((sum, line, index) => (isCannabis(index) ? sum + line.tax : sum), 0),
    total: quote.total,
    taxParts: quote.taxParts,
  });
}

const writeOrderRow = statement((tx) =>
  tx
    .insert(orders)
    .values({
      ...placeholders('id', 'userId', 'userEmail', 'userName', 'orderType', 'status', 'paymentStatus'),
      ...placeholders('pickupStartsAt', 'pickupEndsAt', 'birthDate', 'reservationId'),
      ...placeholders('subtotal', 'tax', 'cannabisTax', 'total', 'taxParts'),
      isFirst: isFirstOrderOf(sql.placeholder('userId')),
    })
    .returning({ orderId: orders.orderId }),
);

/** Inserts new reservations for the lines, or updates the one that becomes the order. */
async function writeReservations(
  tx: Transaction,
  { reservationId, userId, pickupStartsAt }: OrderDraft,
  lines: readonly WrittenLine[],
  status: Beginning['reservation'],
): Promise<void> {
  if (reservationId) {
    const also = { pickupTime: pickupStartsAt, holdExpiresAt: null };
    return writeReservationStatus(tx, [reservationId], status, also);
  }
  await insertReservations(
    tx,
    lines.map(({ item, reservationId: id }) => ({
      id,
      userId,
      productId: item.productId,
      quantity: item.quantity,
      pickupTime: pickupStartsAt,
      status,
    })),
  );
}

const insertReservations = statementOfRows((tx, rows) =>
  tx
    .insert(pickupReservations)
    .values(rows.map((row) => row('id', 'userId', 'productId', 'quantity', 'pickupTime', 'status'))),
);

async function bindLots(
  tx: Transaction,
  { reservationId }: OrderDraft,
  lines: readonly WrittenLine[],
  cause: Cause,
): Promise<void> {
  const holds = lines.map(({ item, shares, ...line }) => ({
    reservationId: line.reservationId,
    productId: item.productId,
    shares,
  }));
  if (!reservationId) return holdLots(tx, holds, cause);
  for (const hold of holds) await rebindLots(tx, hold, cause);
}
