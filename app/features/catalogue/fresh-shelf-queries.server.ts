/** Reads the home page's first shelf: which products the index says, their cards as lists keep them. */
import { noteCheck } from '#platform/shown.ts';
import { catalogueIndex, catalogueIndexNow } from './catalogue-index.server.ts';
import { listedCards } from './catalogue-queries.server.ts';
import { freshShelf } from './fresh-shelf.ts';
import type { ProductCardFacts } from './product.ts';

export type FreshCards = { products: ProductCardFacts[]; isThisWeek: boolean };

/** null where too little has come in for a shelf. */
export async function readFreshShelf(): Promise<FreshCards | null> {
  const shelf = freshShelf(await catalogueIndex());
  noteCheck(() => {
    const shown = JSON.stringify(shelf);
    return () => {
      const now = catalogueIndexNow();
      return now !== null && JSON.stringify(freshShelf(now)) === shown;
    };
  });
  return shelf && { products: await listedCards(shelf.ids), isThisWeek: shelf.isThisWeek };
}
