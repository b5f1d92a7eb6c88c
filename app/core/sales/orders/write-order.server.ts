/**
 * Writes a decided order: its rows, the reservations of its lines, the stock they hold and the 'placed'
 * event. Decides nothing itself; callers have checked everything under lock.
 */
import { sql } from 'drizzle-orm';
import { type Cause, type Hold, holdLots, rebindLots } from '#core/goods/stock/hold-lots.server.ts';
import type { LotShare } from '#core/goods/stock/lots/lots.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { printSlip } from '#core/sales/printing/queue-print.server.ts';
import { type Transaction, together } from '#db/client.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { placeholders, statement } from '#db/statement.ts';
import { newId } from '#kernel/ids.ts';
import { type LimitCategory, orderStatusEvents } from '#kernel/statuses.ts';
import type { OrderNotes } from './order-notes.ts';
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
  notes: OrderNotes;
  /** The pending reservations that become the order's lines, in their order, with their stock; null to make new ones. */
  held: readonly string[] | null;
  /** The staff member who made it from a reservation, which confirms it. Without one, its customer placed it. */
  confirmedBy?: string;
  /** Made at the counter for a person without an account, who is no new customer. */
  isWalkIn?: boolean;
  /** Goes out at once for units that came back: its customer hears nothing of it, and nothing waits to be packed. */
  isExchange?: boolean;
};

/** The initial status (specification section 4). */
const beginnings = {
  placed: { status: 'pending', paymentStatus: 'pay_on_pickup', reservation: 'reserved' },
  confirmed: { status: 'confirmed', paymentStatus: 'pending', reservation: 'confirmed' },
  exchanged: { status: 'ready', paymentStatus: 'pending', reservation: 'confirmed' },
} as const;

/** Returns the number people read, such as 'ORD042'. */
export async function writeOrder(tx: Transaction, draft: OrderDraft): Promise<{ orderId: string }> {
  const begins = beginnings[draft.isExchange ? 'exchanged' : draft.confirmedBy ? 'confirmed' : 'placed'];
  const actorId = draft.confirmedBy ?? draft.userId;
  const lines = linesOf(draft);
  const [[order]] = await together(
    writeLines(tx, draft, lines, begins),
    takeOver(tx, draft, lines, begins.reservation),
    bindLots(
      tx,
      draft,
      lines.map(({ hold }) => hold),
      { actorId, orderId: draft.id },
    ),
    draft.isExchange
      ? null
      : recordEvent(tx, { kind: orderStatusEvents[begins.status], orderId: draft.id }, actorId),
    // Who walked in stands at the counter: there is nothing to announce.
    draft.isWalkIn || draft.isExchange ? null : printSlip(tx, draft.id),
  );
  if (!order) throw new Error('an order was not written');
  return order;
}

type Beginning = (typeof beginnings)[keyof typeof beginnings];

/** A line with its reservation. */
type WrittenLine = ReturnType<typeof linesOf>[number];

function linesOf({ lines, quote, held }: OrderDraft) {
  return quote.lines.map((line, position) => {
    const drafted = lines[position];
    if (!drafted) throw new Error('the quote has more lines than the draft');
    const reservationId = held ? held[position] : newId<string>();
    if (!reservationId) throw new Error('a line has no reservation');
    const { productId, shares } = drafted;
    const item = {
      position,
      product_id: productId,
      product_name: drafted.productName,
      product_type: drafted.productType,
      category_name: drafted.categoryName,
      tax_class: drafted.taxClass,
      requires_id: drafted.requiresId,
      limit_category: drafted.limitCategory,
      limit_mg: drafted.limitMg,
      quantity: line.quantity,
      unit_price: line.unitPrice,
      unit_discount: line.unitDiscount ?? 0,
      discount_taxed: line.discountTaxed ?? false,
      offer_id: line.offerId ?? null,
      amount: line.amount,
      tax: line.tax,
      total: line.total,
      tax_parts: line.taxParts,
      reservation_id: reservationId,
    };
    return { item, hold: { reservationId, productId, shares } };
  });
}

const {
  id,
  userId,
  userEmail,
  userName,
  orderType,
  status,
  paymentStatus,
  pickupStartsAt,
  pickupEndsAt,
  birthDate,
  reservationId,
  customerNote,
  pickupName,
  subtotal,
  tax,
  cannabisTax,
  total,
  taxParts,
  lines,
  newReservations,
  isWalkIn,
} = placeholders(
  ...([
    'id',
    'userId',
    'userEmail',
    'userName',
    'orderType',
    'status',
    'paymentStatus',
    'pickupStartsAt',
  ] as const),
  ...([
    'pickupEndsAt',
    'birthDate',
    'reservationId',
    'customerNote',
    'pickupName',
    'subtotal',
    'tax',
  ] as const),
  ...(['cannabisTax', 'total', 'taxParts', 'lines', 'newReservations', 'isWalkIn'] as const),
);

