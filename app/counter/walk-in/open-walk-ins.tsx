/** Renders the walk-ins that are no order yet, so that a reload or another tablet finds them again. */
import { Link } from 'react-router';
import type { OpenWalkIn } from './walk-in-queries.server.ts';

export function OpenWalkIns({ open }: { open: readonly OpenWalkIn[] }) {
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="under-way" className="mb-6 rounded-surface bg-cream px-4 py-3">
      <h2 id="under-way" className="text-base font-semibold">
        Under way
      </h2>
      <ul>
        {open.map(({ id, by, at, units }) => (
          <li key={id}>
            <Link
              to={`/counter/walk-in/${id}`}
              className="figures inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {by}, {at}, {units === 1 ? '1 unit' : `${units} units`}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
