/** Order Analytics: what was sold in a range of days, compared, broken down and led back to its orders. */
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { drawParts, drawRevenue, drawTimes, partLabel } from '#features/analytics/draw-report.ts';
import { ordersLink } from '#features/analytics/orders-link.ts';
import { type DayRange, rangeOf } from '#features/analytics/range.ts';
import { breakdownLabel, readReport, reportQuery } from '#features/analytics/report.ts';
import { type Report, readAnalytics } from '#features/analytics/report-queries.server.ts';
import { cardsOf, linesOf } from '#features/analytics/summarize-report.ts';
import { CellLink, FiguresTable } from '#features/analytics/ui/figures-table.tsx';
import { RangeForm } from '#features/analytics/ui/range-form.tsx';
import { Cards, Lines } from '#features/analytics/ui/summary.tsx';
import { requirePermission } from '#features/identity/guards.server.ts';
import { orderStatusLabel, orderStatusTone } from '#features/orders/order.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatDate, formatDateTime, instantOf } from '#kernel/time.ts';
import { log } from '#platform/log.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { BarChart } from '#ui/charts/bar-chart.tsx';
import { LineChart } from '#ui/charts/line-chart.tsx';
import { SliceChart } from '#ui/charts/slice-chart.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/analytics';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'analytics.read', request);
  const { today, zone } = await storeClock();
  const state = readReport(new URL(request.url).searchParams);
  const { range, problem } = rangeOf(state, today);
  const asked = { state, today: today.toString() };
  // Of dates that cannot be there is no report: any other would be taken for the one that was asked for.
  if (problem) return { ...asked, problem, shown: null };
  const { days, compared } = range;
  // Figures that cannot be read say so in their place; the form that may be the cause stays usable.
  const report = await readAnalytics(actor, { range, breakdown: state.breakdown, zone }).catch(
    (error: unknown) => {
      log.error({ err: error }, 'analytics could not be read');
      return null;
    },
  );
  return {
    ...asked,
    problem,
    shown: {
      days: { from: days.from.toString(), to: days.to.toString() },
      words: { days: inWords(days), compared: inWords(compared), comparedWith: range.comparedWith },
      reference: state.range === 'year-over-year' ? 'today' : 'before',
      report: report && {
        cards: cardsOf(report.figures, report.compared, range),
        lines: linesOf(report.figures, report.compared, range),
        revenue: drawRevenue(report, days),
        parts: drawParts(report.parts, state.breakdown, days),
        times: drawTimes(report),
        recent: recentOf(report, zone),
        allOrders: ordersLink(days, { status: undefined }),
        best: report.best.map((seller) => sellerOf(seller, days)),
        slowest: report.slowest.map((seller) => ({ ...sellerOf(seller, days), onHand: seller.onHand })),
      },
    },
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'Order Analytics · Admin' }];

/** 'Nov 22, 2026', 'Oct 24, 2026 – Nov 22, 2026'. */
function inWords({ from, to }: DayRange): string {
  return from.equals(to) ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
}

function recentOf({ recent }: Report, zone: string) {
  return recent.map(({ number, createdAt, status, category, total }) => ({
    number,
    date: formatDateTime(instantOf(createdAt), zone),
    status: { label: orderStatusLabel[status], tone: orderStatusTone(status) },
    category: partLabel(category, 'category'),
    total: formatCents(cents(total)),
  }));
}

function sellerOf(seller: Report['best'][number], days: DayRange) {
  const { id, name, units, revenue } = seller;
  return {
    id,
    name,
    units: units.toLocaleString('en-US'),
    revenue: formatCents(cents(revenue)),
    to: units > 0 ? ordersLink(days, { product: String(id) }) : null,
  };
}

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { state, problem, today, shown } = loaderData;
  const query = reportQuery(state);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">Order Analytics</h1>
        {shown ? (
          <a
            href={`/admin/analytics/report${query ? `?${query}` : ''}`}
            download
            className={buttonClass('secondary', 'small', 'min-h-11 print:hidden')}
          >
            <Download aria-hidden="true" className="size-4" /> Download Report
          </a>
        ) : null}
      </div>
      <RangeForm state={state} days={shown?.days ?? null} problem={problem} today={today} />
      {shown ? (
        <Shown {...shown} state={state} />
      ) : (
        <Notice tone="caution" title="There is no report for these dates." className="mt-6 max-w-3xl">
          Change them above and press Apply.
        </Notice>
      )}
    </>
  );
}

type Loaded = Route.ComponentProps['loaderData'];
type ShownReport = NonNullable<Loaded['shown']>;

function Shown({ state, words, reference, report }: ShownReport & { state: Loaded['state'] }) {
  return (
    <>
      <p role="status" className="figures mt-4 mb-1 font-medium">
        {words.days}
      </p>
      <p className="measure mb-6 text-ink-soft">
        Compared with {words.comparedWith} ({words.compared}). Counted before tax on the store’s day they were
        placed: all orders but those cancelled or not picked up. A refund counts on the day it was given.
      </p>
      {report ? (
        <Figures report={report} state={state} reference={reference} />
      ) : (
        <Notice tone="error" title="Failed to fetch orders">
          The figures could not be read. Load the page again in a moment.
        </Notice>
      )}
    </>
  );
}