/** The order, its items, and its reservations unless it takes over others: one statement, however many lines. */
const writeRows = statement<{ orderId: string }>(sql`
  with line as materialized (
    select * from jsonb_to_recordset(${lines}::jsonb) as line (position smallint, product_id int,
      product_name text, product_type text, category_name text, tax_class text, requires_id boolean,
      limit_category text, limit_mg int, quantity int, unit_price int, unit_discount int,
      discount_taxed boolean, offer_id int, amount int, tax int, total int, tax_parts jsonb, reservation_id uuid)
  ), reserved as (
    insert into pickup_reservations (id, user_id, product_id, quantity, pickup_time, status, offer_id)
    select reservation_id, ${userId}::uuid, product_id, quantity, ${pickupStartsAt}::timestamptz,
      ${newReservations}::text, offer_id
    from line where ${newReservations}::text is not null
  ), sold as (
    insert into order_items (order_id, position, product_id, product_name, product_type, category_name, tax_class,
      requires_id, limit_category, limit_mg, quantity, unit_price, unit_discount, discount_taxed, offer_id, amount, tax,
      total, tax_parts, reservation_id, unit_cost)
    select ${id}::uuid, position, product_id, product_name, product_type, category_name, tax_class, requires_id,
      limit_category, limit_mg, quantity, unit_price, unit_discount, discount_taxed, offer_id, amount, tax, total, tax_parts,
      reservation_id, ${costOf(sql`line.product_id`)}
    from line
  )
  insert into orders (id, user_id, user_email, user_name, order_type, status, payment_status, pickup_starts_at,
    pickup_ends_at, birth_date, reservation_id, customer_note, pickup_name, subtotal, tax, cannabis_tax, total,
    tax_parts, is_walk_in, is_first)
  values (${id}::uuid, ${userId}::uuid, ${userEmail}, ${userName}, ${orderType}, ${status}, ${paymentStatus},
    ${pickupStartsAt}::timestamptz, ${pickupEndsAt}, ${birthDate}, ${reservationId}, ${customerNote}, ${pickupName},
    ${subtotal}, ${tax}, ${cannabisTax}, ${total}, ${taxParts}::jsonb, ${isWalkIn}::boolean,
    not ${isWalkIn}::boolean and ${isFirstOrderOf(userId)})
  returning order_id as "orderId"`);

function writeLines(tx: Transaction, draft: OrderDraft, written: readonly WrittenLine[], begins: Beginning) {
  const { lines: _, quote, notes, confirmedBy: __, isExchange: ___, held, ...columns } = draft;
  const isCannabis = (index: number) => draft.lines[index]?.productType === 'cannabis';
  return writeRows(tx, {
    ...columns,
    ...notes,
    reservationId: held?.length === 1 ? held[0] : null,
    orderType: draft.lines.some((_, index) => isCannabis(index)) ? 'cannabis_pickup' : 'merchandise_pickup',
    status: begins.status,
    paymentStatus: begins.paymentStatus,
    subtotal: quote.subtotal,
    tax: quote.tax,
    cannabisTax: quote.lines.reduce((sum, line, index) => (isCannabis(index) ? sum + line.tax : sum), 0),
    total: quote.total,
    taxParts: JSON.stringify(quote.taxParts),
    isWalkIn: draft.isWalkIn ?? false,
    lines: JSON.stringify(written.map(({ item }) => item)),
    newReservations: held ? null : begins.reservation,
  });
}

/** The reservations that become the order are its customer's from now on. */
async function takeOver(
  tx: Transaction,
  { held, userId, pickupStartsAt }: OrderDraft,
  lines: readonly WrittenLine[],
  status: Beginning['reservation'],
): Promise<void> {
  if (!held) return;
  await followOffers(tx, lines);
  const also = { pickupTime: pickupStartsAt, holdExpiresAt: null, userId, signUpId: null };
  await writeReservationStatus(tx, held, status, also);
}

/** A reservation counts for the offer that gives its price now: another one may have become cheaper since. */
const followOffers = (tx: Transaction, lines: readonly WrittenLine[]) =>
  tx.execute(sql`
    update ${pickupReservations} as reservation set offer_id = line.offer_id
    from jsonb_to_recordset(${JSON.stringify(lines.map(({ item }) => item))}::jsonb) as line (reservation_id uuid, offer_id int)
    where reservation.id = line.reservation_id and reservation.offer_id is distinct from line.offer_id`);

async function bindLots(
  tx: Transaction,
  { held }: OrderDraft,
  holds: readonly Hold[],
  cause: Cause,
): Promise<void> {
  if (!held) return holdLots(tx, holds, cause);
  for (const hold of holds) await rebindLots(tx, hold, cause);
}
