/**
 * The catalogue as columns of numbers. Products that agree in category, type, strain and stock are of one kind; a
 * shop has some tens of kinds however many products it has, so counts are sums over kinds. Only a range of prices
 * or potencies, or what a search found, is counted product by product. Sizes of one thing count as one, of the kind of
 * the size that stands for them; they differ in no more of a kind than the stock. Holds only what filters and sorts;
 * what a card shows is read fresh from the database.
 */
import type { SearchVocabulary } from './search/search-vocabulary.ts';
import { STRAIN_TYPES, type StrainType } from './search/strain.ts';
import { familiesOf, familyCount, hideOthers, type SizeFamilies, shownOf, sizesOf } from './size-families.ts';

export type IndexedCategory = { id: number; slug: string; name: string };

/** What the index knows of one product. */
export type IndexedProduct = {
  id: number;
  /** Position in `categories`. */
  category: number;
  /** Position in `types`. */
  type: number;
  strain: StrainType | null;
  /** Cents. */
  price: number;
  /** Net weight in milligrams; null where none is stated. */
  weight: number | null;
  /** What a gram costs, in cents; null where that says nothing. */
  perGram: number | null;
  /** The same for products that differ in weight alone; `NO_FAMILY` for what states none. */
  family: number;
  /** Basis points; null where a percentage says nothing. */
  thc: number | null;
  inStock: boolean;
  /** Seconds since 1970. */
  createdAt: number;
};

/** When the newest lot of a product came in that is on its shelf now; milliseconds since 1970. */
export type Arrival = { id: number; at: number };

/**
 * Row r of every column speaks of one product. Rows stand in order of price, equal ones in order of name: products
 * between two prices lie side by side.
 */
export type CatalogueIndex = {
  size: number;
  ids: Int32Array;
  /** Position in `kinds`; changes with the stock. */
  kind: Int32Array;
  price: Int32Array;
  /** −1 for none. */
  thc: Int16Array;
  /** Rows by name; by age, oldest first, equal ones by name; by what a gram costs, equal ones by id. */
  byName: Int32Array;
  byAge: Int32Array;
  byGram: Int32Array;
  /** Where to look a row up by its product's id; see `rowOf`. */
  rowsById: Int32Array;
  kinds: readonly Kind[];
  families: SizeFamilies;
  /** How many products are of each kind, sizes of one thing as one. */
  ofKind: Int32Array;
  categories: readonly IndexedCategory[];
  types: readonly string[];
  vocabulary: SearchVocabulary;
  /** The newest, each product once, newest first; changes with the lots. */
  arrivals: readonly Arrival[];
  /** The first moment of the week that ends with the day of this index; milliseconds since 1970. */
  freshSince: number;
};

/** What products of a kind agree in. Kinds come in pairs: after the one that is sold out, the same in stock. */
export type Kind = {
  category: number;
  type: number;
  /** 0 for none, else 1 + position in STRAIN_TYPES. */
  strain: number;
  inStock: boolean;
};

/** Builds the index of products that come in order of name. */
export function buildIndex(
  products: Iterable<IndexedProduct>,
  size: number,
  rest: Pick<CatalogueIndex, 'categories' | 'types' | 'vocabulary' | 'arrivals' | 'freshSince'>,
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
  // By their places in order of name, as they come.
  const ids = new Int32Array(size);
  const kind = new Int32Array(size);
  const price = new Int32Array(size);
  const thc = new Int16Array(size);
  const createdAt = new Float64Array(size);
  const perGram = new Float64Array(size);
  const family = new Float64Array(size);
  const weight = new Int32Array(size);
  let place = 0;
  for (const product of products) {
    ids[place] = product.id;
    kind[place] = kindOf(product);
    price[place] = product.price;
    thc[place] = product.thc ?? -1;
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

/** Room for the place below a value: 2^20 products. Values may then go up to 2^33. */
const PLACES = 1_048_576;
/** In place of what a gram costs, behind all that it can cost. */
const NO_WEIGHT = 2 ** 33 - 1;

/** Places by value, equal ones by place. Value and place in one number sort without a comparing function, ten times as fast. */
function placesInOrderOf(values: Int32Array | Float64Array): Int32Array {
  const keys = new Float64Array(values.length);
  for (let place = 0; place < values.length; place++)
    keys[place] = (values[place] as number) * PLACES + place;
  keys.sort();
  const places = new Int32Array(values.length);
  for (let at = 0; at < places.length; at++) places[at] = (keys[at] as number) % PLACES;
  return places;
}

/** A table of rows + 1 by the hash of their ids, at most half full: a third of what a Map would take. */
function hashRows(ids: Int32Array): Int32Array {
  const table = new Int32Array(2 ** Math.ceil(Math.log2(2 * ids.length + 2)));
  for (let row = 0; row < ids.length; row++) {
    let slot = slotOf(ids[row] as number, table.length);
    while (table[slot] !== 0) slot = (slot + 1) % table.length;
    table[slot] = row + 1;
  }
  return table;
}

/** Fibonacci hashing: the high bits of a product spread ids that lie at even distances. `slots` is a power of two. */
function slotOf(id: number, slots: number): number {
  return Math.imul(id, 0x9e3779b1) >>> (Math.clz32(slots) + 1);
}

/** The row of the product with this id; −1 when it is not on the menu. */
export function rowOf({ ids, rowsById }: CatalogueIndex, id: number): number {
  let slot = slotOf(id, rowsById.length);
  for (;;) {
    const row = (rowsById[slot] as number) - 1;
    if (row === -1 || ids[row] === id) return row;
    slot = (slot + 1) % rowsById.length;
  }
}

/** Rows of the products with these ids, in that order; ids the index does not know are left out. */
export function rowsOf(index: CatalogueIndex, ids: ArrayLike<number>): Int32Array {
  const rows = new Int32Array(ids.length);
  let found = 0;
  for (let place = 0; place < ids.length; place++) {
    const row = rowOf(index, ids[place] as number);
    if (row !== -1) rows[found++] = row;
  }
  return rows.subarray(0, found);
}

/** Takes in that a product has sold out or come in again; false when that was known, or it is not on the menu. */
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
