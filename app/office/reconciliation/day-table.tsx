/** Renders the lots of a day: shelf, ledger and state side by side, and each difference with what to do. */
import { Link } from 'react-router';
import { formatNumber } from '#kernel/number.ts';
import { FiguresTable } from '#office/kit/figures-table.tsx';
import { NumberedPages } from '#office/kit/numbered-pages.tsx';
import type { ShownDay, ShownRow } from './present-day.ts';

const link = 'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4';

export function DayTable({ day, view, shown }: { day: string; view: string; shown: ShownDay }) {
  const { all, differing, page, pages, notCounted } = shown;
  const at = (to: string, nth = 1) =>
    `/admin/reconciliation?${new URLSearchParams({ day, ...(to === 'all' ? { view: to } : {}), ...(nth > 1 ? { page: String(nth) } : {}) })}`;
  const tabs = [
    { to: 'differences', label: `Differences (${formatNumber(differing)})` },
    { to: 'all', label: `All lots (${formatNumber(all)})` },
  ];
  return (
    <section aria-label="Lots" className="mb-10">
      <nav aria-label="View" className="mb-3 flex flex-wrap gap-x-6 print:hidden">
        {tabs.map(({ to, label }) => (
          <Link
            key={to}
            to={at(to)}
            aria-current={to === view ? 'page' : undefined}
            className={`${link} ${to === view ? 'font-semibold' : ''}`}
          >
            {label}
          </Link>
        ))}
        <span className="figures inline-flex min-h-11 items-center text-ink-soft">
          {notCounted === 0 ? 'Every lot was counted' : `${formatNumber(notCounted)} not counted on this day`}
        </span>
      </nav>
      <FiguresTable
        name="Shelf, ledger and state"
        head={[
          { label: 'Lot' },
          { label: 'Shelf', right: true },
          { label: 'Ledger', right: true },
          { label: 'State', right: true },
          { label: 'Difference' },
        ]}
        rows={shown.rows.map((row) => ({ key: row.key, cells: cellsOf(row) }))}
        empty={all === 0 ? 'No lot had units on this day.' : 'No differences.'}
      />
      <NumberedPages page={page} pages={pages} at={(nth) => at(view, nth)} />
    </section>
  );
}

const figure = (units: number | null) => (units === null ? '—' : formatNumber(units));

function cellsOf(row: ShownRow) {
  return [
    <span key="lot" className="block sm:min-w-40">
      {row.product}
      <br />
      {row.to ? (
        <Link to={row.to} className={link}>
          {row.batch}
        </Link>
      ) : (
        <span className="wrap-anywhere">{row.batch}</span>
      )}
    </span>,
    figure(row.shelf),
    figure(row.ledger),
    <span key="state">
      {figure(row.state)}
      {row.sharesTag && row.state !== null ? <span className="block text-xs">of all its lots</span> : null}
    </span>,
    <ul key="differences" className="sm:min-w-48">
      {row.differences.map(({ what, cure, to }) => (
        <li key={what}>
          {what}
          <br />
          {to ? (
            <Link to={to} className={link}>
              {cure}
            </Link>
          ) : (
            <span className="text-ink-soft">{cure}</span>
          )}
        </li>
      ))}
    </ul>,
  ];
}
