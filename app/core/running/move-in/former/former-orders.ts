/**
 * Turns the former shop's orders into records. Its tables disagree about the names and sums of money: the order's total is
 * what the customer was told, so it is kept to the cent, and the lines are made to add up to it.
 */
import { allocate, cents } from '#kernel/money.ts';
import type { OrderStatus, PaymentStatus, ReservationStatus } from '#kernel/statuses.ts';
import { LONG_AGO } from '#kernel/time.ts';
import type { Note, OrderLineRecord, OrderRecord, ReservationRecord } from '../records.ts';
import { emailOf } from './former-people.ts';
import {
  birthDateOf,
  centsOf,
  idOfRow,
  lineOf,
  momentOfRow,
  proseOf,
  type Row,
  textOf,
  wholeOf,
  wordOf,
} from './tables.ts';

/** An order with what refers to it. */
export type OrderRows = { order: Row; items: readonly Row[]; reservations: ReadonlyMap<string, Row> };

/** Days after its pickup in which an open order may still be fetched. */
const LATE_DAYS = 3;
/** Days in which an open order or reservation without a pickup time is still meant. */
const UNTIMED_DAYS = 2;
const DAY_MS = 86_400_000;
const MOST_UNITS = 10_000;
/** More than this share of the lines is no tax, but a line that is missing. */
const MOST_TAX = 0.3;

const FORMER_TAX = { ruleId: 'former', name: 'Tax of the former shop' } as const;

const ENDED: Readonly<Record<string, OrderStatus>> = {
  completed: 'completed',
  complete: 'completed',
  fulfilled: 'completed',
  picked_up: 'completed',
  pickedup: 'completed',
  delivered: 'completed',
  closed: 'completed',
  paid: 'completed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  refunded: 'cancelled',
  rejected: 'cancelled',
  failed: 'cancelled',
  expired: 'cancelled',
  no_show: 'no_show',
  noshow: 'no_show',
  missed: 'no_show',
};
const CONFIRMED = ['confirmed', 'packing', 'ready', 'processing', 'submitted', 'ready_for_pickup'];

