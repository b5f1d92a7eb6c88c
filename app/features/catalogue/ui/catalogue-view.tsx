/**
 * The catalogue: filters, search, sort, cards, pages. One GET form, so that all of it works without scripts
 * and every state has an address.
 */
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigation } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CachedPart } from '#ui/cached-part.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { controlClass, Select } from '#ui/field.tsx';
import { LoadAgainWhenBack } from '#ui/load-again.tsx';
import { useMinimumAge } from '#ui/minimum-age.ts';
import {
  type CatalogueFilter,
  catalogueHref,
  chosenChips,
  chosenSort,
  PAGE_SIZE,
  type Sort,
} from '../catalogue-filter.ts';
import type { Catalogue } from '../catalogue-queries.server.ts';
import { productTypeLabel, strainLabel } from '../strain.ts';
import { ChosenFilters } from './chosen-filters.tsx';
import { FilterFields } from './filter-fields.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { Paging } from './paging.tsx';
import type { CardAction } from './product-card.tsx';
import { ProductGrid } from './product-grid.tsx';
import { SearchNotice } from './search-notice.tsx';
import { type FilterForm, useFilterForm } from './use-filter-form.ts';

const sortLabels: readonly [Sort, string][] = [
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
  ['price', 'Price, low to high'],
  ['-price', 'Price, high to low'],
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
];

/** Of the form that the tools above the cards belong to. */
const FORM_ID = 'catalogue-filters';

export function CatalogueView({
  catalogue,
  path,
  heading,
  action,
}: {
  catalogue: Catalogue;
  /** The page this catalogue stands on; filters lead back to it. */
  path: '/' | '/products';
  heading: ReactNode;
  action: CardAction;
}) {
  const { filter, facets, total } = catalogue;
  const filterForm = useFilterForm(filter, path);
  const navigation = useNavigation();
  const busy = navigation.location?.pathname === path;
  const chips = chosenChips(filter, {
    categoryName: (slug) => facets.categories.find((category) => category.slug === slug)?.name ?? slug,
    typeLabel: productTypeLabel,
    strainLabel,
  });
  const chosenFilters = chips.filter(({ without }) => without.q === filter.q).length;

  return (
    <div className="shell pt-4 pb-20 sm:pt-5">
      <AdultNotice />
      <div className="mt-6 grid gap-x-12 lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2 lg:row-start-1">{heading}</div>
        <form
          id={FORM_ID}
          ref={filterForm.form}
          action={path}
          aria-label="Filters"
          onSubmit={(event) => {
            event.preventDefault();
            filterForm.send();
          }}
          className="max-lg:hidden lg:row-span-2 lg:row-start-1 noscript:block noscript:py-6"
        >
          <FilterFields
            filter={filter}
            facets={facets}
            onChoose={filterForm.send}
            onType={filterForm.sendSoon}
          />
          <div className="mt-6 hidden noscript:block">
            <Button type="submit" className="w-full">
              Apply filters
            </Button>
          </div>
        </form>
        <section
          aria-label="Products"
          data-results
          className="relative min-w-0 lg:col-start-2 lg:row-start-2"
        >
          <h2 className="sr-only">Results</h2>
          <CachedPart
            className="mt-4 flex flex-wrap gap-3"
            name="tools"
            by={[filter.q, chosenSort(filter), chosenFilters]}
          >
            {() => (
              <Tools filter={filter} filterForm={filterForm}>
                <FilterSheet
                  filter={filter}
                  facets={facets}
                  total={total}
                  path={path}
                  chosen={chosenFilters}
                />
              </Tools>
            )}
          </CachedPart>
          <SearchNotice filter={filter} reading={catalogue.reading} path={path} />
          <ChosenFilters chips={chips} path={path} />
          <p role="status" className="figures mt-3 mb-4 text-sm text-ink-soft">
            {resultCount(filter, total)}
          </p>
          {/* Cards fade instead of leaving while others are fetched, so that nothing jumps. */}
          <div aria-busy={busy || undefined} className="transition-opacity delay-100 aria-busy:opacity-50">
            {catalogue.products.length > 0 ? (
              <ProductGrid products={catalogue.products} action={action} urgent={path === '/products'} />
            ) : (
              <NothingFound path={path} />
            )}
          </div>
          <Paging
            page={filter.page}
            pages={catalogue.pages}
            hrefOf={(page) => catalogueHref({ ...filter, page }, path)}
          />
        </section>
      </div>
    </div>
  );
}

/**
 * Search, filters and sort. They stand above the cards and belong to the form beside them; on phones filters
 * and sort stay at the bottom edge while there are cards, where a thumb reaches them.
 */
function Tools({
  filter,
  filterForm,
  children,
}: {
  filter: CatalogueFilter;
  filterForm: FilterForm;
  children: ReactNode;
}) {
  return (
    <>
      <search className="relative flex min-w-0 flex-1 basis-full gap-2 sm:basis-64">
        <Search
          aria-hidden="true"
          size={18}
          className="pointer-events-none absolute top-3.5 left-3.5 text-ink-soft"
        />
        <input
          type="search"
          name="q"
          form={FORM_ID}
          defaultValue={filter.q}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-label="Search products"
          placeholder="Search by name, strain or kind"
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
            className="min-w-0 flex-1 sm:w-52 sm:flex-none"
          >
            {filter.q === '' ? null : <option value="">Best match</option>}
            {sortLabels.map(([sort, label]) => (
              <option key={sort} value={sort === 'name' && filter.q === '' ? '' : sort}>
                {label}
              </option>
            ))}
          </Select>
        </div>
      </div>
    </>
  );
}

function resultCount(filter: CatalogueFilter, total: number): string {
  if (total === 0) return 'No products';
  const all = `${total.toLocaleString('en-US')} ${total === 1 ? 'product' : 'products'}`;
  if (total <= PAGE_SIZE) return all;
  const first = (filter.page - 1) * PAGE_SIZE + 1;
  const last = Math.min(filter.page * PAGE_SIZE, total);
  return `${first.toLocaleString('en-US')}–${last.toLocaleString('en-US')} of ${all}`;
}

/** Who may shop here and what to bring (specification section 2). */
function AdultNotice() {
  const minimumAge = useMinimumAge();
  return (
    <p className="flex items-center gap-3 rounded-control bg-clay-100 px-3 py-2 text-xs sm:px-4 sm:text-sm">
      <span className="figures shrink-0 rounded-pill bg-clay-700 px-2 py-0.5 text-xs font-semibold text-white">
        {minimumAge}+
      </span>
      <span>You must be {minimumAge} or older. A valid ID is required at pickup.</span>
    </p>
  );
}

function NothingFound({ path }: { path: '/' | '/products' }) {
  return (
    <EmptyState
      level={2}
      title="No products found matching your criteria"
      action={
        <ButtonLink to={path} preventScrollReset>
          Show all products
        </ButtonLink>
      }
    >
      <p>Try fewer filters, or another word.</p>
    </EmptyState>
  );
}

/** In place of the catalogue when it could not be read (specification section 8). */
export function CatalogueFailed({ retry, isAway = false }: { retry: string; isAway?: boolean }) {
  return (
    <div className="shell">
      <EmptyState
        level={2}
        title="Failed to load products"
        action={
          <Link
            to={retry}
            reloadDocument
            className="font-medium text-spruce-700 underline underline-offset-4"
          >
            Try again
          </Link>
        }
      >
        <p>Something went wrong on our side. Your cart is safe.</p>
        {isAway ? <LoadAgainWhenBack /> : null}
      </EmptyState>
    </div>
  );
}
