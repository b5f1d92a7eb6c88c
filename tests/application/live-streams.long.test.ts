/** A thousand people with an open page: their cost, and the delay of notifications, on one instance and on two. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { inTransaction } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { announce } from '#platform/live/announce.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { type LiveReader, openLive } from '#tests/support/live.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { inParallel } from '#tests/support/requests.ts';
import { seen, whole } from '#tests/support/seen.ts';

const PEOPLE = 1_000;
const ANNOUNCEMENTS = 20;

let fresh: FreshDatabase;
let app: Application;
beforeAll(async () => {
  fresh = await freshDatabase();
  app = await startApplication({
    NODE_ENV: 'production',
    DATABASE_URL: fresh.url,
    // They come through a proxy: one address alone has room for 512 connections.
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

/** Resident memory of the application, in MB. Linux. */
function memory(): number {
  const status = readFileSync(`/proc/${app.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

test('a thousand streams stay open', async () => {
  const cookies = await inParallel(Array.from({ length: PEOPLE }), 8, async () =>
    signedIn(fresh.db, await aPerson(fresh.db, { role: 'staff' })),
  );
  // The first request compiles code for the others.
  (await openLive(app.origin, cookies[0] ?? '', 'orders')).leave();
  const before = memory();
  const readers: LiveReader[] = await inParallel(cookies, 20, (cookie) =>
    openLive(app.origin, cookie, 'orders'),
  );
  expect(readers.filter(({ status }) => status !== 200)).toEqual([]);
  await expect.poll(() => readers.every(({ heard }) => heard.includes('hello'))).toBe(true);
  const open = memory();

  const took: number[] = [];
  for (let round = 1; round <= ANNOUNCEMENTS; round++) {
    const heard = () =>
      readers.filter((reader) => reader.heard.filter((line) => line.startsWith('topics')).length >= round);
    const began = performance.now();
    await inTransaction((tx) => announce(tx, 'orders'));
    await expect.poll(() => heard().length, { timeout: 10_000, interval: 2 }).toBe(PEOPLE);
    took.push(performance.now() - began);
  }
  took.sort((one, other) => one - other);
  seen(
    'live-streams',
    `the last after ${whole(took[ANNOUNCEMENTS / 2] ?? 0)} ms, at worst ${whole(took.at(-1) ?? 0)} ms; ` +
      `${whole(open)} MB, ${whole(((open - before) * 1024) / PEOPLE)} kB for each`,
  );
  expect(readers.filter((reader) => reader.endedAt() !== null)).toEqual([]);
  expect(took.at(-1)).toBeLessThan(2_000);
  for (const reader of readers) reader.leave();
}, 300_000);

test('a thousand customers on two instances each get notifications of their own order only', async () => {
  const second = await startApplication({
    NODE_ENV: 'production',
    DATABASE_URL: fresh.url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
  try {
    const customers = await inParallel(
      Array.from({ length: PEOPLE }, (_, index) => index),
      8,
      async (index) => {
        const person = await aPerson(fresh.db);
        const orderId = await anOrderOf(person);
        const cookie = await signedIn(fresh.db, person);
        const { origin } = index % 2 === 0 ? app : second;
        return { person, orderId, reader: await openLive(origin, cookie, `user:${person.userId}`) };
      },
    );
    await expect
      .poll(() => customers.every(({ reader }) => reader.heard.includes('hello')), { timeout: 30_000 })
      .toBe(true);

    const began = performance.now();
    const took = await inParallel(customers, 10, async ({ person, orderId, reader }) => {
      await inTransaction((tx) => recordEvent(tx, { kind: 'order-ready', orderId }, null));
      const committed = performance.now();
      await expect.poll(() => reader.heard.at(-1), { timeout: 10_000, interval: 2 }).toBe(newsOf(person));
      return performance.now() - committed;
    });
    const all = performance.now() - began;
    took.sort((one, other) => one - other);
    seen(
      'live-streams-two-instances',
      `changed within ${(all / 1000).toFixed(1)} s; received ${whole(took[PEOPLE / 2] ?? 0)} ms after the commit (median), ` +
        `${whole(took[Math.trunc(PEOPLE * 0.99)] ?? 0)} ms (p99), at worst ${whole(took.at(-1) ?? 0)} ms`,
    );
    expect(took.at(-1)).toBeLessThan(2_000);
    // Once for the order; if a worker has already written to the bell, once more for that.
    const othersNews = customers.filter(({ person, reader }) =>
      reader.heard.some((line) => line.startsWith('topics') && line !== newsOf(person)),
    );
    expect(othersNews).toEqual([]);
    for (const { reader } of customers) reader.leave();
  } finally {
    await second.stop();
  }
}, 300_000);

/** A stream's message about a change that concerns this person. */
const newsOf = (person: SignedIn) => `topics ["user:${person.userId}"]`;

async function anOrderOf(person: SignedIn): Promise<string> {
  const [order] = await fresh.db
    .insert(orders)
    .values({
      userId: person.userId,
      userEmail: person.email,
      userName: person.name,
      orderType: 'merchandise_pickup',
      paymentStatus: 'pay_on_pickup',
      subtotal: 0,
      tax: 0,
      total: 0,
      taxParts: [],
    })
    .returning({ id: orders.id });
  if (!order) throw new Error('no order was made');
  return order.id;
}
