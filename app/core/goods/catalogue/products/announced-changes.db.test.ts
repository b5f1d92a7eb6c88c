/** Tests what a change announces and what a page records as shown, and that both match. */
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { announceChange } from '#db/announced-changes.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { type Listener, listen } from '#db/listen.ts';
import { categories, productImages, products } from '#db/schema/catalogue.ts';
import { contentVersions, storeSettings } from '#db/schema/settings.ts';
import { lots, productStock } from '#db/schema/stock.ts';
import { watchShown } from '#platform/pages/shown.ts';
import { readPageText } from '#shop/information/content-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aProduct } from '#tests/support/people.ts';
import { NO_FILTER } from '../catalogue-filter.ts';
import { catalogueSettled, openCatalogueIndex } from '../catalogue-index.server.ts';
import { readCatalogue } from '../catalogue-queries.server.ts';
import { readProduct, readRelated } from '../product-queries.server.ts';

let fresh: FreshDatabase;
let listener: Listener;
let one: number;
let two: number;
const heard: string[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  openDatabase({ url: fresh.url, max: 4 });
  one = await aProduct(fresh.db, { name: 'One', retailPrice: 1000, onHand: 20 });
  two = await aProduct(fresh.db, { name: 'Two', retailPrice: 2000, onHand: 20 });
  await openCatalogueIndex();
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
beforeEach(() => {
  heard.length = 0;
});
afterAll(async () => {
  await listener.stop();
  await closeDatabase();
  await fresh.stop();
});

let ends = 0;
/** Returns what is announced while `change` runs. Announcements arrive in order, so the test ends them with its own. */
async function announced(change: () => Promise<unknown>): Promise<string[]> {
  heard.length = 0;
  await change();
  const end = `end:${++ends}`;
  await fresh.db.execute(sql`select pg_notify('catalogue', ${end})`);
  await expect.poll(() => heard.includes(end), { timeout: 10_000 }).toBe(true);
  return heard.filter((payload) => payload !== end);
}

const setStock = (id: number, values: { onHand?: number; held?: number }) =>
  announced(() => fresh.db.update(productStock).set(values).where(eq(productStock.productId, id)));

test('a change of products announces their ids, and too many ids become the whole table', async () => {
  expect(
    await announced(() => fresh.db.update(products).set({ description: 'x' }).where(eq(products.id, one))),
  ).toEqual([`products:${one}`]);
  const both = await announced(() => fresh.db.update(products).set({ description: 'y' }));
  expect(both).toEqual([`products:${[one, two].map(String).sort().join(',')}`]);
  expect(
    await announced(() => fresh.db.update(products).set({ name: 'z' }).where(eq(products.id, -1))),
  ).toEqual([]);
  const many = await announced(() =>
    fresh.db.execute(sql`
      insert into products (name, product_type, tax_class, retail_price, category_id, for_sale)
      select 'Off the menu ' || n, 'gear', 'general', 100, (select id from categories limit 1), false
      from generate_series(1, 501) as n`),
  );
  expect(many).toEqual(['products']);
  expect(await announced(() => fresh.db.delete(products).where(sql`name like 'Off the menu %'`))).toEqual([
    'products',
  ]);
});

test('a sale is announced only if shoppers see a difference', async () => {
  expect(await setStock(one, { held: 5 })).toEqual([]);
  expect(await setStock(one, { held: 15 })).toEqual([`stock:${one}`]);
  expect(await setStock(one, { held: 16 })).toEqual([`stock:${one}`]);
  expect(await setStock(one, { held: 0 })).toEqual([`stock:${one}`]);
});

test('a picture, a lot’s facts and a lot’s last unit announce their product; more units in a lot announce nothing', async () => {
  const picture = { productId: two, key: 'products/x.webp', alt: '', position: 0 };
  expect(await announced(() => fresh.db.insert(productImages).values(picture as never))).toEqual([
    `product_images:${two}`,
  ]);
  expect(await announced(() => fresh.db.delete(productImages))).toEqual([`product_images:${two}`]);
  const lot = (values: Partial<typeof lots.$inferInsert>) =>
    announced(() => fresh.db.update(lots).set(values).where(eq(lots.productId, two)));
  expect(await lot({ onHand: 19 })).toEqual([]);
  expect(await lot({ batchNumber: 'B-2' })).toEqual([`lots:${two}`]);
  expect(await lot({ onHand: 0 })).toEqual([`lots:${two}`]);
  expect(await lot({ onHand: 20 })).toEqual([`lots:${two}`]);
});

test('settings and texts are announced by name', async () => {
  const setting = { name: 'warnings', value: {} };
  expect(await announced(() => fresh.db.insert(storeSettings).values(setting))).toEqual([
    'store_settings:warnings',
  ]);
  expect(
    await announced(() => fresh.db.delete(storeSettings).where(eq(storeSettings.name, 'warnings'))),
  ).toEqual(['store_settings:warnings']);
  const text = { slug: 'faq', version: 1, title: 'Questions', sections: [] };
  expect(await announced(() => fresh.db.insert(contentVersions).values(text))).toEqual([
    'content_versions:faq',
  ]);
  expect(await announced(() => fresh.db.update(categories).set({ description: 'Cured here.' }))).toEqual([
    'categories',
  ]);
});

test('everything a page reads is recorded as shown, and nothing else', async () => {
  const { shown: list } = await watchShown(() => readCatalogue(NO_FILTER));
  expect([...list.names].filter((name) => name.startsWith('products')).sort()).toEqual(
    [`products:${one}`, `products:${two}`].sort(),
  );
  expect(list.names).toContain('store_settings:discounts');
  expect(list.names).not.toContain('store_settings:pickup');
  const { shown: page } = await watchShown(() => Promise.all([readProduct(one), readRelated(one)]));
  expect(page.names).toContain(`products:${two}`);
  const { shown: text } = await watchShown(async () => {
    await readPageText('faq');
    return (await readSettings()).warnings.current;
  });
  expect(text.names).toContain('content_versions:faq');
  expect(text.names).toContain('store_settings:warnings');
});

test('a list stays valid until its products, their order or a count changes', async () => {
  const check = async (filter: Partial<typeof NO_FILTER>) => {
    const { shown } = await watchShown(() => readCatalogue({ ...NO_FILTER, ...filter }));
    return () => shown.checks.every((holds) => holds());
  };
  const settle = async () => {
    await catalogueSettled();
  };
  const [all, cheap] = [await check({}), await check({ maxPrice: 1500 })];
  const { shown: related } = await watchShown(() => readRelated(one));
  const near = () => related.checks.every((holds) => holds());
  // A low stock count changes a card but no list.
  await setStock(two, { held: 18 });
  await settle();
  expect([all(), cheap(), near()]).toEqual([true, true, true]);
  await announced(() => fresh.db.update(products).set({ description: 'new' }).where(eq(products.id, two)));
  await settle();
  expect([all(), cheap(), near()]).toEqual([true, true, true]);
  // A list shows the lowest and the highest price.
  await announced(() => fresh.db.update(products).set({ retailPrice: 2100 }).where(eq(products.id, two)));
  await settle();
  expect([all(), cheap(), near()]).toEqual([false, false, true]);
  // A sold-out product changes the number in stock.
  const again = await check({});
  await setStock(two, { held: 20 });
  await settle();
  expect(again()).toBe(false);
  await setStock(two, { held: 0 });
  await settle();
  expect(again()).toBe(true);
  await announced(() => fresh.db.update(products).set({ forSale: false }).where(eq(products.id, two)));
  await settle();
  expect([again(), near()]).toEqual([false, false]);
  await announced(() => fresh.db.update(products).set({ forSale: true }).where(eq(products.id, two)));
  await settle();
});

test('the index pauses between two reads, however often products change, and shows the last change', async () => {
  let readings = 0;
  await openCatalogueIndex({ onMove: () => readings++ });
  for (let change = 0; change < 200; change++) {
    announceChange(`products:${two}`);
    await pause(1);
  }
  await announced(() => fresh.db.update(products).set({ retailPrice: 2345 }).where(eq(products.id, two)));
  await catalogueSettled();
  expect(readings).toBeGreaterThan(0);
  expect(readings).toBeLessThan(100);
  expect((await readCatalogue({ ...NO_FILTER, minPrice: 2345 })).total).toBe(1);
});

test('a search stays valid until the catalogue is read again', async () => {
  const { shown } = await watchShown(() => readCatalogue({ ...NO_FILTER, q: 'one' }));
  const holds = () => shown.checks.every((check) => check());
  await setStock(one, { held: 16 });
  await catalogueSettled();
  expect(holds()).toBe(true);
  await announced(() => fresh.db.update(products).set({ description: 'one' }).where(eq(products.id, two)));
  await catalogueSettled();
  expect(holds()).toBe(false);
});
