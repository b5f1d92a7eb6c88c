/** Renders the newest products, after the first category. */

import { catalogueHref, NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import type { CardAction } from '#core/goods/catalogue/products/ui/product-card.tsx';
import { Shelf } from '#shop/menu/menu-shelves.tsx';
import type { FreshCards } from './fresh-shelf-queries.server.ts';

export function FreshShelf({ shelf, action }: { shelf: FreshCards; action: CardAction }) {
  return (
    <Shelf
      id="fresh"
      title={shelf.isThisWeek ? 'Fresh this week' : 'New on the shelves'}
      all="See newest"
      to={catalogueHref({ ...NO_FILTER, sort: 'newest' })}
      products={shelf.products}
      action={action}
    />
  );
}
