/**
 * Unsubscribing from promotional email over real HTTP, by a mail provider's POST and no one else's, and the
 * protection of personal pages.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unsubscribeToken } from '#core/ground/notifications/unsubscribe-link.server.ts';
import { notifications, pushSubscriptions, userPreferences } from '#db/schema/notifications.ts';
import { newId } from '#kernel/ids.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { openPushService, type PushService } from '#tests/support/push-service.ts';
import { postForm } from '#tests/support/requests.ts';
import { openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let app: Application;
let service: PushService;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  service = await openPushService();
  app = await startApplication({
    NODE_ENV: 'production',
    DATABASE_URL: fresh.url,
    PUSH_SERVICES: service.origin,
  });
});
afterAll(async () => {
  await app?.stop();
  await service?.stop();
  await fresh.stop();
});

async function aReader() {
  const person = await aPerson(fresh.db);
  await fresh.db.insert(userPreferences).values({ userId: person.userId, promotional: true });
  const isPromotional = async () => {
    const [row] = await fresh.db
      .select()
      .from(userPreferences)
      .where(eq(userPreferences.userId, person.userId));
    return row?.promotional;
  };
  const link = `${app.origin}/unsubscribe?token=${unsubscribeToken({ userId: person.userId, choice: 'promotion' })}`;
  return { person, isPromotional, link };
}

test('a mail provider’s POST unsubscribes without cookies or origin, any number of times', async () => {
  const { isPromotional, link } = await aReader();
  // Link scanners unsubscribe no one.
  for (const method of ['GET', 'HEAD']) expect((await fetch(link, { method })).status).toBe(200);
  expect(await isPromotional()).toBe(true);
  for (let time = 0; time < 2; time++) {
    const response = await fetch(link, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('You are unsubscribed');
    expect(await isPromotional()).toBe(false);
  }
  const again = await aReader();
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect((await fetch(again.link, { method: 'POST', body: form })).status).toBe(200);
  expect(await again.isPromotional()).toBe(false);
});

test.each(['https://mail.example', 'null', 'not an origin'])(
  'a reader of mail on the page of %s unsubscribes too',
  async (origin) => {
    const { isPromotional, link } = await aReader();
    const response = await fetch(link, {
      method: 'POST',
      headers: { origin, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(response.status).toBe(200);
    expect(await isPromotional()).toBe(false);
  },
);

test('an altered, cut or invented link is refused, by GET and by POST', async () => {
  const { person, isPromotional, link } = await aReader();
  const foreign = unsubscribeToken({ userId: newId(), choice: 'promotion' }).split('.').at(-1);
  for (const wrong of [
    `${app.origin}/unsubscribe`,
    `${app.origin}/unsubscribe?token=`,
    `${app.origin}/unsubscribe?token=%00`,
    link.slice(0, -1),
    `${link}x`,
    `${app.origin}/unsubscribe?token=${person.userId}.promotion.${foreign}`,
    `${app.origin}/unsubscribe?token=${'x'.repeat(1500)}`,
  ]) {
    expect((await fetch(wrong)).status).toBe(400);
    const posted = await fetch(wrong, { method: 'POST', body: new URLSearchParams({ x: '1' }) });
    expect(posted.status).toBe(400);
  }
  expect(await isPromotional()).toBe(true);
});

test('no other URL accepts a POST from another site, in any spelling', async () => {
  const cookie = await signedIn(fresh.db, await aPerson(fresh.db));
  for (const path of [
    '/unsubscribe/',
    '/UNSUBSCRIBE',
    '/unsubscribe.data',
    '/notifications/preferences',
    '/orders',
  ]) {
    const response = await fetch(app.origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams({ intent: 'save' }),
    });
    expect([path, response.status]).toEqual([path, 403]);
  }
});

test('another person’s notification looks nonexistent', async () => {
  const [owner, other] = [await aPerson(fresh.db), await aPerson(fresh.db)];
  const [row] = await fresh.db
    .insert(notifications)
    .values({
      userId: owner.userId,
      type: 'order',
      title: 'Secret news',
      message: 'x',
      path: '/orders/ORD007',
    })
    .returning({ id: notifications.id });
  const cookie = await signedIn(fresh.db, other);
  const answers = await Promise.all(
    [row?.id ?? '', newId<string>(), 'nonsense', ''].flatMap((id) => [
      postForm(app, '/notifications/newest', { id }, { cookie }).then(
        async (response) => `${response.status} ${await response.text()}`,
      ),
      postForm(app, '/notifications', { id }, { cookie }).then(
        (response) => `${response.status} ${response.headers.get('location')}`,
      ),
    ]),
  );
  expect(new Set(answers)).toEqual(
    new Set(['404 {"message":"Notification not found."}', '302 /notifications']),
  );
  const list = await (await fetch(`${app.origin}/notifications`, { headers: { cookie } })).text();
  expect(list).not.toContain('Secret news');
  const [after] = await fresh.db.select().from(notifications).where(eq(notifications.userId, owner.userId));
  expect(after?.read).toBe(false);
});

test('a push browser is saved for its signed-in person, and only they can remove it', async () => {
  const [owner, other] = [await aPerson(fresh.db), await aPerson(fresh.db)];
  const [mine, theirs] = [await signedIn(fresh.db, owner), await signedIn(fresh.db, other)];
  const browser = service.browser();
  const post = async (cookie: string, fields: Record<string, string>) =>
    (await postForm(app, '/notifications/push', fields, { cookie })).status;
  expect(await post(mine, { intent: 'wish', ...browser })).toBe(200);
  const kept = () =>
    fresh.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, owner.userId));
  const { endpoint } = browser;
  // Another person's, a nonexistent one and none at all get the same response.
  expect(await post(theirs, { intent: 'forget', endpoint })).toBe(200);
  expect(await post(theirs, { intent: 'forget', endpoint: `${service.origin}/none` })).toBe(200);
  expect(await post(theirs, { intent: 'forget' })).toBe(200);
  expect(await kept()).toHaveLength(1);
  for (const wrong of [
    { intent: 'wish' },
    { intent: 'wish', ...browser, endpoint: 'http://10.0.0.1/' },
    { intent: 'wish', ...browser, p256dh: 'AAAA' },
    { intent: 'wish', ...browser, auth: 'x'.repeat(300) },
    { intent: 'other', ...browser },
  ])
    expect(await post(theirs, wrong as Record<string, string>)).toBe(400);
  expect(await post('', { intent: 'wish', ...browser })).toBe(401);
  // No page reveals a browser's push address.
  const page = await fetch(`${app.origin}/notifications/preferences`, { headers: { cookie: mine } });
  expect(await page.text()).not.toContain(endpoint);

  // Signing out removes it.
  const out = await postForm(app, '/sign-out', {}, { cookie: mine });
  expect(out.status).toBe(302);
  expect(await kept()).toEqual([]);
});

test('without a gateway no page or response mentions text messages', async () => {
  const person = await aPerson(fresh.db);
  const cookie = await signedIn(fresh.db, person);
  const page = await (await fetch(`${app.origin}/notifications/preferences`, { headers: { cookie } })).text();
  expect(page).toContain('Notification Preferences');
  expect(page).not.toMatch(/text messages?\b/i);
  const posted = await postForm(
    app,
    '/notifications/preferences',
    { intent: 'send-code', phone: '518 555 0123', consent: 'yes' },
    { cookie },
  );
  expect(posted.status).toBe(400);
});
