/** Renders the hand-overs whose cash was corrected while this drawer was open: what a difference may come from. */
import { Link } from 'react-router';
import { givenWords } from '#core/sales/orders/cash-corrections/cash-correction.ts';
import type { DrawerCorrection } from '#core/sales/orders/cash-corrections/cash-given-queries.server.ts';

export function CashCorrections({ rows }: { rows: readonly DrawerCorrection[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="corrections" className="mb-6">
      <h2 id="corrections" className="mb-1 text-lg">
        Corrected hand-overs
      </h2>
      <ul className="figures divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <li key={row.id} className="py-2 wrap-anywhere">
            <Link
              to={`/counter/orders/${row.number}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {row.number}
            </Link>
            : {givenWords(row)}
            <span className="block text-sm text-ink-soft">
              {row.at}, {row.by}: {row.reason}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
