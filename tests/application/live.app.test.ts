/** Notifications reach open pages through every instance, only for people who may listen, and only while they may. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { DomainEvent } from '#core/ground/events/event.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { inTransaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles } from '#db/schema/identity.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import type { Topic } from '#kernel/topic.ts';
import { announce } from '#platform/live/announce.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openLive } from '#tests/support/live.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { inParallel, postForm } from '#tests/support/requests.ts';

let fresh: FreshDatabase;
let instances: [Application, Application];
let staff: SignedIn;
let staffCookie: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  const environment = { NODE_ENV: 'production', DATABASE_URL: fresh.url };
  instances = [await startApplication(environment), await startApplication(environment)];
  staff = await aPerson(fresh.db, { role: 'staff' });
  staffCookie = await signedIn(fresh.db, staff);
});
afterAll(async () => {
  for (const app of instances ?? []) await app.stop();
  await fresh.stop();
});

const say = (...topics: [Topic, ...Topic[]]) => inTransaction((tx) => announce(tx, ...topics));

async function anOrderOf(person: SignedIn): Promise<string> {
  const [order] = await fresh.db
    .insert(orders)
    .values({
      userId: person.userId,
      userEmail: person.email,
      userName: person.name,
      orderType: 'cannabis_pickup',
      status: 'pending',
      paymentStatus: 'pay_on_pickup',
      subtotal: 0,
      tax: 0,
      cannabisTax: 0,
      total: 0,
      taxParts: [],
    })
    .returning({ id: orders.id });
  if (!order) throw new Error('no order was made');
  return order.id;
}

test('a notification reaches both instances within two seconds, and a rolled-back one reaches none', async () => {
  const readers = await Promise.all(
    instances.map((app) => openLive(app.origin, staffCookie, 'orders,inventory')),
  );
  expect(readers.map(({ status }) => status)).toEqual([200, 200]);
  const rolledBack = fresh.db.transaction(async (tx) => {
    await announce(tx, 'inventory');
    throw new Error('changed its mind');
  });
  await expect(rolledBack).rejects.toThrow('changed its mind');
  const began = performance.now();
  await say('orders');
  await expect
    .poll(() => readers.every(({ heard }) => heard.includes('topics ["orders"]')), {
      timeout: 5000,
      interval: 5,
    })
    .toBe(true);
  console.info({ announcedToBothMs: Math.round(performance.now() - began) });
  for (const { heard, leave } of readers) {
    expect(heard.join()).not.toContain('inventory');
    leave();
  }
});

test('a customer gets notifications of their own order and no one else’s', async () => {
  const [own, other] = [await aPerson(fresh.db), await aPerson(fresh.db)];
  const [mine, theirs] = [await anOrderOf(own), await anOrderOf(other)];
  const cookie = await signedIn(fresh.db, own);
  const [app] = instances;
  for (const [topics, status] of [
    [`order:${theirs}`, 403],
    [`order:${randomUUID()}`, 403],
    [`user:${other.userId}`, 403],
    ['orders', 403],
    ['orders,nonsense', 400],
    ['', 400],
    [`order:${mine}`, 200],
  ] as const) {
    const reader = await openLive(app.origin, cookie, topics);
    expect(reader.status, topics).toBe(status);
    reader.leave();
  }
  expect((await openLive(app.origin, '', 'orders')).status).toBe(401);

  const reader = await openLive(app.origin, cookie, `order:${mine},order:${theirs},orders`, { age: 1 });
  await say(`order:${theirs}`, 'orders', `order:${mine}`);
  await expect.poll(() => reader.heard).toContain(`topics ["order:${mine}"]`);
  expect(reader.heard.join()).not.toContain(theirs);
  reader.leave();
});

test.each(['order', 'reservation'] as const)(
  'a customer’s stream follows their own %s and no one else’s',
  async (what) => {
    const [own, other] = [await aPerson(fresh.db), await aPerson(fresh.db)];
    const productId = await aProduct(fresh.db);
    const happening = async (person: SignedIn): Promise<DomainEvent> => {
      if (what === 'order') return { kind: 'order-ready', orderId: await anOrderOf(person) };
      const reservationId = newId<string>();
      await fresh.db
        .insert(pickupReservations)
        .values({ id: reservationId, userId: person.userId, productId, quantity: 1, status: 'cancelled' });
      return { kind: 'reservation-expired', reservationId };
    };
    const [mine, theirs] = [await happening(own), await happening(other)];
    const record = (event: DomainEvent) => inTransaction((tx) => recordEvent(tx, event, staff.userId));
    const topic = `user:${own.userId}`;
    const cookie = await signedIn(fresh.db, own);
    const marker = `order:${await anOrderOf(own)}` as const;
    const readers = await Promise.all(
      instances.map((app) => openLive(app.origin, cookie, `${topic},${marker}`)),
    );
    await expect.poll(() => readers.every(({ heard }) => heard.includes('hello'))).toBe(true);
    const hasHeard = () => readers.map((reader) => reader.heard.some((line) => line.includes(topic)));

    await record(theirs);
    // Later notifications arrive later.
    await say(marker);
    await expect.poll(() => readers.every(({ heard }) => heard.join().includes(marker))).toBe(true);
    expect(hasHeard()).toEqual([false, false]);
    await record(mine);
    await expect.poll(hasHeard).toEqual([true, true]);
    for (const reader of readers) {
      expect(reader.heard.join()).not.toContain(other.userId);
      reader.leave();
    }
  },
);

test.each([
  ['signing out', (cookie: string) => postForm(instances[0], '/sign-out', {}, { cookie })],
  [
    'a ban',
    (_: string, person: SignedIn) =>
      fresh.db
        .update(customerProfiles)
        .set({ isBanned: true })
        .where(eq(customerProfiles.userId, person.userId)),
  ],
] as const)('%s ends a customer’s streams on both instances within five seconds', async (_, end) => {
  const person = await aPerson(fresh.db);
  const topics = `user:${person.userId},order:${await anOrderOf(person)}`;
  const cookie = await signedIn(fresh.db, person);
  const readers = await Promise.all(instances.map((app) => openLive(app.origin, cookie, topics)));
  await expect.poll(() => readers.every(({ heard }) => heard.includes('hello'))).toBe(true);
  await end(cookie, person);
  await expect.poll(() => readers.every((reader) => reader.endedAt() !== null), { timeout: 5000 }).toBe(true);
  expect(readers.map(({ heard }) => heard.at(-1))).toEqual(['end "access"', 'end "access"']);
});

test('a page without a stream gets recent notifications, as far as its person may', async () => {
  const [app] = instances;
  const ask = async (cookie: string) => {
    const query = 'topics=reservations,inventory,sent-mail&age=1500';
    const answer = await fetch(`${app.origin}/live?${query}`, { headers: { cookie } });
    return [answer.status, await answer.json()];
  };
  await say('reservations', 'sent-mail');
  await expect.poll(() => ask(staffCookie)).toEqual([200, { heard: ['reservations'] }]);
  expect(await ask(await signedIn(fresh.db, await aPerson(fresh.db)))).toMatchObject([403, {}]);
});

/** Each ends the permission of a person with an open stream. */
const endings: readonly [string, (person: SignedIn, cookie: string) => Promise<unknown>][] = [
  ['signing out', (_, cookie) => postForm(instances[0], '/sign-out', {}, { cookie })],
  [
    'a ban',
    (person) =>
      fresh.db
        .update(customerProfiles)
        .set({ isBanned: true })
        .where(eq(customerProfiles.userId, person.userId)),
  ],
  [
    'another role',
    (person) => fresh.db.update(userRoles).set({ role: 'admin' }).where(eq(userRoles.userId, person.userId)),
  ],
  ['no role any more', (person) => fresh.db.delete(userRoles).where(eq(userRoles.userId, person.userId))],
];

