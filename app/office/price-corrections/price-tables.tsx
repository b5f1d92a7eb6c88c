/** Renders the history of a price, and the corrections of a product. */
import { CellLink, FiguresTable } from '#office/analytics/figures-table.tsx';
import { Moment } from '#office/kit/moment.tsx';
import { Nothing } from '#office/kit/nothing.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import type { PresentedCorrection } from './present-correction.ts';
import type { PresentedSpan } from './present-prices.ts';

export function Spans({ spans, mayCorrect }: { spans: readonly PresentedSpan[]; mayCorrect: boolean }) {
  return (
    <FiguresTable
      name="History of the price"
      head={[
        { label: 'From' },
        { label: 'Until' },
        { label: 'List price', right: true },
        { label: 'Discount' },
        { label: 'Sale price', right: true },
        { label: 'Changed by' },
        ...(mayCorrect ? [{ label: 'Buyers' }] : []),
      ]}
      rows={spans.map(({ key, from, until, price, discount, sale, by, to }) => ({
        key,
        cells: [
          <Moment key="from" text={from} />,
          <Moment key="until" text={until} />,
          price,
          discount,
          sale,
          by,
          ...(mayCorrect
            ? [
                <CellLink key="buyers" to={to}>
                  Open<span className="sr-only"> buyers at {price}</span>
                </CellLink>,
              ]
            : []),
        ],
      }))}
      empty=""
    />
  );
}

export function Corrections({ corrections }: { corrections: readonly PresentedCorrection[] }) {
  if (corrections.length === 0) return <Nothing>No wrong price of this product was corrected.</Nothing>;
  return (
    <FiguresTable
      name="Corrections"
      head={[
        { label: 'Correction' },
        { label: 'List price' },
        { label: 'Started' },
        { label: 'Reason' },
        { label: 'Status' },
      ]}
      rows={corrections.map(({ number, name, prices, started, reason, tone, statusLabel }) => ({
        key: String(number),
        cells: [
          <CellLink key="name" to={`/admin/price-corrections/${number}`}>
            {name}
          </CellLink>,
          prices,
          started,
          <span key="reason" className="wrap-anywhere">
            {reason}
          </span>,
          <StatusBadge key="status" tone={tone}>
            {statusLabel}
          </StatusBadge>,
        ],
      }))}
      empty=""
    />
  );
}
