/**
 * A production start on an empty database: closed, set up by its owner step by step, and opened, without any invented
 * data.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { PlainPage } from '#tests/journeys/plain-page.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { cloneTemplate } from '#tests/support/database.ts';

let app: Application;
let client: pg.Client;
let url: string;

beforeAll(async () => {
  ({ url } = await cloneTemplate());
  client = new pg.Client({ connectionString: url });
  await client.connect();
  // As before anyone has opened it.
  await client.query('delete from store_settings');
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: url });
});
afterAll(async () => {
  await app.stop();
  await client.end();
});

let cookie = '';
const ask = (path: string, init: RequestInit = {}) =>
  fetch(app.origin + path, { redirect: 'manual', ...init, headers: { cookie, ...init.headers } });
const post = (path: string, fields: Record<string, string>) =>
  ask(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: app.origin } });
const asVisitor = (path: string) =>
  fetch(app.origin + path, { redirect: 'manual', headers: { cookie: 'age_verified=yes' } });
const keepCookies = (response: Response) => {
  const set = response.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
  const jar = new Map(
    [...cookie.split('; '), ...set].filter(Boolean).map((pair) => pair.split(/=(.*)/s) as [string, string]),
  );
  cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
};

/** Parts of the shipped sample that would show visitors a store that does not exist. */
const { name, phone, email, addressLine, licenseNumber } = defaultSettings().store;
const samples = [name, phone, email, addressLine, licenseNumber, 'Two Branches', 'OCM-SAMPLE'];

test('visitors see at every address that the shop is not open yet, and nothing of a sample store', async () => {
  for (const path of [
    '/',
    '/products',
    '/products.data',
    '/products/1',
    '/cart',
    '/about',
    '/terms',
    '/restricted',
    '/pricing.pdf',
    '/sitemap.xml',
    '/robots.txt',
    '/site.webmanifest',
    '/api/cart?lines=1:1',
    '/nothing-here',
  ]) {
    const response = await asVisitor(path);
    const body = await response.text();
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '3600']);
    if (path === '/') expect(body).toContain('Not open yet.');
    if (path === '/') expect(body).toMatch(/href="\/login\?mode=admin">Staff sign-in</);
    for (const sample of samples) expect(body, path).not.toContain(sample);
  }
  const health = await asVisitor('/healthz');
  expect(health.status).toBe(200);
});

test('sign-in, password reset, set-up and what a tablet stores of the counter also show nothing of a sample store', async () => {
  const link = /http:\/\/localhost:\d+(\/set-up\?token=\S+)/.exec(app.output())?.[1] ?? '';
  for (const path of ['/login?mode=admin', '/forgot-password', '/counter/offline', link]) {
    const response = await asVisitor(path);
    const body = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    for (const sample of samples) expect(body, path).not.toContain(sample);
  }
});

test('the owner makes their account, signs in, and finds what is left to do', async () => {
  const token = /\/set-up\?token=(\S+)/.exec(app.output())?.[1] ?? '';
  const owner = {
    fullName: 'Wren Alder',
    email: 'wren@alder.example',
    password: 'quiet river morning stone',
  };
  const made = await post(`/set-up?token=${token}`, { token, ...owner });
  expect([made.status, made.headers.get('location')]).toEqual([302, '/login?mode=admin']);
  const signedIn = await post('/login?mode=admin', { ...owner, mode: 'admin', door: 'page' });
  expect(signedIn.status, await signedIn.text()).toBe(302);
  keepCookies(signedIn);
  const dashboard = await (await ask('/admin/dashboard')).text();
  expect(dashboard).toContain('Set up the shop');
  expect(dashboard).toContain('not open yet');
  // The owner sees the shop as it will be.
  expect((await ask('/products')).status).toBe(200);
});

const opening = (fields: Record<string, string>) => post('/admin/settings/opening', fields);
const isOpen = async () => {
  const { rows } = await client.query(
    "select value->'isOpen' as open from store_settings where name = 'opening'",
  );
  return rows[0]?.open;
};

test('the shop does not open with the sample’s facts', async () => {
  await opening({ intent: 'open' });
  expect(await isOpen()).toBe(false);
  expect((await asVisitor('/products')).status).toBe(503);
});

const setUpAt = async (step: string) => (await ask(`/admin/settings/opening?step=${step}`)).text();

