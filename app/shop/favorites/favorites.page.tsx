/** /favorites: the products the signed-in person likes and waits for. */

import { requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { ProductGrid } from '#core/goods/catalogue/products/ui/product-grid.tsx';
import { cardAction } from '#shop/cart/card-action.tsx';
import { MarksProvider } from '#shop/kit/marks.tsx';
import { readMarkedProducts } from '#shop/kit/marks-queries.server.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import type { Route } from './+types/favorites.page';
import { FavoritesPage } from './favorites-view.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Favorites' });

export function loader({ request, context }: Route.LoaderArgs) {
  return readMarkedProducts(requireSignedIn(context, request));
}

export default function Favorites({ loaderData }: Route.ComponentProps) {
  return (
    <MarksProvider marks={loaderData.marks}>
      <FavoritesPage
        marked={loaderData}
        grid={(products) => <ProductGrid cards={products} action={cardAction} />}
      />
    </MarksProvider>
  );
}
