/** Renders the history of a price, and the corrections of a product. */
import { CellLink, FiguresTable } from '#office/kit/figures-table.tsx';
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
        // Early, so that a phone shows it without scrolling.
        ...(mayCorrect ? [{ label: 'Buyers' }] : []),
        { label: 'Discount' },
        { label: 'Sale price', right: true },
        { label: 'Changed by' },
      ]}
      rows={spans.map(({ key, from, until, price, discount, sale, by, to }) => ({
        key,
        cells: [
          <Moment key="from" text={from} className="whitespace-nowrap" />,
          <Moment key="until" text={until} className="whitespace-nowrap" />,
          price,
          ...(mayCorrect
            ? [
                <CellLink key="buyers" to={to}>
                  Open<span className="sr-only"> buyers at {price}</span>
                </CellLink>,
              ]
            : []),
          discount,
          sale,
          by,
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
