/** Web push against a real push service: encrypted, signed, delivered per browser, and only to the right person. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { importJWK, jwtVerify } from 'jose';
import { createElement } from 'react';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { events } from '#db/schema/events.ts';
import { sessions } from '#db/schema/identity.ts';
import { deliveries, pushSubscriptions, userPreferences } from '#db/schema/notifications.ts';
import { doing, work } from '#platform/jobs.ts';
import { openPush, vapidKeys } from '#platform/outgoing/push.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { openPushService, type PushBrowser, type PushService } from '#tests/support/push-service.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { pushJob } from './delivery-jobs.ts';
import { type NotificationRow, notify } from './notify.server.ts';
import { readPreferences } from './preferences-queries.server.ts';
import { MOST_BROWSERS } from './push-subscription.ts';
import { forgetPushSubscription, savePushSubscription } from './save-push-subscription.server.ts';
import { sendPush } from './send-push.server.ts';

let opened: FreshDatabase;
let service: PushService;

beforeAll(async () => {
  opened = await freshDatabase();
  service = await openPushService();
  openPush({ ownServices: [service.origin] });
});
afterAll(async () => {
  await service.stop();
  await opened.stop();
});

const row: NotificationRow<string> = {
  title: (number) => `Order ${number} with Kestrel Moon`,
  message: () => 'Kestrel Moon waits for you.',
  path: (number) => `/orders/${number}`,
  mail: () => createElement('p', null, 'x'),
};

/** A person with a session. */
async function aVisitor(): Promise<SignedIn> {
  const person = await aPerson(opened.db);
  return { ...person, sessionId: await aSession(person.userId) };
}

async function aSession(userId: string): Promise<string> {
  const [session] = await opened.db
    .insert(sessions)
    .values({ userId, token: randomUUID(), expiresAt: new Date(Date.now() + 86_400_000) })
    .returning({ id: sessions.id });
  return session?.id ?? '';
}

async function anEvent(): Promise<string> {
  const [event] = await opened.db
    .insert(events)
    .values({ kind: 'order-ready', subjectId: randomUUID() })
    .returning({ id: events.id });
  return event?.id ?? '';
}

async function tell(person: SignedIn, eventId: string): Promise<void> {
  await notify(eventId, 'order-ready', person, row, 'ORD007');
}

const subscriptionsOf = (userId: string) =>
  opened.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));

async function deliveryOf(eventId: string) {
  const rows = await opened.db.select().from(deliveries).where(eq(deliveries.eventId, eventId));
  return rows.find(({ channel }) => channel === 'push');
}

/** A person with one browser, and a message on its way to it, which the service will answer as given. */
async function aMessage(answer?: Parameters<PushService['answer']>[1]) {
  const person = await aVisitor();
  const browser = service.browser();
  await savePushSubscription(person, browser, true);
  if (answer) service.answer(browser, answer);
  const event = await anEvent();
  await tell(person, event);
  return { person, browser, event };
}

/** Runs this browser's job once. */
async function send(eventId: string, browser: PushBrowser): Promise<void> {
  const delivery = await deliveryOf(eventId);
  const [subscription] = await opened.db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, browser.endpoint));
  await sendPush({
    deliveryId: delivery?.id ?? '',
    subscriptionId: subscription?.id ?? randomUUID(),
    brief: 'Your order is ready for pickup.',
    path: '/orders/ORD007',
  });
}

