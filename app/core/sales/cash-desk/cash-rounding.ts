/**
 * Rounds cash to the nickel: the US Mint makes no pennies since 2025. Only cash is rounded, never a price, a total or a
 * tax. Pure; money in cents. Whether the store rounds is the owner's setting.
 */
import { cents, formatCents } from '#kernel/money.ts';

/** The smallest coin. */
const NICKEL = 5;

/** The nearest 5 cents: 1 and 2 go down, 3 and 4 go up. Whole cents have no half way. */
export function roundToNickel(amount: number): number {
  return Math.round(amount / NICKEL) * NICKEL;
}

/** What to add to a total for the cash due: -2 to 2, and 0 in a store that does not round. */
export function roundingOf(total: number, rounds: boolean): number {
  return rounds ? roundToNickel(total) - total : 0;
}

/** What an order cost and what was paid for it in cash; what refunds took off it and returned in cash. */
export type CashOfOrder = { total: number; paid: number; refunded: number; returned: number };

/**
 * The cash to return for `amount`. The last refund returns what is left of the cash that was paid, so that nothing of its
 * rounding remains; one before it is rounded like a payment, and never returns more than is left.
 */
export function cashToReturn(
  amount: number,
  { total, paid, refunded, returned }: CashOfOrder,
  rounds: boolean,
): number {
  const left = paid - returned;
  if (refunded + amount >= total) return left;
  return Math.min(amount + roundingOf(amount, rounds), left);
}

/** The names of the lines, on screens and on paper. */
export const CASH_ROUNDING = 'Cash rounding';
export const CASH_DUE = 'Cash due';
export const PAID_IN_CASH = 'Paid in cash';
export const RETURNED_IN_CASH = 'Returned in cash';

/** '−$0.02', '+$0.02' */
export function roundingWords(rounding: number): string {
  return `${rounding < 0 ? '−' : '+'}${formatCents(cents(Math.abs(rounding)))}`;
}

/** The two lines under a total, '−$0.02' and '$92.05'; null if nothing is rounded. */
export function paymentRounding({ total, cashRounding }: { total: number; cashRounding: number }) {
  if (cashRounding === 0) return null;
  return { amount: roundingWords(cashRounding), cash: formatCents(cents(total + cashRounding)) };
}

/** The same under a refund. Its sign is the drawer's, like that of the payment: cash that is not returned stays in it. */
export function refundRounding({ amount, cashRounding }: { amount: number; cashRounding: number }) {
  if (cashRounding === 0) return null;
  return { amount: roundingWords(-cashRounding), cash: formatCents(cents(amount + cashRounding)) };
}

/** For the audit entry of a payment or refund; nothing where nothing was rounded. */
export const roundingEntry = (cashRounding: number) => (cashRounding === 0 ? {} : { cashRounding });
