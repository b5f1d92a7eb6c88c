/** Tests the receipt that staff send: its recipient, its channel, and how often. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { events } from '#db/schema/events.ts';
import { deliveries, smsNumbers } from '#db/schema/notifications.ts';
import { openSms } from '#platform/outgoing/sms.ts';
import { reactToEvent } from '#server/run/worker.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { openTestMail } from '#tests/support/mail.ts';
import { aMug, anOrder, auditOf, bringTo, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { handOverOrder } from '../hand-over/hand-over-order.server.ts';
import { sendReceipt } from './send-receipt.server.ts';

const fresh = freshShop(afterAll);
let staff: SignedIn;

beforeAll(async () => {
  await openTestMail({ origin: 'https://farm.example' });
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
});
afterAll(() => openSms(null));

async function completed(customer: SignedIn): Promise<string> {
  const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
  await bringTo(staff, orderId, 'ready');
  const { version } = await storedOrder(fresh.db, orderId);
  const id = { idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: false };
  expect(await handOverOrder(staff, orderId, { version, ...id, cashReceived: 10_000 }, NOW)).toMatchObject({
    ok: true,
  });
  return orderId;
}

/** Runs the worker's reaction to every requested receipt; returns the channels used. */
async function sentOf(orderId: string): Promise<string[]> {
  const { id } = await storedOrder(fresh.db, orderId);
  const asked = await fresh.db.select().from(events).where(eq(events.subjectId, id)).orderBy(events.id);
  const ofReceipts = asked.filter(({ kind }) => kind.startsWith('receipt-'));
  for (const event of ofReceipts) await reactToEvent(event.id);
  const sent = await Promise.all(
    ofReceipts.map((event) => fresh.db.select().from(deliveries).where(eq(deliveries.eventId, event.id))),
  );
  return sent.flat().map(({ channel }) => channel);
}

test('a receipt goes by email, or as a text message link to the verified number, and on no other channel', async () => {
  const customer = await aPerson(fresh.db);
  const orderId = await completed(customer);
  expect(await sendReceipt(staff, orderId, 'email')).toEqual({ ok: true, value: null });
  await fresh.db
    .insert(smsNumbers)
    .values({ userId: customer.userId, phone: '+15185550142', verifiedAt: new Date() });
  // Without a gateway.
  expect(await sendReceipt(staff, orderId, 'text')).toMatchObject({ problem: { kind: 'no-phone' } });
  openSms({ url: 'http://127.0.0.1:9/', method: 'POST', headers: '', body: '{text}' });
  expect(await sendReceipt(staff, orderId, 'text')).toEqual({ ok: true, value: null });
  expect(await sentOf(orderId)).toEqual(['email', 'sms']);
  expect(
    (await auditOf(fresh.db, orderId)).filter(({ action }) => action === 'order.receipt-sent'),
  ).toMatchObject([
    { who: 'Sam Counter', after: { channel: 'email' } },
    { who: 'Sam Counter', after: { channel: 'text' } },
  ]);
});

test('a receipt is refused for an unverified number, before the hand-over, a fourth time, and without permission', async () => {
  const customer = await aPerson(fresh.db);
  const orderId = await completed(customer);
  await fresh.db
    .insert(smsNumbers)
    .values({ userId: customer.userId, phone: '+15185550143', verifiedAt: null });
  expect(await sendReceipt(staff, orderId, 'text')).toMatchObject({ problem: { kind: 'no-phone' } });
  expect(await sendReceipt(customer, orderId, 'email')).toMatchObject({ problem: { kind: 'not-allowed' } });
  expect(await sendReceipt(staff, 'ORD999999', 'email')).toMatchObject({ problem: { kind: 'not-found' } });
  const open = await anOrder(customer, [[await aMug(fresh.db), 1]]);
  expect(await sendReceipt(staff, open, 'email')).toMatchObject({ problem: { kind: 'not-completed' } });
  const four = [];
  for (const _ of [1, 2, 3, 4]) four.push((await sendReceipt(staff, orderId, 'email')).ok);
  expect(four).toEqual([true, true, true, false]);
  expect(await sentOf(orderId)).toEqual(['email', 'email', 'email']);
});
