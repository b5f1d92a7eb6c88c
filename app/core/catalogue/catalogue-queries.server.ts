/**
 * Reads the catalogue for pages. The index decides which products a page shows. The content comes from the
 * database at that moment or, for cards in lists, as of the last announced change. Statements are named, so
 * that PostgreSQL plans each once per connection: planning the joins costs more than running them.
 */

import { type Actor, may } from '#core/access/actor.ts';
import { type Offer, type PriceDay, priceDay } from '#core/discounts/discount.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { databasePool } from '#db/client.ts';
import { cents } from '#kernel/money.ts';
import type { LimitCategory } from '#kernel/statuses.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
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
} from './card-row.ts';
import { type CatalogueFacets, namedFacets } from './catalogue-facets.ts';
import type { CatalogueFilter } from './catalogue-filter.ts';
import { catalogueIndex, catalogueIndexNow } from './catalogue-index.server.ts';
import { type CatalogueIndex, rowOf } from './catalogue-index.ts';
import { knownFilter, type Selection, selectPage } from './catalogue-selection.ts';
import { sizesOfRows } from './page-rows.ts';
import { pictureUrl } from './pictures/picture.ts';
import { type LotRow, lotFacts } from './products/lot-row.ts';
import type { ProductCardFacts, ProductFacts, ProductPicture } from './products/product.ts';
import type { SearchReading } from './search/search.ts';
import { searchCatalogue } from './search/search-queries.server.ts';

export type Catalogue = {
  /** The applied filter: without categories or types that do not exist, on a page that exists. */
  filter: CatalogueFilter;
  products: ProductCardFacts[];
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
  const selection = selectPage(index, filter, matches);
  const facets = namedFacets(index, selection);
  noteCheck(() => stillSelects(asked, { index, selection, facets, matches, isSearch: found !== null }));
  return {
    filter: { ...filter, page: selection.page },
    products: await cardsWithSizes(selection),
    total: selection.total,
    pages: selection.pages,
    facets,
    reading: found?.reading ?? { kind: 'as-typed' },
  };
}

/** Reads the cards of a list, with how many sizes each represents. */
export async function cardsWithSizes({
  ids,
  sizes,
}: Pick<Selection, 'ids' | 'sizes'>): Promise<ProductCardFacts[]> {
  for (const each of Object.values(sizes)) for (const id of each.ids) noteShown(`products:${id}`);
  return (await listedCards(ids)).map((card) => {
    const own = card.id === null ? undefined : sizes[card.id];
    return own ? { ...card, sizes: { count: own.ids.length, from: cents(own.from) } } : card;
  });
}

/** Searches with more matches than this do not save their matches. */
const REMEMBERED_MATCHES = 1000;

/** Returns a check that the same products would still be shown in the same order, with the same counts. */
function stillSelects(
  asked: CatalogueFilter,
  {
    index,
    selection,
    facets,
    matches,
    isSearch,
  }: {
    index: CatalogueIndex;
    selection: Selection;
    facets: CatalogueFacets;
    matches?: Int32Array | undefined;
    isSearch: boolean;
  },
): () => boolean {
  const found = matches && matches.length <= REMEMBERED_MATCHES ? matches : undefined;
  const print = (...seen: [Selection, CatalogueFacets]) => JSON.stringify(seen);
  const shown = print(selection, facets);
  // Only running the search again can tell what it finds in another index.
  const searchedIn = new WeakRef(index);
  return () => {
    const now = catalogueIndexNow();
    if (now === null || (isSearch && (!found || searchedIn.deref() !== now))) return false;
    const selected = selectPage(now, knownFilter(now, asked), found);
    return print(selected, namedFacets(now, selected)) === shown;
  };
}

/** The store-local day and what it means for prices; lots that expire before it are not handed out. */
async function today(): Promise<PriceDay> {
  const settings = await readSettings();
  return priceDay(settings, storeDate(systemClock(), settings.store.zone));
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
  return queryCards(ids, await today());
}

