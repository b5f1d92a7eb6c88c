/** Compares the catalogue with plain SQL in a shop of several thousand products, before and after changes. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type CatalogueFilter, PAGE_SIZE, SORTS, sortOf } from '#core/goods/catalogue/catalogue-filter.ts';
import { catalogueSettled, openCatalogueIndex } from '#core/goods/catalogue/catalogue-index.server.ts';
import { readCatalogue } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { STRAIN_TYPES } from '#core/goods/catalogue/search/strain.ts';
import { announceChange } from '#db/announced-changes.ts';
import { type Database, databasePool } from '#db/client.ts';

/** More than the limit for ranking, so that a word in every description matches broadly. */
const PRODUCTS = 3000;

/** Fills a fresh database, and opens its catalogue. */
export async function aLargeCatalogue(db: Database): Promise<void> {
  await db.execute(sql`
    insert into categories (id, name, slug)
    values (1, 'Flower', 'flower'), (2, 'Vapes', 'vapes'), (3, 'Flies', 'flies')`);
  // Prime steps, so that no two columns correlate.
  await db.execute(sql`
    insert into products (id, name, description, product_type, category_id, tax_class, retail_price, for_sale,
      strain_code, strain_type, thc_basis_points, thc_mg_per_package, net_weight_mg, limit_category, limit_mg, created_at, archived_at)
    select i,
      (array['Amber', 'Éclair', 'maple', 'Meadow', 'Otter'])[1 + i * 7 % 5] || ' ' ||
        (array['Haze', 'Kush', 'Mist'])[1 + i * 11 % 3] || ' ' || i % 211,
      'Grown in our ' || case when i % 3 = 0 then 'orchard' else 'meadow' end || '.',
      case when i % 6 = 5 then 'fly_fishing' else 'cannabis' end, case when i % 6 = 5 then 3 else 1 + i % 2 end,
      'cannabis', 100 * (i * 13 % 1207), i % 17 <> 0,
      -- Each a strain of its own: none is a size of another, of which plain SQL knows nothing.
      'S' || i, (array['indica', 'sativa', 'hybrid', 'balanced', null])[1 + i * 3 % 5],
      case when i % 4 <> 0 then i * 19 % 3001 end, case when i % 3 = 0 then i % 120 end,
      (array[null, 0, 1000, 3500, 7000, 28000])[1 + i * 5 % 6],
      (array['flower', 'concentrate', 'edible'])[1 + i * 2 % 3], 3500,
      timestamptz '2026-01-01' + make_interval(hours => i * 23 % 401), case when i % 29 = 0 then now() end
    from generate_series(1, ${PRODUCTS}::int) as i`);
  await db.execute(sql`insert into product_stock (product_id, on_hand) select id, id % 4 from products`);
  await openCatalogueIndex();
}

const filters: fc.Arbitrary<CatalogueFilter> = fc.record({
  // In names; in most descriptions and some names; in no product.
  q: fc.constantFrom('', '', 'mist', 'meadow', 'meadow haz', 'ambre', 'medow', 'orchard 7', 'zzzzzz'),
  exact: fc.boolean(),
  category: fc.constantFrom(null, 'flower', 'flies'),
  type: fc.constantFrom(null, 'cannabis'),
  fromCategory: fc.constant(null),
  fromType: fc.constant(null),
  minPrice: fc.constantFrom(0, 0, 2000, 60_100),
  maxPrice: fc.constantFrom(100_000, 100_000, 60_000, 110_000),
  strains: fc.subarray([...STRAIN_TYPES]),
  minThc: fc.constantFrom(0, 0, 1501),
  maxThc: fc.constantFrom(10_000, 10_000, 2000, 0),
  minMg: fc.constantFrom(0, 0, 10),
  maxMg: fc.constantFrom(1000, 1000, 50),
  inStock: fc.boolean(),
  sort: fc.constantFrom(null, ...SORTS),
  page: fc.integer({ min: 1, max: 30 }),
});

const orders = {
  name: 'name, id',
  '-name': 'name desc, id desc',
  price: 'price, name, id',
  '-price': 'price desc, name desc, id desc',
  gram: 'per_gram nulls last, id',
  newest: 'created desc, name desc, id desc',
  oldest: 'created, name, id',
};

type Answer = { total: number; ids: number[] | null; category: object; strain: object; in_stock: number };

