/**
 * Lists of the office over HTTP without scripts: chips that remove a filter, columns one leaves out, and the pages of
 * analytics.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, anOrder, openForOrders } from '#tests/support/orders.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';

let fresh: FreshDatabase;
let app: Application;
let admin: string;
let staff: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  admin = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'admin' }));
  staff = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'staff' }));
  const mug = await aMug(fresh.db, { onHand: 9, name: 'Thistledown mug' });
  await anOrder(await aPerson(fresh.db), [[mug, 2]]);
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

const page = async (path: string, cookie: string) =>
  (await fetch(`${app.origin}${path}`, { headers: { cookie }, redirect: 'manual' })).text();
const headsOf = (html: string) => [...html.matchAll(/<td[^>]* data-head="([^"]+)"/g)].map(([, head]) => head);
const post = (path: string, cookie: string, fields: [string, string][]) =>
  fetch(`${app.origin}${path}`, {
    method: 'POST',
    headers: { cookie, origin: app.origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

test.each([
  ['/admin/orders', 'status=pending&find=mug', 'Search orders: mug', 'Status: Reserved'],
  ['/admin/inventory', 'find=mug&sale=yes', 'Name, strain or UPC: mug', ''],
  ['/admin/customers', 'find=ann&banned=yes', 'Name, email or phone: ann', 'Banned: Banned only'],
  ['/admin/lots', 'find=mug', 'Batch, tag or product: mug', ''],
  ['/admin/audit', 'from=2026-01-02', 'From: Jan 2, 2026', ''],
])('%s shows each filter that is set as a link that removes it', async (path, query, chip, other) => {
  const html = (await page(`${path}?${query}`, admin)).replaceAll('<!-- -->', '');
  const chips = html.match(/<ul aria-label="Active filters".*?<\/ul>/s)?.[0] ?? '';
  expect(chips).toContain(chip);
  expect(chips).toContain(other);
  const links = [...chips.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&'));
  const [first = ''] = links;
  const without = await page(first.startsWith('?') ? `${path}${first}` : first, admin);
  expect(
    without.replaceAll('<!-- -->', '').match(/<ul aria-label="Active filters".*?<\/ul>/s)?.[0] ?? '',
  ).not.toContain(chip);
});

test('columns that a person leaves out are gone for them alone, and their filters stay', async () => {
  const form = await page('/admin/orders?status=pending', admin);
  expect(form).toMatch(/<form[^>]*action="\/admin\/columns"/);
  const all = headsOf(form);
  expect(all).toContain('Email');
  const columns = [...form.matchAll(/name="of" value="([^"]+)"/g)].map(([, head = '']) => head);
  expect(columns).not.toContain('Order #');
  const saved = await post('/admin/columns', admin, [
    ...[['list', 'orders'] as [string, string], ['path', '/admin/orders'] as [string, string]],
    ['query', 'status=pending'],
    ...columns.map((head): [string, string] => ['of', head]),
    ...columns.filter((head) => head !== 'Email').map((head): [string, string] => ['shown', head]),
  ]);
  expect([saved.status, saved.headers.get('location')]).toEqual([302, '/admin/orders?status=pending']);
  const after = await page('/admin/orders?status=pending', admin);
  expect(headsOf(after)).toEqual(all.filter((head) => head !== 'Email'));
  expect(after).toContain('1 hidden');
  expect(headsOf(await page('/admin/orders?status=pending', staff))).toEqual(all);
});

test('the choice leads to no address of others, and customers have none', async () => {
  const away = await post('/admin/columns', admin, [
    ['list', 'orders'],
    ['path', 'https://evil.example/admin/orders'],
  ]);
  expect(away.headers.get('location')).toBe('/admin/dashboard');
  const customer = await signedIn(fresh.db, await aPerson(fresh.db));
  expect(
    (
      await post('/admin/columns', customer, [
        ['list', 'orders'],
        ['of', 'Email'],
      ])
    ).status,
  ).not.toBe(500);
  const { rows } = await fresh.db.execute<{ many: number }>(
    sql`select count(*)::int as many from list_columns`,
  );
  expect(rows[0]?.many).toBeLessThanOrEqual(1);
});

test('Product Analytics has its figures and its file, for admins', async () => {
  const html = await page('/admin/analytics/products', admin);
  for (const words of ['Sell-through and days of stock', 'Thistledown mug', '22%', 'Bought together'])
    expect(html).toContain(words);
  const file = await page('/admin/analytics/products/report', admin);
  expect(file).toContain('Units That Were There');
  expect(file).toMatch(/Thistledown mug,2,9,0\.2222,7,/);
  for (const path of [
    '/admin/analytics/products',
    '/admin/analytics/products/report',
    '/admin/analytics/report.pdf',
  ])
    expect(await page(path, staff)).not.toContain('Thistledown');
  const paper = await fetch(`${app.origin}/admin/analytics/report.pdf`, { headers: { cookie: admin } });
  expect(paper.headers.get('content-type')).toBe('application/pdf');
  expect((await paper.arrayBuffer()).byteLength).toBeGreaterThan(5000);
});

test('an empty range says so, with one sentence', async () => {
  const query = 'range=custom&from=2017-02-28&to=2017-03-01';
  expect(await page(`/admin/analytics?${query}`, admin)).toContain(
    'Nothing was sold, and nothing in the time it is compared with.',
  );
  expect(await page(`/admin/analytics/products?${query}`, admin)).toContain('No orders in this range.');
});
