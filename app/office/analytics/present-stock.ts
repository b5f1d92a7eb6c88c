/** Formats Product Analytics for its page. */
import type { StoreClock } from '#core/ground/settings/store-clock.server.ts';
import { percent } from '#core/records/analytics/figures.ts';
import { ordersLink } from '#core/records/analytics/orders-link.ts';
import { type DayRange, inWords } from '#core/records/analytics/range.ts';
import type { StockReport } from '#core/records/analytics/stock-queries.server.ts';
import { PRODUCTS_SHOWN } from '#core/records/analytics/stock-report.ts';
import { daysLeftText, sellThroughText } from '#core/records/analytics/stock-words.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { formatWeekday, relativeDay } from '#kernel/time.ts';

/** @param report null if the figures could not be loaded. */
export function presentStock(report: StockReport | null, days: DayRange, { today }: StoreClock) {
  return {
    days: { from: days.from.toString(), to: days.to.toString() },
    words: inWords(days),
    report: report && {
      sentence: runningOutWords(report),
      weekendEnds: relativeDay(report.weekendEnds, today),
      runningOut: report.runningOut.map(({ id, name, available, day, unitsThatDay }) => ({
        ...{ id, name, available: formatNumber(available), day: relativeDay(day, today) },
        pace: `${unitsThatDay < 9.95 ? Number(unitsThatDay.toFixed(1)) : Math.round(unitsThatDay)} on a ${formatWeekday(day)}`,
      })),
      products: report.products.map((line) => ({
        ...{ id: line.id, name: line.name, units: formatNumber(line.units) },
        there: formatNumber(line.there),
        sellThrough: sellThroughText(line.sellThrough),
        available: formatNumber(line.available),
        daysLeft: daysLeftText(line.daysLeft),
        revenue: formatCents(cents(line.revenue)),
        to: line.units > 0 ? ordersLink(days, { product: String(line.id) }) : null,
      })),
      productsAreAll: report.products.length < PRODUCTS_SHOWN,
      baskets: report.baskets.map(({ one, other, names, together, support, lift }) => ({
        ...{ one, other, names },
        ...{ together: formatNumber(together), support: percent(support), lift: lift.toFixed(1) },
      })),
      basketWords: basketWords(report),
    },
  };
}

export type PresentedStock = ReturnType<typeof presentStock>;

/** '4 products run out before the weekend is over.' */
function runningOutWords({ runningOutCount }: StockReport): string {
  if (runningOutCount === 0) return 'Nothing runs out before the weekend is over.';
  return runningOutCount === 1
    ? 'One product runs out before the weekend is over.'
    : `${formatNumber(runningOutCount)} products run out before the weekend is over.`;
}

function basketWords({ basketOrders, basketsAreNewest }: StockReport): string {
  if (basketOrders === 0) return 'No orders in this range.';
  const many = `${basketsAreNewest ? 'the newest ' : ''}${formatNumber(basketOrders)} ${basketOrders === 1 ? 'order' : 'orders'}`;
  return `Counted in ${many} of this range; a pair is in five or more of them.`;
}
