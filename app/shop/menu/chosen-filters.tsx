/** Renders the active filters, each with a link that removes it, and beside them where else to search. */
import { type Chip, catalogueHref } from '#core/goods/catalogue/catalogue-filter.ts';
import { ChipLink, ClearAllLink } from '#ui/data-table/chip-link.tsx';
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
            <ChipLink to={catalogueHref(without, path)} label={label} {...ledLink} />
          </li>
        ))}
        {chips.length > 1 ? (
          <li>
            <ClearAllLink to={path} {...ledLink} />
          </li>
        ) : null}
      </ul>
      <ScopeChoices choices={choices} path={path} />
    </div>
  );
}
