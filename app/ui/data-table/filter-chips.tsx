/** Renders each filter that is active in a list as a chip that removes it. Filters that tabs show get none. */
import type { Filter, List, ListState } from '#kernel/list-state.ts';
import { ChipLink, ClearAllLink } from './chip-link.tsx';

export function FilterChips<F extends string, S extends string>({
  list,
  state,
}: {
  list: List<F, S>;
  state: ListState<F, S>;
}) {
  const active = (Object.keys(list.filters) as F[]).filter(
    (name) => !list.filters[name].inTabs && state.filters[name],
  );
  if (active.length === 0) return null;
  const without = (names: readonly F[]) =>
    `?${list.query(state, { filters: Object.fromEntries(names.map((name) => [name, null])) as Record<F, null> })}`;
  return (
    <ul aria-label="Active filters" className="mt-3 flex flex-wrap items-center gap-2">
      {active.map((name) => (
        <li key={name} className="max-w-full">
          <ChipLink
            to={without([name])}
            preventScrollReset
            label={`${list.filters[name].label}: ${shownValue(list.filters[name], state.filters[name] ?? '')}`}
          />
        </li>
      ))}
      {active.length > 1 ? (
        <li>
          <ClearAllLink to={without(active)} preventScrollReset />
        </li>
      ) : null}
    </ul>
  );
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** 'Ready', 'Nov 5, 2026', or the words as typed. */
function shownValue(filter: Filter, value: string): string {
  if (filter.kind === 'date') return days.format(new Date(`${value}T00:00:00Z`));
  if (filter.kind === 'choice')
    return filter.options.find((option) => option.value === value)?.label ?? value;
  return value;
}
