/** The receipt of an order: what it says (docs/law.md, Money and tax), made ready to be drawn or shown. */

import { addressOf } from '#core/settings/contact.ts';
import type { StoreSettings } from '#core/settings/settings.ts';
import type { StoredSeller } from '#db/schema/orders.ts';
import { cents, formatCents } from '#kernel/money.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';
import { orderStatusLabel } from '../order.ts';

export type ReceiptLine = {
  name: string;
  quantity: number;
  unitPrice: string;
  amount: string;
  /** 'List price $100.00, discount $20.00 each'; null where there was none. */
  discount: string | null;
  /** 'Batch B-1'; null where none was handed out. */
  batches: string | null;
};

/** Name, address and license of the day of the sale (docs/law.md, Money and tax): a receipt is not rewritten. */
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
  /** When it was handed over and paid; null while it has not been. */
  completed: string | null;
  lines: ReceiptLine[];
  subtotal: string;
  taxes: { name: string; amount: string }[];
  total: string;
  /** What is to be known of the tax; null where it follows from the amounts. */
  taxNote: string | null;
  /** What was given back since, oldest first: 'Refunded Jun 8, 2026 1:00 PM: 1 × Mug', '$20.16'. */
  refunds: { what: string; amount: string }[];
  /** 'Paid in cash', that the money was given back, or that it is owed. */
  payment: string;
  /** The law's words, where cannabis was sold. */
  warnings: string[];
};

export const NO_RECEIPT_YET = 'There is a receipt once the order has been picked up.';

/** Whether money is owed, was taken, or given back. */
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

/** Says nothing of what was bought: it lies in folders of downloads. */
export function receiptFileName(number: string): string {
  return `receipt-${number}.pdf`;
}

/** What a tax is called once it has been paid, when nothing is an estimate any more: 'Estimated tax' is 'Tax'. */
export function finalTaxName(name: string): string {
  const rest = name.replace(/^estimated\s+/i, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/**
 * One line per tax; the tax as a whole where an order carries no parts. Amounts in cents.
 * @param isFinal whether the tax has been paid.
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
