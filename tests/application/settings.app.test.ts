/** Settings over real HTTP, through two processes on one database: both use a change at once. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettingsGroup } from '#core/ground/settings/settings-versions-queries.server.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { sessions } from '#db/schema/identity.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { CONFIRM_FIRST } from '#kernel/problem.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import {
  formOf,
  type SettingsShop,
  saveForm,
  sendAsStranger,
  sendHostileForms,
  strangers,
} from '#tests/support/settings-forms.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let apps: Application[];
let one: Application;
let other: Application;
let ana: SignedIn;
let cookie: string;
let product: number;
let shop: SettingsShop;

/** Every third form of any screen; the long suite sends all of them. */
const NTH = 3;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  product = await aProduct(fresh.db);
  ana = await aPerson(fresh.db, { role: 'admin', name: 'Ana Owner' });
  cookie = await signedIn(fresh.db, ana);
  const environment = { NODE_ENV: 'production', DATABASE_URL: fresh.url };
  one = await startApplication(environment);
  other = await startApplication(environment);
  apps = [one, other];
  shop = { db: fresh.db, app: one, ana, cookie };
});
afterAll(async () => {
  await Promise.all((apps ?? []).map((app) => app.stop()));
  await fresh.stop();
});

const guestPage = async (app: Application, path: string) => {
  const response = await fetch(app.origin + path, { headers: { cookie: 'age_verified=yes' } });
  return { status: response.status, text: await response.text() };
};

const save = (app: Application, path: string, fields: Record<string, string>, who = cookie) =>
  saveForm(app, path, fields, who);

test('a new phone number shows on guests’ cached pages, in every process', async () => {
  for (const app of apps) {
    for (const path of ['/faq', '/products', '/faq']) expect((await guestPage(app, path)).status).toBe(200);
  }
  const answer = await save(one, 'store', await formOf(ana, 'store', { phone: '(607) 555-0199' }));
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/admin/settings/store']);
  for (const app of apps) {
    for (const path of ['/faq', '/products', `/products/${product}`])
      await expect.poll(async () => (await guestPage(app, path)).text).toContain('tel:+16075550199');
  }
});

test('new hours and a special day show on guests’ cached pages, in every process', async () => {
  const pages = ['/faq', '/about', '/products', `/products/${product}`];
  const all = async () =>
    Promise.all(apps.flatMap((app) => pages.map(async (path) => (await guestPage(app, path)).text)));
  // Twice, so that they come from the page cache.
  await all();
  for (const text of await all()) expect(text).not.toContain('6:15 PM');
  await save(
    one,
    'hours',
    await formOf(ana, 'hours', { 'day-2-0-opens': '11:45', 'day-2-0-closes': '18:15' }),
  );
  await expect
    .poll(async () => (await all()).every((text) => text.includes('11:45 AM to 6:15 PM')))
    .toBe(true);

  const zone = (await readSettingsGroup(ana, 'store'))?.value.zone ?? 'UTC';
  const tomorrow = Temporal.Now.plainDateISO(zone).add({ days: 1 });
  for (const text of await all()) expect(text).not.toContain('Holidays and special hours');
  const stored = await readSettingsGroup(ana, 'pickup');
  await fresh.db
    .update(storeSettings)
    .set({
      value: { ...(stored?.value as object), exceptions: [{ date: tomorrow.toString(), closed: true }] },
    })
    .where(eq(storeSettings.name, 'pickup'));
  await expect
    .poll(async () => (await all()).every((text) => text.includes('Holidays and special hours')))
    .toBe(true);
});

test('of two admins who save one section, the second sees what changed and loses nothing', async () => {
  const form = await formOf(ana, 'store', { tagline: 'Mine, typed at length.' });
  const ben = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'admin' }));
  const first = await save(other, 'store', { ...form, tagline: 'Theirs.' }, ben);
  expect(first.status).toBe(302);
  const second = await save(one, 'store', form);
  const text = await second.text();
  expect(second.status).toBe(409);
  for (const words of ['someone else saved changes. Review them first.', 'Theirs.', 'Mine, typed at length.'])
    expect(text).toContain(words);
  // Fields that no one else changed are saved together with the other admin's.
  const base = JSON.parse(form.base ?? '{}') as Record<string, string>;
  const third = await save(one, 'store', {
    ...form,
    tagline: 'Theirs.',
    city: 'Walton',
    base: JSON.stringify(base),
  });
  expect(third.status).toBe(302);
  expect((await readSettingsGroup(ana, 'store'))?.value).toMatchObject({
    tagline: 'Theirs.',
    city: 'Walton',
  });
});

