import { afterAll, beforeAll, expect, test } from 'vitest';
import { databasePool } from '#db/client.ts';
import { aLargeCatalogue, compareCatalogueWithSql } from '#tests/support/catalogue-in-sql.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { NO_FILTER, PAGE_SIZE } from './catalogue-filter.ts';
import { readCatalogue } from './catalogue-queries.server.ts';

/** The long suite runs 100. */
const RUNS = 10;

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await aLargeCatalogue(fresh.db);
});
afterAll(() => fresh.stop());

test('pages, totals and counts match plain SQL after any changes', () => compareCatalogueWithSql(RUNS));

test('a search for a word that most products share lists products with it in their name first, each part by name', async () => {
  const { rows } = await databasePool().query<{ id: number }>(
    `select id from products where for_sale and archived_at is null and search @@ to_tsquery('storefront', 'meadow')
     order by name not ilike '%meadow%', lower(unaccent(name)) collate "C", id`,
  );
  expect(rows.length).toBeGreaterThan(1000);
  for (const page of [1, 20, 60]) {
    const { products, reading } = await readCatalogue({ ...NO_FILTER, q: 'meadwo', page });
    expect(reading).toEqual({ kind: 'corrected', to: 'meadow' });
    expect(products.map(({ id }) => id)).toEqual(
      rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(({ id }) => id),
    );
  }
});