function Figures({
  report,
  state,
  reference,
}: {
  report: NonNullable<ShownReport['report']>;
  state: Loaded['state'];
  reference: string;
}) {
  const { cards, lines, revenue, parts, times, recent, best, slowest, allOrders } = report;
  const label = breakdownLabel(state.breakdown);
  return (
    <>
      <Cards cards={cards} reference={reference} />
      <div className="mt-10 grid items-start gap-x-10 gap-y-10 xl:grid-cols-6">
        <Panel title="Revenue Over Time" note={`by ${revenue.step}`} className="xl:col-span-4">
          <LineChart drawing={revenue.drawing} />
        </Panel>
        <Panel title="More figures" className="xl:col-span-2">
          <Lines lines={lines} reference={reference} />
        </Panel>
        <Panel
          title={state.breakdown === 'status' ? `Orders by ${label}` : `Revenue by ${label}`}
          note={state.breakdown === 'status' ? 'all orders' : 'before refunds'}
          className="xl:col-span-3"
        >
          <SliceChart drawing={parts} />
        </Panel>
        <Panel
          title="Recent Orders"
          note={recent.length > 0 ? <CellLink to={allOrders}>All orders of these days</CellLink> : null}
          className="xl:col-span-3"
        >
          <FiguresTable
            name="Recent Orders"
            head={[
              { label: 'Order ID' },
              { label: 'Date' },
              { label: 'Status' },
              { label: 'Category' },
              { label: 'Total', right: true },
            ]}
            rows={recent.map(({ number, date, status, category, total }) => ({
              key: number,
              cells: [
                <CellLink key="number" to={`/admin/orders/${number}`}>
                  {number}
                </CellLink>,
                <Moment key="date" text={date} />,
                <StatusBadge key="status" tone={status.tone}>
                  {status.label}
                </StatusBadge>,
                category,
                total,
              ],
            }))}
            empty="No orders in this range."
          />
          {recent.length > 0 ? (
            <p className="mt-2 text-xs text-ink-soft">Total is what the customer pays, tax included.</p>
          ) : null}
        </Panel>
        <Panel title="By hour" note="when orders were placed" className="xl:col-span-3">
          <BarChart drawing={times.hours} />
        </Panel>
        <Panel title="By weekday" note="when orders were placed" className="xl:col-span-3">
          <BarChart drawing={times.weekdays} />
        </Panel>
        <Panel title="Best sellers" note="by units" className="xl:col-span-3">
          <FiguresTable
            name="Best sellers"
            head={[{ label: 'Product' }, { label: 'Units', right: true }, { label: 'Revenue', right: true }]}
            rows={best.map((seller) => ({
              key: String(seller.id),
              cells: [
                <Product key="product" {...seller} />,
                <Units key="units" {...seller} />,
                seller.revenue,
              ],
            }))}
            empty="Nothing was sold in this range."
          />
        </Panel>
        <Panel title="Slowest sellers" note="on the menu, with units on the shelf" className="xl:col-span-3">
          <FiguresTable
            name="Slowest sellers"
            head={[{ label: 'Product' }, { label: 'Units', right: true }, { label: 'On hand', right: true }]}
            rows={slowest.map((seller) => ({
              key: String(seller.id),
              cells: [
                <Product key="product" {...seller} />,
                <Units key="units" {...seller} />,
                seller.onHand.toLocaleString('en-US'),
              ],
            }))}
            empty="Nothing has been on the menu since the first of these days."
          />
        </Panel>
      </div>
    </>
  );
}

/** 'Nov 21, 2026 8:54 PM', broken before the time and nowhere else. */
function Moment({ text }: { text: string }) {
  const [, date = text, time = ''] = /^(.+ \d{4}) (.+)$/.exec(text) ?? [];
  return (
    <>
      <span className="whitespace-nowrap">{date}</span> <span className="whitespace-nowrap">{time}</span>
    </>
  );
}

function Product({ id, name }: { id: number; name: string }) {
  return <CellLink to={`/admin/products/${id}`}>{name}</CellLink>;
}

/** How many, leading to the orders with them. */
function Units({ units, to, name }: { units: string; to: string | null; name: string }) {
  return to ? (
    <CellLink to={to}>
      {units}
      <span className="sr-only"> of {name}: orders</span>
    </CellLink>
  ) : (
    units
  );
}

function Panel({
  title,
  note,
  className = '',
  children,
}: {
  title: string;
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={`min-w-0 break-inside-avoid ${className}`}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{title}</h2>
        {note ? <div className="text-ink-soft">{note}</div> : null}
      </div>
      {children}
    </section>
  );
}
