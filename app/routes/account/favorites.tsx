/** /favorites: what the signed-in person likes and waits for. */
import { packCard } from '#features/catalogue/packed-card.ts';
import { ProductGrid } from '#features/catalogue/ui/product-grid.tsx';
import { readMarkedProducts } from '#features/favorites/marks-queries.server.ts';
import { FavoritesPage } from '#features/favorites/ui/favorites-page.tsx';
import { MarksProvider } from '#features/favorites/ui/marks.tsx';
import { requireSignedIn } from '#features/identity/guards.server.ts';
import { cardAction } from '#shell/card-action.tsx';
import { pageMeta } from '#shell/page-meta.ts';
import type { Route } from './+types/favorites';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Favorites' });

export function loader({ request, context }: Route.LoaderArgs) {
  return readMarkedProducts(requireSignedIn(context, request));
}

export default function Favorites({ loaderData }: Route.ComponentProps) {
  return (
    <MarksProvider marks={loaderData.marks}>
      <FavoritesPage
        marked={loaderData}
        grid={(products) => <ProductGrid cards={products.map(packCard)} action={cardAction} />}
      />
    </MarksProvider>
  );
}