test.each(endings)('%s ends the streams on both instances within five seconds', async (_, end) => {
  const person = await aPerson(fresh.db, { role: 'staff' });
  const cookie = await signedIn(fresh.db, person);
  const readers = await Promise.all(instances.map((app) => openLive(app.origin, cookie, 'orders')));
  await expect.poll(() => readers.every(({ heard }) => heard.includes('hello'))).toBe(true);
  const began = performance.now();
  await end(person, cookie);
  await expect.poll(() => readers.every((reader) => reader.endedAt() !== null), { timeout: 5000 }).toBe(true);
  console.info({ endedAfterMs: Math.round(performance.now() - began) });
  expect(readers.map(({ heard }) => heard.at(-1))).toEqual(['end "access"', 'end "access"']);
});

test('a lost database connection loses no notification', async () => {
  const [app] = instances;
  const reader = await openLive(app.origin, staffCookie, 'orders');
  await expect.poll(() => reader.heard).toContain('hello');
  await fresh.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'farmgate listens: live' and datname = current_database()`,
  );
  await say('orders');
  await expect
    .poll(() => reader.heard.some((line) => line === 'everything' || line.includes('orders')), {
      timeout: 5000,
    })
    .toBe(true);
  reader.leave();
});

test('one person has eight streams, and another ends the oldest', async () => {
  const [app] = instances;
  const cookie = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'staff' }));
  const readers = await inParallel(Array.from({ length: 9 }), 1, () =>
    openLive(app.origin, cookie, 'orders'),
  );
  await expect.poll(() => readers.filter((reader) => reader.endedAt() !== null).length).toBe(1);
  expect(readers[0]?.heard.at(-1)).toBe('end "crowded"');
  for (const reader of readers) reader.leave();
});

test('a shop with open streams stops at once and says goodbye, even to stalled readers', async () => {
  const app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
  const reader = await openLive(app.origin, staffCookie, 'orders');
  await openLive(app.origin, staffCookie, 'orders', { takesNothing: true });
  await expect.poll(() => reader.heard).toContain('hello');
  const began = performance.now();
  expect(await app.stop()).toBe(0);
  const stoppedAfterMs = Math.round(performance.now() - began);
  console.info({ stoppedAfterMs });
  expect(stoppedAfterMs).toBeLessThan(4000);
  expect(reader.heard.at(-1)).toBe('end "restart"');
});
