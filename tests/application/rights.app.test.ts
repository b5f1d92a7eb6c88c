/** Rights over real HTTP: each box opens its own pages and no other, and the form works without scripts. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOT_IN_RIGHTS } from '#core/accounts/identity/accounts/messages.ts';
import type { Rights } from '#core/ground/access/actor.ts';
import { startingSets } from '#core/ground/access/rights.ts';
import { userRoles } from '#db/schema/identity.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
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
  await fresh.stop();
});

const none: Rights = { boxes: [], refundLimit: 0, discountLimit: 0 };

const pages = {
  release: ['/admin/inventory/waiting-lots'],
  pause: ['/admin/settings/pause'],
  close: ['/admin/closures/new'],
  money: ['/admin/cash', '/admin/analytics', '/admin/month-end'],
  people: ['/admin/users', '/admin/users/invite'],
  discount: ['/admin/inventory/bulk'],
  admins: [
    '/admin/settings',
    '/admin/settings/refunds',
    '/admin/audit',
    '/admin/products/new',
    '/admin/binder',
  ],
};

const statusOf = async (cookie: string, path: string) =>
  (await fetch(app.origin + path, { headers: { cookie }, redirect: 'manual' })).status;

test.each(Object.keys(pages).filter((box) => box !== 'admins') as Exclude<keyof typeof pages, 'admins'>[])(
  '‘%s’ opens its pages and no others',
  async (box) => {
    const rights = box === 'discount' ? { ...none, discountLimit: 10 } : { ...none, boxes: [box] };
    const cookie = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'staff', rights }));
    for (const [of, paths] of Object.entries(pages))
      for (const path of paths) expect(await statusOf(cookie, path), path).toBe(of === box ? 200 : 302);
  },
);

test('a right that is ticked opens a page in an open session, and closes it once it is taken', async () => {
  const kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Alder' });
  const cookie = await signedIn(fresh.db, kim);
  const admin = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'admin' }));
  const form = `/admin/users?rightsOf=${kim.userId}`;
  const page = await (await fetch(app.origin + form, { headers: { cookie: admin } })).text();
  expect(page).toContain('Rights of Kim Alder');
  const give = (fields: Record<string, string>, from: string) =>
    postForm(app, form, { intent: 'rights', userId: kim.userId, from, ...fields }, { cookie: admin });
  expect(await statusOf(cookie, '/admin/settings/pause')).toBe(302);
  const wrong = await give({ refundLimit: 'lots', discountLimit: '0' }, 'count__0');
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('Enter an amount from 0 to 10,000 dollars');
  const saved = await give({ 'right-pause': 'on', refundLimit: '25.50', discountLimit: '15' }, 'count__0');
  expect(saved.headers.get('location')).toContain('rightsWere=count__0');
  expect(await statusOf(cookie, '/admin/settings/pause')).toBe(200);
  const stored = await fresh.db.select().from(userRoles).where(eq(userRoles.userId, kim.userId));
  expect(stored).toMatchObject([{ rights: ['pause'], refundLimit: 2550, discountLimit: 15 }]);
  // Undo is the same form, with the rights as they were.
  const undo = await give({ to: 'count__0', undo: 'yes' }, 'pause_2550_15');
  expect(undo.headers.get('location')).toBe('/admin/users');
  expect(await statusOf(cookie, '/admin/settings/pause')).toBe(302);
});

test('a press on a page that was open when its box was taken saves nothing, and says that the rights lack it', async () => {
  const rights: Rights = startingSets.lead;
  const lead = await aPerson(fresh.db, { role: 'staff', rights });
  const cookie = await signedIn(fresh.db, lead);
  const presses: [string, Record<string, string>, string][] = [
    ['/admin/settings/pause', { intent: 'save', version: '0', paused: 'on', reason: 'Storm.' }, 'pause'],
    ['/admin/closures/new', { from: '2031-05-06', until: '2031-05-06', reason: 'Storm.' }, 'close'],
    ['/admin/inventory/waiting-lots', { lots: '1', reason: 'Checked' }, 'release'],
  ];
  const counts = async () => {
    const { rows } = await fresh.db.execute(sql`
      select (select count(*) from closures) as closures, (select count(*) from audit_log) as entries,
        (select count(*) from settings_versions) as settings`);
    return rows[0];
  };
  for (const [path, fields, box] of presses) {
    expect(await statusOf(cookie, path), path).toBe(200);
    const boxes = rights.boxes.filter((each) => each !== box);
    await fresh.db.update(userRoles).set({ rights: boxes }).where(eq(userRoles.userId, lead.userId));
    const before = await counts();
    const to = box === 'release' ? `${path}/release` : path;
    const sent = await postForm(app, to, fields, { cookie });
    expect(sent.headers.get('location'), path).toBe('/admin/dashboard');
    expect(decodeURIComponent(decodeURIComponent(sent.headers.get('set-cookie') ?? ''))).toContain(
      NOT_IN_RIGHTS,
    );
    expect(await counts()).toEqual(before);
  }
});