test('a rehearsal that runs shows where to sign in on a phone', async () => {
  expect(await setUpAt('rehearsal')).not.toContain('QR code of');
  await opening({ intent: 'start-rehearsal' });
  expect(await setUpAt('rehearsal')).toMatch(/QR code of http:\/\/localhost:\d+\/login"/);
  await opening({ intent: 'end-rehearsal' });
});

test('the set-up asks who it is only where the next press would', async () => {
  const signedInAgo = (minutes: number) =>
    client.query("update sessions set confirmed_at = now() - $1 * interval '1 minute'", [minutes]);
  const asks = async (step: string) =>
    (await setUpAt(step)).includes('Confirm it’s you before you change this');
  await signedInAgo(12);
  expect(await asks('rehearsal')).toBe(false);
  await signedInAgo(16);
  expect([await asks('rehearsal'), await asks('hours')]).toEqual([true, false]);
  await signedInAgo(0);
});

test('with its own facts, taxes and hours, and mail given up, the shop opens at once for everyone', async () => {
  const store = {
    name: 'Alder Hill Farm',
    tagline: 'Grown on the hill.',
    description: 'A farm.',
    phone: '(607) 555-0100',
    email: 'hello@alder.example',
    addressLine: '1 Hill Road',
    city: 'Delhi',
    state: 'NY',
    zipcode: '13753',
    zone: 'America/New_York',
    adultsOnlyNotice: 'For adults 21 and older. Valid ID required at pickup.',
    atmOnPremises: 'no',
  };
  const saved = await post('/admin/settings/store', { intent: 'save', version: '0', base: '{}', ...store });
  expect(saved.status, await saved.text()).toBe(302);
  const license = {
    legalName: 'Alder Hill LLC',
    licenseNumber: 'OCM-MICR-24-000123',
    licenseType: 'Microbusiness',
  };
  const licensed = await post('/admin/settings/license', {
    intent: 'save',
    version: '1',
    base: '{}',
    ...license,
  });
  expect(licensed.status, await licensed.text()).toBe(302);
  // Taxes and hours are the owner's own or missing.
  for (const step of ['hours', 'money', 'mail']) await opening({ intent: 'confirm', step });
  await opening({ intent: 'open' });
  expect(await isOpen()).toBe(false);
  await opening({ intent: 'new-york', county: 'Delaware' });
  const unchosen = await opening({ intent: 'hours', version: '0' });
  expect([unchosen.status, await unchosen.text()]).toEqual([
    422,
    expect.stringContaining('Choose the days and hours of pickup.'),
  ]);
  await opening({ intent: 'hours', pattern: 'daily', version: '0' });
  expect((await opening({ intent: 'confirm', step: 'constructor' })).status).toBe(400);
  await opening({ intent: 'open' });
  expect(await isOpen()).toBe(true);
  await expect.poll(async () => (await asVisitor('/products')).status, { timeout: 10_000 }).toBe(200);
  for (const path of ['/', '/products', '/about', '/terms', '/faq', '/restricted', '/login']) {
    const body = await (await asVisitor(path)).text();
    expect(body, path).toContain('Alder Hill');
    for (const sample of samples) expect(body, path).not.toContain(sample);
  }
  await opening({ intent: 'hide' });
  expect(await (await ask('/admin/dashboard')).text()).not.toContain('Set up the shop');
});

test('without a mail server no page and no toast calls a link sent, and the owner is told what to do', async () => {
  for (const path of ['/admin/dashboard', '/admin/settings/opening', '/admin/operations'])
    expect(await (await ask(path)).text(), path).toContain('Without mail no new customer can order.');
  const page = new PlainPage(app.origin);
  await page.addCookies([{ name: 'age_verified', value: 'yes' }]);
  await page.goto('/login?mode=signup');
  await page.getByLabel('Full Name').fill('Robin Hale');
  await page.getByLabel('Email').fill('robin@hale.example');
  await page.getByLabel('Password').fill('heron over the cold river');
  await page.getByLabel('Birth Date').fill('1990-02-28');
  await page.getByRole('button', { name: 'Create Account' }).click();
  const unsent = 'We cannot send email right now, so no link was sent.';
  expect(page.words()).toContain(unsent);
  expect(page.words()).not.toContain('on its way');
  for (const path of ['/resend-confirmation', '/forgot-password']) {
    await page.goto(path);
    await page.getByRole('main').getByLabel('Email').fill('robin@hale.example');
    await page.getByRole('main').getByRole('button', { name: /link/ }).click();
    expect(page.words(), path).toContain(unsent);
  }
  const invited = await post('/admin/users/invite', { email: 'lee@alder.example', role: 'staff' });
  expect(decodeURIComponent(invited.headers.getSetCookie().join())).toContain(
    'Invitation saved. It is sent once mail is set up',
  );
  await expect
    .poll(async () => (await ask('/admin/users')).text(), { timeout: 10_000 })
    .toContain('Email not sent: no mail server');
});

test('an open shop that still has facts of the sample says so to its admins', async () => {
  const told = 'Visitors see facts that are not yours.';
  const change = (value: string) =>
    client.query("update store_settings set value = value || $1::jsonb where name = 'store'", [value]);
  for (const path of ['/admin/dashboard', '/admin/operations'])
    expect(await (await ask(path)).text(), path).not.toContain(told);
  await change(JSON.stringify({ licenseNumber }));
  for (const path of ['/admin/dashboard', '/admin/operations'])
    expect(await (await ask(path)).text(), path).toContain(told);
  await change(JSON.stringify({ licenseNumber: 'OCM-MICR-24-000123' }));
});

test('closed again, the shop says so, and a restart leaves it as its owner did', async () => {
  await opening({ intent: 'close' });
  await expect.poll(async () => (await asVisitor('/products')).status, { timeout: 10_000 }).toBe(503);
  // Links in sent email still work; a guest's page of orders is closed like any other.
  for (const path of ['/unsubscribe?token=x', '/confirm-email?token=x', '/undo-email-change?token=x'])
    expect([path, (await asVisitor(path)).status]).not.toEqual([path, 503]);
  expect((await asVisitor('/orders')).status).toBe(503);
  await opening({ intent: 'open' });
  await expect.poll(async () => (await asVisitor('/products')).status, { timeout: 10_000 }).toBe(200);
  await app.stop();
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: url });
  expect((await asVisitor('/products')).status).toBe(200);
  expect(app.output()).not.toContain('/set-up?token=');
});
