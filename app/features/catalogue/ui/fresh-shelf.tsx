/** What came in last, before the menu: a row that slides where it is wider than the screen. */
import type { PackedShelf } from './catalogue-page.ts';
import type { CardAction } from './product-card.tsx';
import { CardList } from './product-grid.tsx';

export function FreshShelf({ shelf, action }: { shelf: PackedShelf; action: CardAction }) {
  return (
    <section aria-labelledby="fresh" className="pt-4 sm:pt-6">
      <h2 id="fresh" className="shell text-2xl">
        {shelf.isThisWeek ? 'Fresh this week' : 'New on the shelves'}
      </h2>
      <CardList cards={shelf.cards} action={action} className="shelf shell" />
    </section>
  );
}
