import type { ReportState } from '#core/records/analytics/report.ts';
import { breakdownLabel, MARGIN_WORDS } from '#core/records/analytics/report.ts';
import { formatNumber } from '#kernel/number.ts';
import { CellLink, FiguresTable } from '#office/kit/figures-table.tsx';
import { Moment } from '#office/kit/moment.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { BarChart } from '#ui/charts/bar-chart.tsx';
import { HeatMap } from '#ui/charts/heat-map.tsx';
import { LineChart } from '#ui/charts/line-chart.tsx';
import { SliceChart } from '#ui/charts/slice-chart.tsx';
import { Notice } from '#ui/notice.tsx';
import type { PresentedReport } from './present-report.ts';
import { Cards, Lines } from './summary.tsx';

type Breakdown = { breakdown: ReportState['breakdown'] };

export function ReportView({ breakdown, words, reference, report }: PresentedReport & Breakdown) {
  return (
    <>
      <p role="status" className="figures mt-4 mb-1 font-medium">
        {words.days}
      </p>
      <p className="measure mb-6 text-ink-soft">
        Compared with {words.comparedWith} ({words.compared}). Includes all orders except those canceled or
        not picked up, before tax, on the day they were placed. Refunds lower revenue on the day of the
        refund; units and their cost only if the goods came back. Month End counts sales on the day of the
        hand-over.
      </p>
      {report ? <p className="figures measure mb-6 text-lg">{report.change}</p> : null}
      {report ? (
        <Figures report={report} breakdown={breakdown} reference={reference} />
      ) : (
        <Notice tone="error" title="Failed to fetch orders">
          The figures did not load. Reload the page in a moment.
        </Notice>
      )}
    </>
  );
}

function Figures({
  report,
  breakdown,
  reference,
}: Breakdown & { report: NonNullable<PresentedReport['report']>; reference: PresentedReport['reference'] }) {
  const { cards, lines, revenue, parts, times, week, margins, recent, year, best, slowest, allOrders } =
    report;
  const label = breakdownLabel(breakdown);
  return (
    <>
      <Cards cards={cards} reference={reference.cards} />
      <div className="mt-10 grid items-start gap-x-10 gap-y-10 xl:grid-cols-6">
        <Panel
          title="Revenue Over Time"
          note={`by ${revenue.step}`}
          className="break-inside-avoid xl:col-span-4"
        >
          <LineChart drawing={revenue.drawing} />
        </Panel>
        <Panel title="More figures" className="break-inside-avoid xl:col-span-2">
          <Lines lines={lines} reference={reference.lines} />
        </Panel>
        <Panel
          title={breakdown === 'status' ? `Orders by ${label}` : `Revenue by ${label}`}
          {...(breakdown === 'status' ? { note: 'all orders' } : {})}
          className="break-inside-avoid xl:col-span-3"
        >
          <SliceChart drawing={parts} />
        </Panel>
        <Panel
          title="Recent Orders"
          note={recent.length > 0 ? <CellLink to={allOrders}>All orders in this range</CellLink> : null}
          className="break-inside-avoid xl:col-span-3"
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
                <Moment key="date" text={date} without={year} className="whitespace-nowrap" />,
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
            <p className="mt-2 text-xs text-ink-soft">Totals include tax, after refunds.</p>
          ) : null}
        </Panel>
        <Panel title="By hour" note="when orders were placed" className="break-inside-avoid xl:col-span-3">
          <BarChart drawing={times.hours} />
        </Panel>
        <Panel title="By weekday" note="when orders were placed" className="break-inside-avoid xl:col-span-3">
          <BarChart drawing={times.weekdays} />
        </Panel>
        {margins.length > 0 ? (
          <Panel title="Margin after discounts" className="break-inside-avoid xl:col-span-6">
            <Margins label={label} margins={margins} />
          </Panel>
        ) : null}
        <Panel
          title="Hours of the week"
          note="orders an hour, on average"
          className="break-inside-avoid xl:col-span-3"
        >
          <HeatMap drawing={week} />
        </Panel>
        <Panel title="Best sellers" note="by units" className="break-inside-avoid xl:col-span-3">
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
        <Panel
          title="Slowest sellers"
          note="on the menu and in stock"
          className="break-inside-avoid xl:col-span-3"
        >
          <FiguresTable
            name="Slowest sellers"
            head={[{ label: 'Product' }, { label: 'Units', right: true }, { label: 'On hand', right: true }]}
            rows={slowest.map((seller) => ({
              key: String(seller.id),
              cells: [
                <Product key="product" {...seller} />,
                <Units key="units" {...seller} />,
                formatNumber(seller.onHand),
              ],
            }))}
            empty="No product was on the menu for this whole range."
          />
        </Panel>
      </div>
    </>
  );
}

function Margins({
  label,
  margins,
}: {
  label: string;
  margins: NonNullable<PresentedReport['report']>['margins'];
}) {
  const cellsOf = ({ name, discount, revenue, cost, margin, rate, known }: (typeof margins)[number]) => [
    name,
    discount,
    revenue,
    cost,
    margin,
    rate,
    known,
  ];
  const total = margins.at(-1);
  return (
    <>
      <FiguresTable
        name="Margin after discounts"
        head={[
          { label },
          ...['Discounts', 'Revenue', 'Cost', 'Margin', 'Rate', 'Known for'].map((label) => ({
            label,
            right: true,
          })),
        ]}
        rows={margins.slice(0, -1).map((line) => ({ key: line.name, cells: cellsOf(line) }))}
        {...(total ? { total: cellsOf(total) } : {})}
        empty=""
      />
      <p className="measure mt-2 text-xs text-ink-soft">
        {MARGIN_WORDS} ‘Known for’ is the part of revenue that has one.
      </p>
    </>
  );
}

function Product({ id, name }: { id: number; name: string }) {
  return <CellLink to={`/admin/products/${id}`}>{name}</CellLink>;
}

/** The count, linked to its orders. */
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
