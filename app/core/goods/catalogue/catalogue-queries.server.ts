/**
 * Reads lists of products for pages, and products for the cart; product-queries reads a product's own page. The index
 * decides which products a page shows. The content comes from the database at that moment or, for cards in lists, as of
 * the last announced change. Statements are named, so that PostgreSQL plans each once per connection: planning the
 * joins costs more than running them.
 */

import type { Offer, PriceDay } from '#core/goods/discounts/discount.ts';
import { unitsOfPerson } from '#core/goods/discounts/lock-offers.server.ts';
import { pricesAt } from '#core/goods/discounts/offers-queries.server.ts';
import { offersReaching, type PricedProduct, priceLines } from '#core/goods/discounts/running-offers.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, databasePool } from '#db/client.ts';
import { cents } from '#kernel/money.ts';
import type { LimitCategory } from '#kernel/statuses.ts';
import { systemClock } from '#kernel/time.ts';
import { noteCheck, noteShown } from '#platform/pages/shown.ts';
import { cardsOf } from './cached-cards.server.ts';
import {
  type CardRow,
  cardColumns,
  cardFacts,
  cardJoins,
  type DiscountRow,
  discountColumns,
  offerOfRow,
  pricedOf,
} from './card-row.ts';
import { type CatalogueFacets, namedFacets } from './catalogue-facets.ts';
import { type CatalogueFilter, hasPriceRange, showsShelves } from './catalogue-filter.ts';
import { catalogueIndex, catalogueIndexNow } from './catalogue-index.server.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { knownFilter, type Selection, selectPage } from './catalogue-selection.ts';
import { type NearMiss, nearMiss } from './near-miss.ts';
import { pictureUrl } from './pictures/picture.ts';
import type { ProductCardFacts } from './products/product.ts';
import { cardSize } from './products/product-size.ts';
import type { SearchReading } from './search/search.ts';
import { searchCatalogue } from './search/search-queries.server.ts';
import { menuShelves } from './selected-shelves.ts';

/** A category with its first products. */
export type MenuShelf = { slug: string; name: string; count: number; products: ProductCardFacts[] };

export type Catalogue = {
  /** The applied filter: without categories or types that do not exist, on a page that exists. */
  filter: CatalogueFilter;
  products: ProductCardFacts[];
  /** The menu by category, shown instead of `products` while nothing narrows it; otherwise null. */
  shelves: MenuShelf[] | null;
  /**
   * What is shown where only the price range leaves no products, or none of the category that the search names: the first
   * of them, and how many there are.
   */
  nearest: (NearMiss & { products: ProductCardFacts[]; total: number }) | null;
  total: number;
  pages: number;
  facets: CatalogueFacets;
  reading: SearchReading;
};

/** Reads a page of the catalogue. */
export async function readCatalogue(asked: CatalogueFilter): Promise<Catalogue> {
  const index = await catalogueIndex();
  const filter = knownFilter(index, asked);
  const found = filter.q === '' ? null : await searchCatalogue(index, filter);
  const matches = found?.rows ?? undefined;
  // A question about effects narrows nothing: its answer is the menu, as shoppers find it who have typed nothing.
  const narrowing = (of: CatalogueFilter) => (found?.reading.kind === 'no-advice' ? { ...of, q: '' } : of);
  const words = found?.reading.kind === 'corrected' ? found.reading.to : filter.q;
  const search = { matches, words, shelf: found?.shelf ?? null };
  const selected = selectAll(index, narrowing(filter), search);
  const { selection, shelves, facets, nearest } = selected;
  noteCheck(() => stillSelects(narrowing(asked), { index, selected, search, isSearch: found !== null }));
  const [products, near, ...ofShelves] = await cardsOfLists([
    selection,
    nearest ?? { ids: [], sizes: {} },
    ...(shelves ?? []),
  ]);
  return {
    filter: { ...filter, page: selection.page },
    products: products ?? [],
    shelves:
      shelves?.map(({ slug, name, count }, at) => ({ slug, name, count, products: ofShelves[at] ?? [] })) ??
      null,
    nearest: nearest && {
      sentence: nearest.sentence,
      filter: nearest.filter,
      total: nearest.total,
      products: near ?? [],
    },
    total: selection.total,
    pages: selection.pages,
    facets,
    reading: found?.reading ?? { kind: 'as-typed' },
  };
}

/** What a search found; `words` is the search as it was understood, `shelf` the category that it names. */
type Searched = { matches: Int32Array | undefined; words: string; shelf: string | null };

