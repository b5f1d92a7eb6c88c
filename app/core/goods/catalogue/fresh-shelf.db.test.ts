/**
 * Tests the home page's first shelf: its products, what invalidates cached pages that show it, and which week
 * it covers.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { announceChange } from '#db/announced-changes.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { type Listener, listen } from '#db/listen.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots, productStock } from '#db/schema/stock.ts';
import { watchShown } from '#platform/pages/shown.ts';
import { readFreshShelf } from '#shop/home/fresh-shelf-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aProduct } from '#tests/support/people.ts';
import { catalogueSettled, followPrices, openCatalogueIndex } from './catalogue-index.server.ts';

let fresh: FreshDatabase;
let listener: Listener;
const ids: number[] = [];
const moved = vi.fn();
const heard: string[] = [];

/** Midnight in New York is 4 AM UTC. */
const WEDNESDAY = '2026-06-10T16:00:00Z';

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(WEDNESDAY) });
  fresh = await freshDatabase();
  openDatabase({ url: fresh.url, max: 4 });
  const [above] = await fresh.db
    .insert(categories)
    .values({ name: 'Above', slug: 'above' })
    .returning({ id: categories.id });
  // The newest of all, but the shelf above shows it already.
  await aProduct(fresh.db, { name: 'Zero', categoryId: above?.id });
  await fresh.db.insert(storeSettings).values({ name: 'menu', value: { categoryOrder: [above?.id] } });
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) ids.push(await aProduct(fresh.db, { name }));
  await openCatalogueIndex({ onMove: moved });
  listener = await listen({
    url: fresh.url,
    channel: 'catalogue',
    onNotify: (payload) => {
      heard.push(payload);
      if (!payload.startsWith('end:')) announceChange(payload);
    },
    onReconnect: () => undefined,
  });
});
afterEach(() => vi.setSystemTime(new Date(WEDNESDAY)));
afterAll(async () => {
  vi.useRealTimers();
  await listener.stop();
  await closeDatabase();
  await fresh.stop();
});

let ends = 0;
/** Runs `work` and waits until every announcement has been processed. */
async function change(work: () => Promise<unknown>): Promise<void> {
  await work();
  const end = `end:${++ends}`;
  await fresh.db.execute(sql`select pg_notify('catalogue', ${end})`);
  await expect.poll(() => heard.includes(end), { timeout: 10_000 }).toBe(true);
  await catalogueSettled();
}

/** Sets when the products' lots arrived. */
const received = (...times: [place: number, at: string][]) =>
  change(async () => {
    for (const [place, at] of times) {
      // A lot's change is announced only if it shows, and the shop never changes the arrival time; so change
      // shown columns too.
      await fresh.db
        .update(lots)
        .set({ createdAt: new Date(at), packageTag: at, labName: at })
        .where(eq(lots.productId, ids[place] ?? 0));
    }
  });

const shelf = async () => {
  const found = await readFreshShelf();
  return found && [found.isThisWeek, found.products.map(({ name }) => name).join(' ')];
};

/** Returns a check of whether a cached page with the current shelf is still valid. */
async function renderedPage(): Promise<() => boolean> {
  const { shown } = await watchShown(readFreshShelf);
  return () => shown.checks.every((holds) => holds());
}

test('the shelf shows the newest lots first, and drops products that are sold out or off the menu', async () => {
  await received(
    [0, '2026-06-05T12:00:00Z'],
    [1, '2026-06-09T12:00:00Z'],
    [2, '2026-06-06T12:00:00Z'],
    [3, '2026-06-08T12:00:00Z'],
    [4, '2026-06-07T12:00:00Z'],
  );
  expect(await shelf()).toEqual([true, 'Two Four Five Three']);
  const page = await renderedPage();
  await change(() =>
    fresh.db
      .update(productStock)
      .set({ held: 10 })
      .where(eq(productStock.productId, ids[3] ?? 0)),
  );
  expect(page()).toBe(false);
  expect(await shelf()).toEqual([true, 'Two Five Three One']);
  await change(() =>
    fresh.db
      .update(products)
      .set({ forSale: false })
      .where(eq(products.id, ids[1] ?? 0)),
  );
  expect(await shelf()).toBeNull();
  await change(() => fresh.db.update(products).set({ forSale: true }));
  await change(() => fresh.db.update(productStock).set({ held: 0 }));
  expect(await shelf()).toEqual([true, 'Two Four Five Three']);
});

test('a new lot invalidates cached pages at once, even for a product that they do not show', async () => {
  const lot = { productId: ids[0] ?? 0, batchNumber: 'B-2', createdAt: new Date('2026-06-10T15:00:00Z') };
  const page = await renderedPage();
  moved.mockClear();
  await change(() => fresh.db.insert(lots).values(lot));
  // The lot has no units yet.
  expect([page(), moved.mock.calls.length]).toEqual([true, 0]);
  await change(() => fresh.db.update(lots).set({ onHand: 5 }).where(eq(lots.batchNumber, 'B-2')));
  expect([page(), moved.mock.calls.length]).toEqual([false, 1]);
  expect(await shelf()).toEqual([true, 'One Two Four Five']);
  await change(() => fresh.db.update(lots).set({ status: 'quarantined' }).where(eq(lots.batchNumber, 'B-2')));
  expect(await shelf()).toEqual([true, 'Two Four Five Three']);
});

test('the week ends with the store’s day: arrivals of seven days ago count until midnight', async () => {
  // The first and the last moment of a Thursday in New York, and the moment just before it.
  await received(
    [0, '2026-06-04T04:00:00Z'],
    [1, '2026-06-05T03:59:59Z'],
    [2, '2026-06-04T05:00:00Z'],
    [3, '2026-06-04T06:00:00Z'],
    [4, '2026-06-04T03:59:59Z'],
  );
  expect(await shelf()).toEqual([true, 'Two Four Three One']);
  vi.setSystemTime(new Date('2026-06-11T03:59:59Z'));
  await followPrices();
  await catalogueSettled();
  expect(await shelf()).toEqual([true, 'Two Four Three One']);
  const page = await renderedPage();
  vi.setSystemTime(new Date('2026-06-11T04:00:00Z'));
  await followPrices();
  await catalogueSettled();
  expect(page()).toBe(false);
  expect(await shelf()).toEqual([false, 'Two Four Three One']);
});
