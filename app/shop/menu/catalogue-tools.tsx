/** Renders search, filters and sort above the cards. */
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type CatalogueFilter,
  chosenSort,
  isWholeMenu,
  type Sort,
} from '#core/catalogue/catalogue-filter.ts';
import { Button } from '#ui/button.tsx';
import { controlClass, Select } from '#ui/field.tsx';
import type { FilterForm } from './use-filter-form.ts';

/** The id of the form beside the cards, which search and sort belong to. */
export const FORM_ID = 'catalogue-filters';

const sortLabels: readonly [Sort, string][] = [
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
  ['price', 'Price, low to high'],
  ['-price', 'Price, high to low'],
  ['gram', 'Price per gram, low to high'],
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
];

/** On phones filters and sort stay at the bottom edge while cards are in view, within reach of a thumb. */
export function CatalogueTools({
  q,
  filter,
  filterForm,
  children,
}: {
  /** What was typed. */
  q: string;
  /** What narrows the list. */
  filter: CatalogueFilter;
  filterForm: FilterForm;
  children: ReactNode;
}) {
  // The order without a choice; in a filtered list that is A to Z.
  const first = filter.q !== '' ? 'Best match' : isWholeMenu(filter) ? 'By category' : null;
  return (
    <>
      <search className="relative flex min-w-0 flex-1 basis-full gap-2 sm:basis-64">
        <Search
          aria-hidden="true"
          className="size-4.5 pointer-events-none absolute top-3.5 left-3.5 text-ink-soft"
        />
        <input
          type="search"
          name="q"
          form={FORM_ID}
          defaultValue={q}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-label="Search products"
          placeholder="Search name, strain or kind"
          onChange={filterForm.sendSoon}
          className={`${controlClass} pl-10`}
        />
        <span className="hidden noscript:block">
          <Button type="submit" form={FORM_ID} rank="secondary">
            Search
          </Button>
        </span>
      </search>
      <div className="thumb-layer">
        <div className="thumb-bar">
          {children}
          <Select
            name="sort"
            form={FORM_ID}
            defaultValue={chosenSort(filter)}
            aria-label="Sort by"
            onChange={filterForm.send}
            className="min-w-0 flex-1 sm:w-70 sm:flex-none"
          >
            {first ? <option value="">{first}</option> : null}
            {sortLabels.map(([sort, label]) => (
              <option key={sort} value={sort === 'name' && first === null ? '' : sort}>
                {label}
              </option>
            ))}
          </Select>
        </div>
      </div>
    </>
  );
}
