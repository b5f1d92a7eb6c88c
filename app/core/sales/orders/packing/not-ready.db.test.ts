/** Tests what a customer is told of a ready order that is packed again. */
import { and, asc, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { events } from '#db/schema/events.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { notifications } from '#db/schema/notifications.ts';
import { newId } from '#kernel/ids.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, bringTo, edit, eventsOf, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { changeOrderStatus } from '../change-order-status.server.ts';
import { notifyOfOrder } from '../emails/order-notifications.server.tsx';
import { readBag } from './bag-queries.server.ts';
import { packUnit } from './pack-unit.server.ts';
import { takeOutUnit } from './take-out-unit.server.ts';

const fresh = freshShop(afterAll);
let kim: SignedIn;
let mug: number;
beforeAll(async () => {
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  mug = await aMug(fresh.db, { onHand: 1000 });
});

type Told = 'order-ready' | 'order-not-ready';

/** Its units are packed all at once; `takeOut` takes one of those. */
async function readyOrder(units = 3) {
  const customer = await aPerson(fresh.db);
  const number = await anOrder(customer, [[mug, units]]);
  await bringTo(kim, number, 'ready');
  const { id } = await storedOrder(fresh.db, number);
  /** Does what the worker does with the newest event of this kind. */
  const tell = async (kind: Told) => {
    const [event] = await fresh.db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.subjectId, id), eq(events.kind, kind)))
      .orderBy(desc(events.createdAt), desc(events.id))
      .limit(1);
    if (!event) throw new Error(`no ${kind}`);
    await notifyOfOrder(event.id, id, kind);
  };
  const bell = async () =>
    (
      await fresh.db
        .select({ title: notifications.title })
        .from(notifications)
        .where(eq(notifications.userId, customer.userId))
        .orderBy(asc(notifications.createdAt), asc(notifications.id))
    ).map(({ title }) => title.replace(number, 'it'));
  const mails = async () =>
    (
      await fresh.db
        .select({ text: mailMessages.text })
        .from(mailMessages)
        .where(eq(mailMessages.recipient, customer.email))
        .orderBy(asc(mailMessages.createdAt), asc(mailMessages.id))
    ).map(({ text }) => text);
  return { number, id, tell, bell, mails };
}

async function takeOut(number: string, id: string) {
  const [line] = await readBag(fresh.db, id);
  const [lot] = line?.lots ?? [];
  const out = { orderId: number, reservationId: line?.reservationId ?? '' };
  const { lotId = 0, packed = 0 } = lot ?? {};
  expect(await takeOutUnit(kim, { ...out, lotId, packed }, NOW)).toMatchObject({ ok: true });
  expect((await storedOrder(fresh.db, number)).status).toBe('packing');
}

async function packAgain(number: string, id: string) {
  const [line] = await readBag(fresh.db, id);
  const press = {
    orderId: number,
    key: newId<string>(),
    reservationId: line?.reservationId ?? '',
    all: true,
  };
  expect(await packUnit(kim, press, NOW)).toMatchObject({ ok: true });
  const ready = { orderId: number, to: 'ready', reason: '', version: null } as const;
  expect(await changeOrderStatus(kim, ready, NOW)).toMatchObject({ ok: true });
}

const READY = 'Order it is ready for pickup';
const NOT_READY = 'Order it is not ready yet';

test('a customer who was told that it is ready is told that it is not, and when it is again', async () => {
  const { number, id, tell, bell, mails } = await readyOrder();
  await tell('order-ready');
  await takeOut(number, id);
  await tell('order-not-ready');
  expect(await bell()).toEqual([READY, NOT_READY]);
  expect((await mails()).at(-1)).toContain('We are packing it again. We will tell you when it is ready.');

  await packAgain(number, id);
  await tell('order-ready');
  expect(await bell()).toEqual([READY, NOT_READY, READY]);
  expect(await mails()).toHaveLength(3);

  await takeOut(number, id);
  await tell('order-not-ready');
  expect((await bell()).at(-1)).toBe(NOT_READY);

  await packAgain(number, id);
  await takeOut(number, id);
  await tell('order-not-ready');
  // No one told them that it was ready in between.
  expect(await bell()).toHaveLength(4);
});

test('a customer who was not told that it is ready is not told that it is not', async () => {
  const { number, id, tell, bell, mails } = await readyOrder();
  await takeOut(number, id);
  await tell('order-ready');
  await tell('order-not-ready');
  expect([await bell(), await mails()]).toEqual([[], []]);

  await packAgain(number, id);
  await tell('order-ready');
  expect(await bell()).toEqual([READY]);
});

test('it is not said of an order that is ready again by then', async () => {
  const { number, id, tell, bell } = await readyOrder();
  await tell('order-ready');
  await takeOut(number, id);
  await packAgain(number, id);
  await tell('order-not-ready');
  expect(await bell()).toEqual([READY]);
});

test('an edit that adds units to a ready order is told as the edit alone', async () => {
  const { number } = await readyOrder(1);
  expect(await edit(fresh.db, kim, number, { to: [[mug, 3]] })).toMatchObject({ ok: true });
  const happened = await eventsOf(fresh.db, number);
  expect(happened.at(-1)).toBe('order-changed');
  expect(happened).not.toContain('order-not-ready');
});
