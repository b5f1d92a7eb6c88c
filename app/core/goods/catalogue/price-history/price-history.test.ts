import { describe, expect, test } from 'vitest';
import { type PriceTerms, priceSpans } from './price-history.ts';

const at = (time: string) => new Date(`2026-11-28T${time}:00Z`);
const price = (cents: number, discount: number | null = null): PriceTerms => ({
  price: cents,
  discount,
  discountFrom: discount === null ? null : '2026-11-28',
  discountUntil: discount === null ? null : '2026-11-30',
});
const texts = (now: PriceTerms, changes: Parameters<typeof priceSpans>[1]) =>
  priceSpans(now, changes).map(
    ({ price, discount, from, until, by }) =>
      `${price}${discount === null ? '' : `-${discount}`} ${from?.toString().slice(11, 16) ?? ''}..${until?.toString().slice(11, 16) ?? ''} ${by ?? ''}`,
  );

describe('the spans of a price', () => {
  test('are one if nothing changed', () => {
    expect(texts(price(2500), [])).toEqual(['2500 .. ']);
  });

  test('begin and end with each change, newest first, and name who made it', () => {
    const changes = [
      { at: at('14:00'), before: price(2500), after: price(2750), by: 'Ada' },
      { at: at('16:00'), before: price(2750), after: price(2500), by: 'Kim' },
      { at: at('17:00'), before: price(2500), after: price(2500, 200), by: null },
    ];
    expect(texts(price(2500, 200), changes)).toEqual([
      '2500-200 17:00.. ',
      '2500 16:00..17:00 Kim',
      '2750 14:00..16:00 Ada',
      '2500 ..14:00 ',
    ]);
  });

  test('do not begin with a change of days that no discount has', () => {
    const dated = { ...price(2500), discountFrom: '2026-12-01' };
    expect(texts(dated, [{ at: at('14:00'), before: price(2500), after: dated, by: 'Ada' }])).toEqual([
      '2500 .. ',
    ]);
  });
});
