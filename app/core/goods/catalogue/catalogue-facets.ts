/** Counts how many products every choice would show, with the names and the order that pages show. */
import type { CatalogueIndex } from './catalogue-index.ts';
import type { Facets, Selection } from './catalogue-selection.ts';
import { isCannabis } from './products/product.ts';
import type { StrainType } from './search/strain.ts';

export type CatalogueFacets = {
  /** In the order of the menu. */
  categories: { slug: string; name: string; count: number; isCannabis: boolean }[];
  /** Cannabis first. */
  types: { type: string; count: number }[];
  strains: Record<StrainType, number>;
  inStock: number;
  price: Facets['price'];
};

/**
 * Names what the index counts. Categories without products are left out: a new shop has some, and their links lead
 * nowhere.
 * @param chosen the slug of a category that is named without products, too: the page shows it
 */
export function namedFacets(
  index: CatalogueIndex,
  { facets }: Selection,
  chosen: string | null = null,
): CatalogueFacets {
  const cannabis = index.types.findIndex((productType) => isCannabis({ productType }));
  const cannabisShelves = new Set(
    index.kinds.map(({ category, type }) => (type === cannabis ? category : -1)),
  );
  const filled = new Set(index.kinds.map(({ category }) => category));
  const categories = index.categories.flatMap(({ slug, name }, at) =>
    filled.has(at) || slug === chosen
      ? [{ slug, name, count: facets.categories[at] ?? 0, isCannabis: cannabisShelves.has(at) }]
      : [],
  );
  const types = index.types.map((type, at) => ({ type, count: facets.types[at] ?? 0 }));
  return {
    ...facets,
    categories,
    types: [types[cannabis] ?? [], types.filter((_, at) => at !== cannabis)].flat(),
  };
}
