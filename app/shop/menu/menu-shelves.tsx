/** Renders the menu by category (decision 40): the first products of each, and a link to all of them. */
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { catalogueHref, NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import type { MenuShelf } from '#core/goods/catalogue/catalogue-queries.server.ts';
import type { ProductCardFacts } from '#core/goods/catalogue/products/product.ts';
import type { CardAction } from '#core/goods/catalogue/products/ui/product-card.tsx';
import { ProductGrid } from '#core/goods/catalogue/products/ui/product-grid.tsx';
import { formatNumber } from '#kernel/number.ts';

/** Cards in one row on a wide screen; a category with more has a link to all of them. */
const ONE_ROW = 3;

export function MenuShelves({
  shelves,
  action,
  urgent,
  afterFirst,
}: {
  shelves: readonly MenuShelf[];
  action: CardAction;
  /** Whether the first shelf's pictures load before everything else. */
  urgent: boolean;
  /** Shown between the first shelf and the second. */
  afterFirst: ReactNode;
}) {
  return shelves.map(({ slug, name, count, products }, at) => (
    <Fragment key={slug}>
      <Shelf
        id={`shelf-${at + 1}`}
        title={name}
        all={
          count > ONE_ROW ? (
            <>
              {/* One text: a translator makes elements of two, and a flex row has no space between them. */}
              {`See all ${formatNumber(count)}`}
              <span className="sr-only"> in {name}</span>
            </>
          ) : null
        }
        to={catalogueHref({ ...NO_FILTER, category: slug })}
        products={products}
        action={action}
        urgent={urgent && at === 0}
      />
      {at === 0 ? afterFirst : null}
    </Fragment>
  ));
}

/** A heading, a link to more, and as many cards as make whole rows: two rows of two, or one of three. */
export function Shelf({
  id,
  title,
  all,
  to,
  products,
  action,
  urgent = false,
}: {
  id: string;
  title: string;
  /** The words of the link; null for none. */
  all: ReactNode;
  to: string;
  products: readonly ProductCardFacts[];
  action: CardAction;
  /** Whether its first row is visible without scrolling. */
  urgent?: boolean;
}) {
  return (
    <section aria-labelledby={id} className="menu-shelf">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-xl sm:text-2xl">
          {title}
        </h2>
        {all ? (
          <Link
            to={to}
            className="figures inline-flex min-h-11 items-center text-sm font-medium text-spruce-700 underline underline-offset-4"
          >
            {all}
          </Link>
        ) : null}
      </div>
      <ProductGrid cards={products} action={action} urgent={urgent} />
    </section>
  );
}
