import { afterAll, beforeAll, test } from 'vitest';
import { aLargeCatalogue, compareCatalogueWithSql } from '#tests/support/catalogue-in-sql.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';

const RUNS = 100;

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await aLargeCatalogue(fresh.db);
});
afterAll(() => fresh.stop());

test('pages, totals and counts match plain SQL after any changes', () => compareCatalogueWithSql(RUNS));
