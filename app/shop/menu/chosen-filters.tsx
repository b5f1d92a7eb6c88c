/** Renders the active filters, each with a link that removes it, and beside them where else to search. */
import { Link } from 'react-router';
import { type Chip, catalogueHref } from '#core/catalogue/catalogue-filter.ts';
import { X } from '#ui/icons.ts';
import { type ScopeChoice, ScopeChoices } from './search-scope.tsx';
import { ledLink } from './use-led-links.ts';

export function ChosenFilters({
  chips,
  choices,
  path,
}: {
  chips: readonly Chip[];
  choices: readonly ScopeChoice[];
  path: '/' | '/products';
}) {
  if (chips.length === 0) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <ul aria-label="Chosen filters" className="flex flex-wrap items-center gap-2">
        {chips.map(({ label, without }) => (
          <li key={label} className="max-w-full">
            <Link
              to={catalogueHref(without, path)}
              {...ledLink}
              className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-pill bg-spruce-100 py-1 pr-2.5 pl-3.5 text-sm text-ink hover:bg-spruce-700 hover:text-paper max-sm:min-h-11"
            >
              <span className="sr-only">Remove filter </span>
              <span className="truncate">{label}</span>
              <X aria-hidden="true" className="size-3.75 shrink-0" />
            </Link>
          </li>
        ))}
        {chips.length > 1 ? (
          <li>
            <Link
              to={path}
              {...ledLink}
              className="inline-flex min-h-9 items-center px-2 text-sm text-spruce-700 underline underline-offset-4 max-sm:min-h-11"
            >
              Clear all
            </Link>
          </li>
        ) : null}
      </ul>
      <ScopeChoices choices={choices} path={path} />
    </div>
  );
}
