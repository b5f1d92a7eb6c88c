/** Renders the dashboard's tables. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export function Table({
  name,
  head,
  right,
  children,
}: {
  name: string;
  head: ReactNode[];
  right: number[];
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: areas that scroll sideways must be reachable by keyboard
    <section className="sideways relative pb-1.5" tabIndex={0} aria-label={name}>
      <table className="w-full border-collapse">
        <thead className="bg-cream text-left">
          <tr>
            {head.map((title, index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change order
                key={index}
                scope="col"
                className={`px-3 py-2 font-medium whitespace-nowrap xl:px-2 ${right.includes(index) ? 'text-right' : ''}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

export const cellLink =
  '-my-2 inline-flex min-h-11 min-w-11 items-center py-1 text-spruce-700 underline decoration-spruce-700/40 underline-offset-4 hover:decoration-current';

/** A link to the page where staff can act on a row. */
export function CellLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={cellLink}>
      {/* One child, so that a name that wraps does not become columns of the flex box. */}
      <span>{children}</span>
    </Link>
  );
}

export function Cell({
  children,
  right = false,
  strong = false,
}: {
  children: ReactNode;
  right?: boolean;
  strong?: boolean;
}) {
  return (
    <td className={`px-3 py-2 xl:px-2 ${right ? 'text-right' : ''} ${strong ? 'font-semibold' : ''}`}>
      {children}
    </td>
  );
}

/** A waiting reservation among those of its product. */
export function reservationPath(product: string, id: string): string {
  return `/admin/pickup-reservations?${new URLSearchParams({ product, status: 'pending' })}#reservation-${id}`;
}
