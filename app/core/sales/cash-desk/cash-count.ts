/** Counted cash: one sum, or how many there are of each bill and coin. Shared by the form and the server. */
import { cents, formatCents, parseCash } from '#kernel/money.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { MOST_CASH } from './drawer.ts';

/** Bills and coins by value in cents, as they lie in a drawer. */
export const pieces = [
  { value: 10_000, label: '$100' },
  { value: 5000, label: '$50' },
  { value: 2000, label: '$20' },
  { value: 1000, label: '$10' },
  { value: 500, label: '$5' },
  { value: 100, label: '$1' },
  { value: 25, label: '25¢' },
  { value: 10, label: '10¢' },
  { value: 5, label: '5¢' },
  { value: 1, label: '1¢' },
] as const;

/** The form field for the number of one bill or coin. */
export const piecesField = (value: number): string => `pieces-${value}`;

/** Cents, and the pieces if they were entered: { '2000': 5 } is five $20 bills. */
export type CashCount = { amount: number; pieces: Readonly<Record<string, number>> | null };

export type CashCountProblem = { field: string; message: string };

const TOO_MUCH = `Enter an amount up to ${formatCents(cents(MOST_CASH))}.`;

/** The typed number of pieces: whole, up to 9,999; 0 for an empty field, null for anything else. */
function readPieces(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return 0;
  return /^\d{1,4}$/.test(text) ? Number(text) : null;
}

/** The sum in cents of the pieces typed so far; those that are unreadable count as none. */
export function sumOfPieces(typed: (field: string) => string): number {
  return pieces.reduce((sum, { value }) => sum + value * (readPieces(typed(piecesField(value))) ?? 0), 0);
}

/**
 * Reads a count as typed: field `amount`, and a field for each bill and coin. Either is enough; if both are entered they
 * must be equal. Nothing at all is refused: an empty drawer is counted as 0.
 */
export function readCashCount(typed: (field: string) => string): Result<CashCount, CashCountProblem> {
  const counts = pieces.map(({ value }) => {
    const field = piecesField(value);
    return { value, field, text: typed(field).trim(), count: readPieces(typed(field)) };
  });
  const unreadable = counts.find(({ count }) => count === null);
  if (unreadable) return refuse({ field: unreadable.field, message: 'Enter a whole number, such as 12.' });
  const sum = counts.reduce((total, { value, count }) => total + value * (count ?? 0), 0);
  const hasPieces = counts.some(({ text }) => text !== '');
  const typedSum = typed('amount').trim();
  const amount = typedSum === '' && hasPieces ? sum : parseCash(typedSum);
  if (amount === null)
    return refuse({ field: 'amount', message: 'Enter the cash in the drawer, such as 200 or 200.00.' });
  if (Math.max(amount, sum) > MOST_CASH) return refuse({ field: 'amount', message: TOO_MUCH });
  if (hasPieces && amount !== sum)
    return refuse({
      field: 'amount',
      message: `The bills and coins add up to ${formatCents(cents(sum))}. Correct them or the total.`,
    });
  if (!hasPieces) return succeed({ amount, pieces: null });
  const entered = counts.flatMap(({ value, count }) => (count ? [[String(value), count] as const] : []));
  return succeed({ amount, pieces: Object.fromEntries(entered) });
}
