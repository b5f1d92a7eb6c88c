/** Which products a filter leaves: the tests that rows have to pass, and which size stands for its family among those that do. */
import { type CatalogueFilter, DEFAULT_HIGHEST_PRICE, HIGHEST_POTENCY } from './catalogue-filter.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { STRAIN_TYPES } from './search/strain.ts';

/** One bit for every filter that a kind fails. */
export const CATEGORY = 1;
export const TYPE = 2;
export const STRAIN = 4;
export const STOCK = 8;

/** What a product must be to be shown: of a kind without failures, and within both ranges. */
export type Test = {
  failures: Uint8Array;
  /** Products between the prices asked for: rows from `from` on, before `to`. */
  from: number;
  to: number;
  lowestThc: number;
  highestThc: number;
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
  // A product without a percentage (−1) passes only where none is asked for.
  const asksThc = filter.minThc !== 0 || filter.maxThc !== HIGHEST_POTENCY;
  return {
    failures,
    from: rowsBelow(index.price, filter.minPrice),
    to: filter.maxPrice === DEFAULT_HIGHEST_PRICE ? index.size : rowsBelow(index.price, filter.maxPrice + 1),
    lowestThc: asksThc ? filter.minThc : -1,
    highestThc: asksThc ? filter.maxThc : HIGHEST_POTENCY,
  };
}

/** How many products cost less. */
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

/** The products that a page is chosen among. */
export type Among = {
  test: Test;
  /** What a search found, best first, and a 1 for each of these rows; null where nothing was searched for. */
  matches: { rows: Int32Array; marks: Uint8Array } | null;
  /** 1 for rows that another size stands for, or that the ranges or the search leave out of their family. */
  hidden: Uint8Array;
};

/** Used again by every call, as the marks below: selecting is synchronous. */
let hiddenNow = new Uint8Array(0);

/**
 * Which size stands for its family among those within both ranges and among the matches. Written out, like
 * `hideOthers` for one family: of a hundred thousand products most may be sizes, and calls cost five times as much.
 */
export function narrowed(index: CatalogueIndex, test: Test, found?: Int32Array): Among {
  const { kind, thc } = index;
  const { starts, rows } = index.families;
  const { from, to, lowestThc, highestThc } = test;
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
      hidden[row] = 1;
      if (row < from || row >= to || rowThc < lowestThc || rowThc > highestThc) continue;
      if (within && within[row] === 0) continue;
      if (shown === -1 || ((kind[shown] as number) & 1) < ((kind[row] as number) & 1)) shown = row;
    }
    if (shown !== -1) hidden[shown] = 0;
  }
  return { test, matches, hidden };
}

export function isWithin(
  { thc }: CatalogueIndex,
  { test, matches }: Pick<Among, 'test' | 'matches'>,
  row: number,
) {
  const rowThc = thc[row] as number;
  return (
    row >= test.from &&
    row < test.to &&
    rowThc >= test.lowestThc &&
    rowThc <= test.highestThc &&
    (matches === null || matches.marks[row] === 1)
  );
}

/** How many products of each kind lie within both ranges and are not hidden. */
export function countKinds(index: CatalogueIndex, { test, matches, hidden }: Among): Int32Array {
  const { kind, thc } = index;
  const { from, to, lowestThc, highestThc } = test;
  const counts = new Int32Array(index.kinds.length);
  // `outside` is negative when a bound is passed. It is added up without a branch: which way that goes is as good as
  // random, and a processor that guesses wrong half of the time takes three times as long.
  if (matches) {
    for (const row of matches.rows) {
      const rowThc = thc[row] as number;
      const outside =
        (row - from) |
        (to - 1 - row) |
        (rowThc - lowestThc) |
        (highestThc - rowThc) |
        -(hidden[row] as number);
      const rowKind = kind[row] as number;
      counts[rowKind] = (counts[rowKind] as number) + 1 + (outside >> 31);
    }
  } else {
    for (let row = from; row < to; row++) {
      const rowThc = thc[row] as number;
      const outside = (rowThc - lowestThc) | (highestThc - rowThc) | -(hidden[row] as number);
      const rowKind = kind[row] as number;
      counts[rowKind] = (counts[rowKind] as number) + 1 + (outside >> 31);
    }
  }
  return counts;
}

let marks = new Uint8Array(0);

/** A 1 for every row that a search found. */
function marked(size: number, matches: Int32Array): Uint8Array {
  if (marks.length < size) marks = new Uint8Array(size);
  else marks.fill(0);
  for (const row of matches) marks[row] = 1;
  return marks;
}
