import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { drawWeek } from './draw-week.ts';
import { marginOf } from './figures.ts';

const zone = 'America/New_York';
const day = (text: string) => Temporal.PlainDate.from(text);

function weekOf(from: string, to: string, now: string, sales: Record<string, number>) {
  const at = Temporal.ZonedDateTime.from(`${now}[${zone}]`);
  const byHourOfWeek = new Map(
    Object.entries(sales).map(([key, orders]) => [key, { orders, units: orders, revenue: orders * 1000 }]),
  );
  return drawWeek(
    { byDay: new Map(), byHour: new Map(), byWeekday: new Map(), byHourOfWeek },
    { from: day(from), to: day(to) },
    { now: at.toInstant(), today: at.toPlainDate(), zone },
  );
}
const timesOf = ({ table }: ReturnType<typeof weekOf>) => table.rows.map((row) => row.slice(0, 4));

test('an hour has the orders of its weekdays in the range, and hours to come today are not counted', () => {
  // From a Monday to a Monday: two Mondays, of which the second is at 2:30 PM.
  const sales = { '1 14': 3, '1 15': 3, '7 14': 4 };
  expect(timesOf(weekOf('2026-11-23', '2026-11-30', '2026-11-30T14:30:00', sales))).toEqual([
    ['Sunday 2 PM', '1', '4', '4.0'],
    ['Monday 2 PM', '2', '3', '1.5'],
    ['Monday 3 PM', '1', '3', '3.0'],
  ]);
  expect(timesOf(weekOf('2026-11-23', '2026-11-30', '2026-12-01T00:00:00', sales))[2]).toEqual([
    ...['Monday 3 PM', '2', '3', '1.5'],
  ]);
});

test('one day has its weekday alone, also February 29 and a day on which clocks change', () => {
  const leap = weekOf('2028-02-29', '2028-02-29', '2028-03-05T00:00:00', { '2 9': 1 });
  expect(timesOf(leap)).toEqual([['Tuesday 9 AM', '1', '1', '1.0']]);
  expect(leap.rows.map(({ label, cells }) => [label, cells.map(({ text }) => text)])).toEqual([
    ['9 AM', ['', '', '1.0', '', '', '', '']],
  ]);
  // Both passes of one o'clock are one hour.
  const twice = weekOf('2026-11-01', '2026-11-01', '2026-11-05T00:00:00', { '7 1': 2 });
  expect(timesOf(twice)).toEqual([['Sunday 1 AM', '1', '2', '2.0']]);
});

test('the darkest hour is the busiest one, and nothing sold is no hour at all', () => {
  const drawing = weekOf('2026-11-23', '2026-11-29', '2026-12-05T00:00:00', { '5 14': 40, '6 16': 1 });
  expect(drawing.rows.map(({ label }) => label)).toEqual(['2 PM', '3 PM', '4 PM']);
  expect(drawing.rows[0]?.cells[5]).toEqual({ text: '40', shade: 4 });
  expect(drawing.rows[2]?.cells[6]).toEqual({ text: '1.0', shade: 1 });
  expect(drawing.description).toBe('Most: Friday 2 PM, 40.');
  const empty = weekOf('2026-11-23', '2026-11-29', '2026-12-05T00:00:00', {});
  expect([empty.isEmpty, empty.rows, empty.table.rows]).toEqual([true, [], []]);
});

test.each([
  [
    'all known',
    { revenue: 1000, cost: 400, costedRevenue: 1000 },
    { cost: 400, margin: 600, rate: 0.6, known: 1 },
  ],
  [
    'half known',
    { revenue: 1000, cost: 300, costedRevenue: 500 },
    { cost: 300, margin: 200, rate: 0.4, known: 0.5 },
  ],
  [
    'nothing known',
    { revenue: 1000, cost: 0, costedRevenue: 0 },
    { cost: null, margin: null, rate: null, known: 0 },
  ],
  [
    'given away',
    { revenue: 0, cost: 300, costedRevenue: 0 },
    { cost: 300, margin: -300, rate: null, known: null },
  ],
  [
    'nothing sold',
    { revenue: 0, cost: 0, costedRevenue: 0 },
    { cost: null, margin: null, rate: null, known: null },
  ],
])('a margin with %s is never guessed', (_, sums, margin) => {
  expect(marginOf(sums)).toEqual(margin);
});
