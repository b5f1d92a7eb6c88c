/** Formats the message about a reduced quantity, for product page, cart and checkout. */

import { leftWords } from '#core/goods/stock/stock.ts';

/** 'Only 3 left: quantity changed from 5 to 3'. `now` is the quantity after the change. */
export function fewerLeft({
  available,
  from,
  now,
}: {
  available: number;
  from: number;
  now: number;
}): string {
  return `${leftWords(available)}: quantity changed from ${from} to ${now}`;
}
