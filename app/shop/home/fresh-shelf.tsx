/** Renders the newest products, before the menu: a row that scrolls when it is wider than the screen. */

import type { CardAction } from '#core/catalogue/products/ui/product-card.tsx';
import { CardList } from '#core/catalogue/products/ui/product-grid.tsx';
import type { FreshCards } from './fresh-shelf-queries.server.ts';

export function FreshShelf({ shelf, action }: { shelf: FreshCards; action: CardAction }) {
  return (
    <section aria-labelledby="fresh" className="pt-4 sm:pt-6">
      <h2 id="fresh" className="shell text-2xl">
        {shelf.isThisWeek ? 'Fresh this week' : 'New on the shelves'}
      </h2>
      <CardList cards={shelf.products} action={action} className="shelf shell" />
    </section>
  );
}
