/** Metrc writes money as a number of dollars; the shop counts cents. Pure. */
import { z } from 'zod';
import { type Cents, cents } from '#kernel/money.ts';

/** More is a mistake in typing, and more cents than the database stores. */
const MOST_DOLLARS = 20_000_000;

/** An amount in an answer. */
export const dollars = z
  .number()
  .refine((amount) => Math.abs(amount) <= MOST_DOLLARS)
  .transform(centsOf);

/** The nearest cent of the number as it is written: 1.005, which no computer stores exactly, is $1.01. */
function centsOf(amount: number): Cents {
  const [whole = '0', rest = ''] = Math.abs(amount).toFixed(6).split('.');
  // Digits instead of a product: 1.005 times 100 is 100.49999999999999.
  const roundsUp = (rest[2] ?? '0') >= '5';
  const magnitude = Number(whole) * 100 + Number(rest.slice(0, 2)) + (roundsUp ? 1 : 0);
  return cents(amount < 0 ? -magnitude : magnitude);
}

/** An amount for Metrc. A number of cents is exact as dollars with two decimals. */
export const dollarsOf = (amount: Cents): number => amount / 100;
