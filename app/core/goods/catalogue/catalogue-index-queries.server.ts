/** Reads everything the catalogue index is built from. */

import type { QueryResultRow } from 'pg';
import type { PriceDay } from '#core/goods/discounts/discount.ts';
import { pricesAt } from '#core/goods/discounts/offers-queries.server.ts';
import { lowestListed, plainOffers } from '#core/goods/discounts/running-offers.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { StoreClock } from '#core/ground/settings/store-clock.server.ts';
import { databasePool } from '#db/client.ts';
import { limitCategories } from '#kernel/statuses.ts';
import { type StoreDate, startOfDay } from '#kernel/time.ts';
import { type Arrival, buildIndex, type CatalogueIndex, type IndexedProduct } from './catalogue-index.ts';
import { readCategories, readMergedAddresses } from './categories-queries.server.ts';
import { FRESH_DAYS } from './fresh-shelf.ts';
import { centsPerGram } from './products/product.ts';
import { openVocabulary } from './search/search-vocabulary.ts';
import { STRAIN_TYPES } from './search/strain.ts';
import { NO_FAMILY } from './size-families.ts';

/**
 * Bytes of a packed product, in the order of the query below. PostgreSQL packs the whole catalogue into one
 * value: 100,000 rows as objects would block the process for a quarter of a second.
 */
const RECORD = {
  id: 0,
  category: 4,
  type: 8,
  strain: 10,
  inStock: 11,
  price: 12,
  retail: 16,
  wholesale: 20,
  thc: 24,
  createdAt: 26,
  weight: 34,
  family: 38,
  limit: 46,
  thcMg: 47,
  bytes: 51,
};

const packed = `
  with types as (
    select coalesce(array_agg(product_type order by product_type), '{}') as names
    from (select distinct product_type from products where for_sale and archived_at is null) as present
  )
  select types.names as types, coalesce(string_agg(
    int4send(p.id)
    || int4send(p.category_id)
    || int2send(array_position(types.names, p.product_type)::int2)
    || set_byte('\\x00'::bytea, 0, coalesce(array_position($1::text[], p.strain_type), 0))
    || boolsend(s.on_hand > s.held)
    || int4send(p.retail_price - case
      when $3 and p.discount > 0 and p.discount < p.retail_price and $2::date between p.discount_from and p.discount_until
      then p.discount else 0 end)
    || int4send(p.retail_price)
    || int4send(p.wholesale_price)
    || int2send(coalesce(p.thc_basis_points, -1)::int2)
    || float8send(trunc(extract(epoch from p.created_at))::float8)
    || int4send(coalesce(p.net_weight_mg, 0))
    || float8send(coalesce(p.size_family, ${NO_FAMILY})::float8)
    || set_byte('\\x00'::bytea, 0, coalesce(array_position($4::text[], p.limit_category), 0))
    || int4send(coalesce(p.thc_mg_per_package, -1)),
    ''::bytea order by lower(unaccent(p.name)) collate "C", p.id
  ), ''::bytea) as products
  from types left join (products p join product_stock s on s.product_id = p.id)
    on p.for_sale and p.archived_at is null
  group by types.names`;

const vocabularyQuery = `
  select coalesce(string_agg(convert_to(word || E'\\n', 'UTF8'), ''::bytea order by word collate "C"), ''::bytea) as words
  from search_words`;

/** How many recent lots to read: enough for a full shelf even if products have several new lots or are sold out. */
const NEWEST_LOTS = 100;

const arrivalsQuery = `
  select l.product_id as id, extract(epoch from l.created_at)::float8 * 1000 as at
  from lots l join products p on p.id = l.product_id
  where l.status = 'sellable' and l.on_hand > 0 and (l.expires_on is null or l.expires_on >= $1::date)
    and p.for_sale and p.archived_at is null
  order by l.created_at desc, l.id desc limit ${NEWEST_LOTS}`;

