/** Words of the history of a price, and where each span leads. Pure. */

import type { Temporal } from 'temporal-polyfill';
import type { PriceSpan } from '#core/goods/catalogue/price-history/price-history.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatDate, formatDateTime, localMinute, parseDate } from '#kernel/time.ts';

export type PresentedSpan = {
  key: string;
  from: string;
  until: string;
  price: string;
  /** '$2.00 off, Nov 20, 2026 to Nov 30, 2026'; null without a discount. */
  discount: string | null;
  /** The price of those days. */
  sale: string | null;
  by: string;
  /** The list of who paid it, with the right price that a neighbor suggests. */
  to: string;
};

/** @param createdAt of the product, where the history says no start @param now where it says no end */
export function presentSpans(
  spans: readonly PriceSpan[],
  {
    path,
    zone,
    createdAt,
    now,
  }: { path: string; zone: string; createdAt: Temporal.Instant; now: Temporal.Instant },
): PresentedSpan[] {
  const money = (amount: number) => formatCents(cents(amount));
  return spans.map((span, index) => {
    const { price, discount, from, until, by } = span;
    // What it was right after or, if that is not lower, right before.
    const right = [spans[index - 1]?.price, spans[index + 1]?.price].find(
      (each) => each !== undefined && each < price,
    );
    const query = new URLSearchParams({
      from: localMinute(from ?? createdAt, zone),
      until: localMinute((until ?? now).add({ minutes: 1 }), zone),
      wrong: dollarsOf(price),
      ...(right === undefined ? {} : { right: dollarsOf(right) }),
    });
    return {
      key: `${from?.epochMilliseconds ?? 0}`,
      from: from ? formatDateTime(from, zone) : 'Earlier',
      until: until ? formatDateTime(until, zone) : 'Now',
      price: money(price),
      discount: discount === null ? null : `${money(discount)} off${daysOf(span)}`,
      sale: discount === null ? null : money(Math.max(0, price - discount)),
      by: by ?? '',
      to: `${path}/wrong-price?${query}`,
    };
  });
}

function daysOf({ discountFrom, discountUntil }: PriceSpan): string {
  const [from, until] = [parseDate(discountFrom ?? ''), parseDate(discountUntil ?? '')];
  return from && until ? `, ${formatDate(from)} to ${formatDate(until)}` : '';
}

const dollarsOf = (amount: number): string => (amount / 100).toFixed(2);
