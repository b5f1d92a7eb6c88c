/**
 * Parses and checks cash at the counter: the amount typed, the amount due, the change. Shared by the form and
 * the server.
 */

import { type Cents, cents, formatCents } from '#kernel/money.ts';

/** Parses dollars and cents as typed, '60', '$60' or '1,260.00', into cents; null for anything else. */
export function parseCash(typed: string): Cents | null {
  const text = typed.trim().replace(/^\$\s*/, '');
  if (!/^(\d{1,6}|\d{1,3},\d{3})(\.\d{2})?$/.test(text)) return null;
  return cents(Math.round(Number(text.replace(',', '')) * 100));
}

/** The bills that customers usually pay with, in cents. */
const BILLS = [2000, 5000, 10_000];

/** Amounts in cents that customers usually pay, beyond the amount due: the next in twenties, fifties and hundreds. */
export function usualCash(owed: number): Cents[] {
  const inBills = (amount: number) => BILLS.map((bill) => Math.ceil(amount / bill) * bill);
  const amounts = [...inBills(owed), Math.ceil(owed / 2000) * 2000 + 2000];
  const more = [...new Set(amounts)].filter((amount) => amount > owed);
  return more
    .sort((one, other) => one - other)
    .slice(0, 4)
    .map(cents);
}

export type CashProblem = { kind: 'cash-unreadable' } | { kind: 'cash-short'; missing: number };

/** Returns what is wrong with the cash for the amount due, both in cents; null if it is enough. */
export function checkCash(received: number | null, owed: number): CashProblem | null {
  if (received === null) return { kind: 'cash-unreadable' };
  return received < owed ? { kind: 'cash-short', missing: owed - received } : null;
}

export function cashMessage(problem: CashProblem): string {
  switch (problem.kind) {
    case 'cash-unreadable':
      return 'Enter the cash received, such as 60 or 60.00.';
    case 'cash-short':
      return `${formatCents(cents(problem.missing))} is still due.`;
  }
}
