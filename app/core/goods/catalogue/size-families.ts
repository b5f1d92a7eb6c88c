/**
 * Groups products that are sizes of one product (decision 35) in the catalogue index: which rows belong
 * together, and which of them a list shows. One size represents all: the smallest in stock, or the smallest
 * if none is.
 */

/** Rows of family f, smallest first: `rows` from `starts[f]` on, before `starts[f + 1]`. */
export type SizeFamilies = {
  /** By row; −1 if the product has no family. */
  of: Int32Array;
  starts: Int32Array;
  rows: Int32Array;
  /** 1 for rows that another size represents while no filter narrows products; changes with stock. */
  hidden: Uint8Array;
};

/** The family of products that state no weight. */
export const NO_FAMILY = -1;

/**
 * Builds families from products in order of name, each with its family's number and its weight in milligrams;
 * `rowAt` has their rows. If two have the same weight, only the first is a size, because shoppers could not
 * tell them apart.
 */
export function familiesOf(
  { family, weight }: { family: Float64Array; weight: Int32Array },
  rowAt: Int32Array,
): SizeFamilies {
  const members = new Map<number, number[]>();
  const firstOf = new Map<number, number>();
  for (let place = 0; place < family.length; place++) {
    const number = family[place] as number;
    if (number === NO_FAMILY) continue;
    const first = firstOf.get(number);
    const known = members.get(number);
    if (first === undefined) firstOf.set(number, place);
    else if (known) known.push(place);
    else members.set(number, [first, place]);
  }
  const of = new Int32Array(family.length).fill(-1);
  const starts = [0];
  const rows: number[] = [];
  for (const places of members.values()) {
    const byWeight = new Map(places.toReversed().map((place) => [weight[place] as number, place]));
    if (byWeight.size === 1) continue;
    for (const [, place] of [...byWeight].sort(([left], [right]) => left - right)) {
      const row = rowAt[place] as number;
      of[row] = starts.length - 1;
      rows.push(row);
    }
    starts.push(rows.length);
  }
  return {
    of,
    starts: Int32Array.from(starts),
    rows: Int32Array.from(rows),
    hidden: new Uint8Array(family.length),
  };
}

export function familyCount({ starts }: SizeFamilies): number {
  return starts.length - 1;
}

/** The rows of a family, smallest size first. */
export function sizesOf({ starts, rows }: SizeFamilies, family: number): Int32Array {
  return rows.subarray(starts[family], starts[family + 1]);
}

/** Kinds come in pairs; the second is in stock. */
const isInStock = (kind: Int32Array, row: number): boolean => ((kind[row] as number) & 1) === 1;

/** Hides all rows of a family except the one that represents those not hidden yet. */
export function hideOthers(
  hidden: Uint8Array,
  { starts, rows }: SizeFamilies,
  { family, kind }: { family: number; kind: Int32Array },
): void {
  let shown = -1;
  for (let at = starts[family] as number; at < (starts[family + 1] as number); at++) {
    const row = rows[at] as number;
    if (hidden[row] === 1) continue;
    hidden[row] = 1;
    if (shown === -1 || (!isInStock(kind, shown) && isInStock(kind, row))) shown = row;
  }
  if (shown !== -1) hidden[shown] = 0;
}

/** The row that represents a family; −1 if all its rows are hidden. */
export function shownOf(hidden: Uint8Array, families: SizeFamilies, family: number): number {
  return sizesOf(families, family).find((row) => hidden[row] === 0) ?? -1;
}
