/**
 * Checks cash at the counter: the amount typed, the amount due, the change. Shared by the form and
 * the server.
 */

import { cents, formatCents, parseCash } from '#kernel/money.ts';

/** The bills that customers usually pay with, in cents. */
export const BILLS = [2000, 5000, 10_000] as const;

/** The text of the field after one more bill, in cents: '40' and $20 make '60.00'. An unreadable amount counts as none. */
export function addBill(typed: string, bill: number): string {
  return (((parseCash(typed) ?? 0) + bill) / 100).toFixed(2);
}

/** What people make of their bills, in cents. */
const ROUND = [500, 1000, 2000, 5000, 10_000] as const;
/** Proposals on the screen, beside the exact amount. */
const MOST_PROPOSED = 3;

/**
 * What a customer probably gives who does not pay exactly, in cents, least first: for $151.20 $155, $160 and $200. Where bills
 * leave room, the next dollar is there, too: for $85.10 $86, $90 and $100.
 */
export function proposedCash(owed: number): number[] {
  const above = (round: number) => Math.ceil(owed / round) * round;
  const bills = [...new Set(ROUND.map(above))].filter((amount) => amount > owed);
  const dollar = bills.length < MOST_PROPOSED && above(100) > owed ? [above(100)] : [];
  return [...new Set([...dollar, ...bills])].toSorted((one, other) => one - other).slice(0, MOST_PROPOSED);
}

export type CashProblem =
  | { kind: 'cash-unreadable' }
  | { kind: 'cash-short'; missing: number }
  /** The page showed another amount, and the customer may have paid it. */
  | { kind: 'cash-due-changed'; owed: number };

/**
 * Returns what is wrong with the cash for the amount due, all in cents; null if it is enough.
 * @param shown the amount due on the page; undefined for a form that does not say
 */
export function checkCash(received: number | null, owed: number, shown = owed): CashProblem | null {
  if (shown !== owed) return { kind: 'cash-due-changed', owed };
  if (received === null) return { kind: 'cash-unreadable' };
  return received < owed ? { kind: 'cash-short', missing: owed - received } : null;
}

export function cashMessage(problem: CashProblem): string {
  switch (problem.kind) {
    case 'cash-unreadable':
      return 'Enter the cash received, such as 60 or 60.00.';
    case 'cash-short':
      return `${formatCents(cents(problem.missing))} is still due.`;
    case 'cash-due-changed':
      return `Cash due is now ${formatCents(cents(problem.owed))}.`;
  }
}
