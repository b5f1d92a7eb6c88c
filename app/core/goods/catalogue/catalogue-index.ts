/**
 * Builds the catalogue index: columns of numbers. Products with the same category, type, strain and stock are
 * of one kind; a shop has only tens of kinds however many products it has, so counts are sums over kinds.
 * Only price and potency ranges, and search results, are counted product by product. Sizes of one product
 * count as one, of the kind of the size that represents them; their kinds differ only in stock. The index
 * contains only what filters and sorts need; what a card shows is read from the database.
 */
import type { SearchVocabulary } from './search/search-vocabulary.ts';
import { STRAIN_TYPES, type StrainType } from './search/strain.ts';
import { familiesOf, familyCount, hideOthers, type SizeFamilies, shownOf, sizesOf } from './size-families.ts';

export type IndexedCategory = { id: number; slug: string; name: string };

/** The fields of a product in the index. */
export type IndexedProduct = {
  id: number;
  /** Position in `categories`. */
  category: number;
  /** Position in `types`. */
  type: number;
  strain: StrainType | null;
  /** Cents. */
  price: number;
  /** Net weight in milligrams; null if none is stated. */
  weight: number | null;
  /** Price per gram, in cents; null if it is not meaningful. */
  perGram: number | null;
  /** The same number for products that differ only in weight; `NO_FAMILY` if no weight is stated. */
  family: number;
  /** Basis points; null if a percentage is not meaningful. */
  thc: number | null;
  /** Milligrams of THC in the package; null if not stated. */
  thcMg: number | null;
  inStock: boolean;
  /** Seconds since 1970. */
  createdAt: number;
};

/**
 * The THC that bounds are compared with, in basis points; null if no percentage is known. Milligrams decide about none:
 * a drink of 5 mg has a percentage that rounds to 0, and 0 mg is 0 %.
 */
export function statedThc({ thc, thcMg }: Pick<IndexedProduct, 'thc' | 'thcMg'>): number | null {
  if (thcMg === null) return thc;
  if (thcMg === 0) return thc ?? 0;
  return thc === 0 ? 1 : thc;
}

/** When a product's newest lot with units arrived; milliseconds since 1970. */
export type Arrival = { id: number; at: number };

/**
 * Row r of every column describes one product. Rows are sorted by price, then by name, so that products
 * between two prices are adjacent.
 */
export type CatalogueIndex = {
  size: number;
  ids: Int32Array;
  /** Position in `kinds`; changes with stock. */
  kind: Int32Array;
  price: Int32Array;
  /** −1 for none. */
  thc: Int16Array;
  /** −1 for none. */
  thcMg: Int32Array;
  /** Rows by name; by age, oldest first, then by name; by price per gram, then by id. */
  byName: Int32Array;
  byAge: Int32Array;
  byGram: Int32Array;
  /** Hash table from product id to row; see `rowOf`. */
  rowsById: Int32Array;
  kinds: readonly Kind[];
  families: SizeFamilies;
  /** Products per kind, counting sizes of one product as one. */
  ofKind: Int32Array;
  categories: readonly IndexedCategory[];
  /** Addresses of merged categories, with the address that each leads to. */
  merged?: ReadonlyMap<string, string>;
  types: readonly string[];
  vocabulary: SearchVocabulary;
  /** The newest arrivals, each product once, newest first; changes with the lots. */
  arrivals: readonly Arrival[];
  /** The start of the week that ends with the index's day; milliseconds since 1970. */
  freshSince: number;
};

/** What the products of a kind have in common. Kinds come in pairs: first sold out, then in stock. */
export type Kind = {
  category: number;
  type: number;
  /** 0 for none, else 1 + position in STRAIN_TYPES. */
  strain: number;
  inStock: boolean;
};

