import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { basketsOf } from './baskets.ts';
import { daysOfStock, daysSoFar, endOfWeekend, runsOutOn, sellThrough, weekPace } from './pace.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
/** By ISO weekday; the first is not a day. */
const week = (...monFirst: number[]) => [0, ...monFirst];

test.each([
  [5, 10, 0.5],
  [10, 10, 1],
  // Goods that came back and were sold again.
  [12, 10, 1],
  [0, 10, 0],
  [-2, 10, 0],
  [0, 0, null],
  [3, 0, 1],
] as const)('%i sold of %i that were there are %s of them', (sold, there, part) => {
  expect(sellThrough(sold, there)).toBe(part);
});

test('units last as long as their pace says, and without sales it is unknown', () => {
  expect([daysOfStock(30, 1.5), daysOfStock(0, 2), daysOfStock(9, 0), daysOfStock(9, -1)]).toEqual([
    20,
    0,
    null,
    null,
  ]);
});

test('today counts as far as it has come, at least an hour', () => {
  expect([daysSoFar(30, 0.5), daysSoFar(1, 0), daysSoFar(30, null)]).toEqual([29.5, 1 / 24, 30]);
});

test('a weekday has the mean of its four days, a new product that of the days it was there', () => {
  const today = day('2026-11-30');
  expect(weekPace(week(4, 8, 12, 16, 40, 80, 20), day('2020-01-01'), today)).toEqual(
    week(1, 2, 3, 4, 10, 20, 5),
  );
  // On the menu since Friday: three days, and nothing is known of the others but their mean.
  expect(weekPace(week(0, 0, 0, 0, 6, 9, 3), day('2026-11-27'), today)).toEqual(week(6, 6, 6, 6, 6, 9, 3));
  expect(weekPace(week(0, 0, 0, 0, 0, 0, 0), today, today)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

test.each([
  ['2026-11-30', '2026-12-06'],
  ['2026-12-05', '2026-12-06'],
  ['2026-12-06', '2026-12-13'],
  ['2028-02-29', '2028-03-05'],
])('the weekend after %s ends on %s', (today, end) => {
  expect(endOfWeekend(day(today)).toString()).toBe(end);
});

test.each([
  // Monday. Two a day until Thursday, ten on Friday.
  [8, 0, '2026-12-03'],
  [9, 0, '2026-12-04'],
  [18, 0, '2026-12-04'],
  [38, 0, '2026-12-05'],
  [39, 0, '2026-12-06'],
  [48, 0, '2026-12-06'],
  [49, 0, null],
  // What was sold today is gone already.
  [2, 0, '2026-11-30'],
  [2, 2, '2026-12-01'],
  [2, 9, '2026-12-01'],
] as const)('%i units with %i sold today run out on %s', (available, soldToday, out) => {
  const pace = week(2, 2, 2, 2, 10, 20, 10);
  const found = runsOutOn({ available, soldToday, pace }, day('2026-11-30'), day('2026-12-06'));
  expect(found?.toString() ?? null).toBe(out);
});

test('a product that is not sold does not run out', () => {
  const pace = week(0, 0, 0, 0, 0, 0, 0);
  expect(runsOutOn({ available: 1, soldToday: 0, pace }, day('2026-11-30'), day('2026-12-06'))).toBeNull();
});

test('baskets are pairs that are together more often than by chance, in five orders at least', () => {
  const pair = (one: number, other: number, together: number, ofOne: number, ofOther: number) => ({
    ...{ one, other, together, ofOne, ofOther },
  });
  const found = basketsOf(
    [
      pair(1, 2, 10, 20, 10),
      // By chance: half of all orders have each.
      pair(3, 4, 25, 50, 50),
      pair(5, 6, 4, 4, 4),
      pair(7, 7, 40, 40, 40),
      pair(8, 9, 6, 6, 6),
      pair(1, 9, 5, 90, 90),
    ],
    100,
    5,
  );
  expect(found).toEqual([
    { ...pair(1, 2, 10, 20, 10), support: 0.1, lift: 5 },
    { ...pair(8, 9, 6, 6, 6), support: 0.06, lift: 100 / 6 },
  ]);
  expect(basketsOf([], 0, 5)).toEqual([]);
});