/** Everything that the index decides about a page. Where shelves are shown, the selection has no products of its own. */
function selectAll(index: CatalogueIndex, filter: CatalogueFilter, search: Searched) {
  const selection = selectPage(index, filter, search.matches);
  const facets = namedFacets(index, selection, filter.category ?? filter.fromCategory);
  const nearest =
    selection.total === 0
      ? selectNearest(index, filter, search.matches, {
          prices: facets.price,
          name: listName(index, filter, search.words),
        })
      : nearestOfShelf(index, filter, search, facets);
  if (!showsShelves(filter)) return { selection, shelves: null, facets, nearest };
  return {
    selection: { ...selection, ids: [], sizes: {}, pages: 1 },
    shelves: menuShelves(index),
    facets,
    nearest,
  };
}

/** What a list shows, as shoppers know it. */
const listName = ({ categories }: CatalogueIndex, { q, category }: CatalogueFilter, words: string): string =>
  q === '' ? (categories.find(({ slug }) => slug === category)?.name ?? 'products') : `“${words}”`;

/** A row of three cards, two of two. */
const NEAREST_SHOWN = 6;

/** The same list without its price range, if only that leaves no products. @param name what is listed */
function selectNearest(
  index: CatalogueIndex,
  filter: CatalogueFilter,
  matches: Searched['matches'],
  { prices, name }: { prices: CatalogueFacets['price']; name: string },
) {
  const near = nearMiss(filter, prices, name);
  if (!near) return null;
  const { ids, sizes, total } = selectPage(index, near.filter, matches);
  return { ...near, ids: ids.slice(0, NEAREST_SHOWN), sizes, total };
}

/**
 * Of a search that names a shelf and finds only others within its price range: 'flower under $15' finds a pre-roll, whose
 * description has the word.
 */
function nearestOfShelf(
  index: CatalogueIndex,
  filter: CatalogueFilter,
  search: Searched,
  { categories }: CatalogueFacets,
) {
  if (filter.category !== null || !hasPriceRange(filter)) return null;
  const shelf = categories.find(({ slug }) => slug === search.shelf);
  if (!shelf || shelf.count > 0) return null;
  const onShelf = { ...filter, category: shelf.slug };
  const { price } = selectPage(index, onShelf, search.matches).facets;
  return selectNearest(index, onShelf, search.matches, { prices: price, name: shelf.name });
}

type CardIds = Pick<Selection, 'ids' | 'sizes'>;

/** Reads the cards of a list, each with the sizes it represents. */
export async function cardsWithSizes(list: CardIds): Promise<ProductCardFacts[]> {
  const [cards] = await cardsOfLists([list]);
  return cards ?? [];
}

/** Reads the cards of several lists at once. */
async function cardsOfLists(lists: readonly CardIds[]): Promise<ProductCardFacts[][]> {
  const wanted = lists.flatMap(({ ids, sizes }) => [...ids, ...Object.values(sizes).flat()]);
  const cards = new Map((await listedCards([...new Set(wanted)])).map((card) => [card.id, card]));
  return lists.map(({ ids, sizes }) =>
    ids.flatMap((id) => {
      const card = cards.get(id);
      const own = sizes[id]?.flatMap((each) => cardSize(cards.get(each)) ?? []) ?? [];
      return card ? [own.length > 1 ? { ...card, sizes: own } : card] : [];
    }),
  );
}

/** Searches with more matches than this do not save their matches. */
const REMEMBERED_MATCHES = 1000;

/** Returns a check that the same products would still be shown in the same order, with the same counts. */
function stillSelects(
  asked: CatalogueFilter,
  {
    index,
    selected,
    search,
    isSearch,
  }: {
    index: CatalogueIndex;
    selected: ReturnType<typeof selectAll>;
    search: Searched;
    isSearch: boolean;
  },
): () => boolean {
  const { matches } = search;
  const found = matches && matches.length <= REMEMBERED_MATCHES ? matches : undefined;
  const shown = JSON.stringify(selected);
  // Only running the search again can tell what it finds in another index.
  const searchedIn = new WeakRef(index);
  return () => {
    const now = catalogueIndexNow();
    if (now === null || (isSearch && (!found || searchedIn.deref() !== now))) return false;
    return JSON.stringify(selectAll(now, knownFilter(now, asked), { ...search, matches: found })) === shown;
  };
}

/**
 * The store-local day, the offers that run, and what they mean for prices; lots that expire before it are not handed
 * out.
 */
export async function priceDayNow(now = systemClock()): Promise<PriceDay> {
  return pricesAt(await readSettings(), now);
}