test('while ordering is paused both processes refuse with the reason, and the menu stays', async () => {
  const customer = await signedIn(fresh.db, await aPerson(fresh.db));
  const headers = { cookie: customer, Accept: 'application/json' };
  const reserve = (app: Application) =>
    postForm(app, '/api/reserve', { productId: String(product), quantity: '1', key: randomUUID() }, headers);
  const words = 'We are not taking reservations right now. We count.';
  const version = async () => String((await readSettingsGroup(ana, 'ordering'))?.version);
  const pause = { intent: 'save', paused: 'yes', reason: 'We count.', until: '' };
  expect((await save(one, 'pause', { ...pause, version: await version(), base: '{}' })).status).toBe(302);
  for (const app of apps) {
    const refused = await reserve(app);
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(words)]);
    const lines = `${product}:1`;
    const checkout = await postForm(
      app,
      '/checkout',
      { key: randomUUID(), lines, slot: aSlot() },
      { cookie: customer },
    );
    expect([checkout.status, await checkout.text()]).toEqual([409, expect.stringContaining(words)]);
    await expect
      .poll(async () => (await guestPage(app, `/products/${product}`)).text, { timeout: 10_000 })
      .toContain(words);
    expect((await guestPage(app, '/products')).status).toBe(200);
  }
  const resume = { ...pause, paused: 'no', version: await version(), base: '{}' };
  expect((await save(other, 'pause', resume)).status).toBe(302);
  expect((await reserve(one)).status).toBe(200);
  for (const app of apps)
    await expect
      .poll(async () => (await guestPage(app, `/products/${product}`)).text, { timeout: 10_000 })
      .not.toContain('We are not taking reservations');
});

test.each(strangers)('anyone without permission: a %s, changes nothing', (who) =>
  sendAsStranger(shop, who, NTH),
);

describe('a saved form', () => {
  test('is refused or stored as a whole, whatever it contains', () => sendHostileForms(shop, NTH));

  test('returns the whole input beside its error', async () => {
    const answer = await save(
      one,
      'store',
      await formOf(ana, 'store', { phone: 'none', city: 'Deposit', name: 'Kept "name"' }),
    );
    const text = await answer.text();
    expect(answer.status).toBe(400);
    expect(text).toContain('Enter a phone number like (607) 555-0142.');
    for (const typed of ['value="none"', 'value="Deposit"', 'value="Kept &quot;name&quot;"'])
      expect(text).toContain(typed);
  });
});

test('a sensitive section requires a re-check before the form, and at the save without losing it', async () => {
  const person = await aPerson(fresh.db, { role: 'admin' });
  const theirs = await signedIn(fresh.db, person);
  await fresh.db
    .update(sessions)
    .set({ confirmedAt: new Date(Date.now() - 3_600_000) })
    .where(eq(sessions.userId, person.userId));
  const open = async (path: string) => {
    const page = await fetch(`${one.origin}/admin/settings/${path}`, { headers: { cookie: theirs } });
    return page.text();
  };
  const asks = 'Confirm it’s you before you change this.';
  for (const path of [
    'license',
    'security',
    'limits',
    'retention',
    'tax',
    'store',
    'warnings',
    'price-floor',
    'discounts',
    'price-list',
    'holds',
    'counter',
    'sharing',
    'opening',
    'page-texts/faq',
  ]) {
    const page = await open(path);
    expect(page).toContain(asks);
    expect(page).toContain(`/admin/confirm?returnTo=%2Fadmin%2Fsettings%2F${path.replace('/', '%2F')}`);
  }
  for (const path of ['hours', 'slots', 'pause', 'synonyms']) expect(await open(path)).not.toContain(asks);
  const answer = await save(
    one,
    'license',
    await formOf(ana, 'license', { licenseNumber: 'OCM-TYPED-1' }),
    theirs,
  );
  const text = await answer.text();
  expect(answer.status).toBe(403);
  for (const words of ['OCM-TYPED-1', asks, 'What you typed is still here.', CONFIRM_FIRST])
    expect(text).toContain(words);
  const rule = { intent: 'add', name: 'Typed tax', taxClass: '*', rate: '1', from: '', last: '' };
  const refused = await save(one, 'tax', rule, theirs);
  // The press is remembered and comes back after the confirmation (ended-session.app.test.ts).
  expect([refused.status, refused.headers.get('location')]).toEqual([
    302,
    expect.stringContaining('/admin/confirm?returnTo='),
  ]);
  expect((await readSettingsGroup(ana, 'store'))?.value.licenseNumber).not.toBe('OCM-TYPED-1');
  expect(await fresh.db.select().from(taxRules)).toHaveLength(1);
  const published = await save(
    one,
    'page-texts/faq',
    { intent: 'publish', version: '0', title: 'Typed title', intro: '', source: '## Part\n\nTyped text.' },
    theirs,
  );
  const page = await published.text();
  expect(published.status).toBe(403);
  for (const words of ['Typed title', 'Typed text.', asks, 'What you typed is still here.'])
    expect(page).toContain(words);
  for (const [path, fields] of [
    ['page-texts/faq', { intent: 'restore', restore: '0', version: '0' }],
    ['opening', { intent: 'close' }],
    ['warnings', { intent: 'law', version: '0' }],
    ['price-list', { intent: 'remove' }],
  ] as const)
    expect(
      decodeURIComponent((await save(one, path, fields, theirs)).headers.get('set-cookie') ?? ''),
    ).toContain(CONFIRM_FIRST);
  expect((await guestPage(one, '/faq')).status).toBe(200);
});
