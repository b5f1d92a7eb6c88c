/** Renders what differs between lots and packages, each with what to do. */
import { Link } from 'react-router';
import { FiguresTable } from '#office/kit/figures-table.tsx';
import type { TrackingPage } from './tracking-page-queries.server.ts';

const link = 'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4';

export function DifferencesTable({ rows }: { rows: TrackingPage['rows'] }) {
  return (
    <section aria-label="What differs" className="mb-6">
      <FiguresTable
        name="What differs"
        head={[{ label: 'Lot or package' }, { label: 'What differs' }, { label: 'What to do' }]}
        rows={rows.map((row) => ({ key: row.key, cells: cellsOf(row) }))}
        empty="Nothing differs."
      />
    </section>
  );
}

function cellsOf({ item, batch, to, tag, what, cure }: TrackingPage['rows'][number]) {
  return [
    <span key="lot" className="block min-w-44">
      {item}
      {tag === null ? null : <span className="figures block text-xs text-ink-soft">{tag}</span>}
      {batch === null ? (
        <span className="text-ink-soft">No lot</span>
      ) : to === null ? (
        batch
      ) : (
        <Link to={to} className={link}>
          {batch}
        </Link>
      )}
    </span>,
    <span key="what" className="block min-w-36">
      {what}
    </span>,
    cure.to === null ? (
      <span key="cure" className="block min-w-40 text-ink-soft">
        {cure.words}
      </span>
    ) : (
      <Link key="cure" to={cure.to} className={`${link} min-w-40`}>
        {cure.words}
      </Link>
    ),
  ];
}
