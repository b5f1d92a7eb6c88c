/**
 * Turns the rows of another system’s sales into orders of the move. Most systems write a row for each line of a sale, and
 * the sale’s own facts in each row or in its first. Sales are history: they move no stock, no cash and no message. Pure.
 */
import { cleanLine, sliceSafe, withoutControls } from '#kernel/text.ts';
import { orderOf } from '../former/former-orders.ts';
import { emailOf } from '../former/former-people.ts';
import type { Row } from '../former/tables.ts';
import type { Note, OrderRecord } from '../records.ts';
import { centsIn, dollars, momentIn, type Texts, type Writing } from './cells.ts';
import { amountOf, type SaleAmounts, totalOf, withoutRefund } from './refunds.ts';
import type { OpenReturns, Return } from './returns.ts';
import { linesIn, productKey, type SaleLine, type SaleRow } from './sale-lines.ts';

export type RowsContext = { system: string; zone: string; writing: Writing };

export type SaleContext = RowsContext & {
  now: Date;
  /** The product of the move that a line names, by its number or its name and size. */
  productOf(code: string, label: string): string | null;
  /** The address of a customer that the sale names by their number; '' if it is not known. */
  emailOf(customerCode: string): string;
  returns: OpenReturns;
};

export type TurnedSale = { record: OrderRecord | null; notes: Note[] };

/** The number of the sale; '' for a row that has none. */
export const saleIdOf = (get: Texts, field = 'order'): string =>
  sliceSafe(cleanLine(withoutControls(get(field).toWellFormed())), 120).trim();

