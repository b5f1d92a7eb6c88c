import { expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import { dollars, dollarsOf } from './dollars.ts';

test.each([
  [0, 0],
  [0.1, 10],
  [4.35, 435],
  [1.005, 101],
  [33.333, 3333],
  [-1.005, -101],
  [1019.99, 101_999],
  [20_000_000, 2_000_000_000],
])('%d dollars are %d cents', (amount, wanted) => {
  expect(dollars.parse(amount)).toBe(wanted);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e12, 20_000_001, '19.99', null])(
  '%s is no amount',
  (amount) => {
    expect(dollars.safeParse(amount).success).toBe(false);
  },
);

test('every cent is written with two decimals at most, and read again as it was', () => {
  for (let amount = 0; amount < 300_000; amount += 7) {
    const written = JSON.stringify(dollarsOf(cents(amount)));
    expect(written).toMatch(/^\d+(\.\d{1,2})?$/);
    expect(dollars.parse(JSON.parse(written))).toBe(amount);
  }
});
