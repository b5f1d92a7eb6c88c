/** The menu, as the API shows it. */

import type { z } from 'zod';
import { namedFacets } from '#core/goods/catalogue/catalogue-facets.ts';
import { NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import { catalogueIndex } from '#core/goods/catalogue/catalogue-index.server.ts';
import { listedCards, productsForCart } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { knownFilter, selectPage } from '#core/goods/catalogue/catalogue-selection.ts';
import { pictureUrl } from '#core/goods/catalogue/pictures/picture.ts';
import { readProduct } from '#core/goods/catalogue/product-queries.server.ts';
import type { ProductCardFacts } from '#core/goods/catalogue/products/product.ts';
import { productsInNumberOrder } from '#core/goods/catalogue/products-in-number-order.ts';
import { searchCatalogue } from '#core/goods/catalogue/search/search-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readSlots } from '#core/sales/pickup/slots-queries.server.ts';
import { refuse, succeed } from '#kernel/result.ts';
import { exampleAvailability, exampleMenu, exampleProduct, exampleTimes } from './examples.ts';
import { operation } from './operation.ts';
import {
  availability,
  availabilityQuery,
  menuPage,
  menuQuery,
  nothing,
  pickupTimes,
  productDetails,
  productParams,
} from './schemas.ts';

const common = { method: 'GET', scope: 'menu.read', status: 200, body: null, key: null } as const;

export const readMenu = operation({
  ...common,
  id: 'readMenu',
  path: '/menu',
  summary: 'The menu',
  description:
    'Products in the order of their numbers, which favors none. Show them only to people who have affirmed that they are 21 or older, with `warning`.',
  params: nothing,
  query: menuQuery,
  answer: menuPage,
  refusals: [],
  example: { query: { in_stock: 'true', limit: '1' }, answer: exampleMenu },
  async handle({ query, origin }) {
    const index = await catalogueIndex();
    const { q, category, type, strain, min_price, max_price, in_stock, cursor, limit } = query;
    const filter = knownFilter(index, {
      ...NO_FILTER,
      q: q?.trim() ?? '',
      category: category ?? null,
      type: type ?? null,
      strains: strain ? [strain] : [],
      minPrice: min_price ?? NO_FILTER.minPrice,
      maxPrice: max_price ?? NO_FILTER.maxPrice,
      inStock: in_stock ?? false,
    });
    // A category or type that does not exist has no products; the shop's own pages ignore it.
    const isUnknown = (category !== undefined && filter.category === null) || (type ?? null) !== filter.type;
    const found = filter.q === '' ? null : await searchCatalogue(index, filter);
    const matches = isUnknown ? new Int32Array(0) : (found?.rows ?? undefined);
    const after = Number(cursor ?? 0);
    const ids = productsInNumberOrder(index, filter, { after, limit: limit + 1, matches });
    const page = ids.slice(0, limit);
    const cards = await withUnits(await listedCards(page));
    const { categories, types, strains, inStock } = namedFacets(index, selectPage(index, filter, matches));
    return succeed({
      products: cards.flatMap((card) => productJson(card, origin) ?? []),
      next: ids.length > limit ? String(page.at(-1)) : null,
      facets: {
        categories: categories.map(({ slug, name, count }) => ({ slug, name, count })),
        types,
        strains,
        in_stock: inStock,
      },
      warning: (await readSettings()).warnings.current,
    });
  },
});

export const readProductById = operation({
  ...common,
  id: 'readProduct',
  path: '/products/{id}',
  summary: 'A product',
  description: 'Everything that its page says, with the lot handed out next.',
  params: productParams,
  query: nothing,
  answer: productDetails,
  refusals: [404],
  example: { path: { id: '1' }, answer: exampleProduct },
  async handle({ path, origin }) {
    const details = await readProductDetails(path.id, origin);
    return details ? succeed(details) : notOnMenu();
  },
});

/** null for a product that is not on the menu. */
export async function readProductDetails(
  id: number,
  origin: string,
): Promise<z.input<typeof productDetails> | null> {
  const [facts] = await withUnits([await readProduct(id)].flatMap((found) => found ?? []));
  const json = facts && productJson({ ...facts, picture: null }, origin);
  if (!facts || !json) return null;
  const { lot } = facts;
  return {
    ...json,
    strain_name: facts.strainName,
    lineage: facts.lineage,
    terpenes: facts.terpenes,
    description: facts.description,
    servings: facts.servings,
    upc_code: facts.upcCode,
    limit_mg: facts.limitMg,
    pictures: facts.pictures.map(({ key, alt }) => ({ url: `${origin}${pictureUrl(key, 1200)}`, alt })),
    lot: lot && {
      batch_number: lot.batchNumber,
      harvested_on: lot.harvestedOn,
      packaged_on: lot.packagedOn,
      expires_on: lot.expiresOn,
      lab_name: lot.labName,
      certificate_number: lot.coaNumber,
      test_status: lot.testStatus,
      total_thc_basis_points: lot.totalThc,
      total_cbd_basis_points: lot.totalCbd,
    },
    updated_at: new Date(facts.updatedAt).toISOString(),
  };
}

export const readAvailability = operation({
  ...common,
  id: 'readAvailability',
  path: '/availability',
  summary: 'Units that can be reserved',
  description: 'For up to a hundred products, as of this moment. Products that do not exist are left out.',
  params: nothing,
  query: availabilityQuery,
  answer: availability,
  refusals: [],
  example: { query: { ids: '1,2' }, answer: exampleAvailability },
  async handle({ query }) {
    const products = await productsForCart([...new Set(query.ids)]);
    return succeed({
      products: products
        .toSorted((left, right) => left.id - right.id)
        .map(({ id, available, forSale }) => ({ id, available: forSale ? available : 0, on_menu: forSale })),
    });
  },
});

export const readPickupTimes = operation({
  ...common,
  id: 'readPickupTimes',
  path: '/pickup-times',
  summary: 'Pickup times',
  description: 'Every time that can still be chosen, by day. Full ones are marked.',
  params: nothing,
  query: nothing,
  answer: pickupTimes,
  refusals: [],
  example: { answer: exampleTimes },
  async handle() {
    const days = await readSlots();
    return succeed({
      days: days.map(({ date, slots }) => ({
        date,
        times: slots.map(({ startsAt, label, full }) => ({ starts_at: startsAt, label, full })),
      })),
    });
  },
});

const notOnMenu = () =>
  refuse({ kind: 'not-found', problem: 'not-found', message: 'This product is not on the menu.' } as const);

/** Programs with a token learn the exact units, which cards do not tell. */
async function withUnits<T extends Pick<ProductCardFacts, 'id' | 'available'>>(
  cards: readonly T[],
): Promise<T[]> {
  const products = await productsForCart(cards.flatMap(({ id }) => id ?? []));
  const units = new Map(products.map(({ id, available }) => [id, available]));
  return cards.map((card) => ({ ...card, available: units.get(card.id ?? 0) ?? card.available }));
}

/** null for a product without a number, which cannot be asked for. */
function productJson(card: ProductCardFacts, origin: string) {
  if (card.id === null) return null;
  return {
    id: card.id,
    name: card.name,
    category: card.categoryName,
    product_type: card.productType,
    price: card.retailPrice as number,
    offer: card.offer && {
      price: card.offer.price as number,
      until: card.offer.until,
      terms: card.offer.terms,
    },
    strain_type: card.strainType,
    thc_basis_points: card.thc,
    cbd_basis_points: card.cbd,
    thc_mg: card.thcMg,
    cbd_mg: card.cbdMg,
    size: card.size,
    net_weight_mg: card.netWeightMg,
    requires_id: card.requiresId,
    limit_category: card.limitCategory,
    available: card.available,
    batch_number: card.batchNumber,
    url: `${origin}/products/${card.id}`,
  };
}
