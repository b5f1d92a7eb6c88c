/** Loads the home page's shelf of new products: the product ids from the index, their cards from the cache. */

import { catalogueIndex, catalogueIndexNow } from '#core/goods/catalogue/catalogue-index.server.ts';
import { type CatalogueIndex, rowsOf } from '#core/goods/catalogue/catalogue-index.ts';
import { cardsWithSizes } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { freshShelf } from '#core/goods/catalogue/fresh-shelf.ts';
import { sizesOfRows } from '#core/goods/catalogue/page-rows.ts';
import type { ProductCardFacts } from '#core/goods/catalogue/products/product.ts';
import { menuShelves } from '#core/goods/catalogue/selected-shelves.ts';
import { noteCheck } from '#platform/pages/shown.ts';

export type FreshCards = { products: ProductCardFacts[]; isThisWeek: boolean };

/** null if too few products are new. */
export async function readFreshShelf(): Promise<FreshCards | null> {
  const shelf = shelfWithSizes(await catalogueIndex());
  noteCheck(() => {
    const shown = JSON.stringify(shelf);
    return () => {
      const now = catalogueIndexNow();
      return now !== null && JSON.stringify(shelfWithSizes(now)) === shown;
    };
  });
  return shelf && { products: await cardsWithSizes(shelf), isThisWeek: shelf.isThisWeek };
}

function shelfWithSizes(index: CatalogueIndex) {
  const [first] = menuShelves(index);
  const shelf = freshShelf(index, first?.ids ?? []);
  return shelf && { ...shelf, sizes: sizesOfRows(index, [...rowsOf(index, shelf.ids)]) };
}
