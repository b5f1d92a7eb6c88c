/** Reads the home page's first shelf: which products the index says, their cards as lists keep them. */

import { catalogueIndex, catalogueIndexNow } from '#core/catalogue/catalogue-index.server.ts';
import { type CatalogueIndex, rowsOf } from '#core/catalogue/catalogue-index.ts';
import { cardsWithSizes } from '#core/catalogue/catalogue-queries.server.ts';
import { freshShelf } from '#core/catalogue/fresh-shelf.ts';
import { sizesOfRows } from '#core/catalogue/page-rows.ts';
import type { ProductCardFacts } from '#core/catalogue/products/product.ts';
import { noteCheck } from '#platform/pages/shown.ts';

export type FreshCards = { products: ProductCardFacts[]; isThisWeek: boolean };

/** null where too little has come in for a shelf. */
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
  const shelf = freshShelf(index);
  return shelf && { ...shelf, sizes: sizesOfRows(index, [...rowsOf(index, shelf.ids)]) };
}
