/** What browsers cache for offline use, and what they request to show viewed products, over real HTTP. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { products } from '#db/schema/catalogue.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let app: Application;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  await app?.stop();
  await fresh?.stop();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(app.origin + path, { headers });

test('the worker is always revalidated and names its build', async () => {
  const response = await get('/service-worker.js');
  expect(response.headers.get('content-type')).toMatch(/javascript/);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(await response.text()).toMatch(/const VERSION = '[0-9a-f]{16}';/);
});

test('the offline page is a complete page with a policy, and everything it needs exists', async () => {
  const response = await get('/offline/page.html');
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");
  const page = await response.text();
  const worker = await (await get('/service-worker.js')).text();
  const kept =
    worker.match(/'(\/[\w-]+(?:\/[\w-]+)*\.(?:html|css|js|svg|woff2))'/g)?.map((path) => path.slice(1, -1)) ??
    [];
  const style = await (await get('/offline/page.css')).text();
  const used = [...`${page}${style}`.matchAll(/(?:src=|href=|url\()"([^"]+)"/g)].map(([, path]) => path);
  expect(used.filter((path) => path?.endsWith('.woff2'))).toHaveLength(2);
  expect(kept).toEqual(expect.arrayContaining(used.filter((path) => path !== '/favicon.svg')));
  for (const path of kept) expect((await get(path)).status, path).toBe(200);
});

test('the offline menu is the same for everyone, has current prices, and nothing off sale', async () => {
  const id = await aProduct(fresh.db, { name: 'Kestrel Copy', retailPrice: 4100 });
  await aProduct(fresh.db, { name: 'Hidden Copy', forSale: false });
  const cookie = await signedIn(fresh.db, await aPerson(fresh.db, { name: 'Robin Private' }));
  const read = async (headers = {}) => (await get('/api/menu', headers)).text();
  await expect.poll(() => read()).toContain('$41.00');
  await fresh.db.update(products).set({ retailPrice: 4250 }).where(eq(products.id, id));
  await expect.poll(() => read()).toContain('$42.50');
  const menu = await read();
  expect(JSON.parse(menu)).toMatchObject({
    address: expect.stringContaining('Hancock'),
    phone: expect.stringMatching(/\d{3}-\d{4}$/),
    hours: { week: expect.arrayContaining([expect.objectContaining({ hours: expect.any(String) })]) },
  });
  expect(menu).toContain('Kestrel Copy');
  expect(menu).not.toContain('Hidden Copy');
  expect(await read({ cookie })).toBe(menu);
});

test('of viewed products those on the menu come back, in the requested order and with current prices', async () => {
  const [one, two, gone] = [
    await aProduct(fresh.db, { name: 'Seen One', retailPrice: 1000 }),
    await aProduct(fresh.db, { name: 'Seen Two', onHand: 0 }),
    await aProduct(fresh.db, { name: 'Seen Gone', forSale: false }),
  ];
  const seen = async () => {
    const response = await get(`/api/products?ids=${two}.${gone}.${one}.999999.${two}.x`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { products: found } = (await response.json()) as {
      products: { name: string; retailPrice: number; available: number }[];
    };
    return found.map(({ name, retailPrice, available }) => [name, retailPrice, available > 0]);
  };
  expect(await seen()).toEqual([
    ['Seen Two', 4500, false],
    ['Seen One', 1000, true],
  ]);
  await fresh.db.update(products).set({ retailPrice: 1100 }).where(eq(products.id, one));
  expect((await seen())[1]).toEqual(['Seen One', 1100, true]);
  expect(await (await get('/api/products')).json()).toEqual({ products: [] });
});
