import { expect, test } from 'vitest';
import { figuresOf, type Sums } from '#core/records/analytics/figures.ts';
import { rangeOf } from '#core/records/analytics/range.ts';
import { parseDate } from '#kernel/time.ts';
import { cardsOf, linesOf } from './summarize-report.ts';

const sums = (orders: number, revenue: number): Sums => ({
  orders,
  firstOrders: 0,
  units: orders,
  revenue,
  cost: 0,
  costedRevenue: 0,
  cannabisUnits: 0,
  readyOrders: 0,
  readySeconds: 0,
  refunded: 0,
  refundedTax: 0,
  discount: 0,
  tax: 0,
});
const today = parseDate('2026-11-22') ?? expect.fail();
const { range } = rangeOf({ range: '30-days', from: '', to: '' }, today);

function changes(before: Sums, now: Sums) {
  const of = (each: Sums) => figuresOf(new Map([['completed', each]]));
  return Object.fromEntries(
    cardsOf(of(now), of(before), range ?? expect.fail()).map(({ label, change }) => [label, change]),
  );
}

test('a margin that is not known is compared with nothing', () => {
  const of = (costedRevenue: number) =>
    figuresOf(new Map([['completed', { ...sums(2, 9000), costedRevenue, cost: costedRevenue / 2 }]]));
  const change = (now: number, before: number) =>
    linesOf(of(now), of(before), range ?? expect.fail()).find(({ label }) => label === 'Margin')?.change;
  expect([change(0, 9000), change(9000, 0)]).toEqual([null, null]);
  expect(change(9000, 4500)).toMatchObject({ direction: 'up' });
});

test('a change is a percentage, or a difference where the figure grew many times over', () => {
  expect(changes(sums(10, 10_000), sums(15, 12_000))).toMatchObject({
    'Total Orders': { direction: 'up', by: '50%' },
    'Total Revenue': { direction: 'up', by: '20%' },
    'Average Order Value': { direction: 'down', by: '20%' },
  });
  expect(changes(sums(1, 9_900), sums(100, 990_000))).toMatchObject({
    'Total Orders': { direction: 'up', by: '99' },
    'Total Revenue': { direction: 'up', by: '$9,801.00' },
    'Average Order Value': { direction: 'same' },
  });
});

test('a figure without a previous one has no change', () => {
  expect(changes(sums(0, 0), sums(3, 3_000))['Total Orders']).toBeNull();
});
