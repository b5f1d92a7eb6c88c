/** Tests what the report of a day says of drawers that are still open. */
import { expect, test } from 'vitest';
import { type CashDay, type DayDrawer, openDrawersOf } from './cash-day.ts';
import { cashDayRows } from './cash-day-rows.ts';

const drawer = (number: number, closing: DayDrawer['closing']): DayDrawer => ({
  ...{ number, holder: 'Ben', opened: 'Nov 5, 2026 9:02 AM', carriedIn: 0, closing },
  ...{ float: 10_000, sales: 2016, refunds: 0, rounding: 0, corrections: 0, payIns: 0, payOuts: 0, drops: 0 },
});
const day = (drawers: DayDrawer[]): CashDay => ({
  ...{ day: '2026-11-05', drawers, people: [], outside: { sales: 0, refunds: 0 } },
  ...{ entries: [], refused: [], late: [], charges: [] },
});
const closed = {
  at: 'Nov 5, 2026 6:02 PM',
  by: 'Ben',
  expected: 12_016,
  counted: 12_016,
  note: null,
  next: null,
};

test('a day whose drawer is open is neither expected nor exact: it says that the drawer is open', () => {
  const report = day([drawer(12, null)]);
  expect(openDrawersOf(report)).toEqual({ words: 'Drawer 12 is open: not counted yet.', isUncounted: true });
  const totals = cashDayRows(report).filter(({ section }) => section === 'Day');
  for (const figure of ['Expected', 'Counted', 'Over or short'])
    expect(totals.find((row) => row.figure === figure)).toMatchObject({
      value: null,
      note: 'Drawer 12 is open: not counted yet.',
    });
});

test('a day with one drawer closed and one open counts the closed one and names the other', () => {
  const report = day([drawer(11, closed), drawer(12, null)]);
  expect(openDrawersOf(report)).toMatchObject({ isUncounted: false });
  expect(openDrawersOf(day([drawer(11, closed)]))).toBeNull();
});