/** The number of 'ORD042'; null for none, and for one after which the next ones could not be read out. */
function numberOf(row: Row): number | null {
  const [, digits = ''] = /^\s*ORD[-#\s]*0*(\d{1,7})\s*$/i.exec(textOf(row, 'order_id')) ?? [];
  return digits === '' ? null : Number(digits);
}

/** What other rows call the order by. */
export const orderIdsOf = (row: Row): string[] =>
  [idOfRow(row, 'id'), idOfRow(row, 'order_id')].filter((id) => id !== '');

/** @param now decides which open orders can still be fetched */
export function orderOf(
  { order, items, reservations }: OrderRows,
  now: Date,
): { record: OrderRecord | null; notes: Note[] } {
  const [sourceId = ''] = orderIdsOf(order);
  const notes: Note[] = [];
  const say = (reason: string, isLeftOut = false) =>
    notes.push({ kind: 'order', sourceId, isLeftOut, reason });
  if (sourceId === '') {
    say('No id', true);
    return { record: null, notes };
  }
  const told = centsOf(order, 'total', 'total_amount');
  if (told === null && textOf(order, 'total', 'total_amount') !== '')
    say('The total is not an amount: the sum of its lines counts');
  const pickupAt = momentOfRow(order, 'pickup_time');
  const createdAt = momentOfRow(order, 'created_at') ?? pickupAt ?? LONG_AGO;
  const reservationId = idOfRow(order, 'reservation_id') || null;
  const wanted = wantedLines(items, reservations, reservationId, order);
  const lines = linesOf(wanted, { told, declared: declaredTax(order) }, say);
  const state = stateOf(
    order,
    { pickupAt, createdAt, hasGoods: wanted.some(({ productId }) => productId) },
    now,
    say,
  );
  const endedAt = momentOfRow(order, 'completed_at', 'cancelled_at', 'updated_at') ?? pickupAt ?? createdAt;
  const record: OrderRecord = {
    sourceId,
    number: numberOf(order),
    personId: idOfRow(order, 'user_id') || null,
    email: emailOf(textOf(order, 'user_email')) ?? '',
    name: '',
    ...state,
    createdAt,
    pickupAt,
    pickupEndsAt: null,
    birthDate: birthDateOf(order, 'birth_date'),
    endedAt: state.isHistory ? (endedAt < createdAt ? createdAt : endedAt) : null,
    note: proseOf(order, 1000, 'notes', 'note') ?? '',
    customerNote: null,
    reservationId,
    lines,
  };
  return { record, notes };
}

type State = Pick<OrderRecord, 'status' | 'paymentStatus' | 'isHistory'>;

/**
 * The former shop ended few of its orders: one whose pickup is long over counts as handed over. One that can still be
 * fetched is live.
 */
function stateOf(
  order: Row,
  known: { pickupAt: string | null; createdAt: string; hasGoods: boolean },
  now: Date,
  say: (reason: string) => void,
): State {
  const word = wordOf(order, 'status');
  const paid = wordOf(order, 'payment_status');
  const ended = ENDED[word];
  const payment: PaymentStatus =
    paid === 'refunded' ? 'refunded' : paid === 'paid' || ended === 'completed' ? 'paid' : 'pay_on_pickup';
  if (ended) return { status: ended, paymentStatus: payment, isHistory: true };
  if (paid === 'paid') return { status: 'completed', paymentStatus: 'paid', isHistory: true };
  if (paid === 'refunded') return { status: 'cancelled', paymentStatus: 'refunded', isHistory: true };
  if (!known.hasGoods) {
    say('Open, and without a line: it is canceled, with its total on file');
    return { status: 'cancelled', paymentStatus: payment, isHistory: true };
  }
  if (!isStillMeant(known, now)) {
    say('Never ended in the former shop, and its pickup is over: it counts as handed over');
    return { status: 'completed', paymentStatus: 'paid', isHistory: true };
  }
  const isConfirmed = CONFIRMED.includes(word);
  return {
    status: isConfirmed ? 'confirmed' : 'pending',
    paymentStatus: isConfirmed && paid === 'pending' ? 'pending' : 'pay_on_pickup',
    isHistory: false,
  };
}

function isStillMeant({ pickupAt, createdAt }: { pickupAt: string | null; createdAt: string }, now: Date) {
  const [from, days] = pickupAt === null ? [createdAt, UNTIMED_DAYS] : [pickupAt, LATE_DAYS];
  return now.getTime() - Date.parse(from) < days * DAY_MS;
}

/** A line before the order's total is spread over it. `amount` in cents, before tax. */
type WantedLine = Pick<OrderLineRecord, 'productId' | 'name' | 'quantity' | 'reservationId'> & {
  amount: number;
  tax: number | null;
};

/** Staff's orders of the former shop have no lines, but the reservation they were made from. */
function wantedLines(
  items: readonly Row[],
  reservations: ReadonlyMap<string, Row>,
  reservationId: string | null,
  order: Row,
): WantedLine[] {
  const lines = items.map((item): WantedLine => {
    const quantity = Math.min(Math.max(1, wholeOf(item, 'quantity') ?? 1), MOST_UNITS);
    const price = centsOf(item, 'unit_price', 'price_per_unit');
    const [total, tax] = [centsOf(item, 'total'), centsOf(item, 'tax')];
    const ofUnits = price === null ? null : price * quantity;
    const isTaxInTotal = tax !== null && ofUnits !== null && total === ofUnits + tax;
    return {
      productId: idOfRow(item, 'product_id') || null,
      name: lineOf(item, 200, 'product_name') ?? '',
      quantity,
      reservationId: idOfRow(item, 'reservation_id') || null,
      amount: isTaxInTotal ? ofUnits : (total ?? ofUnits ?? 0),
      tax,
    };
  });
  const [reservation] = reservationId === null ? [] : [reservations.get(reservationId)];
  if (lines.length > 0 || !reservation) return lines;
  const amount = centsOf(order, 'subtotal') ?? centsOf(order, 'total', 'total_amount') ?? 0;
  return [
    {
      productId: idOfRow(reservation, 'product_id') || null,
      name: '',
      quantity: Math.min(Math.max(1, wholeOf(reservation, 'quantity') ?? 1), MOST_UNITS),
      ...{ reservationId, amount, tax: null },
    },
  ];
}

/** null where no column says it. */
function declaredTax(order: Row): number | null {
  const parts = [centsOf(order, 'tax'), centsOf(order, 'cannabis_tax')].filter((part) => part !== null);
  return parts.length === 0 ? null : Math.max(...parts);
}

/** Lines that add up to the total to the cent. */
function linesOf(
  wanted: readonly WantedLine[],
  { told, declared }: { told: number | null; declared: number | null },
  say: (reason: string) => void,
): OrderLineRecord[] {
  const sum = wanted.reduce((all, { amount }) => all + amount, 0);
  const ofLines = wanted.reduce((all, { tax }) => all + (tax ?? 0), 0);
  const total = told ?? sum + (declared ?? ofLines);
  const above = total - sum;
  if (above < 0) {
    say('The total is less than its lines: the difference is a discount');
    const reduced = allocate(
      cents(total),
      wanted.map(({ amount }) => amount),
    );
    return wanted.flatMap((line, at) => split(line, reduced[at] ?? 0, 0));
  }
  const likely = declared ?? (wanted.some(({ tax }) => tax !== null) ? ofLines : null);
  const tax = likely === null ? (above <= sum * MOST_TAX ? above : 0) : Math.min(likely, above);
  const rest = above - tax;
  const taxes = allocate(
    cents(wanted.length === 0 ? 0 : tax),
    wanted.map(({ amount }) => amount),
  );
  const lines = wanted.flatMap((line, at) => split(line, line.amount, taxes[at] ?? 0));
  const missing = rest + (wanted.length === 0 ? tax : 0);
  if (wanted.length > 0 && missing > 0)
    say('The total is more than its lines: the difference is a line of its own');
  if (wanted.length === 0 && told !== null) say('No lines: its total is one');
  return missing > 0 || lines.length === 0
    ? [...lines, ...split({ ...NO_LINE, amount: missing, tax: null }, missing, 0)]
    : lines;
}

const NO_LINE = { productId: null, name: 'Not itemized', quantity: 1, reservationId: null } as const;

/** One line, or two where the amount is no whole cents for each unit. The reservation is the first one's. */
function split(line: WantedLine, amount: number, tax: number): OrderLineRecord[] {
  const { quantity } = line;
  const low = Math.floor(amount / quantity);
  const more = amount - low * quantity;
  const listed = Math.floor(line.amount / quantity);
  const parts = [
    { quantity: quantity - more, unitPrice: low },
    { quantity: more, unitPrice: low + 1 },
  ].filter((part) => part.quantity > 0);
  const taxes = allocate(
    cents(tax),
    parts.map((part) => part.quantity * part.unitPrice),
  );
  return parts.map((part, at): OrderLineRecord => {
    const [base, own] = [part.quantity * part.unitPrice, taxes[at] ?? 0];
    return {
      productId: line.productId,
      name: line.name,
      ...part,
      unitDiscount: amount < line.amount ? Math.max(0, listed - part.unitPrice) : 0,
      discountTaxed: false,
      tax: own,
      taxParts: own === 0 ? [] : [{ ...FORMER_TAX, rate: rateOf(own, base), base, amount: own }],
      reservationId: at === 0 ? line.reservationId : null,
      ...{ productType: null, categoryName: null, taxClass: null },
    };
  });
}

const rateOf = (tax: number, base: number) =>
  base === 0 ? 0 : Math.min(10_000, Math.round((tax * 10_000) / base));

const RESERVED: Readonly<Record<string, ReservationStatus>> = {
  pending: 'pending',
  reserved: 'reserved',
  submitted: 'submitted',
  confirmed: 'confirmed',
  fulfilled: 'fulfilled',
  completed: 'fulfilled',
  picked_up: 'fulfilled',
  cancelled: 'cancelled',
  canceled: 'cancelled',
};

/** A reservation that no order has. */
export function reservationOf(row: Row, now: Date): { record: ReservationRecord | null; notes: Note[] } {
  const sourceId = idOfRow(row, 'id');
  const notes: Note[] = [];
  const say = (reason: string, isLeftOut = false) =>
    notes.push({ kind: 'reservation', sourceId, isLeftOut, reason });
  const [personId, productId] = [idOfRow(row, 'user_id'), idOfRow(row, 'product_id')];
  const quantity = wholeOf(row, 'quantity') ?? 0;
  if (sourceId === '' || personId === '' || productId === '' || quantity === 0 || quantity > MOST_UNITS) {
    say('No id, customer, product or quantity', true);
    return { record: null, notes };
  }
  const pickupAt = momentOfRow(row, 'pickup_time');
  const createdAt = momentOfRow(row, 'created_at') ?? pickupAt ?? LONG_AGO;
  const told = RESERVED[wordOf(row, 'status')] ?? 'pending';
  const hasEnded = told === 'fulfilled' || told === 'cancelled';
  const isLive = !hasEnded && isStillMeant({ pickupAt, createdAt }, now);
  if (!hasEnded && !isLive) say('Without an order, and its time is over: it is canceled');
  return {
    record: {
      ...{ sourceId, personId, productId, quantity, unitPrice: null, pickupAt, createdAt },
      // One with a time waits for its pickup; one without ends by itself.
      status: hasEnded ? told : !isLive ? 'cancelled' : pickupAt && told === 'pending' ? 'reserved' : told,
      isHistory: !isLive,
      holdExpiresAt:
        isLive && !pickupAt && told === 'pending'
          ? new Date(Date.parse(createdAt) + UNTIMED_DAYS * DAY_MS).toISOString()
          : null,
    },
    notes,
  };
}
