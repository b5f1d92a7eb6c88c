/** Renders what was found, by kind, each with a link to the full list. */
import { Link } from 'react-router';
import type { FoundGroup } from '../kit/admin-search.ts';

export function FoundGroups({ groups }: { groups: readonly FoundGroup[] }) {
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      {groups.map(({ label, rows, all }) => (
        <section key={label}>
          <h2 className="mb-2 text-lg">{label}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {rows.map(({ id, to, title, detail }) => (
              <li key={id}>
                <Link
                  to={to}
                  className="flex min-h-11 flex-wrap items-baseline gap-x-4 py-2.5 hover:bg-cream"
                >
                  <span className="font-medium break-words text-spruce-700 underline underline-offset-4">
                    {title}
                  </span>
                  <span className="figures min-w-0 break-words text-ink-soft">{detail}</span>
                </Link>
              </li>
            ))}
          </ul>
          {all ? (
            <Link
              to={all}
              className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
            >
              {/* One text: a translator makes elements of two, and a flex row has no space between them. */}
              {`Open in ${label}`}
            </Link>
          ) : null}
        </section>
      ))}
    </div>
  );
}