/** Reads the newest arrivals still in stock, each product once. */
export async function readArrivals(today: StoreDate): Promise<Arrival[]> {
  const { rows } = await databasePool().query<Arrival>({
    name: 'catalogue-arrivals',
    text: arrivalsQuery,
    values: [today.toString()],
  });
  const seen = new Set<number>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/**
 * How long a query over the whole catalogue may take, in milliseconds. It protects no request: pages wait for the first
 * index, and while a later one is read they use the one before.
 */
const WHOLE_CATALOGUE_MS = 120_000;

/** Runs a query that reads the whole catalogue into one row, without the limits of a request's statement. */
async function readPatiently<T extends QueryResultRow>(
  text: string,
  values: unknown[],
): Promise<T | undefined> {
  const client = await databasePool().connect();
  try {
    await client.query('begin read only');
    await client.query(`set local statement_timeout = ${WHOLE_CATALOGUE_MS}; set local lock_timeout = 0`);
    // The client counts too, a little longer. Its types name the option for connections only.
    const query = { text, values, query_timeout: WHOLE_CATALOGUE_MS + 2000 };
    const { rows } = await client.query<T>(query);
    await client.query('commit');
    client.release();
    return rows[0];
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Reads the index of the current menu, with prices and availability for this moment. */
export async function readWholeIndex({ now, today, zone }: StoreClock): Promise<CatalogueIndex> {
  const on = await pricesAt(await readSettings(), now);
  const [found, categories, merged, words, arrivals] = await Promise.all([
    readPatiently<{ types: string[]; products: Buffer }>(packed, [
      STRAIN_TYPES,
      today.toString(),
      on.discounts.enabled,
      limitCategories,
    ]),
    readCategories(),
    readMergedAddresses(),
    readPatiently<{ words: Buffer }>(vocabularyQuery, []),
    readArrivals(today),
  ]);
  const { types, products } = found ?? { types: [], products: Buffer.alloc(0) };
  return buildIndex(unpack(products, { categories, types }, on), products.length / RECORD.bytes, {
    categories,
    merged,
    types,
    vocabulary: openVocabulary(words?.words ?? Buffer.alloc(0)),
    arrivals,
    freshSince: startOfDay(today.subtract({ days: FRESH_DAYS - 1 }), zone).epochMilliseconds,
  });
}

function* unpack(
  bytes: Buffer,
  { categories, types }: Pick<CatalogueIndex, 'categories' | 'types'>,
  on: PriceDay,
): Generator<IndexedProduct> {
  // Most of the year none runs, and a large catalogue has a hundred thousand rows.
  const hasOffers = plainOffers(on).length > 0;
  const positions = new Map(categories.map((category, position) => [category.id, position]));
  for (let at = 0; at < bytes.length; at += RECORD.bytes) {
    const thc = bytes.readInt16BE(at + RECORD.thc);
    const thcMg = bytes.readInt32BE(at + RECORD.thcMg);
    const type = bytes.readInt16BE(at + RECORD.type) - 1;
    const own = bytes.readInt32BE(at + RECORD.price);
    const price = hasOffers
      ? lowestListed(
          {
            productId: bytes.readInt32BE(at + RECORD.id),
            categoryId: bytes.readInt32BE(at + RECORD.category),
            productType: types[type] ?? '',
            retailPrice: bytes.readInt32BE(at + RECORD.retail),
            wholesalePrice: bytes.readInt32BE(at + RECORD.wholesale),
          },
          own,
          on,
        )
      : own;
    const weight = bytes.readInt32BE(at + RECORD.weight) || null;
    yield {
      id: bytes.readInt32BE(at + RECORD.id),
      category: positions.get(bytes.readInt32BE(at + RECORD.category)) ?? -1,
      type,
      strain: STRAIN_TYPES[bytes.readUInt8(at + RECORD.strain) - 1] ?? null,
      price,
      thc: thc < 0 ? null : thc,
      thcMg: thcMg < 0 ? null : thcMg,
      inStock: bytes.readUInt8(at + RECORD.inStock) === 1,
      createdAt: bytes.readDoubleBE(at + RECORD.createdAt),
      weight,
      perGram: centsPerGram(price, {
        productType: types[type] ?? '',
        limitCategory: limitCategories[bytes.readUInt8(at + RECORD.limit) - 1] ?? null,
        netWeightMg: weight,
      }),
      family: bytes.readDoubleBE(at + RECORD.family),
    };
  }
}
