/**
 * Money in whole cents and rates in basis points. Nothing here rounds silently: where a fraction of a cent can arise,
 * the function documents how it rounds.
 */

import { formatNumber } from './number.ts';

declare const centsBrand: unique symbol;
declare const basisPointsBrand: unique symbol;

/** An amount of money in whole US cents. May be negative (a refund). */
export type Cents = number & { readonly [centsBrand]: true };

/** A rate in hundredths of a percent: 12 % is 1,200, 0.5 % is 50. A half is allowed: counties tax 8⅛ %, which is 812.5. */
export type BasisPoints = number & { readonly [basisPointsBrand]: true };

/** A whole in half basis points. */
const WHOLE = 20_000n;

function isCents(value: number): value is Cents {
  return Number.isSafeInteger(value);
}

function isBasisPoints(value: number): value is BasisPoints {
  return Number.isSafeInteger(value * 2) && value >= 0;
}

/** The number as cents. Throws RangeError on fractions and unsafe sizes, because they are bugs in the caller. */
export function cents(value: number): Cents {
  const positiveZero = value === 0 ? 0 : value;
  if (!isCents(positiveZero)) throw new RangeError(`Not a whole number of cents: ${value}`);
  return positiveZero;
}

/** The number as basis points. Throws RangeError unless it is zero or more, in whole numbers or halves. */
export function basisPoints(value: number): BasisPoints {
  const positiveZero = value === 0 ? 0 : value;
  if (!isBasisPoints(positiveZero)) throw new RangeError(`Not a rate in basis points: ${value}`);
  return positiveZero;
}

/** The sum of two amounts. */
export function addCents(left: Cents, right: Cents): Cents {
  return cents(left + right);
}

/** The sum of any number of amounts; an empty list sums to zero. */
export function sumCents(amounts: readonly Cents[]): Cents {
  return amounts.reduce(addCents, cents(0));
}

/** A unit price times a whole quantity. Throws RangeError on a fractional quantity. */
export function timesQuantity(unitPrice: Cents, quantity: number): Cents {
  if (!Number.isSafeInteger(quantity)) throw new RangeError(`Not a whole quantity: ${quantity}`);
  return cents(unitPrice * quantity);
}

/**
 * The rate's share of an amount, rounded half up to a whole cent. Negative amounts mirror positive ones, so the tax on
 * a refund equals the tax that was charged.
 */
export function percentOf(base: Cents, rate: BasisPoints): Cents {
  const magnitude = (BigInt(Math.abs(base)) * BigInt(rate * 2) + WHOLE / 2n) / WHOLE;
  return cents(Math.sign(base) * Number(magnitude));
}

/**
 * Splits a total over weights by largest remainder: the parts sum exactly to the total, each is within one cent of its
 * exact share, and between equal remainders the earlier part gets the cent. A weight of zero gets nothing, unless all
 * weights are zero: then all count equally. Throws RangeError on weights that are not whole numbers of zero or more,
 * and on a nonzero total without weights.
 */
export function allocate(total: Cents, weights: readonly number[]): Cents[] {
  for (const weight of weights) {
    if (!Number.isSafeInteger(weight) || weight < 0) throw new RangeError(`Not a weight: ${weight}`);
  }
  if (weights.length === 0) {
    if (total !== 0) throw new RangeError('No parts to allocate a total to');
    return [];
  }
  const given = weights.map(BigInt);
  const shares = given.some((weight) => weight > 0n) ? given : given.map(() => 1n);
  const sum = shares.reduce((left, right) => left + right, 0n);
  const amount = BigInt(Math.abs(total));
  const parts = shares.map((share, index) => ({
    index,
    whole: (amount * share) / sum,
    remainder: (amount * share) % sum,
  }));
  const missing = amount - parts.reduce((taken, part) => taken + part.whole, 0n);
  // Sorting is stable, so the earlier of two equal remainders stays first.
  const luckyOnes = new Set(
    [...parts]
      .sort((left, right) => compare(right.remainder, left.remainder))
      .slice(0, Number(missing))
      .map((part) => part.index),
  );
  return parts.map((part) =>
    cents(Math.sign(total) * Number(part.whole + (luckyOnes.has(part.index) ? 1n : 0n))),
  );
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Formats an amount with two decimals and a $ sign (specification section 9): '$1,234.50', '-$3.00'. */
export function formatCents(amount: Cents): string {
  const magnitude = Math.abs(amount);
  const dollars = formatNumber(Math.floor(magnitude / 100));
  const rest = (magnitude % 100).toString().padStart(2, '0');
  return `${amount < 0 ? '-' : ''}$${dollars}.${rest}`;
}

const AMOUNT = /^(?<sign>-?)\$?(?<dollars>\d+|\d{1,3}(?:,\d{3})+)?(?:\.(?<rest>\d{1,2}))?$/;

/**
 * Parses a typed amount or a CSV cell as cents: '12', '12.5', '.50', '$1,234.50', '-3.00'. Null for anything else: more
 * than two decimals, misplaced commas, other signs, amounts beyond safe integers.
 */
export function parseCents(text: string): Cents | null {
  const groups = AMOUNT.exec(text.trim())?.groups;
  const { sign, dollars, rest } = groups ?? {};
  if (dollars === undefined && rest === undefined) return null;
  const magnitude = Number((dollars ?? '0').replaceAll(',', '')) * 100 + Number((rest ?? '').padEnd(2, '0'));
  if (!Number.isSafeInteger(magnitude)) return null;
  return cents(sign === '-' ? -magnitude : magnitude);
}

/** Parses cash as typed at the counter, '60', '$60' or '1,260.00', into cents; null for anything else, such as '-5' or '5.5'. */
export function parseCash(typed: string): Cents | null {
  const text = typed.trim().replace(/^\$\s*/, '');
  if (!/^(\d{1,6}|\d{1,3},\d{3})(\.\d{2})?$/.test(text)) return null;
  return cents(Math.round(Number(text.replace(',', '')) * 100));
}

/** '$92' for 91.20: whole dollars, rounded up, so that a customer who brings them has enough. */
export function formatDollarsUp(amount: Cents): string {
  return formatCents(cents(Math.ceil(amount / 100) * 100)).replace(/\.00$/, '');
}
