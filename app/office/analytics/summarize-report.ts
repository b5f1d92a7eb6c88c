/** Summarizes a report as cards and lines, each with its previous value and a link. For loaders. */

import { changeOf, duration, type Figures, percent } from '#core/records/analytics/figures.ts';
import { ordersLink } from '#core/records/analytics/orders-link.ts';
import type { ReportRange } from '#core/records/analytics/range.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';

export type SummaryLine = {
  label: string;
  value: string;
  /** The value in the comparison range. */
  before: string;
  /** 'up', 'down' or 'same' and by how much; null if there is nothing to compare. */
  change: { direction: 'up' | 'down' | 'same'; by: string } | null;
  note: string | null;
  to: string | null;
};

const money = (value: number) => formatCents(cents(value));
const many = (value: number, one: string, more: string) =>
  `${formatNumber(value)} ${value === 1 ? one : more}`;

/** The four cards of the specification (section 2), in its order. */
export function cardsOf(now: Figures, before: Figures, { days }: ReportRange): SummaryLine[] {
  const orders = ordersLink(days);
  const lost = [
    now.cancelled > 0 ? `${formatNumber(now.cancelled)} canceled` : null,
    now.noShows > 0 ? `${formatNumber(now.noShows)} not picked up` : null,
  ].filter((part) => part !== null);
  return [
    {
      label: 'Total Revenue',
      value: formatCents(now.revenue),
      before: formatCents(before.revenue),
      change: inWords(now.revenue, before.revenue, money),
      note: now.refunded === 0 ? null : `after ${formatCents(now.refunded)} in refunds`,
      to: orders,
    },
    {
      label: 'Total Orders',
      value: formatNumber(now.orders),
      before: formatNumber(before.orders),
      change: inWords(now.orders, before.orders),
      note: lost.length === 0 ? null : `and ${lost.join(', ')}`,
      to: orders,
    },
    {
      label: 'Average Order Value',
      value: formatCents(now.averageOrder),
      before: formatCents(before.averageOrder),
      change: inWords(now.averageOrder, before.averageOrder, money),
      note: null,
      to: orders,
    },
    {
      label: 'Products Sold',
      value: formatNumber(now.units),
      before: formatNumber(before.units),
      change: inWords(now.units, before.units),
      note: now.cannabisUnits === 0 ? null : `${formatNumber(now.cannabisUnits)} with ‘cannabis’ in the name`,
      to: orders,
    },
  ];
}

/** Other figures that owners ask for. */
export function linesOf(now: Figures, before: Figures, { days }: ReportRange): SummaryLine[] {
  const rate = (value: number | null) => (value === null ? 'none yet' : percent(value));
  const time = (value: number | null) => (value === null ? 'none yet' : duration(value));
  return [
    {
      label: 'Margin',
      value: marginText(now),
      before: marginText(before),
      // What is not known did not fall to nothing.
      change: [now, before].some(({ costedPart }) => costedPart === 0)
        ? null
        : inWords(now.margin, before.margin, money),
      note: marginNote(now),
      to: null,
    },
    {
      label: 'New customers',
      value: formatNumber(now.newCustomers),
      before: formatNumber(before.newCustomers),
      change: inWords(now.newCustomers, before.newCustomers),
      note: 'placed their first order',
      to: ordersLink(days, { customer: 'new' }),
    },
    {
      label: 'Other orders',
      value: formatNumber(now.ordersOfReturning),
      before: formatNumber(before.ordersOfReturning),
      change: inWords(now.ordersOfReturning, before.ordersOfReturning),
      note:
        now.orders === 0
          ? null
          : `by returning customers and walk-ins, ${percent(now.ordersOfReturning / now.orders)} of all`,
      to: ordersLink(days, { customer: 'returning' }),
    },
    {
      label: 'No-show rate',
      value: rate(now.noShowRate),
      before: rate(before.noShowRate),
      change: null,
      note: `${many(now.noShows, 'order', 'orders')} not picked up, of all that ended`,
      to: ordersLink(days, { status: 'no_show' }),
    },
    {
      label: 'From order to ready',
      value: time(now.secondsToReady),
      before: time(before.secondsToReady),
      change: null,
      note: 'on average, nights included',
      to: null,
    },
  ];
}

const marginText = ({ margin, costedPart }: Figures): string =>
  costedPart === 0 ? 'not known' : formatCents(margin);

function marginNote({ marginRate, costedPart }: Figures): string | null {
  if (costedPart === null) return null;
  if (costedPart === 0) return 'no wholesale price on file';
  const rate =
    marginRate === null ? '' : `${percent(marginRate)} of revenue, at the wholesale prices at that time`;
  return costedPart < 1 ? `${rate}, known for ${percent(costedPart)} of revenue` : rate;
}

/** From this factor on, a percentage says less than the difference. */
const TOO_MANY_TIMES = 10;

function inWords(
  now: number,
  before: number,
  format: (value: number) => string = formatNumber,
): SummaryLine['change'] {
  const change = changeOf(now, before);
  if (change === null) return null;
  if (change >= TOO_MANY_TIMES - 1) return { direction: 'up', by: format(now - before) };
  const by = percent(Math.abs(change));
  if (by === '0%') return { direction: 'same', by };
  return { direction: change > 0 ? 'up' : 'down', by };
}