describe('a push message', () => {
  test('is not sent to a person without push or without a browser', async () => {
    const person = await aVisitor();
    const browser = service.browser();
    await savePushSubscription(person, browser, false);
    const event = await anEvent();
    await tell(person, event);
    expect(await deliveryOf(event)).toBeUndefined();
    const wishing = await aVisitor();
    await opened.db.insert(userPreferences).values({ userId: wishing.userId, pushNotifications: true });
    const other = await anEvent();
    await tell(wishing, other);
    expect(await deliveryOf(other)).toBeUndefined();
  });

  test.each([404, 410])('to a browser that is gone (%s) fails, and deletes the browser', async (status) => {
    const { person, browser, event } = await aMessage({ status });
    await send(event, browser);
    expect(await subscriptionsOf(person.userId)).toEqual([]);
    expect(await deliveryOf(event)).toMatchObject({ status: 'failed' });
  });

  test.each([429, 500, 503])('to a busy service (%s) is retried, and then arrives', async (status) => {
    const { person, browser, event } = await aMessage({ status });
    await expect(send(event, browser)).rejects.toThrow(`answered ${status}`);
    expect(await deliveryOf(event)).toMatchObject({ status: 'waiting' });
    service.answer(browser, { status: 201 });
    await send(event, browser);
    expect(await deliveryOf(event)).toMatchObject({ status: 'sent', lastError: null });
    expect(await subscriptionsOf(person.userId)).toHaveLength(1);
  });

  test('with a permanent error (413) is not retried', async () => {
    const { browser, event } = await aMessage({ status: 413 });
    await send(event, browser);
    expect(await deliveryOf(event)).toMatchObject({
      status: 'failed',
      lastError: expect.stringContaining('413'),
    });
  });

  test('from a day ago is no longer sent', async () => {
    const { browser, event } = await aMessage();
    await opened.db
      .update(deliveries)
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(deliveries.eventId, event));
    const before = service.asked(browser);
    await send(event, browser);
    expect(service.asked(browser)).toBe(before);
    expect(await deliveryOf(event)).toMatchObject({ status: 'failed' });
  });
});

describe('a subscribed browser', () => {
  test('is deleted with its session, so that signing out ends the messages', async () => {
    const { person, browser, event } = await aMessage();
    await opened.db.delete(sessions).where(eq(sessions.id, person.sessionId));
    expect(await subscriptionsOf(person.userId)).toEqual([]);
    const before = service.asked(browser);
    await send(event, browser);
    expect(service.asked(browser)).toBe(before);
    expect(await deliveryOf(event)).toMatchObject({ status: 'failed' });
  });

  test('belongs to the person who signs in on it next, and gets no pending messages of the first', async () => {
    const [first, second] = [await aVisitor(), await aVisitor()];
    const browser = service.browser();
    await savePushSubscription(first, browser, true);
    const event = await anEvent();
    await tell(first, event);
    await savePushSubscription(second, browser, false);
    expect(await subscriptionsOf(first.userId)).toEqual([]);
    const before = service.asked(browser);
    await send(event, browser);
    expect(service.asked(browser)).toBe(before);
    expect((await readPreferences(second.userId)).pushNotifications).toBe(false);
  });

  test('of another person cannot be deleted', async () => {
    const [owner, other] = [await aVisitor(), await aVisitor()];
    const browser = service.browser();
    await savePushSubscription(owner, browser, true);
    await forgetPushSubscription(other, browser.endpoint);
    await forgetPushSubscription({ kind: 'guest' }, browser.endpoint);
    expect(await subscriptionsOf(owner.userId)).toHaveLength(1);
    await forgetPushSubscription(owner, browser.endpoint);
    expect(await subscriptionsOf(owner.userId)).toEqual([]);
  });

  test('beyond the limit replaces the oldest one', async () => {
    const person = await aVisitor();
    const browsers = Array.from({ length: MOST_BROWSERS + 2 }, () => service.browser());
    for (const browser of browsers) await savePushSubscription(person, browser, false);
    const kept = (await subscriptionsOf(person.userId)).map(({ endpoint }) => endpoint);
    expect(kept.sort()).toEqual(
      browsers
        .slice(2)
        .map(({ endpoint }) => endpoint)
        .sort(),
    );
  });

  test.each([
    ['http://push.example/1'],
    ['ftp://push.example/1'],
    ['https://user:pass@push.example/1'],
    ['javascript:alert(1)'],
    ['nonsense'],
  ])('at %s is refused', async (endpoint) => {
    const person = await aVisitor();
    expect(await savePushSubscription(person, { ...service.browser(), endpoint }, true)).toBe(false);
    expect(await subscriptionsOf(person.userId)).toEqual([]);
  });

  test('with a key that is not a point on the curve is refused', async () => {
    const person = await aVisitor();
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
    expect(await savePushSubscription(person, { ...service.browser(), p256dh }, true)).toBe(false);
  });

  test.each([
    'https://127.0.0.1:1/push',
    'https://[::1]:1/push',
    'https://169.254.169.254/latest',
    'https://localhost:1/push',
    'https://10.0.0.1/push',
  ])('at %s is never contacted, because it is outside the public network', async (endpoint) => {
    const person = await aVisitor();
    await savePushSubscription(person, { ...service.browser(), endpoint }, true);
    const event = await anEvent();
    await tell(person, event);
    await send(event, { endpoint } as PushBrowser);
    expect(await deliveryOf(event)).toMatchObject({
      status: 'failed',
      lastError: expect.stringContaining('not in the public network'),
    });
  });
});