/** Answers the same filter in SQL. `q` is the search as interpreted. SQL does not check the order of relevance. */
async function plainSql(filter: CatalogueFilter, q: string, page: number): Promise<Answer> {
  const sort = sortOf(filter);
  const { rows } = await databasePool().query<Answer>(
    `with listed as (
      select p.id, lower(unaccent(p.name)) collate "C" as name, p.retail_price as price,
        case when p.product_type = 'cannabis' and p.limit_category in ('flower', 'concentrate')
          then round(p.retail_price * 1000.0 / nullif(p.net_weight_mg, 0)) end as per_gram,
        trunc(extract(epoch from p.created_at)) as created, c.slug, p.strain_type, s.on_hand > s.held as has_stock,
        $1::text is null or c.slug = $1 as category,
        $2::text is null or p.product_type = $2 as type,
        p.retail_price >= $3 and ($4 = 100000 or p.retail_price <= $4) as price_fits,
        cardinality($5::text[]) = 0 or coalesce(p.strain_type = any($5), false) as strain,
        (($6 = 0 and $7 = 10000) or coalesce(case
          when p.thc_mg_per_package > 0 and p.thc_basis_points = 0 then 1
          when p.thc_mg_per_package = 0 then coalesce(p.thc_basis_points, 0)
          else p.thc_basis_points end between $6 and $7, false))
          and (($11 = 0 and $12 = 1000) or coalesce(p.thc_mg_per_package >= $11 and ($12 = 1000 or p.thc_mg_per_package <= $12), false)) as thc,
        not $8::boolean or s.on_hand > s.held as stock
      from products p join categories c on c.id = p.category_id join product_stock s on s.product_id = p.id
      where p.for_sale and p.archived_at is null and ($9 = '' or p.search @@ to_tsquery('storefront', $9))
    ), shown as (
      select * from listed where category and type and price_fits and strain and thc and stock
    )
    select (select count(*)::int from shown) as total,
      array(select id from shown order by ${sort === 'relevance' ? 'id' : orders[sort]}
        limit ${PAGE_SIZE} offset $10) as ids,
      (select coalesce(jsonb_object_agg(slug, n), '{}') from (
        select slug, count(*) as n from listed where type and price_fits and strain and thc and stock group by slug
      ) as counted) as category,
      (select coalesce(jsonb_object_agg(strain_type, n), '{}') from (
        select strain_type, count(*) as n from listed
        where category and type and price_fits and thc and stock and strain_type is not null group by strain_type
      ) as counted) as strain,
      (select count(*)::int from listed where category and type and price_fits and strain and thc and has_stock) as in_stock`,
    [
      filter.category,
      filter.type,
      filter.minPrice,
      filter.maxPrice,
      filter.strains,
      filter.minThc,
      filter.maxThc,
      filter.inStock,
      q.split(' ').join(' & ') + (q === '' ? '' : ':*'),
      (page - 1) * PAGE_SIZE,
      filter.minMg,
      filter.maxMg,
    ],
  );
  if (!rows[0]) throw new Error('a row was expected');
  return rows[0];
}

const counted = (entries: readonly (readonly [string, number])[]) =>
  Object.fromEntries(entries.filter(([, count]) => count > 0));

async function expectWhatSqlSays(filter: CatalogueFilter): Promise<void> {
  const answer = await readCatalogue(filter);
  const { reading } = answer;
  const expected = await plainSql(
    filter,
    reading.kind === 'corrected' ? reading.to : filter.q,
    answer.filter.page,
  );
  expect(answer.total).toBe(expected.total);
  expect(counted(answer.facets.categories.map(({ slug, count }) => [slug, count]))).toEqual(
    expected.category,
  );
  expect(counted(Object.entries(answer.facets.strains))).toEqual(expected.strain);
  expect(answer.facets.inStock).toBe(expected.in_stock);
  if (sortOf(filter) === 'relevance') return;
  if (answer.shelves) {
    expect(Object.fromEntries(answer.shelves.map(({ slug, count }) => [slug, count]))).toEqual(
      expected.category,
    );
    return;
  }
  expect(answer.products.map(({ id }) => id)).toEqual(expected.ids);
}

const id = fc.integer({ min: 1, max: PRODUCTS });
const change = fc.record({
  id,
  set: fc.constantFrom(
    'retail_price = retail_price + 777',
    'for_sale = not for_sale',
    `strain_type = 'hybrid', thc_basis_points = null`,
    `name = 'Newly Named Mist', category_id = 3`,
    'archived_at = now()',
    'stock',
  ),
});
/** Alone, they change the index without a reload. */
const stockChange = fc.record({ id, set: fc.constant('stock' as const) });

/** Changes products at random, and compares pages, totals and counts with plain SQL, this many times. */
export async function compareCatalogueWithSql(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        { weight: 4, arbitrary: fc.array(change, { maxLength: 8 }) },
        { weight: 1, arbitrary: fc.array(stockChange, { minLength: 1, maxLength: 8 }) },
      ),
      fc.array(filters, { minLength: 2, maxLength: 8 }),
      async (changes, asked) => {
        for (const { id, set } of changes) {
          const statement =
            set === 'stock'
              ? 'update product_stock set on_hand = case when on_hand > held then held else held + 3 end where product_id = $1'
              : `update products set ${set} where id = $1`;
          await databasePool().query(statement, [id]);
          announceChange(set === 'stock' ? `stock:${id}` : 'products');
        }
        await catalogueSettled();
        for (const filter of asked) await expectWhatSqlSays(filter);
      },
    ),
    // Each run waits for one reload, and the catalogue rests four times as long as the last one took.
    { numRuns: runs },
  );
}
