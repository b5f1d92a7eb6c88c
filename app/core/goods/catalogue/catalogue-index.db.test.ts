/** Index reads that overtake each other: the newer one wins. */
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { announceChange } from '#db/announced-changes.ts';
import { closeDatabase, databasePool, openDatabase } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aProduct } from '#tests/support/people.ts';
import { catalogueIndex, catalogueSettled, openCatalogueIndex } from './catalogue-index.server.ts';
import { readWholeIndex } from './catalogue-index-queries.server.ts';

let fresh: FreshDatabase;
let first: number;
let second: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  openDatabase({ url: fresh.url, max: 4 });
  first = await aProduct(fresh.db, { name: 'First' });
  second = await aProduct(fresh.db, { name: 'Second' });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await closeDatabase();
  await fresh.stop();
});

/**
 * Withholds the answers to all queries sent from now on until `release`, except those for settings; later ones, after
 * `passOn`, arrive at once.
 */
function withhold() {
  const gate = Promise.withResolvers<void>();
  const pool = databasePool();
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  let isOn = true;
  let withheld = 0;
  vi.spyOn(pool, 'query').mockImplementation((async (...given: unknown[]) => {
    const isLate = isOn && !JSON.stringify(given[0]).includes('store_settings');
    if (isLate) withheld += 1;
    const answer = await query(...given);
    if (isLate) await gate.promise;
    return answer;
  }) as never);
  return {
    passOn: async (queries: number) => {
      await expect.poll(() => withheld, { timeout: 10_000 }).toBe(queries);
      isOn = false;
    },
    release: () => gate.resolve(),
  };
}

/** Long enough for a read that waits for nothing. */
const aReading = () => new Promise((resume) => setTimeout(resume, 500));

test('the whole catalogue is read even if it takes longer than the statement timeout of a request', async () => {
  await closeDatabase();
  const url = new URL(fresh.url);
  url.searchParams.set('statement_timeout', '300');
  url.searchParams.set('query_timeout', '400');
  openDatabase({ url: url.href, max: 4 });
  const locker = new pg.Client({ connectionString: fresh.url });
  await locker.connect();
  try {
    // Only the two queries over everything read these tables.
    await locker.query('begin');
    await locker.query('lock table product_stock, search_words in access exclusive mode');
    const slow = databasePool().query('select count(*) from product_stock');
    const reading = readWholeIndex(await storeClock());
    await expect(slow).rejects.toThrow();
    await new Promise((resume) => setTimeout(resume, 700));
    await locker.query('commit');
    expect((await reading).ids.length).toBeGreaterThanOrEqual(2);
  } finally {
    await locker.end();
    await closeDatabase();
    openDatabase({ url: fresh.url, max: 4 });
  }
});

test('a change announced during the first read is in the index', async () => {
  const late = withhold();
  const opening = openCatalogueIndex();
  await late.passOn(3);
  await aReading();
  await fresh.db.update(products).set({ retailPrice: 9900 }).where(eq(products.id, first));
  announceChange('products');
  await aReading();
  late.release();
  await opening;
  await catalogueSettled();
  expect([...(await catalogueIndex()).price].toSorted()).toEqual([4500, 9900]);
});

test('lot arrivals read before a reload do not replace those of the reload', async () => {
  await openCatalogueIndex();
  const late = withhold();
  announceChange('lots');
  await late.passOn(1);
  await aReading();
  await fresh.db
    .update(lots)
    .set({ createdAt: new Date(Date.now() + 60_000) })
    .where(eq(lots.productId, first));
  announceChange('products');
  await aReading();
  late.release();
  await catalogueSettled();
  expect((await catalogueIndex()).arrivals.map(({ id }) => id)).toEqual([first, second]);
});
