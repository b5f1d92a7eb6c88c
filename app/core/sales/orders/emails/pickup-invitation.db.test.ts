/** Mail of an order as a mail program reads it: where a reply goes, and the pickup for the calendar. */
import { and, asc, eq } from 'drizzle-orm';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { purgeMail } from '#core/ground/mail/purge-mail.server.ts';
import { sendQueuedMail } from '#core/ground/mail/send-queued-mail.server.ts';
import { events } from '#db/schema/events.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { closeMail } from '#platform/outgoing/mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openTestMail } from '#tests/support/mail.ts';
import {
  aMug,
  anOrder,
  bringTo,
  LATER_SLOT,
  NOW,
  openForOrders,
  storedOrder,
} from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';
import { cancelOrder } from '../cancel-order.server.ts';
import { movePickup } from '../hand-over/move-pickup.server.ts';
import { notifyOfOrder, type OrderEventKind } from './order-notifications.server.tsx';

let fresh: FreshDatabase;
let peer: SmtpPeer;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  peer = await openSmtpPeer();
  await peer.be('willing');
  await openTestMail({ smtpUrl: peer.url });
});
afterAll(async () => {
  closeMail();
  await fresh.stop();
  await peer.be('away');
});

/** Sends the mail of an order's newest event of this kind, and reads it. */
async function mailed(id: string, kind: OrderEventKind, customer: SignedIn): Promise<Email> {
  const ofKind = and(eq(events.subjectId, id), eq(events.kind, kind));
  const [event] = await fresh.db.select({ id: events.id }).from(events).where(ofKind).orderBy(asc(events.id));
  await notifyOfOrder(event?.id ?? '', id, kind);
  const ofCustomer = and(eq(mailMessages.recipient, customer.email), eq(mailMessages.status, 'waiting'));
  for (const mail of await fresh.db.select({ id: mailMessages.id }).from(mailMessages).where(ofCustomer))
    await sendQueuedMail(mail.id);
  return PostalMime.parse(peer.letters.at(-1)?.source ?? '');
}

/** The lines of the event for the calendar, as a calendar reads them; and the way it came. */
function calendarOf({ attachments }: Email): { method: string | undefined; lines: string[] } {
  const found = attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  const content = found?.content;
  const file = typeof content === 'string' ? content : new TextDecoder().decode(content);
  return { method: found?.method, lines: file.replaceAll(/\r?\n /g, '').split(/\r?\n/) };
}

async function placed() {
  const customer = await aPerson(fresh.db);
  const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
  return { customer, orderId, id: (await storedOrder(fresh.db, orderId)).id };
}

test('mails of a placed, a moved and a canceled order put the pickup into the calendar, move it and remove it', async () => {
  const { customer, orderId, id } = await placed();
  const same = [
    `UID:pickup-${id}`,
    'ORGANIZER;CN="Two Branches Farm":mailto:hello@twobranches.example',
    `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${customer.email}`,
  ];

  const first = calendarOf(await mailed(id, 'order-placed', customer));
  expect(first.method).toBe('REQUEST');
  const begin = ['METHOD:REQUEST', 'SEQUENCE:1', 'DTSTART:20260606T180000Z', 'STATUS:CONFIRMED'];
  expect(first.lines).toEqual(expect.arrayContaining([...same, ...begin]));

  const { version, status, total } = await storedOrder(fresh.db, orderId);
  const seen = { version, status, total, pickup: '2026-06-06T18:00:00Z' };
  expect((await movePickup(customer, orderId, { slotStartsAt: LATER_SLOT, seen }, NOW)).ok).toBe(true);
  const moved = calendarOf(await mailed(id, 'order-moved', customer));
  expect(moved.method).toBe('REQUEST');
  const later = ['SEQUENCE:2', 'DTSTART:20260606T190000Z'];
  expect(moved.lines).toEqual(expect.arrayContaining([...same, ...later]));

  expect((await cancelOrder(customer, orderId, NOW)).ok).toBe(true);
  const ended = calendarOf(await mailed(id, 'order-cancelled', customer));
  expect(ended.method).toBe('CANCEL');
  const removed = ['METHOD:CANCEL', 'SEQUENCE:3', 'STATUS:CANCELLED'];
  expect(ended.lines).toEqual(expect.arrayContaining([...same, ...removed]));
});

test('replies to a mail go to the farm’s email address, with its text unchanged', async () => {
  const { customer, id } = await placed();
  const mail = await mailed(id, 'order-placed', customer);
  expect(mail.replyTo).toEqual([{ name: 'Two Branches Farm', address: 'hello@twobranches.example' }]);
  expect(mail.from?.address).toBe('a@example.com');
  expect(mail.text).toContain('Your pickup pass');
  expect(mail.html).toContain('</html>');
});

test('other mails of an order have no event, and a deleted mail leaves none', async () => {
  const { customer, orderId, id } = await placed();
  const staff = await aPerson(fresh.db, { role: 'staff' });
  await bringTo(staff, orderId, 'confirmed');
  expect((await mailed(id, 'order-confirmed', customer)).attachments).toEqual([]);
  await mailed(id, 'order-placed', customer);
  await fresh.db.update(mailMessages).set({ createdAt: new Date(0), status: 'sent' });
  await purgeMail();
  const left = await fresh.db.select({ invitation: mailMessages.invitation }).from(mailMessages);
  expect(left.filter(({ invitation }) => invitation !== null)).toEqual([]);
});
