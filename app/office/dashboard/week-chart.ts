/** Turns the orders of the last 7 days into a bar chart. */
import { cents, formatCents, sumCents } from '#kernel/money.ts';
import { drawBars } from '#ui/charts/draw-bars.ts';
import type { DayLine } from './dashboard-queries.server.ts';

/** Orders per day as bars; for users who may read it, each day's revenue is in the table. */
export function drawWeek(days: readonly DayLine[]) {
  const money = days.some(({ revenue }) => revenue !== null);
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  const revenue = sumCents(days.map((day) => day.revenue ?? cents(0)));
  const counted = orders === 1 ? '1 order' : `${orders} orders`;
  return {
    money,
    note: money ? `${counted}, ${formatCents(revenue)}` : counted,
    orders: drawBars({
      title: 'Orders in the last 7 days',
      // 'Sun, Nov 15' in the table, 'Sun' under its bar.
      points: days.map((day) => ({ label: day.date.replace(/,.*/, ''), value: day.orders })),
      table: {
        head: money ? ['Day', 'Orders', 'Revenue'] : ['Day', 'Orders'],
        rows: days.map((day) => [
          day.date,
          String(day.orders),
          ...(day.revenue === null ? [] : [formatCents(day.revenue)]),
        ]),
      },
    }),
  };
}