/** Reads the same cards for lists, from the cache if possible. */
export async function listedCards(ids: readonly number[]): Promise<ProductCardFacts[]> {
  for (const id of ids) noteShown(`products:${id}`);
  const on = await today();
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

const productQuery = `
  select ${cardColumns},
    c.slug as category_slug, p.strain_name, p.description, p.cannabis_content, p.upc_code, p.servings,
    p.updated_at, to_jsonb(lot) as lot,
    (
      select coalesce(jsonb_agg(jsonb_build_object('key', i.key, 'alt', i.alt, 'tint', i.tint) order by i.position), '[]')
      from product_images i where i.product_id = p.id
    ) as pictures
  from products p
  ${cardJoins}
  where p.id = $1`;
const menuProductQuery = `${productQuery} and p.for_sale and p.archived_at is null`;

type ProductRow = CardRow & {
  id: number;
  category_slug: string;
  strain_name: string | null;
  description: string;
  cannabis_content: string | null;
  upc_code: string | null;
  servings: number | null;
  updated_at: Date;
  lot: LotRow | null;
  pictures: ProductPicture[];
};

/** Reads everything the product page shows; null for a product that is not on the menu. */
export function readProduct(id: number): Promise<ProductFacts | null> {
  return readFacts('catalogue-product', menuProductQuery, id);
}

/** Reads the same for any product, for actors who may change it. */
export async function readProductPreview(actor: Actor, id: number): Promise<ProductFacts | null> {
  return may(actor, 'inventory.manage') ? readFacts('catalogue-preview', productQuery, id) : null;
}

async function readFacts(name: string, text: string, id: number): Promise<ProductFacts | null> {
  noteShown(`products:${id}`);
  const on = await today();
  const { rows } = await databasePool().query<ProductRow>({ name, text, values: [id, on.day] });
  const [row] = rows;
  if (!row) return null;
  const { picture: _, ...facts } = cardFacts(row, on);
  return {
    ...facts,
    id: row.id,
    pictures: row.pictures,
    categorySlug: row.category_slug,
    strainName: row.strain_name,
    description: row.description,
    cannabisContent: row.cannabis_content,
    upcCode: row.upc_code,
    servings: row.servings,
    updatedAt: row.updated_at,
    lot: row.lot && lotFacts(row.lot),
  };
}

/** Related products per page: one row. */
const RELATED = 4;

/** Reads products similar to this one: the same shelf, in stock first, then the same strain, then the nearest price. */
export async function readRelated(id: number): Promise<ProductCardFacts[]> {
  const related = relatedTo(id, await catalogueIndex());
  noteCheck(() => {
    const shown = JSON.stringify(related);
    return () => {
      const now = catalogueIndexNow();
      return now !== null && JSON.stringify(relatedTo(id, now)) === shown;
    };
  });
  return cardsWithSizes(related);
}

/** Selects related products: no other size of this product, and one for all sizes of any other. */
function relatedTo(id: number, index: CatalogueIndex): Pick<Selection, 'ids' | 'sizes'> {
  const own = rowOf(index, id);
  const like = index.kinds[index.kind[own] ?? -1];
  if (!like) return { ids: [], sizes: {} };
  const { of, hidden } = index.families;
  const ownFamily = of[own] as number;
  /** The distance of each kind from this product, compared before prices; null for another shelf. */
  const kindDistances = index.kinds.map(({ category, strain, inStock }) =>
    category === like.category ? (inStock ? 0 : 1e12) + (strain === like.strain ? 0 : 1e10) : null,
  );
  const nearest: { row: number; distance: number }[] = [];
  for (let row = 0; row < index.size; row++) {
    const kindDistance = kindDistances[index.kind[row] ?? 0] ?? null;
    if (row === own || kindDistance === null || hidden[row] === 1) continue;
    if (ownFamily !== -1 && of[row] === ownFamily) continue;
    const distance = kindDistance + Math.abs((index.price[row] ?? 0) - (index.price[own] ?? 0));
    if (nearest.length === RELATED && distance >= (nearest.at(-1)?.distance ?? 0)) continue;
    nearest.push({ row, distance });
    nearest.sort((left, right) => left.distance - right.distance);
    if (nearest.length > RELATED) nearest.pop();
  }
  const rows = nearest.map(({ row }) => row);
  return { ids: rows.map((row) => index.ids[row] ?? 0), sizes: sizesOfRows(index, rows) };
}

/** The facts that cart and checkout need about a product; `available` and `forSale` say whether it can be bought. */
export type CartProductFacts = {
  id: number;
  name: string;
  /** The list price in cents. */
  retailPrice: number;
  offer: Offer | null;
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
  select p.id, p.name, ${discountColumns}, p.product_type, p.tax_class, p.requires_id, p.size,
    p.for_sale and p.archived_at is null as for_sale, greatest(0, s.on_hand - s.held) as available,
    c.name as category_name, p.limit_category, p.limit_mg,
    (select i.key from product_images i where i.product_id = p.id order by i.position limit 1) as picture_key
  from products p
  join product_stock s on s.product_id = p.id
  join categories c on c.id = p.category_id
  where p.id = any($1::int[])`;

type CartRow = DiscountRow & {
  id: number;
  name: string;
  product_type: string;
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
 * @param on the day whose prices apply; today if omitted
 */
export async function productsForCart(ids: readonly number[], on?: PriceDay): Promise<CartProductFacts[]> {
  if (ids.length === 0) return [];
  const priced = on ?? (await today());
  const { rows } = await databasePool().query<CartRow>({
    name: 'catalogue-cart',
    text: cartQuery,
    values: [[...ids]],
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    retailPrice: cents(row.retail_price),
    offer: offerOfRow(row, priced),
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
