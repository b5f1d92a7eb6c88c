/** Finds the products that sold the most units, and those on the menu that sold the fewest. Uses only plain numbers. */

/** Product ids and amounts, alternating. */
export type Amounts = Int32Array;

export type Ranked = {
  /** All products with at least as many units as the last of the best: another figure breaks ties. */
  best: number[];
  slowest: { id: number; onHand: number }[];
  /** Units sold of any of them. */
  unitsOf(id: number): number;
};

/**
 * @param sold units sold; a product may appear several times, its units are added up.
 * @param shelf units on the shelf of each product that may be among the slowest: fewest sold first, then most on hand.
 */
export function rankSellers(sold: Amounts, shelf: Amounts, shown: number): Ranked {
  const units = unitsByNumber(sold);
  const unitsOf = (id: number) => units[id] ?? 0;
  const top = leaders(units.length, shown, (one, other) => unitsOf(other) - unitsOf(one));
  const least = Math.max(1, unitsOf(top[shown - 1] ?? 0));

  const idAt = (place: number) => shelf[place * 2] ?? 0;
  const onHandAt = (place: number) => shelf[place * 2 + 1] ?? 0;
  const slowest = leaders(
    shelf.length / 2,
    shown,
    (one, other) =>
      unitsOf(idAt(one)) - unitsOf(idAt(other)) || onHandAt(other) - onHandAt(one) || idAt(one) - idAt(other),
  );
  return {
    best: placesWith(units, least),
    slowest: slowest.map((place) => ({ id: idAt(place), onHand: onHandAt(place) })),
    unitsOf,
  };
}

/** Product ids are consecutive, so an array slot for each takes less memory than a map. */
function unitsByNumber(sold: Amounts): Int32Array {
  let last = -1;
  for (let at = 0; at < sold.length; at += 2) last = Math.max(last, sold[at] ?? 0);
  const units = new Int32Array(last + 1);
  for (let at = 0; at < sold.length; at += 2) {
    const id = sold[at] ?? 0;
    units[id] = (units[id] ?? 0) + (sold[at + 1] ?? 0);
  }
  return units;
}

function placesWith(amounts: Int32Array, least: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < amounts.length; place++) if ((amounts[place] ?? 0) >= least) places.push(place);
  return places;
}

/** The first `most` of the positions from 0 to `count` in the order of `compare`; of equals the earlier ones. */
function leaders(count: number, most: number, compare: (one: number, other: number) => number): number[] {
  const leading: number[] = [];
  for (let place = 0; place < count; place++) {
    const last = leading[most - 1];
    if (last !== undefined && compare(place, last) >= 0) continue;
    const behind = leading.findIndex((other) => compare(place, other) < 0);
    leading.splice(behind === -1 ? leading.length : behind, 0, place);
    leading.length = Math.min(leading.length, most);
  }
  return leading;
}
