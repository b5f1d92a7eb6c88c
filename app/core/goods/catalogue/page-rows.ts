/** Selects the rows a page shows, in the requested order, and the sizes that each of them represents. */
import { PAGE_SIZE, type Sort } from './catalogue-filter.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { type Among, isPotent, isWithin } from './narrow-rows.ts';
import { shownOf, sizesOf } from './size-families.ts';

/** The sizes of one product that pass the filter: their product ids, smallest first. */
export type ShownSizes = number[];

/** The rows in a sort's order, ascending; null for the order they already have. */
function orderOf({ byName, byAge, byGram }: CatalogueIndex, sort: Sort): Int32Array | null {
  if (sort === 'price' || sort === '-price') return null;
  if (sort === 'newest' || sort === 'oldest') return byAge;
  return sort === 'gram' ? byGram : byName;
}

/** Walks the rows in the requested order until the page is full or every passing row has been found. */
export function pageRows(
  index: CatalogueIndex,
  among: Among,
  { sort, total, offset }: { sort: Sort; total: number; offset: number },
): number[] {
  const { test, matches, hidden } = among;
  if (sort === 'relevance' && matches) return bestRows(index, among, { total, offset });
  const { kind } = index;
  const { failures, from, to } = test;
  const backwards = sort === '-name' || sort === '-price' || sort === 'newest';
  const order = orderOf(index, sort);
  const first = order ? 0 : from;
  const length = order?.length ?? to - from;
  const end = Math.min(total, offset + PAGE_SIZE);
  const page: number[] = [];
  // If every row passes, skip the rows before the page.
  let passed = total === length ? offset : 0;
  for (let place = passed; place < length && passed < end; place++) {
    const at = first + (backwards ? length - 1 - place : place);
    const row = order ? (order[at] as number) : at;
    if (failures[kind[row] as number] !== 0 || row < from || row >= to || hidden[row] === 1) continue;
    if (!isPotent(index, test, row)) continue;
    if (matches && matches.marks[row] === 0) continue;
    if (passed >= offset) page.push(row);
    passed += 1;
  }
  return page;
}

/**
 * Ranks the best matches first. Sizes of one product rank where their best match would, and show the smallest
 * size found, as every list does: adding a word to a search does not switch to another size because of it.
 */
function bestRows(
  index: CatalogueIndex,
  among: Among,
  { total, offset }: { total: number; offset: number },
): number[] {
  const { kind, families } = index;
  const seen = new Set<number>();
  const end = Math.min(total, offset + PAGE_SIZE);
  const page: number[] = [];
  let passed = 0;
  for (const row of among.matches?.rows ?? []) {
    if (passed >= end) break;
    if (among.test.failures[kind[row] as number] !== 0 || !isWithin(index, among, row)) continue;
    const family = families.of[row] as number;
    if (family !== -1 && seen.has(family)) continue;
    seen.add(family);
    if (passed >= offset) page.push(family === -1 ? row : shownOf(among.hidden, families, family));
    passed += 1;
  }
  return page;
}

/**
 * By product, the sizes that the rows represent: all of them, or those that pass; none for a row that
 * represents only itself.
 */
export function sizesOfRows(
  index: CatalogueIndex,
  rows: readonly number[],
  among?: Among,
): Record<number, ShownSizes> {
  const passes = (row: number) =>
    !among || (among.test.failures[index.kind[row] as number] === 0 && isWithin(index, among, row));
  return Object.fromEntries(
    rows.flatMap((row) => {
      const sizes = sizesFor(index, row, passes);
      return sizes ? [[index.ids[row] as number, sizes]] : [];
    }),
  );
}

function sizesFor(index: CatalogueIndex, row: number, passes: (row: number) => boolean): ShownSizes | null {
  const { families, ids } = index;
  const family = families.of[row] as number;
  if (family === -1) return null;
  const rows = sizesOf(families, family).filter(passes);
  if (rows.length < 2) return null;
  return Array.from(rows, (each) => ids[each] as number);
}
