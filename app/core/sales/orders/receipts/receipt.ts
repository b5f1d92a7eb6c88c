/** Defines the content of an order's receipt (docs/law.md, Money and tax), ready to be rendered or shown. */

import { addressOf } from '#core/ground/settings/contact.ts';
import type { StoreSettings } from '#core/ground/settings/settings.ts';
import type { StoredSeller } from '#db/schema/orders.ts';
import { cents, formatCents } from '#kernel/money.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';
import { orderStatusLabel } from '../order.ts';

export type ReceiptLine = {
  name: string;
  quantity: number;
  unitPrice: string;
  amount: string;
  /** 'List price $100.00, discount $20.00 each'; null if there was none. */
  discount: string | null;
  /** 'Batch B-1'; null if none was handed out. */
  batches: string | null;
};

/** Name, address and license on the day of the sale (docs/law.md, Money and tax): receipts do not change later. */
export type Seller = StoredSeller;

export function sellerOf(store: StoreSettings): Seller {
  const { name, legalName, phone, licenseNumber } = store;
  return { name, legalName, address: addressOf(store), phone, license: licenseNumber };
}

export type Receipt = {
  /** 'ORD042' */
  number: string;
  store: Seller;
  placed: string;
  /** When it was handed over and paid; null if it has not been. */
  completed: string | null;
  lines: ReceiptLine[];
  subtotal: string;
  taxes: { name: string; amount: string }[];
  total: string;
  /** A note about the tax; null if the amounts speak for themselves. */
  taxNote: string | null;
  /** How the cash was rounded, and what was paid: '−$0.02', '$92.05'; null if it was not. */
  rounding: { amount: string; cash: string } | null;
  /** The cash that was given and what came back: '$100.00', '$7.95'; null if it was exact, or was not recorded. */
  tendered: { received: string; change: string } | null;
  /** What came back for it at the counter: '1 × Kestrel of ORD042', '$50.40', and the difference; null for other orders. */
  exchange: { back: string; amount: string; label: string; due: string } | null;
  /** Refunds since, oldest first: 'Refunded Jun 8, 2026 1:00 PM: 1 × Mug', '$20.16', with the rounding of its cash. */
  refunds: { what: string; amount: string; rounding: { amount: string; cash: string } | null }[];
  /** Whether money was taken; before that this is an order slip. */
  isPaid: boolean;
  /** 'Paid in cash', that it was refunded, or that payment is due. */
  payment: string;
  /** The warnings required by law, if cannabis was sold. */
  warnings: string[];
  /** That it is a rehearsal’s; null for a sale. */
  mark: string | null;
};

/** The names of the two lines of `tendered`, on screens and on paper. */
export const CASH_RECEIVED = 'Cash received';
export const CHANGE = 'Change';

export const NO_RECEIPT_YET = 'There is a receipt once the order has been picked up.';

/** 'Receipt ORD042'; before money was taken 'Order slip ORD042'. */
export const paperTitle = ({ isPaid, number }: Pick<Receipt, 'isPaid' | 'number'>): string =>
  `${isPaid ? 'Receipt' : 'Order slip'} ${number}`;

/** Says whether payment is due, was made, or was refunded. */
export function paymentWords({
  status,
  paymentStatus,
}: {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
}): string {
  if (paymentStatus === 'refunded') return 'Paid in cash, refunded since';
  if (paymentStatus === 'paid') return 'Paid in cash';
  return status === 'cancelled' || status === 'no_show'
    ? `${orderStatusLabel[status]}, nothing is owed`
    : 'To be paid in cash at pickup';
}

/** 'Reserved Jun 5, 2026 10:00 AM. Handed over Jun 6, 2026 2:05 PM. Paid in cash.' */
export function receiptCourse({ placed, completed, payment }: Receipt): string {
  return [`Reserved ${placed}.`, completed ? `Handed over ${completed}.` : null, `${payment}.`]
    .filter(Boolean)
    .join(' ');
}

/** Does not mention what was bought, because the file stays in download folders. */
export function receiptFileName(number: string, isPaid = true): string {
  return `${isPaid ? 'receipt' : 'order-slip'}-${number}.pdf`;
}

/** The name of a tax once it is paid and no longer an estimate: 'Estimated Tax' becomes 'Tax'. */
export function finalTaxName(name: string): string {
  const rest = name.replace(/^estimated\s+/i, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/**
 * Returns one line per tax, or the total tax if an order has no parts. Amounts in cents.
 * @param isFinal whether the tax has been paid
 */
export function taxLines(
  parts: readonly { name: string; amount: number }[],
  tax: number,
  isFinal: boolean,
): { name: string; amount: string }[] {
  const byName = new Map<string, number>();
  for (const part of parts) {
    const name = isFinal ? finalTaxName(part.name) : part.name;
    byName.set(name, (byName.get(name) ?? 0) + part.amount);
  }
  const named = [...byName].map(([name, amount]) => ({ name, amount: formatCents(cents(amount)) }));
  return named.length > 0 ? named : [{ name: 'Tax', amount: formatCents(cents(tax)) }];
}
