/** Reads the menu for a frame: what can be reserved now, by category and name. */
import { NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import { catalogueIndex } from '#core/goods/catalogue/catalogue-index.server.ts';
import { listedCards } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { knownFilter, selectPage } from '#core/goods/catalogue/catalogue-selection.ts';
import type { ProductCardFacts } from '#core/goods/catalogue/products/product.ts';
import { productsInNumberOrder } from '#core/goods/catalogue/products-in-number-order.ts';

/** A frame has no paging; a longer menu leads to the shop. */
const MOST = 120;

export type EmbeddedMenu = {
  shelves: { name: string; products: ProductCardFacts[] }[];
  /** Products that did not fit. */
  leftOut: number;
};

/** @param category a slug; all categories if there is none of that name. */
export async function readEmbeddedMenu(category: string | null): Promise<EmbeddedMenu> {
  const index = await catalogueIndex();
  const filter = knownFilter(index, { ...NO_FILTER, category, inStock: true });
  const cards = await listedCards(productsInNumberOrder(index, filter, { after: 0, limit: MOST }));
  const byName = cards.toSorted((left, right) => left.name.localeCompare(right.name, 'en'));
  const shelves = index.categories.map(({ name }) => ({
    name,
    products: byName.filter(({ categoryName }) => categoryName === name),
  }));
  return {
    shelves: shelves.filter(({ products }) => products.length > 0),
    leftOut: Math.max(0, selectPage(index, filter).total - cards.length),
  };
}
