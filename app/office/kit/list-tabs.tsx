/** Renders tabs above a list: each is a link with the number of its rows. */
import { Link } from 'react-router';
import { type Counted, countText } from '#kernel/list-state.ts';

export type ListTab = { value: string; label: string; count: Counted | null; to: string };

/** @param count null where counting would tell people nothing. */
export function ListTabs({ label, shown, tabs }: { label: string; shown: string; tabs: readonly ListTab[] }) {
  return (
    <nav aria-label={label} className="mb-4 flex flex-wrap gap-1.5 print:hidden">
      {tabs.map(({ value, label, count, to }) => (
        <Link
          key={value}
          to={to}
          preventScrollReset
          aria-current={value === shown ? 'page' : undefined}
          className="figures inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium inset-ring inset-ring-line hover:bg-cream aria-[current]:bg-spruce-100 aria-[current]:text-ink"
        >
          {label}
          {count === null ? null : <span className="text-ink-soft">{countText(count, '', '')}</span>}
        </Link>
      ))}
    </nav>
  );
}
