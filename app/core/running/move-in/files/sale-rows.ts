/**
 * Turns the rows of another system’s sales into orders of the move. Most systems write a row for each line of a sale, and
 * the sale’s own facts in each row or in its first. Sales are history: they move no stock, no cash and no message. Pure.
 */
import { cleanLine, sliceSafe, withoutControls } from '#kernel/text.ts';
import { orderOf } from '../former/former-orders.ts';
import { emailOf } from '../former/former-people.ts';
import type { Row } from '../former/tables.ts';
import type { Note, OrderRecord } from '../records.ts';
import { centsIn, dollars, momentIn, numberIn, type Texts, type Writing } from './cells.ts';
import { labelOf } from './product-rows.ts';

/** One row of a sale. */
export type SaleRow = { get: Texts; where: string };

export type SaleContext = {
  system: string;
  zone: string;
  now: Date;
  writing: Writing;
  /** The product of the move that a line names, by its number or its name and size. */
  productOf(code: string, label: string): string | null;
  /** The address of a customer that the sale names by their number; '' if it is not known. */
  emailOf(customerCode: string): string;
};

export type TurnedSale = { record: OrderRecord | null; notes: Note[] };

/** The number of the sale; '' for a row that has none. */
export const saleIdOf = (get: Texts): string =>
  sliceSafe(cleanLine(withoutControls(get('order').toWellFormed())), 120).trim();

const RETURN = /refund|return|exchange|chargeback/i;
/** Some systems name each row’s type: then a sale has a row of its own, and so have its payments. */
const LINE = /^(?:sale )?(?:line|item)$/i;
const NO_LINE = /^(?:payment|tender|tip|rounding)$/i;
const CANCELLED = /cancel|void|refunded|failed|declined|abandon|deleted|expired|trash/i;
const OPEN =
  /^(?:open|pending|processing|on.?hold|draft|parked|saved|layby|on_account|authorized|unpaid|unfulfilled|in.?progress|awaiting.*|checkout-draft)$/i;

/** @param rows of one sale, in their order */
export function saleOf(rows: readonly SaleRow[], context: SaleContext): TurnedSale {
  const [first] = rows;
  if (!first) return { record: null, notes: [] };
  const notes: Note[] = [];
  const say = (reason: string, isLeftOut = false) =>
    notes.push({ kind: 'order', sourceId: first.where, isLeftOut, reason });
  const leave = (reason: string): TurnedSale => {
    say(reason, true);
    return { record: null, notes };
  };
  const told = (field: string) => rows.map(({ get }) => get(field)).find((text) => text !== '') ?? '';
  const moment = momentIn(told('date'), { zone: context.zone, clock: told('time'), zoneName: told('zone') });
  if (moment === null) return leave(told('date') === '' ? 'No date' : 'The date is not one');
  const status = told('status').trim();
  const isCancelled = told('cancelledAt') !== '' || (CANCELLED.test(status) && !/partially/i.test(status));
  if (
    !isCancelled &&
    OPEN.test(status) &&
    rows.every(({ get }) => get('status') === '' || OPEN.test(get('status')))
  )
    return leave('Not finished in the other system: finish it there, or place it here');
  const lines = linesAmong(rows).filter(isLine);
  const sold = lines.filter((row) => !isReturn(row, context.writing));
  if (lines.length > 0 && sold.length === 0) return leave('A return: the sale it is of stays as it was sold');
  if (sold.length < lines.length) say('Some of its lines are returns, and are left out');
  const items = sold.map((row, at) => itemOf(row, at, context, say));
  const total =
    rows.map(({ get }) => centsIn(get('total'), context.writing)).find((cents) => cents !== null) ?? null;
  const totalTax = centsIn(told('totalTax'), context.writing);
  if (items.length === 0 && total === null) return leave('No product and no total');
  if (total !== null && total < 0) return leave('A return: the sale it is of stays as it was sold');
  const id = saleIdOf(first.get);
  const isWhole = sold.length === lines.length;
  const turned = orderOf(
    {
      order: {
        id: `${context.system}/${id}`,
        order_id: knownNumber(id),
        total: total === null || !isWhole ? '' : dollars(total),
        tax: totalTax === null || totalTax < 0 || !isWhole ? '' : dollars(totalTax),
        status: isCancelled ? 'cancelled' : 'completed',
        payment_status: /refunded/i.test(status) && isCancelled ? 'refunded' : isCancelled ? '' : 'paid',
        created_at: moment,
        completed_at: moment,
        user_email: emailOf(told('email')) ?? context.emailOf(told('customerCode')),
        notes: `${context.system} ${id}`,
      },
      items,
      reservations: new Map(),
    },
    context.now,
  );
  const name = sliceSafe(cleanLine(withoutControls(told('customer').toWellFormed())), 120).trim();
  return {
    record: turned.record && { ...turned.record, name: /[/\\@:<>]|www\./i.test(name) ? '' : name },
    notes: [...notes, ...turned.notes.map((note) => ({ ...note, sourceId: first.where }))],
  };
}

/** Where every row is called a payment, as Square calls a sale, each is a line. */
function linesAmong(rows: readonly SaleRow[]): readonly SaleRow[] {
  const named = rows.filter(({ get }) => LINE.test(get('type')));
  if (named.length > 0) return named;
  const others = rows.filter(({ get }) => !NO_LINE.test(get('type')));
  return others.length > 0 ? others : rows;
}

const isLine = ({ get }: SaleRow): boolean =>
  get('product') !== '' || get('code') !== '' || get('net') !== '' || get('gross') !== '';

function isReturn({ get }: SaleRow, writing: Writing): boolean {
  const amount = centsIn(get('net'), writing) ?? centsIn(get('gross'), writing);
  return (
    RETURN.test(get('type')) ||
    (numberIn(get('quantity'), writing) ?? 1) < 0 ||
    (amount !== null && amount < 0)
  );
}

/** The line as a row of the move: its amount before tax, and its tax. */
function itemOf({ get }: SaleRow, at: number, context: SaleContext, say: (reason: string) => void): Row {
  const { writing } = context;
  const cents = (field: string) => centsIn(get(field), writing);
  const told = numberIn(get('quantity'), writing) ?? 1;
  const isCounted = Number.isInteger(told) && told > 0;
  if (!isCounted) say('A line was weighed, or has no units: it counts as one');
  const quantity = isCounted ? told : 1;
  const discount = Math.abs(cents('discount') ?? 0);
  const price = cents('price');
  const tax = cents('tax');
  const lineTotal = cents('lineTotal');
  const before = cents('gross') ?? (price === null ? null : Math.round(price * told));
  const net =
    cents('net') ??
    (lineTotal !== null ? lineTotal - (tax ?? 0) : before === null ? null : Math.max(0, before - discount));
  const [product, size] = [get('product'), get('size')];
  const sized = size === '' || /^(?:regular|default title)$/i.test(size) ? '' : size;
  return {
    id: String(at),
    product_id: context.productOf(get('code'), labelOf(product, sized)) ?? '',
    product_name: [product, sized, isCounted ? '' : get('quantity')].filter(Boolean).join(' · '),
    quantity: String(quantity),
    ...(net === null ? {} : { total: dollars(net) }),
    ...(tax === null || tax < 0 ? {} : { tax: dollars(tax) }),
  };
}

/** Numbers that customers know stay theirs, up to a million: '#1001' is ORD1001. Longer ones are the system’s own. */
function knownNumber(id: string): string {
  const digits = /^#?(\d{1,6})$/.exec(id)?.[1];
  return digits === undefined ? '' : `ORD${digits}`;
}