const cardsQuery = `
  select ${cardColumns}
  from unnest($1::int[]) with ordinality as wanted (id, place)
  join products p on p.id = wanted.id
  ${cardJoins}
  where p.for_sale and p.archived_at is null
  order by wanted.place`;

/** Reads the cards of these products, in this order; omits products that have since left the menu. */
export async function readCards(ids: readonly number[]): Promise<ProductCardFacts[]> {
  for (const id of ids) noteShown(`products:${id}`);
  return queryCards(ids, await priceDayNow());
}

/** Reads the same cards for lists, from the cache if possible. */
export async function listedCards(ids: readonly number[]): Promise<ProductCardFacts[]> {
  for (const id of ids) noteShown(`products:${id}`);
  const on = await priceDayNow();
  return cardsOf(ids, on, (missing) => queryCards(missing, on));
}

async function queryCards(ids: readonly number[], on: PriceDay): Promise<ProductCardFacts[]> {
  if (ids.length === 0) return [];
  const { rows } = await databasePool().query<CardRow>({
    name: 'catalogue-cards',
    text: cardsQuery,
    values: [ids, on.day],
  });
  return rows.map((row) => cardFacts(row, on));
}

/** The facts that cart and checkout need about a product; `available` and `forSale` say whether it can be bought. */
export type CartProductFacts = {
  id: number;
  name: string;
  /** The list price in cents. */
  retailPrice: number;
  offer: Offer | null;
  /** Why its price is not lower, of lines that are bought together; null if nothing is to say. */
  priceNote: string | null;
  image: string | null;
  productType: string;
  taxClass: string;
  requiresId: boolean;
  forSale: boolean;
  available: number;
  categoryName: string;
  limitCategory: LimitCategory | null;
  limitMg: number | null;
  size: string | null;
};

const cartQuery = `
  select ${discountColumns}, p.name, p.tax_class, p.requires_id, p.size,
    p.for_sale and p.archived_at is null as for_sale, greatest(0, s.on_hand - s.held) as available,
    c.name as category_name, p.limit_category, p.limit_mg,
    (select i.key from product_images i where i.product_id = p.id order by i.position limit 1) as picture_key
  from products p
  join product_stock s on s.product_id = p.id
  join categories c on c.id = p.category_id
  where p.id = any($1::int[])`;

/** `own`: reservations of this person that become the order, which have taken nothing more of an offer. */
export type BoughtTogether = {
  lines: readonly { productId: number; quantity: number }[];
  person: string | null;
  own?: readonly string[];
};

async function pricesTogether(
  products: readonly PricedProduct[],
  on: PriceDay,
  { lines, person, own = [] }: BoughtTogether,
) {
  const taken = await unitsOfPerson(database(), offersReaching(products, on), { person, except: own });
  return priceLines(lines, new Map(products.map((product) => [product.productId, product])), on, { taken });
}

type CartRow = DiscountRow & {
  name: string;
  tax_class: string;
  requires_id: boolean;
  size: string | null;
  for_sale: boolean;
  available: number;
  category_name: string;
  limit_category: LimitCategory | null;
  limit_mg: number | null;
  picture_key: string | null;
};

/**
 * Reads products by id, in no particular order, including those no longer for sale; omits ids that do not
 * exist.
 * @param on the moment whose prices apply; now if omitted
 * @param bought what is bought together, and the buyer: without it each has the price of one unit alone
 */
export async function productsForCart(
  ids: readonly number[],
  on?: PriceDay,
  bought?: BoughtTogether,
): Promise<CartProductFacts[]> {
  if (ids.length === 0) return [];
  const priced = on ?? (await priceDayNow());
  const { rows } = await databasePool().query<CartRow>({
    name: 'catalogue-cart',
    text: cartQuery,
    values: [[...ids]],
  });
  const prices = bought && (await pricesTogether(rows.map(pricedOf), priced, bought));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    retailPrice: cents(row.retail_price),
    offer: prices ? (prices.get(row.id)?.offer ?? null) : offerOfRow(row, priced),
    priceNote: prices?.get(row.id)?.note ?? null,
    image: row.picture_key === null ? null : pictureUrl(row.picture_key, 320),
    productType: row.product_type,
    taxClass: row.tax_class,
    requiresId: row.requires_id,
    forSale: row.for_sale,
    available: row.available,
    categoryName: row.category_name,
    limitCategory: row.limit_category,
    limitMg: row.limit_mg,
    size: row.size,
  }));
}
