/**
 * Selects what the menu shows of each category while nothing narrows it (decision 40): the first products in stock by
 * name, then sold-out ones, so that a shelf begins as its whole category does. No product is promoted.
 */
import type { CatalogueIndex } from './catalogue-index.ts';
import { type ShownSizes, sizesOfRows } from './page-rows.ts';

/** Cards per category: two rows of two on a phone; wide screens show one row of three. */
export const FIRST_PRODUCTS = 4;

/** A category with its first products. */
export type SelectedShelf = {
  slug: string;
  name: string;
  /** How many products the category has, sizes of one product counted once. */
  count: number;
  ids: number[];
  sizes: Readonly<Record<number, ShownSizes>>;
};

/** Returns the categories that have products, in the order of the menu. */
export function menuShelves(index: CatalogueIndex): SelectedShelf[] {
  const counts = index.categories.map(() => ({ inStock: 0, soldOut: 0 }));
  for (const [at, { category, inStock }] of index.kinds.entries()) {
    const count = counts[category];
    if (count) count[inStock ? 'inStock' : 'soldOut'] += index.ofKind[at] as number;
  }
  const wanted = counts.map(({ inStock, soldOut }) => ({
    inStock: Math.min(FIRST_PRODUCTS, inStock),
    soldOut: Math.min(Math.max(0, FIRST_PRODUCTS - inStock), soldOut),
  }));
  const rows = firstRows(index, wanted);
  return index.categories.flatMap(({ slug, name }, at) => {
    const count = (counts[at]?.inStock ?? 0) + (counts[at]?.soldOut ?? 0);
    const first = [...(rows[at]?.inStock ?? []), ...(rows[at]?.soldOut ?? [])];
    if (count === 0) return [];
    const ids = first.map((row) => index.ids[row] as number);
    return [{ slug, name, count, ids, sizes: sizesOfRows(index, first) }];
  });
}

type ByStock<T> = { inStock: T; soldOut: T };

/** Walks the menu by name until every category has its rows: on a large menu that is soon. */
function firstRows(index: CatalogueIndex, wanted: readonly ByStock<number>[]): ByStock<number[]>[] {
  const rows = wanted.map((): ByStock<number[]> => ({ inStock: [], soldOut: [] }));
  let missing = wanted.reduce((sum, { inStock, soldOut }) => sum + inStock + soldOut, 0);
  for (let place = 0; place < index.size && missing > 0; place++) {
    const row = index.byName[place] as number;
    const kind = index.kinds[index.kind[row] as number];
    if (!kind || index.families.hidden[row] === 1) continue;
    const stock = kind.inStock ? 'inStock' : 'soldOut';
    const found = rows[kind.category]?.[stock];
    if (!found || found.length >= (wanted[kind.category]?.[stock] ?? 0)) continue;
    found.push(row);
    missing -= 1;
  }
  return rows;
}
