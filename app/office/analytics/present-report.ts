/** Formats a report for its page. */

import type { StoreClock } from '#core/ground/settings/store-clock.server.ts';
import { drawParts, drawTimes, partLabel } from '#core/records/analytics/draw-report.ts';
import { drawRevenue } from '#core/records/analytics/draw-revenue.ts';
import { drawWeek } from '#core/records/analytics/draw-week.ts';
import { marginWords } from '#core/records/analytics/figures.ts';
import { ordersLink } from '#core/records/analytics/orders-link.ts';
import { type DayRange, inWords, lengthOf, type ReportRange } from '#core/records/analytics/range.ts';
import type { ReportState } from '#core/records/analytics/report.ts';
import type { Report } from '#core/records/analytics/report-queries.server.ts';
import { changeOfReport } from '#core/records/analytics/sentence.ts';
import { orderStatusLabel, orderTones } from '#core/sales/orders/order.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { cardsOf, linesOf } from './summarize-report.ts';

/** What the page shows for a range. @param report null if the figures could not be loaded. */
export function presentReport(
  report: Report | null,
  range: ReportRange,
  state: ReportState,
  clock: StoreClock,
) {
  const { days, compared } = range;
  return {
    days: { from: days.from.toString(), to: days.to.toString() },
    words: { days: inWords(days), compared: inWords(compared), comparedWith: range.comparedWith },
    // One day is named under the cards; more days are named once, above them. The lines have room for a word.
    reference: {
      cards: lengthOf(compared) === 1 ? range.comparedWith : 'before',
      lines: state.range === 'year-over-year' ? 'today' : 'before',
    },
    report: report && {
      change: changeOfReport(report, range),
      cards: cardsOf(report.figures, report.compared, range),
      lines: linesOf(report.figures, report.compared, range),
      revenue: drawRevenue(report, range, clock),
      parts: drawParts(report.parts, state.breakdown, days),
      times: drawTimes(report),
      week: drawWeek(report.sales, days, clock),
      margins: marginsOf(report, state),
      recent: recentOf(report, clock.zone),
      // Dates of recent orders do not repeat it.
      year: clock.today.year,
      allOrders: ordersLink(days, { status: undefined }),
      best: report.best.map((seller) => sellerOf(seller, days)),
      slowest: report.slowest.map((seller) => ({ ...sellerOf(seller, days), onHand: seller.onHand })),
    },
  };
}

export type PresentedReport = ReturnType<typeof presentReport>;

function recentOf({ recent }: Report, zone: string) {
  return recent.map(({ number, createdAt, status, category, total }) => ({
    number,
    date: formatDateTime(instantOf(createdAt), zone),
    status: { label: orderStatusLabel[status], tone: orderTones[status] },
    category: partLabel(category, 'category'),
    total: formatCents(cents(total)),
  }));
}

function sellerOf(seller: Report['best'][number], days: DayRange) {
  const { id, name, units, revenue } = seller;
  return {
    id,
    name,
    units: formatNumber(units),
    revenue: formatCents(cents(revenue)),
    to: units > 0 ? ordersLink(days, { product: String(id) }) : null,
  };
}

/** What the discounts of each part left of its margin; none for statuses, which overlap nothing that is priced. */
function marginsOf({ parts, figures }: Report, { breakdown }: ReportState) {
  if (breakdown === 'status') return [];
  const money = (value: number) => formatCents(cents(value));
  const lineOf = (name: string, part: Omit<Report['parts'][number], 'name' | 'orders'>) => ({
    ...{ name, discount: money(part.discount), revenue: money(part.revenue) },
    ...marginWords(part),
  });
  const lines = parts.map((part) => lineOf(partLabel(part.name, breakdown), part));
  return lines.length === 0 ? [] : [...lines, lineOf('Total', figures)];
}
