/** Renders /favorites: the products a person likes or waits for, and their availability. */
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { ProductCardFacts } from '#core/goods/catalogue/products/product.ts';
import type { MarkedProducts } from '#shop/kit/marks-queries.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHead } from '#ui/page-head.tsx';

export function FavoritesPage({
  marked,
  grid,
}: {
  marked: MarkedProducts;
  /** Cards in rows; composed by the route. */
  grid: (products: readonly ProductCardFacts[]) => ReactNode;
}) {
  const { favorites, waiting, gone } = marked;
  const isEmpty = favorites.length + waiting.length + gone.length === 0;
  return (
    <>
      <PageHead title="Favorites" />
      {isEmpty ? (
        <EmptyState
          level={2}
          title="No favorites yet."
          action={<ButtonLink to="/products">See what is on the menu</ButtonLink>}
        >
          <p>Press the heart on a product to save it here.</p>
        </EmptyState>
      ) : null}
      <div className="grid gap-14">
        {favorites.length > 0 ? (
          <section aria-labelledby="saved">
            {/* The cards' headings are of the third level. */}
            <h2 id="saved" className="sr-only">
              Your favorites
            </h2>
            {grid(favorites)}
          </section>
        ) : null}
        {waiting.length > 0 ? (
          <section aria-labelledby="waiting">
            <h2 id="waiting" className="text-xl">
              Back-in-stock alerts
            </h2>
            <p className="mt-2 mb-6 text-sm text-ink-soft">
              We notify you once when it is back. First come, first served.
            </p>
            {grid(waiting)}
          </section>
        ) : null}
        {gone.length > 0 ? <Gone products={gone} /> : null}
      </div>
    </>
  );
}

function Gone({ products }: { products: MarkedProducts['gone'] }) {
  return (
    <section aria-labelledby="gone">
      <h2 id="gone" className="text-xl">
        Not on the menu right now
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {products.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
            <span>{name}</span>
            <Form method="post" action="/api/favorites">
              <input type="hidden" name="productId" value={id} />
              <input type="hidden" name="intent" value="forget" />
              <Button
                type="submit"
                rank="quiet"
                size="small"
                aria-label={`Remove: ${name}`}
                className="min-h-11"
              >
                Remove
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
