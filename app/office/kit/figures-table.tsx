/**
 * Renders a small table of a report: names on the left, numbers on the right; it scrolls by itself if it is too wide.
 */
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type Props = {
  name: string;
  /** The headings; those with `right` are above numbers. */
  head: readonly { label: string; right?: boolean }[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** The last row. */
  total?: readonly ReactNode[];
  empty: string;
};

export function FiguresTable({ name, head, rows, total, empty }: Props) {
  if (rows.length === 0)
    return <p className="rounded-control bg-cream px-4 py-8 text-center text-ink-soft">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: areas that scroll sideways must be reachable by keyboard
    <section className="sideways relative pb-1.5" tabIndex={0} aria-label={`${name}, table`}>
      <table className="w-full border-collapse">
        <caption className="sr-only">{name}</caption>
        <thead className="bg-cream text-left text-xs text-ink-soft">
          <tr>
            {head.map(({ label, right }) => (
              <th
                key={label}
                scope="col"
                className={`px-1 py-2 font-semibold whitespace-nowrap first:pl-1.5 lg:px-2 ${right ? 'text-right' : ''}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-t border-line first:border-0">
              {cells.map((cell, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never change order
                  key={index}
                  className={`figures px-1 py-1.5 first:pl-1.5 lg:px-2 ${head[index]?.right ? 'text-right whitespace-nowrap *:justify-end' : ''}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total ? (
          <tfoot>
            <tr className="border-t-2 border-line font-semibold">
              {total.map((cell, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never change order
                  key={index}
                  className={`figures px-1 py-2 first:pl-1.5 lg:px-2 ${head[index]?.right ? 'text-right whitespace-nowrap *:justify-end' : ''}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}

/** A link in a cell, with a finger-sized target. */
export function CellLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-my-1 inline-flex min-h-11 min-w-11 items-center text-spruce-700 underline decoration-spruce-700/40 underline-offset-4 hover:decoration-current"
    >
      {children}
    </Link>
  );
}
