/** Renders search and sort above the cards. */
import type { CatalogueFilter } from '#core/goods/catalogue/catalogue-filter.ts';
import { Button } from '#ui/button.tsx';
import { controlClass } from '#ui/field.tsx';
import { Search } from '#ui/icons.ts';
import { SortSelect } from './sort-select.tsx';
import type { FilterForm } from './use-filter-form.ts';

/** The id of the form beside the cards, which search and sort belong to. */
export const FORM_ID = 'catalogue-filters';

/** On phones the order is chosen among the filters, so that the products start higher up. */
export function CatalogueTools({
  q,
  filter,
  filterForm,
}: {
  /** What was typed. */
  q: string;
  /** What narrows the list. */
  filter: CatalogueFilter;
  filterForm: FilterForm;
}) {
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
          // What the answered search says of a price is among the filters.
          onBlur={({ target }) => {
            if (new URLSearchParams(location.search).get('q') === target.value) target.value = q;
          }}
          className={`${controlClass} pl-10`}
        />
        <span className="hidden noscript:block">
          <Button type="submit" form={FORM_ID} rank="secondary">
            Search
          </Button>
        </span>
      </search>
      <SortSelect
        filter={filter}
        form={FORM_ID}
        aria-label="Sort by"
        onChange={filterForm.send}
        className="w-full max-sm:hidden noscript:block sm:w-70"
      />
    </>
  );
}
