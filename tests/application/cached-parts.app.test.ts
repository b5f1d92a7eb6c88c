/**
 * Cached parts of pages have keys. Two applications render the same pages in opposite orders, and the first and last
 * page differ in everything a part may depend on (person, marks, age gate, URL, filter, product): a part whose key
 * lacks one of these shows its first visitor's version in both, so the pages differ.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { products } from '#db/schema/catalogue.ts';
import { favorites, stockAlerts } from '#db/schema/favorites.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let apps: Application[] = [];
let ids: number[];
/** Cookies by visitor. */
let people: Record<string, string>;

beforeAll(async () => {
  fresh = await freshDatabase();
  const { db } = fresh;
  await openShop(db);
  ids = [];
  for (const onHand of [0, 2, 9, 10, 10, 10, 10, 10])
    ids.push(await aProduct(db, { onHand, description: `The ${ids.length + 1}. of its kind.` }));
  const [soldOut = 0, few = 0, , , liked = 0] = ids;
  const [plain, marked, other, admin] = [
    await aPerson(db, { name: 'Ann Plain' }),
    await aPerson(db, { name: 'Ben Marked' }),
    await aPerson(db, { name: 'Cleo Other' }),
    await aPerson(db, { name: 'Dee Admin', role: 'admin' }),
  ];
  await db.insert(favorites).values([
    { userId: marked.userId, productId: liked },
    { userId: marked.userId, productId: soldOut },
    { userId: other.userId, productId: few },
  ]);
  await db.insert(stockAlerts).values({ userId: marked.userId, productId: soldOut });
  const affirmed = 'age_verified=2026-01-01';
  const cookieOf = async (person: typeof plain) => `${affirmed}; ${await signedIn(db, person)}`;
  people = {
    marked: await cookieOf(marked),
    other: await cookieOf(other),
    admin: await cookieOf(admin),
    plain: await cookieOf(plain),
    'plain, gate up': await signedIn(db, plain),
    guest: affirmed,
    stranger: 'nothing=1',
  };
  const environment = { NODE_ENV: 'production', DATABASE_URL: fresh.url };
  apps = [await startApplication(environment), await startApplication(environment)];
});
afterAll(async () => {
  for (const app of apps) await app.stop();
  await fresh?.stop();
});

/** A page without what differs in each response: nonce, ids of requests and attempts. */
async function read(app: Application, path: string, cookie: string): Promise<string> {
  const response = await fetch(app.origin + path, { headers: { cookie } });
  expect(response.status, path).toBe(200);
  return (await response.text())
    .replaceAll(app.origin, '')
    .replaceAll(/nonce="[\w-]+"/g, '')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '');
}

test('a page is the same whichever pages rendered before it', async () => {
  const paths = [
    '/products',
    '/',
    '/products?stock=1',
    '/products?q=Kestrel&sort=-price',
    ...ids.slice(0, 5).map((id) => `/products/${id}`),
    '/cart',
    '/faq',
    '/about',
  ];
  const own = ['/favorites', '/orders', '/profile', '/notifications'];
  const pages = Object.entries(people).flatMap(([who, cookie]) =>
    [...paths, ...(cookie.includes('session') ? own : [])].map((path) => ({ who, path, cookie })),
  );
  const drawn = new Map<string, string>();
  const [first, second] = apps as [Application, Application];
  for (const { who, path, cookie } of pages) drawn.set(who + path, await read(first, path, cookie));
  for (const { who, path, cookie } of pages.toReversed())
    expect(await read(second, path, cookie), `${path} for ${who}`).toBe(drawn.get(who + path));
  // And once more, now that every part is cached.
  for (const { who, path, cookie } of pages)
    expect(await read(first, path, cookie), `${path} for ${who}, again`).toBe(drawn.get(who + path));
});

test('no page contains the server’s placeholders or another person’s name', async () => {
  const [app] = apps as [Application];
  for (const path of ['/products', '/', `/products/${ids[4]}`]) {
    expect(await read(app, path, people.marked ?? '')).toContain('Ben Marked');
    const page = await read(app, path, people.other ?? '');
    expect(page).toContain('Cleo Other');
    expect(page).not.toMatch(/Ben Marked|Ann Plain|Dee Admin|\[[\w-]{24} \d+ (?:begin|end)\]/);
  }
});

test('a customer sees a product’s change on its card', async () => {
  const [app] = apps as [Application];
  const [, , , id = 0] = ids;
  expect(await read(app, '/products?sort=name', people.plain ?? '')).not.toContain('Renamed Kestrel');
  await fresh.db.update(products).set({ name: 'Renamed Kestrel' }).where(eq(products.id, id));
  await expect.poll(() => read(app, '/products?sort=name', people.plain ?? '')).toContain('Renamed Kestrel');
});
