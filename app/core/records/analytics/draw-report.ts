/** Turns the figures of a report into charts. For loaders, which load d3 and calendars so that the browser need not. */
import { productTypeLabel } from '#core/goods/catalogue/search/strain.ts';
import { orderStatusLabel } from '#core/sales/orders/order.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { drawBars } from '#ui/charts/draw-bars.ts';
import { drawSlices } from '#ui/charts/draw-slices.ts';
import type { ChartPoint } from '#ui/charts/drawing.ts';
import { hourLabel } from './draw-revenue.ts';
import { ordersLink } from './orders-link.ts';
import type { DayRange } from './range.ts';
import { type Breakdown, breakdownLabel } from './report.ts';
import type { Report, ReportPart } from './report-queries.server.ts';
import type { Sale } from './sales-queries.server.ts';

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
    label: hourLabel(hour),
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
