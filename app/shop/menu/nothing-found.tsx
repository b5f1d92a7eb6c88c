/** Renders a list without products (specification section 2): the active filters, and what to try next. */
import { Link } from 'react-router';
import { catalogueHref, NO_FILTER } from '#core/catalogue/catalogue-filter.ts';
import type { Catalogue } from '#core/catalogue/catalogue-queries.server.ts';
import { formatNumber } from '#kernel/number.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ledLink } from './use-led-links.ts';

export function NothingFound({
  catalogue: { filter, facets },
  path,
  chosenFilters,
}: {
  catalogue: Catalogue;
  path: '/' | '/products';
  /** How many filters are active, not counting the search. */
  chosenFilters: number;
}) {
  const isFilteredSearch = filter.q !== '' && chosenFilters > 0;
  const near = facets.categories.filter(({ count }) => count > 0);
  const shelves = near.length > 0 ? near : facets.categories;
  const rest = near.length > 0 ? filter : NO_FILTER;
  return (
    <EmptyState level={2} title="No products found matching your criteria">
      <div className="flex flex-wrap justify-center gap-3">
        {isFilteredSearch ? (
          <ButtonLink
            to={catalogueHref({ ...NO_FILTER, q: filter.q, exact: filter.exact }, path)}
            {...ledLink}
          >
            Search without filters
          </ButtonLink>
        ) : null}
        <ButtonLink to={path} rank={isFilteredSearch ? 'secondary' : 'primary'} {...ledLink}>
          Show all products
        </ButtonLink>
      </div>
      <p className="mt-5">
        {near.length > 0 ? 'Found in other categories:' : 'Or try another word or category:'}
      </p>
      <ul className="mt-1 flex flex-wrap justify-center gap-x-5">
        {shelves.map(({ slug, name, count }) => (
          <li key={slug}>
            <Link
              to={catalogueHref({ ...rest, category: slug, page: 1 }, path)}
              {...ledLink}
              className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
            >
              {near.length > 0 ? `${name} (${formatNumber(count)})` : name}
            </Link>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
