/** Reports of pages that failed in a browser: from anyone, so they are few, small and without people. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recentErrors } from '#db/schema/operations.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let app: Application;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  app = await startApplication({
    ...{ NODE_ENV: 'production', DATABASE_URL: fresh.url },
    TRUSTED_PROXIES: '127.0.0.0/8,::1',
  });
});
afterAll(async () => {
  await app?.stop();
  await fresh?.stop();
});

const ERROR = { path: '/products', message: 'TypeError: x is null', version: 'ab12cd34', browser: 'Firefox' };

async function report(address: string, error: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.origin}/browser-errors`, {
    method: 'POST',
    body: new URLSearchParams(error),
    headers: { origin: app.origin, 'x-forwarded-for': address, ...headers },
  });
  await response.body?.cancel();
  return response.status;
}

test('is listed on the Operations page and in the log, without ids, addresses and quoted text', async () => {
  const hostile = {
    ...ERROR,
    path: '/orders/ORD042/receipt?token=abc',
    message: `Error: no slot for "Maya Quill" <script>alert(1)</script> robin@example.com 6075550142 https://x.test/?q=maria`,
  };
  expect(await report('10.7.0.1', hostile)).toBe(204);
  await expect.poll(() => fresh.db.$count(recentErrors), { timeout: 20_000 }).toBe(1);
  const [row] = await fresh.db.select().from(recentErrors);
  expect(row).toMatchObject({ kind: 'browser', status: null, place: 'Page /orders/…/receipt' });
  expect(row?.message).toContain('(Firefox, build ab12cd34)');
  const admin = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'admin' }));
  const operations = await (
    await fetch(`${app.origin}/admin/operations`, { headers: { cookie: admin } })
  ).text();
  expect(operations).toContain('Page /orders/…/receipt');
  for (const text of [row?.message ?? '', operations, app.output()])
    for (const secret of ['ORD042', 'token=abc', 'Maya Quill', 'robin@', '6075550142', 'maria'])
      expect(text.includes(secret), secret).toBe(false);
  expect(operations).not.toContain('<script>alert');
  expect(app.output()).toContain('a page failed in a browser');
  // Anyone can send one, so it opens no incident.
  expect(operations).toMatch(/0(?:<!-- -->)? in the last 24 hours/);
});

test('is refused from another site, without an origin, when it is large or broken, and is nothing to read', async () => {
  expect(await report('10.7.0.2', ERROR, { origin: 'https://elsewhere.example' })).toBe(403);
  expect(await report('10.7.0.2', { ...ERROR, message: 'x'.repeat(5000) })).toBe(413);
  for (const broken of [
    { ...ERROR, path: 'products' },
    { ...ERROR, message: '' },
    { ...ERROR, version: '<b>' },
    { ...ERROR, browser: 'Mosaic' },
    {},
  ] as Record<string, string>[])
    expect(await report('10.7.0.2', broken)).toBe(400);
  expect((await fetch(`${app.origin}/browser-errors`)).status).toBeGreaterThanOrEqual(400);
});

test('is accepted five times an hour from one address, and fifteen times from all', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 7; count++) statuses.push(await report('10.7.1.1', ERROR));
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429, 429]);
  const others: number[] = [];
  for (let count = 0; count < 12; count++) others.push(await report(`10.7.2.${count}`, ERROR));
  // One of the first test, and five of the address before.
  expect(others.filter((status) => status === 204)).toHaveLength(9);
  expect(others.at(-1)).toBe(429);
});