test('the application server keys come from the root secret: equal on every instance, different for another secret', () => {
  const keys = vapidKeys();
  expect(vapidKeys()).toEqual(keys);
  openSecrets({ given: 'another secret of more than thirty-two characters', dataFolder: '.' });
  expect(vapidKeys().publicKey).not.toBe(keys.publicKey);
  openSecrets({ given: TEST_SECRET, dataFolder: '.' });
  expect(vapidKeys()).toEqual(keys);
});

test('hanging push services hold up no messages of other services and no mail', async () => {
  const hanging = await Promise.all(Array.from({ length: 4 }, () => openPushService()));
  openPush({ ownServices: [service.origin, ...hanging.map(({ origin }) => origin)] });
  const [patient, lucky] = [await aVisitor(), await aVisitor()];
  const silent = hanging.map((one) => {
    const browser = one.browser();
    one.answer(browser, 'silence');
    return browser;
  });
  for (const browser of silent) await savePushSubscription(patient, browser, true);
  const phone = service.browser();
  await savePushSubscription(lucky, phone, true);
  const [theirs, ours] = [await anEvent(), await anEvent()];
  await tell(patient, theirs);
  await tell(lucky, ours);

  // Four messages that get no answer come first. The worker waits for two services, whichever come first, and postpones
  // the others at once.
  const answers = silent.map((browser) => send(theirs, browser).then(String, (error: Error) => error.name));
  const asked = () => hanging.map((one, at) => one.asked(silent[at] as PushBrowser));
  await expect.poll(() => asked().sort()).toEqual([0, 0, 1, 1]);
  const reached = asked();
  const putOff = answers.filter((_, at) => reached[at] === 0);
  expect(await Promise.all(putOff)).toEqual(['PushPutOff', 'PushPutOff']);
  await send(ours, phone);
  expect(service.taken(phone)).toHaveLength(1);
  expect(await deliveryOf(ours)).toMatchObject({ status: 'sent' });

  // A service that gave no answer is skipped for a while; its messages wait.
  expect(await Promise.all(answers)).toEqual(
    reached.map((times) => (times === 1 ? 'NoAnswerInTime' : 'PushPutOff')),
  );
  const waitedFor = reached.indexOf(1);
  const first = silent[waitedFor];
  if (!first) return expect.fail();
  await expect(send(theirs, first)).rejects.toThrow('left alone');
  expect(hanging[waitedFor]?.asked(first)).toBe(1);
  expect(await deliveryOf(theirs)).toMatchObject({ status: 'waiting' });
  for (const one of hanging) await one.stop();
  openPush({ ownServices: [service.origin] });
}, 30_000);

// The last of these tests: its worker continues, and would send what a later test sends.
test('a push message reaches each browser encrypted, signed with the shop’s name, and reveals nothing private', async () => {
  const person = await aVisitor();
  const [phone, laptop] = [service.browser(), service.browser()];
  expect(await savePushSubscription(person, phone, true)).toBe(true);
  expect(await savePushSubscription(person, laptop, true)).toBe(true);
  const event = await anEvent();
  await tell(person, event);
  await tell(person, event);
  await work(doing(pushJob, sendPush), 'America/New_York');
  for (const browser of [phone, laptop]) {
    await expect.poll(() => service.taken(browser).length, { timeout: 15_000 }).toBe(1);
    const [message] = service.taken(browser);
    expect(JSON.parse(message?.payload ?? '')).toEqual({
      title: 'Two Branches Farm',
      body: 'Your order is ready for pickup.',
      path: '/orders/ORD007',
      tag: (await deliveryOf(event))?.id,
    });
    expect(message?.headers).toMatchObject({
      ttl: '86400',
      urgency: 'normal',
      'content-encoding': 'aes128gcm',
      topic: (await deliveryOf(event))?.id.replaceAll('-', ''),
    });
    await expectOurName(message?.headers.authorization ?? '');
  }
  await expect.poll(async () => (await deliveryOf(event))?.status).toBe('sent');
});

/** RFC 8292: signed with our key, for this service, with a contact that is not a made-up machine name. */
async function expectOurName(authorization: string): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  expect(key).toBe(vapidKeys().publicKey);
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: service.origin });
  expect(payload.sub).toBe('mailto:hello@twobranches.example');
  expect((payload.exp ?? 0) * 1000).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
}
