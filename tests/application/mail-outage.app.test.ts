/**
 * The mail server is down or silent while customers check out: no one waits for it, and no email is lost or sent
 * twice.
 */
import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { orderIn, placeOrder } from '#tests/support/checkout-load.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { percentile } from '#tests/support/flood.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { inParallel } from '#tests/support/requests.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';

let fresh: FreshDatabase;
let app: Application;
let peer: SmtpPeer;
let productId: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  productId = await aProduct(fresh.db, { onHand: 1000, limitMg: 100 });
  peer = await openSmtpPeer();
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url, SMTP_URL: peer.url });
});
afterAll(async () => {
  await app?.stop();
  await peer?.be('away');
  await fresh.stop();
});

/** Customers place one order each, `width` at a time; returns the customers, and the milliseconds of each. */
async function customersOrder(many: number, width: number): Promise<{ people: SignedIn[]; took: number[] }> {
  const people = await Promise.all(Array.from({ length: many }, () => aPerson(fresh.db)));
  const cookies = await Promise.all(people.map((person) => signedIn(fresh.db, person)));
  const slot = aSlot();
  const took = await inParallel(cookies, width, async (cookie) => {
    const began = performance.now();
    const response = await placeOrder(app, { cookie, key: randomUUID(), productId, slot });
    await response.arrayBuffer();
    const ms = performance.now() - began;
    expect(orderIn(response)).toMatch(/^ORD\d+$/);
    return ms;
  });
  return { people, took };
}

const mailsTo = (people: readonly SignedIn[]) =>
  fresh.db
    .select()
    .from(mailMessages)
    .where(
      inArray(
        mailMessages.recipient,
        people.map(({ email }) => email),
      ),
    );

test('a hundred orders during a mail outage send a hundred emails afterwards, each once', async () => {
  const { people } = await customersOrder(100, 8);
  // All are queued, and have failed at least once, before the server is back.
  await expect
    .poll(async () => (await mailsTo(people)).filter(({ attempts }) => attempts > 0).length, {
      timeout: 60_000,
    })
    .toBe(100);
  expect(peer.taken).toEqual([]);
  await peer.be('willing');
  await expect
    .poll(async () => (await mailsTo(people)).filter(({ status }) => status === 'sent').length, {
      timeout: 90_000,
    })
    .toBe(100);
  expect([...peer.taken].sort()).toEqual(people.map(({ email }) => email).sort());
}, 200_000);

test('checkout never waits for a mail server that accepts connections and stays silent', async () => {
  await peer.be('willing');
  await customersOrder(10, 2);
  const willing = await customersOrder(30, 2);
  await expect
    .poll(async () => (await mailsTo(willing.people)).filter(({ status }) => status === 'sent').length, {
      timeout: 60_000,
    })
    .toBeGreaterThanOrEqual(30);
  await peer.be('silent');
  const before = peer.taken.length;
  const silent = await customersOrder(30, 2);
  // Every order was acknowledged, and none of their emails has been accepted.
  expect(peer.taken.length).toBe(before);
  const mails = await mailsTo(silent.people);
  expect(mails.filter(({ status }) => status !== 'waiting')).toEqual([]);
  const ms = (values: readonly number[]) => `${percentile(values, 0.95).toFixed(1)} ms`;
  console.info(
    `checkout p95 of 30 orders: ${ms(willing.took)} with a willing mail server, ${ms(silent.took)} with a silent one`,
  );
  const [one] = await fresh.db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.recipient, willing.people[0]?.email ?? ''));
  expect(one?.status).toBe('sent');
}, 200_000);
