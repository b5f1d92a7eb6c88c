/**
 * Renders a list without products (specification section 2): the products of the nearest price, if only the price range
 * leaves none; otherwise what to try next.
 */
import { Link } from 'react-router';
import { catalogueHref, isWholeMenu, NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import type { Catalogue } from '#core/goods/catalogue/catalogue-queries.server.ts';
import type { CardAction } from '#core/goods/catalogue/products/ui/product-card.tsx';
import { ProductGrid } from '#core/goods/catalogue/products/ui/product-grid.tsx';
import { formatNumber } from '#kernel/number.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ledLink } from './use-led-links.ts';

/** The answer to 'no thc'. What the law calls hemp is not what the shopper asks for. */
const NO_THC = 'Every product that states its THC has some. Even hemp may have up to 0.3%.';

const link = 'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4';

export function NothingFound({
  catalogue: { filter, facets, nearest },
  path,
  action,
  chosenFilters,
}: {
  catalogue: Catalogue;
  path: '/' | '/products';
  action: CardAction;
  /** How many filters are active, not counting the search. */
  chosenFilters: number;
}) {
  const isFilteredSearch = filter.q !== '' && chosenFilters > 0;
  const near = facets.categories.filter(({ count }) => count > 0);
  const shelves = near.length > 0 ? near : facets.categories;
  const rest = near.length > 0 ? filter : NO_FILTER;
  const isNoThc = filter.maxThc === 0 && isWholeMenu({ ...filter, maxThc: NO_FILTER.maxThc });
  const title = 'No products found matching your criteria';
  if (nearest)
    return (
      <>
        <div className="mt-6 mb-6">
          <h2 className="text-2xl">{title}</h2>
          <p className="mt-2">{nearest.sentence}</p>
          <p className="flex flex-wrap gap-x-5">
            <AllNearest nearest={nearest} path={path} />
            <Link to={path} {...ledLink} className={link}>
              Show all products
            </Link>
          </p>
        </div>
        <ProductGrid cards={nearest.products} action={action} />
      </>
    );
  return (
    <EmptyState level={2} title={title}>
      {isNoThc ? <p className="mb-5">{NO_THC}</p> : null}
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
              className={link}
            >
              {near.length > 0 ? `${name} (${formatNumber(count)})` : name}
            </Link>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

type Near = { nearest: NonNullable<Catalogue['nearest']>; path: '/' | '/products' };

function AllNearest({ nearest, path }: Near) {
  if (nearest.total <= nearest.products.length || isWholeMenu(nearest.filter)) return null;
  return (
    <Link to={catalogueHref(nearest.filter, path)} {...ledLink} className={link}>
      Show all {formatNumber(nearest.total)}
    </Link>
  );
}

/** Below the products of a search that names a category and found none of it within its price range. */
export function NearestOfShelf({ nearest, path, action }: Near & { action: CardAction }) {
  return (
    <section className="mt-12">
      <h2 className="text-2xl">{nearest.sentence}</h2>
      <p className="mt-1 mb-5">
        <AllNearest nearest={nearest} path={path} />
      </p>
      <ProductGrid cards={nearest.products} action={action} />
    </section>
  );
}
