/** Puts Order Analytics and Product Analytics on paper: what the screens show, as tables. Pure. */
import type { StoreClock } from '#core/ground/settings/store-clock.server.ts';
import { drawParts, drawTimes, partLabel } from '#core/records/analytics/draw-report.ts';
import { drawRevenue } from '#core/records/analytics/draw-revenue.ts';
import { drawWeek } from '#core/records/analytics/draw-week.ts';
import { marginWords, percent } from '#core/records/analytics/figures.ts';
import { breakdownLabel, MARGIN_WORDS } from '#core/records/analytics/report.ts';
import type { Report, ReportAsked } from '#core/records/analytics/report-queries.server.ts';
import { changeOfReport } from '#core/records/analytics/sentence.ts';
import type { StockReport } from '#core/records/analytics/stock-queries.server.ts';
import { daysLeftText, sellThroughText } from '#core/records/analytics/stock-words.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { formatShortDay } from '#kernel/time.ts';
import type { ChartTable } from '#ui/charts/drawing.ts';
import type { PaperPart } from './draw-records.server.ts';

type Given = { report: Report; stock: StockReport; asked: ReportAsked; clock: StoreClock };

/** Of paper, in points. */
const WIDTH = 504;
const FIRST = 184;

const money = (value: number) => formatCents(cents(value));

export function reportParts({ report, stock, asked, clock }: Given): PaperPart[] {
  const { range, breakdown } = asked;
  const { figures } = report;
  const label = breakdownLabel(breakdown);
  const times = drawTimes(report);
  return [
    {
      ...{ title: 'In short', columns: [], rows: [], sums: [] },
      about: changeOfReport(report, range),
      facts: [
        ['Revenue before tax', money(figures.revenue)],
        ['Orders', formatNumber(figures.orders)],
        ['Average order', money(figures.averageOrder)],
        ['Units', formatNumber(figures.units)],
        ['Discounts', money(figures.discount)],
        ['Margin', marginWords(figures).margin],
      ],
    },
    tableOf('Revenue over time', '', drawRevenue(report, range, clock).drawing.table),
    tableOf(`By ${label.toLowerCase()}`, '', drawParts(report.parts, breakdown, range.days).table),
    tableOf('Margin after discounts', MARGIN_WORDS, {
      head: [label, 'Discounts', 'Revenue', 'Cost', 'Margin', 'Known for'],
      rows: report.parts.map((part) => {
        const { cost, margin, known } = marginWords(part);
        const name = partLabel(part.name, breakdown);
        return [name, money(part.discount), money(part.revenue), cost, margin, known];
      }),
    }),
    tableOf('By hour', '', times.hours.table),
    tableOf('By weekday', '', times.weekdays.table),
    tableOf('Hours of the week', '', drawWeek(report.sales, range.days, clock).table),
    tableOf('Runs out before the weekend is over', '', {
      head: ['Product', 'Available', 'Out on'],
      rows: stock.runningOut.map(({ name, available, day }) => [
        name,
        formatNumber(available),
        formatShortDay(day),
      ]),
    }),
    tableOf('Products, out the soonest', '', {
      head: ['Product', 'Sold', 'On sale', 'Sell-through', 'Available', 'Days left'],
      rows: stock.products.map((line) => [
        line.name,
        formatNumber(line.units),
        formatNumber(line.there),
        sellThroughText(line.sellThrough),
        formatNumber(line.available),
        daysLeftText(line.daysLeft),
      ]),
    }),
    tableOf('Bought together', '', {
      head: ['Products', 'Orders', 'Of all orders', 'Times as often as by chance'],
      rows: stock.baskets.map(({ names, together, support, lift }) => [
        names.join(' + '),
        formatNumber(together),
        percent(support),
        lift.toFixed(1),
      ]),
    }),
  ];
}

function tableOf(title: string, about: string, { head, rows }: ChartTable): PaperPart {
  const width = (WIDTH - FIRST) / Math.max(1, head.length - 1);
  return {
    ...{ title, about, sums: [] },
    columns: head.map((label, at) => ({
      ...{ key: String(at), label, width: at === 0 ? FIRST : width },
      ...(at === 0 ? {} : { right: true as const }),
    })),
    rows: rows.map((row) => Object.fromEntries(row.map((cell, at) => [String(at), cell]))),
  };
}
