/**
 * Narrows products by a filter: the tests that rows have to pass, and which size represents its family among
 * those that do.
 */
import {
  type CatalogueFilter,
  DEFAULT_HIGHEST_MG,
  DEFAULT_HIGHEST_PRICE,
  HIGHEST_POTENCY,
  hasMgRange,
} from './catalogue-filter.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { STRAIN_TYPES } from './search/strain.ts';

/** One bit for each filter that a kind fails. */
export const CATEGORY = 1;
export const TYPE = 2;
export const STRAIN = 4;
export const STOCK = 8;

/** What a product must satisfy to be shown: a kind that fails no filter, and all ranges. */
export type Test = {
  failures: Uint8Array;
  /** Products within the price range: rows from `from` on, before `to`. */
  from: number;
  to: number;
  lowestThc: number;
  highestThc: number;
  lowestMg: number;
  highestMg: number;
};

export function testOf(index: CatalogueIndex, filter: CatalogueFilter): Test {
  const category = index.categories.findIndex((each) => each.slug === filter.category);
  const type = filter.type === null ? -1 : index.types.indexOf(filter.type);
  const strains = filter.strains.map((each) => 1 + STRAIN_TYPES.indexOf(each));
  const failures = Uint8Array.from(
    index.kinds,
    (kind) =>
      (category === -1 || kind.category === category ? 0 : CATEGORY) |
      (type === -1 || kind.type === type ? 0 : TYPE) |
      (strains.length === 0 || strains.includes(kind.strain) ? 0 : STRAIN) |
      (!filter.inStock || kind.inStock ? 0 : STOCK),
  );
  // A product without a percentage or without milligrams (−1) passes only if none are asked for.
  const asksThc = filter.minThc !== 0 || filter.maxThc !== HIGHEST_POTENCY;
  return {
    failures,
    from: rowsBelow(index.price, filter.minPrice),
    to: filter.maxPrice === DEFAULT_HIGHEST_PRICE ? index.size : rowsBelow(index.price, filter.maxPrice + 1),
    lowestThc: asksThc ? filter.minThc : -1,
    highestThc: asksThc ? filter.maxThc : HIGHEST_POTENCY,
    lowestMg: hasMgRange(filter) ? filter.minMg : -1,
    highestMg: filter.maxMg === DEFAULT_HIGHEST_MG ? NO_BOUND_MG : filter.maxMg,
  };
}

/** No product has more milligrams; a difference to it still fits into 32 bits. */
const NO_BOUND_MG = 2 ** 30;

/** Counts the products that cost less. */
function rowsBelow(price: Int32Array, bound: number): number {
  let below = 0;
  let end = price.length;
  while (below < end) {
    const middle = (below + end) >>> 1;
    if ((price[middle] as number) < bound) below = middle + 1;
    else end = middle;
  }
  return below;
}

/** The products that a page is selected from. */
export type Among = {
  test: Test;
  /** The rows that a search found, best first, and a 1 for each of them; null without a search. */
  matches: { rows: Int32Array; marks: Uint8Array } | null;
  /** 1 for rows that another size represents, or that the ranges or the search exclude from their family. */
  hidden: Uint8Array;
};

/** Reused by every call, like the marks below: selecting is synchronous. */
let hiddenNow = new Uint8Array(0);

/**
 * Finds which size represents its family among those within all ranges and among the matches. Written
 * inline, like `hideOthers` for one family: most of 100,000 products may be sizes, and calls cost five times
 * as much.
 */
export function narrowed(index: CatalogueIndex, test: Test, found?: Int32Array): Among {
  const { kind, thc, thcMg } = index;
  const { starts, rows } = index.families;
  const { from, to, lowestThc, highestThc, lowestMg, highestMg } = test;
  const matches = found ? { rows: found, marks: marked(index.size, found) } : null;
  const within = matches?.marks;
  if (hiddenNow.length < index.size) hiddenNow = new Uint8Array(index.size);
  else hiddenNow.fill(0);
  const hidden = hiddenNow;
  for (let family = 0; family + 1 < starts.length; family++) {
    const end = starts[family + 1] as number;
    let shown = -1;
    for (let at = starts[family] as number; at < end; at++) {
      const row = rows[at] as number;
      const rowThc = thc[row] as number;
      const rowMg = thcMg[row] as number;
      hidden[row] = 1;
      if (row < from || row >= to || rowThc < lowestThc || rowThc > highestThc) continue;
      if (rowMg < lowestMg || rowMg > highestMg) continue;
      if (within && within[row] === 0) continue;
      if (shown === -1 || ((kind[shown] as number) & 1) < ((kind[row] as number) & 1)) shown = row;
    }
    if (shown !== -1) hidden[shown] = 0;
  }
  return { test, matches, hidden };
}

export function isWithin(
  index: CatalogueIndex,
  { test, matches }: Pick<Among, 'test' | 'matches'>,
  row: number,
) {
  return (
    row >= test.from &&
    row < test.to &&
    isPotent(index, test, row) &&
    (matches === null || matches.marks[row] === 1)
  );
}

/** Whether a row is within both ranges of potency. */
export function isPotent({ thc, thcMg }: CatalogueIndex, test: Test, row: number): boolean {
  const rowThc = thc[row] as number;
  const rowMg = thcMg[row] as number;
  return (
    rowThc >= test.lowestThc && rowThc <= test.highestThc && rowMg >= test.lowestMg && rowMg <= test.highestMg
  );
}

/** Counts the products of each kind that are within all ranges and not hidden. */
export function countKinds(index: CatalogueIndex, { test, matches, hidden }: Among): Int32Array {
  const { kind, thc, thcMg } = index;
  const { from, to, lowestThc, highestThc, lowestMg, highestMg } = test;
  const counts = new Int32Array(index.kinds.length);
  // `outside` is negative if a bound is exceeded. It is added without a branch: the outcome is nearly random,
  // and a processor that mispredicts half of the time takes three times as long.
  if (matches) {
    for (const row of matches.rows) {
      const rowThc = thc[row] as number;
      const rowMg = thcMg[row] as number;
      const outside =
        (row - from) |
        (to - 1 - row) |
        (rowThc - lowestThc) |
        (highestThc - rowThc) |
        (rowMg - lowestMg) |
        (highestMg - rowMg) |
        -(hidden[row] as number);
      const rowKind = kind[row] as number;
      counts[rowKind] = (counts[rowKind] as number) + 1 + (outside >> 31);
    }
  } else {
    for (let row = from; row < to; row++) {
      const rowThc = thc[row] as number;
      const rowMg = thcMg[row] as number;
      const outside =
        (rowThc - lowestThc) |
        (highestThc - rowThc) |
        (rowMg - lowestMg) |
        (highestMg - rowMg) |
        -(hidden[row] as number);
      const rowKind = kind[row] as number;
      counts[rowKind] = (counts[rowKind] as number) + 1 + (outside >> 31);
    }
  }
  return counts;
}

let marks = new Uint8Array(0);

/** Returns a 1 for every row that a search found. */
function marked(size: number, matches: Int32Array): Uint8Array {
  if (marks.length < size) marks = new Uint8Array(size);
  else marks.fill(0);
  for (const row of matches) marks[row] = 1;
  return marks;
}