/** The same for '#1001' and '1001', by which a return names its sale. */
const numberIn = (id: string): string => id.replace(/^#/, '').toLowerCase();

const CANCELLED = /cancel|void|refunded|failed|declined|abandon|deleted|expired|trash/i;
const REFUNDED = /refunded/i;
const PARTLY = /partial/i;
const OPEN =
  /^(?:open|pending|processing|on.?hold|draft|parked|saved|layby|on_account|authorized|unpaid|unfulfilled|in.?progress|awaiting.*|checkout-draft)$/i;

/** What the rows of a sale say together. */
function factsOf(rows: readonly SaleRow[], { zone, writing }: RowsContext) {
  const told = (field: string) => rows.map(({ get }) => get(field)).find((text) => text !== '') ?? '';
  const amounts = (field: string) =>
    rows.map(({ get }) => centsIn(get(field), writing)).filter((amount) => amount !== null);
  const status = told('status').trim();
  const [first] = rows;
  return {
    told,
    amounts,
    status,
    id: first ? saleIdOf(first.get) : '',
    moment: momentIn(told('date'), { zone, clock: told('time'), zoneName: told('zone') }),
    isCancelled: told('cancelledAt') !== '' || (CANCELLED.test(status) && !PARTLY.test(status)),
    isOpen: OPEN.test(status) && rows.every(({ get }) => get('status') === '' || OPEN.test(get('status'))),
    who:
      [told('customerCode'), told('email'), told('customer')].find((text) => text !== '')?.toLowerCase() ??
      '',
    ...linesIn(rows, writing),
  };
}

type Facts = ReturnType<typeof factsOf>;

/** Of the returned lines, those of the sale itself; the others are of an earlier one. */
function ownReturns({ sold, returned, id }: Facts): SaleLine[] {
  const keys = new Set(sold.map(productKey));
  return returned.filter((line) =>
    line.returnOf === '' ? keys.has(productKey(line)) : numberIn(line.returnOf) === numberIn(id),
  );
}

/** What rows say was returned of other sales; none for a return that did not happen. */
export function returnsIn(rows: readonly SaleRow[], context: RowsContext): Return[] {
  const facts = factsOf(rows, context);
  const { moment, who, status, sold, returned, amounts, told } = facts;
  const isGone =
    facts.isOpen || (CANCELLED.test(status) && !REFUNDED.test(status)) || told('cancelledAt') !== '';
  const [first] = rows;
  if (moment === null || isGone || !first) return [];
  const base = { moment, who, system: context.system };
  const own = new Set(ownReturns(facts));
  const [total = 0] = amounts('total');
  if (sold.length === 0 && returned.length === 0)
    return total < 0
      ? [{ ...base, where: first.where, of: numberIn(told('returnOf')), line: null, amount: -total }]
      : [];
  return returned.flatMap((line) => {
    if (own.has(line)) return [];
    const isAmount = amountOf(line) === 0;
    const [refund = 0] = isAmount ? amounts('refund') : [];
    return {
      ...{ ...base, where: line.where, of: numberIn(line.returnOf) },
      ...(isAmount ? { line: null, amount: Math.abs(refund) } : { line, amount: amountOf(line) }),
    };
  });
}

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
  const facts = factsOf(rows, context);
  const { told, moment, isCancelled, id, sold, returned } = facts;
  if (moment === null) return leave(told('date') === '' ? 'No date' : 'The date is not one');
  if (!isCancelled && facts.isOpen)
    return leave('Not finished in the other system: finish it there, or place it here');
  const [asTold = null] = facts.amounts('total');
  // Returns are listed by their own rows.
  if (sold.length === 0 && (returned.length > 0 || (asTold ?? 0) < 0)) return { record: null, notes };
  const amounts = amountsOf(facts);
  if (sold.length === 0 && amounts.total === null) return leave('No product and no total');
  const state = stateOf(facts, { ...amounts, moment }, context);
  if (state.reduced !== null) say('Partly refunded: it comes over without the refunded amount');
  else if (state.isUnknown)
    say('Refunded in part, and no column says how much: it comes over with its whole total');
  const { lines, total, tax } = state.reduced ?? amounts;
  for (const line of lines) if (!line.isCounted) say(UNCOUNTED);
  const turned = orderOf(
    {
      order: {
        id: `${context.system}/${id}`,
        order_id: knownNumber(id),
        total: total === null ? '' : dollars(total),
        tax: tax === null || tax < 0 ? '' : dollars(tax),
        ...{ status: state.status, payment_status: state.paymentStatus },
        created_at: moment,
        completed_at: moment,
        user_email: emailOf(told('email')) ?? context.emailOf(told('customerCode')),
        notes: `${context.system} ${id}`,
      },
      items: lines.map((line, at) => itemOf(line, at, context)),
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

const UNCOUNTED = 'A line was weighed, or has no units: it counts as one';

/** Before its refunds. The total of a sale with returns may be of before or after them, so its lines count. */
function amountsOf({ sold, returned, amounts, status }: Facts): SaleAmounts {
  const isWhole = returned.length === 0;
  const [total = null] = amounts('total');
  const [left = null] = amounts('totalLeft');
  const refunded = Math.max(0, ...amounts('refund').map(Math.abs));
  const before = total ?? (left === null ? null : left + refunded);
  const isNothing = before === 0 && REFUNDED.test(status) && sold.length > 0;
  const [tax = null] = amounts('totalTax');
  return {
    lines: sold,
    total: isWhole && !isNothing ? before : null,
    tax: isWhole && tax !== null && tax >= 0 ? tax : null,
  };
}

/** A refund is said by its status, by a column, or by the rows of returns; those are the same money. */
function stateOf(facts: Facts, sale: SaleAmounts & { moment: string }, { system, returns }: SaleContext) {
  const { amounts, status, isCancelled, who, sold, id } = facts;
  const before = totalOf(sale);
  const own = ownReturns(facts);
  const seller = { system, who, sold, number: numberIn(id), moment: sale.moment };
  const others = returns.of({
    ...seller,
    total: before - own.reduce((all, line) => all + amountOf(line), 0),
  });
  const back = [...own, ...others.flatMap(({ line }) => line ?? [])];
  const ofRows = [...own.map(amountOf), ...others.map(({ amount }) => amount)];
  const [left = before] = amounts('total').length > 0 ? amounts('totalLeft') : [];
  const refunded = Math.max(
    0,
    ...amounts('refund').map(Math.abs),
    before - left,
    amounts('lineRefund').reduce((all, amount) => all + Math.abs(amount), 0),
    ofRows.reduce((all, amount) => all + amount, 0),
  );
  const isSaid = REFUNDED.test(status);
  const isWhole = (isSaid && !PARTLY.test(status)) || (refunded > 0 && refunded >= before);
  const isLost = isCancelled || isWhole;
  return {
    status: isLost ? 'cancelled' : 'completed',
    paymentStatus: isWhole || (isCancelled && (isSaid || refunded > 0)) ? 'refunded' : isLost ? '' : 'paid',
    reduced: isLost || refunded === 0 ? null : withoutRefund(sale, refunded, back),
    isUnknown: isSaid && !isLost && refunded === 0,
  };
}

/** The line as a row of the move: its amount before tax, and its tax. */
function itemOf({ code, label, name, quantity, net, tax }: SaleLine, at: number, context: SaleContext): Row {
  return {
    id: String(at),
    product_id: context.productOf(code, label) ?? '',
    product_name: name,
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
