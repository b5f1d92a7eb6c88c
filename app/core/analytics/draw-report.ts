/** Turns the figures of a report into charts. For loaders, which load d3 and calendars so that the browser need not. */
import { productTypeLabel } from '#core/catalogue/search/strain.ts';
import { orderStatusLabel } from '#core/orders/order.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { formatDate, type StoreDate } from '#kernel/time.ts';
import { drawBars } from '#ui/charts/draw-bars.ts';
import { drawLine } from '#ui/charts/draw-line.ts';
import { drawSlices } from '#ui/charts/draw-slices.ts';
import type { ChartPoint } from '#ui/charts/drawing.ts';
import { ordersLink } from './orders-link.ts';
import { type DayRange, daysOf, lengthOf } from './range.ts';
import { type Breakdown, breakdownLabel } from './report.ts';
import type { Report, ReportPart } from './report-queries.server.ts';
import type { Sale } from './sales-queries.server.ts';

/** More days than the first show as weeks, more than the second as months: a point must be wider than a hair. */
const MOST_DAYS = 100;
const MOST_DAYS_IN_WEEKS = 740;

/** The week starts on Sunday. */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const NONE: Sale = { orders: 0, units: 0, revenue: 0 };

const money = (value: number) => formatCents(cents(Math.round(value)));

/** The display name of a slice. */
export function partLabel(name: string, breakdown: Breakdown): string {
  if (breakdown === 'status') return orderStatusLabel[name as OrderStatus];
  if (name === '') return 'Uncategorized';
  return breakdown === 'category' ? name : productTypeLabel(name);
}

/** 'Revenue Over Time' by store day; a long range by week or month, as its title says. */
export function drawRevenue({ sales }: Report, days: DayRange) {
  const step = lengthOf(days) <= MOST_DAYS ? 'day' : lengthOf(days) <= MOST_DAYS_IN_WEEKS ? 'week' : 'month';
  const points = Array.from(
    Map.groupBy(daysOf(days), (day) => startOf(day, step).toString()).values(),
    (group) => {
      const sold = group.map((day) => sales.byDay.get(day.toString()) ?? NONE);
      const [first = days.from, last = first] = [group[0], group.at(-1)];
      return {
        first,
        days: { from: first, to: last },
        orders: sold.reduce((sum, { orders }) => sum + orders, 0),
        revenue: sold.reduce((sum, { revenue }) => sum + revenue, 0),
      };
    },
  );
  return {
    step,
    drawing: drawLine({
      title: `Revenue Over Time, by ${step}`,
      format: money,
      points: points.map(({ first, revenue }) => ({ label: shortDate(first, step), value: revenue })),
      table: {
        head: [{ day: 'Day', week: 'Week from', month: 'Month from' }[step], 'Orders', 'Revenue'],
        rows: points.map(({ first, orders, revenue }) => [
          formatDate(first),
          formatNumber(orders),
          money(revenue),
        ]),
        links: points.map((point) => (point.orders > 0 ? ordersLink(point.days) : undefined)),
      },
    }),
  };
}

function startOf(day: StoreDate, step: 'day' | 'week' | 'month'): StoreDate {
  if (step === 'day') return day;
  return step === 'month' ? day.with({ day: 1 }) : day.subtract({ days: day.dayOfWeek % 7 });
}

/** 'Nov 5'; for months 'Nov 2026'. */
function shortDate(date: StoreDate, step: 'day' | 'week' | 'month'): string {
  const [monthAndDay = '', year = ''] = formatDate(date).split(', ');
  return step === 'month' ? `${monthAndDay.split(' ')[0]} ${year}` : monthAndDay;
}

/** Revenue by product type or category, or the number of orders by status. */
export function drawParts(parts: readonly ReportPart[], breakdown: Breakdown, days: DayRange) {
  const byStatus = breakdown === 'status';
  const filterOf = (name: string) =>
    byStatus ? { status: name } : breakdown === 'category' ? { category: name } : { type: name };
  const label = breakdownLabel(breakdown);
  return drawSlices({
    title: byStatus ? `Orders by ${label}` : `Revenue by ${label}`,
    shape: 'pie',
    head: [label, byStatus ? 'Orders' : 'Revenue', 'Share'],
    format: byStatus ? formatNumber : money,
    points: parts.map(
      ({ name, orders, revenue }): ChartPoint => ({
        label: partLabel(name, breakdown),
        value: byStatus ? (orders ?? 0) : revenue,
        ...(name === '' ? {} : { to: ordersLink(days, filterOf(name)) }),
      }),
    ),
  });
}

/** Sales by hour and by weekday of placing, on the store's clock. */
export function drawTimes({ sales }: Report) {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    label: `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`,
    sale: sales.byHour.get(String(hour)) ?? NONE,
  }));
  const weekdays = WEEKDAYS.map((label, index) => ({
    label,
    // By ISO weekday: 7 is Sunday.
    sale: sales.byWeekday.get(String(index === 0 ? 7 : index)) ?? NONE,
  }));
  const bars = (title: string, name: string, lines: typeof hours, short = (label: string) => label) =>
    drawBars({
      title,
      format: money,
      points: lines.map(({ label, sale }) => ({ label: short(label), value: sale.revenue })),
      table: {
        head: [name, 'Orders', 'Revenue'],
        rows: lines.map(({ label, sale }) => [label, formatNumber(sale.orders), money(sale.revenue)]),
      },
    });
  return {
    hours: bars('Revenue by hour', 'Hour', hours),
    weekdays: bars('Revenue by weekday', 'Weekday', weekdays, (label) => label.slice(0, 3)),
  };
}
