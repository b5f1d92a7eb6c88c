/**
 * Everyone who paid a wrong price: one row for each line, what it comes to in all, and what makes one list differ from
 * another. Pure.
 */
import { createHash } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import type { OrderStatus, SaleWay } from '#kernel/statuses.ts';

/**
 * Which lines: of one product, reserved or ordered from `from` until `until`. Prices are list prices of a unit, in
 * cents.
 */
export type Wrong = {
  productId: number;
  from: Temporal.Instant;
  until: Temporal.Instant;
  /** null for any price. */
  wrongPrice: number | null;
  rightPrice: number;
  lotId: number | null;
  way: SaleWay | null;
};

/**
 * `open`: an order or reservation that is not paid; its price is lowered. `paid`: the difference is refunded or
 * recorded. `under`: it cost less than the right price, and nothing is asked. `none`: the right price, or nothing is
 * left to refund.
 */
export type AffectedKind = 'open' | 'paid' | 'under' | 'none';

/** In cents. `amount` is before tax; below zero it was charged too little. */
export type AffectedLine = {
  reservationId: string;
  kind: AffectedKind;
  /** 'ORD042'; null for a reservation without an order. */
  orderNumber: string | null;
  orderStatus: OrderStatus | null;
  /** null for a sign-up that is not confirmed. */
  userId: string | null;
  customer: string;
  email: string;
  way: SaleWay;
  /** When it was reserved or ordered. */
  at: Date;
  units: number;
  /** List price and discount of a unit. */
  listPrice: number;
  discount: number;
  amount: number;
  tax: number;
};

export type AffectedSums = Record<'open' | 'paid', { lines: number; amount: number; tax: number }> & {
  under: number;
  people: number;
};

export const hasDifference = ({ kind }: AffectedLine): boolean => kind === 'open' || kind === 'paid';

/** People are counted once; walk-ins are people of their own. */
export function sumsOf(lines: readonly AffectedLine[]): AffectedSums {
  const of = (kind: 'open' | 'paid') => {
    const own = lines.filter((line) => line.kind === kind);
    const sum = (part: 'amount' | 'tax') => own.reduce((all, line) => all + line[part], 0);
    return { lines: own.length, amount: sum('amount'), tax: sum('tax') };
  };
  const hit = lines.filter(hasDifference);
  return {
    open: of('open'),
    paid: of('paid'),
    under: lines.filter(({ kind }) => kind === 'under').length,
    people: new Set(hit.map(personOf)).size,
  };
}

/** Their account; a sign-up that is not confirmed is a person of its own. */
export const personOf = ({ userId, reservationId }: AffectedLine): string => userId ?? reservationId;

/** Cents with tax that each person paid too much, by `personOf`. */
export function totalsByPerson(lines: readonly AffectedLine[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const line of lines.filter(hasDifference))
    totals.set(personOf(line), (totals.get(personOf(line)) ?? 0) + line.amount + line.tax);
  return totals;
}

/** Equal while the same lines get the same cents: another list is looked at again before it is corrected. */
export function fingerprintOf(lines: readonly AffectedLine[]): string {
  const marks = lines
    .filter(hasDifference)
    .map(({ reservationId, kind, amount, tax }) => `${reservationId} ${kind} ${amount} ${tax}`)
    .sort();
  return createHash('sha256').update(marks.join('\n')).digest('base64url').slice(0, 22);
}