/** Builds the index from products in order of name. */
export function buildIndex(
  products: Iterable<IndexedProduct>,
  size: number,
  rest: Pick<CatalogueIndex, 'categories' | 'merged' | 'types' | 'vocabulary' | 'arrivals' | 'freshSince'>,
): CatalogueIndex {
  const kinds: Kind[] = [];
  const soldOutKinds = new Map<number, number>();
  const kindOf = ({ category, type, strain: name, inStock }: IndexedProduct): number => {
    const strain = name === null ? 0 : 1 + STRAIN_TYPES.indexOf(name);
    const key = ((category + 1) * rest.types.length + type) * (STRAIN_TYPES.length + 1) + strain;
    const soldOut = soldOutKinds.get(key) ?? kinds.length;
    if (soldOut === kinds.length) {
      kinds.push({ category, type, strain, inStock: false }, { category, type, strain, inStock: true });
      soldOutKinds.set(key, soldOut);
    }
    return soldOut + (inStock ? 1 : 0);
  };
  // Positions in order of name, as received.
  const ids = new Int32Array(size);
  const kind = new Int32Array(size);
  const price = new Int32Array(size);
  const thc = new Int16Array(size);
  const thcMg = new Int32Array(size);
  const createdAt = new Float64Array(size);
  const perGram = new Float64Array(size);
  const family = new Float64Array(size);
  const weight = new Int32Array(size);
  let place = 0;
  for (const product of products) {
    ids[place] = product.id;
    kind[place] = kindOf(product);
    price[place] = product.price;
    thc[place] = statedThc(product) ?? -1;
    thcMg[place] = product.thcMg ?? -1;
    createdAt[place] = product.createdAt;
    perGram[place] = product.perGram === null ? NO_WEIGHT : Math.min(product.perGram, NO_WEIGHT - 1);
    family[place] = product.family;
    weight[place] = product.weight ?? 0;
    place += 1;
  }
  const placesByPrice = placesInOrderOf(price);
  const byName = new Int32Array(size);
  for (let row = 0; row < size; row++) byName[placesByPrice[row] as number] = row;
  const placesById = placesInOrderOf(ids);
  const byGram = placesInOrderOf(perGram.map((_, rank) => perGram[placesById[rank] as number] as number));
  const rowIds = placesByPrice.map((at) => ids[at] as number);
  const rowKinds = placesByPrice.map((at) => kind[at] as number);
  const families = familiesOf({ family, weight }, byName);
  for (let at = 0; at < familyCount(families); at++)
    hideOthers(families.hidden, families, { family: at, kind: rowKinds });
  const ofKind = new Int32Array(kinds.length);
  for (const [row, each] of rowKinds.entries())
    if (families.hidden[row] === 0) ofKind[each] = (ofKind[each] as number) + 1;
  return {
    size,
    ids: rowIds,
    kind: rowKinds,
    price: placesByPrice.map((at) => price[at] as number),
    thc: Int16Array.from(placesByPrice, (at) => thc[at] as number),
    thcMg: placesByPrice.map((at) => thcMg[at] as number),
    byName,
    byAge: placesInOrderOf(createdAt).map((at) => byName[at] as number),
    byGram: byGram.map((rank) => byName[placesById[rank] as number] as number),
    rowsById: hashRows(rowIds),
    kinds,
    families,
    ofKind,
    ...rest,
  };
}

/** Room for the position below a value: 2^20 products. Values may then go up to 2^33. */
const PLACES = 1_048_576;
/** Replaces a missing price per gram; higher than any real one. */
const NO_WEIGHT = 2 ** 33 - 1;

/**
 * Positions sorted by value, then by position. Combining value and position in one number allows sorting
 * without a comparison function, ten times as fast.
 */
function placesInOrderOf(values: Int32Array | Float64Array): Int32Array {
  const keys = new Float64Array(values.length);
  for (let place = 0; place < values.length; place++)
    keys[place] = (values[place] as number) * PLACES + place;
  keys.sort();
  const places = new Int32Array(values.length);
  for (let at = 0; at < places.length; at++) places[at] = (keys[at] as number) % PLACES;
  return places;
}

/** A hash table of rows + 1 by id, at most half full: a third of the size of a Map. */
function hashRows(ids: Int32Array): Int32Array {
  const table = new Int32Array(2 ** Math.ceil(Math.log2(2 * ids.length + 2)));
  for (let row = 0; row < ids.length; row++) {
    let slot = slotOf(ids[row] as number, table.length);
    while (table[slot] !== 0) slot = (slot + 1) % table.length;
    table[slot] = row + 1;
  }
  return table;
}

/** Fibonacci hashing: the high bits of a product spread evenly spaced ids. `slots` is a power of two. */
function slotOf(id: number, slots: number): number {
  return Math.imul(id, 0x9e3779b1) >>> (Math.clz32(slots) + 1);
}

/** The row of the product with this id; −1 if it is not on the menu. */
export function rowOf({ ids, rowsById }: CatalogueIndex, id: number): number {
  let slot = slotOf(id, rowsById.length);
  for (;;) {
    const row = (rowsById[slot] as number) - 1;
    if (row === -1 || ids[row] === id) return row;
    slot = (slot + 1) % rowsById.length;
  }
}

/** Rows of the products with these ids, in that order; omits ids that are not in the index. */
export function rowsOf(index: CatalogueIndex, ids: ArrayLike<number>): Int32Array {
  const rows = new Int32Array(ids.length);
  let found = 0;
  for (let place = 0; place < ids.length; place++) {
    const row = rowOf(index, ids[place] as number);
    if (row !== -1) rows[found++] = row;
  }
  return rows.subarray(0, found);
}

/**
 * Records that a product sold out or came back in stock; returns false if the index already had it, or the
 * product is not on the menu.
 */
export function setInStock(index: CatalogueIndex, id: number, inStock: boolean): boolean {
  const { kind } = index;
  const row = rowOf(index, id);
  if (row === -1) return false;
  const before = kind[row] as number;
  const after = inStock ? before | 1 : before & ~1;
  if (after === before) return false;
  const { families, ofKind } = index;
  const { hidden } = families;
  const family = families.of[row] as number;
  const shown = () => kind[family === -1 ? row : shownOf(hidden, families, family)] as number;
  ofKind[shown()] = (ofKind[shown()] as number) - 1;
  kind[row] = after;
  if (family !== -1) {
    for (const size of sizesOf(families, family)) hidden[size] = 0;
    hideOthers(hidden, families, { family, kind });
  }
  ofKind[shown()] = (ofKind[shown()] as number) + 1;
  return true;
}
