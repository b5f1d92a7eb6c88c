/** Renders everyone who paid a wrong price: the sums, and each order. */
import { FiguresTable } from '#office/kit/figures-table.tsx';
import { Moment } from '#office/kit/moment.tsx';
import { NumberedPages } from '#office/kit/numbered-pages.tsx';
import { Facts } from '#ui/facts.tsx';
import { buyerCells } from './buyer-cells.tsx';
import type { PresentedAffected } from './present-affected.ts';

export function AffectedTable({
  affected,
  at,
}: {
  affected: PresentedAffected;
  at: (page: number) => string;
}) {
  const { facts, rows, page, pages } = affected;
  return (
    <>
      <div className="mb-5">
        <Facts facts={facts} />
      </div>
      <FiguresTable
        name="Orders with this price"
        head={[
          { label: 'Customer' },
          { label: 'Order' },
          { label: 'When' },
          { label: 'Sold' },
          { label: 'Units', right: true },
          { label: 'Paid each', right: true },
          { label: 'Overpaid', right: true },
          { label: 'Tax', right: true },
          { label: 'Total per person', right: true },
          { label: 'Outcome' },
        ]}
        rows={rows.map((row) => ({
          key: row.key,
          cells: [
            ...buyerCells(row),
            <Moment key="at" text={row.at} className="whitespace-nowrap" />,
            row.way,
            row.units,
            <span key="paid">
              {row.paid}
              {row.each ? <span className="block text-sm text-ink-soft">{row.each}</span> : null}
            </span>,
            row.difference,
            row.tax,
            row.person,
            row.what,
          ],
        }))}
        empty="No one reserved or bought it in this time."
      />
      <NumberedPages page={page} pages={pages} at={at} />
    </>
  );
}
