/**
 * Renders the catalogue: filters, search, sort, cards, pages. One GET form, so that all of it works without scripts and
 * every state has an address.
 */
import { type ReactNode, useMemo } from 'react';
import { Link, useNavigation } from 'react-router';
import {
  type CatalogueFilter,
  catalogueHref,
  chosenChips,
  PAGE_SIZE,
  showsShelves,
} from '#core/goods/catalogue/catalogue-filter.ts';
import type { CardAction } from '#core/goods/catalogue/products/ui/product-card.tsx';
import { ProductGrid } from '#core/goods/catalogue/products/ui/product-grid.tsx';
import { productTypeLabel, strainLabel } from '#core/goods/catalogue/search/strain.ts';
import { receiveCatalogue, type SentCatalogue } from '#core/goods/catalogue/sent-catalogue.ts';
import { formatNumber } from '#kernel/number.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadAgainWhenBack } from '#ui/load-again.tsx';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { CatalogueTools, FORM_ID } from './catalogue-tools.tsx';
import { CategoryRow } from './category-row.tsx';
import { ChosenFilters } from './chosen-filters.tsx';
import { FilterFields } from './filter-fields.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { leadToResults, RESULTS_ID } from './lead-to-results.ts';
import { MenuShelves } from './menu-shelves.tsx';
import { NearestOfShelf, NothingFound } from './nothing-found.tsx';
import { Paging } from './paging.tsx';
import { SearchNotice } from './search-notice.tsx';
import { ScopeFields, scopeChoices } from './search-scope.tsx';
import { useFilterForm } from './use-filter-form.ts';
import { useLedLinks } from './use-led-links.ts';

export function CatalogueView({
  catalogue: sent,
  path,
  heading,
  action,
  afterFirstShelf = null,
}: {
  catalogue: SentCatalogue;
  /** The page that shows this catalogue; filters link back to it. */
  path: '/' | '/products';
  heading: ReactNode;
  action: CardAction;
  /** Shown after the first category while the menu is shown by category. */
  afterFirstShelf?: ReactNode;
}) {
  const catalogue = useMemo(() => receiveCatalogue(sent), [sent]);
  const { filter, facets, total, shelves } = catalogue;
  // Home's band is the picture to load first.
  const urgent = path !== '/';
  const filterForm = useFilterForm(filter, path);
  const navigation = useNavigation();
  const busy = navigation.location?.pathname === path;
  // A question about effects filters nothing, so it gets no chip, and nothing is its best match.
  const searched = catalogue.reading.kind !== 'no-advice';
  const narrowing = searched ? filter : { ...filter, q: '', exact: false };
  const chips = chosenChips(narrowing, {
    categoryName: (slug) => facets.categories.find((category) => category.slug === slug)?.name ?? slug,
    typeLabel: productTypeLabel,
    strainLabel,
  });
  const chosenFilters = chips.filter(({ without }) => !searched || without.q === filter.q).length;
  // Its heading names it, and the row of categories marks it and leads to all products.
  const isCategoryPage = path === '/products' && filter.category !== null && chips.length === 1;
  const count = searched ? resultCount(filter, total) : `On the menu: ${resultCount(narrowing, total)}`;
  useLedLinks();

  return (
    <div className="shell pt-3 pb-20 sm:pt-5">
      <a href={`#${RESULTS_ID}`} className="skip-link">
        Skip to products
      </a>
      <div className="catalogue">
        {heading ? <div className="mb-2 sm:my-4 lg:col-start-2">{heading}</div> : null}
        <div className="flex flex-wrap gap-3 lg:col-start-2">
          <CatalogueTools q={filter.q} filter={narrowing} filterForm={filterForm} />
        </div>
        <CategoryRow categories={facets.categories} chosen={filter.category}>
          <FilterSheet filter={filter} facets={facets} total={total} path={path} chosen={chosenFilters} />
        </CategoryRow>
        <form
          id={FORM_ID}
          ref={filterForm.form}
          action={`${path}#${RESULTS_ID}`}
          aria-label="Filters"
          onSubmit={(event) => {
            event.preventDefault();
            filterForm.send();
            leadToResults({ takeFocus: true });
          }}
          className="filter-panel max-lg:hidden noscript:block noscript:py-6"
        >
          <FilterFields
            filter={filter}
            facets={facets}
            onChoose={filterForm.send}
            onType={filterForm.sendSoon}
            isWaiting={filterForm.isWaiting}
          />
          <div className="mt-6 hidden noscript:block">
            <Button type="submit" className="w-full">
              Apply filters
            </Button>
          </div>
        </form>
        <section
          id={RESULTS_ID}
          aria-label="Products"
          tabIndex={-1}
          className="min-w-0 outline-none lg:col-start-2 lg:min-h-dvh"
        >
          <ScopeFields filter={filter} form={FORM_ID} />
          <SearchNotice filter={filter} reading={catalogue.reading} path={path} />
          <ChosenFilters chips={isCategoryPage ? [] : chips} choices={scopeChoices(catalogue)} path={path} />
          <h2
            className={`figures mt-3 font-sans text-sm font-normal tracking-normal text-ink-soft ${shelves ? 'max-lg:sr-only' : 'mb-2 sm:mb-4'}`}
          >
            {count}
          </h2>
          <p role="status" className="sr-only">
            {count}
          </p>
          {/* Cards fade instead of disappearing while others load, so that nothing jumps. */}
          <div aria-busy={busy || undefined} className="transition-opacity delay-100 aria-busy:opacity-50">
            {shelves && shelves.length > 0 ? (
              <MenuShelves shelves={shelves} action={action} urgent={urgent} afterFirst={afterFirstShelf} />
            ) : catalogue.products.length > 0 ? (
              <ProductGrid
                cards={catalogue.products}
                action={action}
                urgent={urgent}
                saysPerGram={filter.sort === 'gram'}
              />
            ) : (
              <NothingFound catalogue={catalogue} path={path} action={action} chosenFilters={chosenFilters} />
            )}
          </div>
          {catalogue.nearest && catalogue.products.length > 0 ? (
            <NearestOfShelf nearest={catalogue.nearest} path={path} action={action} />
          ) : null}
          <Paging
            page={filter.page}
            pages={catalogue.pages}
            hrefOf={(page) => catalogueHref({ ...filter, page }, path)}
          />
          <AdultNotice />
        </section>
      </div>
    </div>
  );
}

function resultCount(filter: CatalogueFilter, total: number): string {
  if (total === 0) return 'No products';
  const all = `${formatNumber(total)} ${total === 1 ? 'product' : 'products'}`;
  if (total <= PAGE_SIZE || showsShelves(filter)) return all;
  const first = (filter.page - 1) * PAGE_SIZE + 1;
  const last = Math.min(filter.page * PAGE_SIZE, total);
  return `${formatNumber(first)}–${formatNumber(last)} of ${all}`;
}

/** Who may shop here and what to bring (specification section 2): after the products; the first line of a page says it too. */
function AdultNotice() {
  const minimumAge = useMinimumAge();
  return (
    <p className="mt-8 rounded-control bg-clay-100 px-3 py-2 text-xs sm:px-4 sm:text-sm">
      <span className="figures mr-2 rounded-pill bg-clay-700 px-2 py-0.5 text-xs font-semibold text-paper">
        {minimumAge}+
      </span>
      You must be {minimumAge} or older. A valid ID is required at pickup.
    </p>
  );
}

/** Shown instead of the catalogue when it could not be loaded (specification section 8). */
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
