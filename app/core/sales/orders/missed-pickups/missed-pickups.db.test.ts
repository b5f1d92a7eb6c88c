/** Tests missed pickups: the reminder, the release, what counts, and the limit on the next order. */
import { randomUUID } from 'node:crypto';
import { and, eq, gte, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { liftMissedLimit } from '#core/accounts/customers/lift-missed-limit.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import type { Transaction } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { close } from '#tests/support/closures.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import {
  AFTER_PICKUP,
  aMug,
  anOrder,
  auditOf,
  bringTo,
  eventsOf,
  NEXT_DAY_SLOT,
  NOW,
  SLOT,
  stockOf,
  storedOrder,
} from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { changeOrderStatus, changePaymentStatus } from '../change-order-status.server.ts';
import { notifyOfOrder } from '../emails/order-notifications.server.tsx';
import { recordArrival } from '../hand-over/record-arrival.server.ts';
import { countMissedPickups } from './missed-pickups-queries.server.ts';
import { releaseMissedOrders } from './release-missed-orders.server.ts';
import { remindOfMissedPickups } from './remind-of-missed-pickups.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
let customer: SignedIn;
let mug: number;

/** Three minutes after the pickup time of `SLOT`, which is from 2 to 2:30 PM. */
const IN_GRACE = Temporal.Instant.from('2026-06-06T18:33:00Z');
const REMINDER = 'order-pickup-missed';

async function set(value: { graceMinutes?: number; releaseAfterHours?: number; limit?: number }) {
  await fresh.db
    .insert(storeSettings)
    .values({ name: 'missedPickups', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  invalidateSettings();
}

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin' });
});
beforeEach(async () => {
  await set({});
  customer = await aPerson(fresh.db);
  mug = await aMug(fresh.db, { onHand: 50 });
});

const order = (slot = SLOT) => anOrder(customer, [[mug, 1]], slot);
const miss = async (slot = SLOT, now = AFTER_PICKUP) => {
  const number = await order(slot);
  const done = await changeOrderStatus(
    admin,
    { orderId: number, to: 'no_show', reason: '', version: null },
    now,
  );
  expect(done).toMatchObject({ ok: true });
  return number;
};
const status = async (number: string) => (await storedOrder(fresh.db, number)).status;
const reminders = async (number: string) =>
  (await eventsOf(fresh.db, number)).filter((kind) => kind === REMINDER).length;
const counts = async (now = AFTER_PICKUP) =>
  (await countMissedPickups([customer.userId], now)).get(customer.userId) ?? { total: 0, counted: 0 };

describe('the reminder', () => {
  test('goes out once for each order, however many workers run at once', async () => {
    const number = await order();
    await remindOfMissedPickups(IN_GRACE.subtract({ minutes: 4 }));
    expect(await reminders(number)).toBe(0);
    await Promise.all(Array.from({ length: 4 }, () => remindOfMissedPickups(IN_GRACE)));
    await remindOfMissedPickups(IN_GRACE.add({ minutes: 20 }));
    expect(await reminders(number)).toBe(1);
  });

  test('says until when the order waits, and is not sent once it was picked up or the grace is over', async () => {
    const number = await order();
    const { id } = await storedOrder(fresh.db, number);
    const mails = () =>
      fresh.db
        .select({ subject: mailMessages.subject, text: mailMessages.text })
        .from(mailMessages)
        .where(eq(mailMessages.recipient, customer.email));
    await remindOfMissedPickups(IN_GRACE);
    const [event] = await fresh.db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.subjectId, id), eq(events.kind, REMINDER)));
    const remind = (now: Temporal.Instant) => notifyOfOrder(event?.id ?? '', id, REMINDER, now);
    await remind(IN_GRACE.add({ hours: 3 }));
    expect((await mails()).filter(({ subject }) => subject.includes('waiting'))).toEqual([]);
    await remind(IN_GRACE);
    const [mail] = (await mails()).filter(({ subject }) => subject.includes('waiting'));
    expect(mail?.text).toContain('Your pickup time is over. We hold your order until 3:30 PM.');
  });

  test('is left out for a person at the counter, without a grace, and on a day that closed', async () => {
    const here = await order();
    await recordArrival(admin, here, IN_GRACE);
    const none = await order();
    await set({ graceMinutes: 0 });
    await remindOfMissedPickups(IN_GRACE);
    await set({});
    await remindOfMissedPickups(IN_GRACE.add({ hours: 2 }));
    const closed = await order(NEXT_DAY_SLOT);
    await close(admin, { first: '2026-06-07', last: '2026-06-07' }, false);
    await remindOfMissedPickups(IN_GRACE.add({ hours: 24 }));
    for (const number of [here, none, closed]) expect(await reminders(number)).toBe(0);
    await fresh.db.delete(storeSettings).where(eq(storeSettings.name, 'pickup'));
    await fresh.db
      .insert(storeSettings)
      .values({ name: 'pickup', value: { capacity: 1000, horizonDays: 60 } });
    invalidateSettings();
  });
});

describe('the release by the shop', () => {
  test('is off until the owner sets a time', async () => {
    const number = await order();
    expect(await releaseMissedOrders(AFTER_PICKUP)).toBe(0);
    expect(await status(number)).toBe('pending');
  });

  test('frees the units once, also when two instances run at once, and the audit log says why', async () => {
    await set({ releaseAfterHours: 2 });
    const number = await order();
    await bringTo(admin, number, 'ready');
    await releaseMissedOrders(IN_GRACE.add({ minutes: 30 }));
    expect(await status(number)).toBe('ready');
    const late = IN_GRACE.add({ hours: 2 });
    await Promise.all([releaseMissedOrders(late), releaseMissedOrders(late)]);
    expect(await status(number)).toBe('no_show');
    expect(await stockOf(fresh.db, mug)).toEqual({ onHand: 50, held: 0 });
    expect((await auditOf(fresh.db, number)).at(-1)).toMatchObject({
      who: null,
      after: { status: 'no_show' },
      reason: 'Not picked up within 2 hours',
    });
    expect((await eventsOf(fresh.db, number)).filter((kind) => kind === 'order-not-picked-up')).toHaveLength(
      1,
    );
  });

  test('reaches an order behind more that wait for staff than one query reads', async () => {
    await set({ releaseAfterHours: 1 });
    const paid = await order();
    await changePaymentStatus(admin, { orderId: paid, to: 'paid', reason: '', version: null }, IN_GRACE);
    const { id, orderId, ...same } = await storedOrder(fresh.db, paid);
    const paidLongAgo = Array.from({ length: 600 }, (_, at) => ({
      ...same,
      number: 500_000 + at,
      passCode: String(500_000 + at),
      pickupStartsAt: new Date('2026-06-06T14:00:00Z'),
      pickupEndsAt: new Date('2026-06-06T14:30:00Z'),
    }));
    // Without triggers: sales totals do not count what this test inserts and deletes.
    const withoutTriggers = (work: (tx: Transaction) => Promise<unknown>) =>
      fresh.db.transaction(async (tx) => {
        await tx.execute(sql`alter table orders disable trigger user`);
        await work(tx);
        await tx.execute(sql`alter table orders enable trigger user`);
      });
    await withoutTriggers((tx) => tx.insert(orders).values(paidLongAgo));
    const unpaid = await order();
    await releaseMissedOrders(AFTER_PICKUP.add({ hours: 5 }));
    expect(await status(unpaid)).toBe('no_show');
    await withoutTriggers((tx) => tx.delete(orders).where(gte(orders.number, 500_000)));
  });

  test('leaves paid orders and people at the counter to staff', async () => {
    await set({ releaseAfterHours: 1 });
    const [paid, here] = [await order(), await order()];
    await changePaymentStatus(admin, { orderId: paid, to: 'paid', reason: '', version: null }, NOW);
    const evening = IN_GRACE.add({ hours: 4 });
    await recordArrival(admin, here, evening);
    await releaseMissedOrders(evening);
    expect(await status(paid)).toBe('pending');
    expect(await status(here)).toBe('pending');
  });
});

test('staff cannot mark an order as missed while its customer is in the line', async () => {
  const number = await order();
  const evening = IN_GRACE.add({ hours: 4 });
  const arrived = await recordArrival(admin, number, evening);
  const arrival = arrived.ok ? arrived.value.number : 0;
  const change = { orderId: number, to: 'no_show', reason: '', version: null } as const;
  expect(await changeOrderStatus(admin, change, evening)).toEqual({
    ok: false,
    problem: { kind: 'customer-here', arrival },
  });
  expect(await changeOrderStatus(admin, change, evening.add({ hours: 24 }))).toMatchObject({ ok: true });
});

describe('a missed pickup', () => {
  test('counts for 90 days of the store’s calendar', async () => {
    await miss();
    const on = (local: string) =>
      counts(Temporal.PlainDateTime.from(local).toZonedDateTime('America/New_York').toInstant());
    expect(await on('2026-09-04T23:59')).toEqual({ total: 1, counted: 1 });
    expect(await on('2026-09-05T00:00')).toEqual({ total: 0, counted: 0 });
  });

  test('does not count if the day closed later than the order was marked', async () => {
    await miss(NEXT_DAY_SLOT);
    expect(await counts()).toEqual({ total: 1, counted: 1 });
    await fresh.db
      .update(storeSettings)
      .set({
        value: {
          capacity: 1000,
          horizonDays: 60,
          exceptions: [{ date: '2026-06-07', spans: [], note: 'Storm' }],
        },
      })
      .where(eq(storeSettings.name, 'pickup'));
    invalidateSettings();
    expect(await counts()).toEqual({ total: 0, counted: 0 });
    await fresh.db
      .update(storeSettings)
      .set({ value: { capacity: 1000, horizonDays: 60 } })
      .where(eq(storeSettings.name, 'pickup'));
    invalidateSettings();
  });

  test('of another customer and a canceled order do not count', async () => {
    const number = await order();
    await changeOrderStatus(
      admin,
      { orderId: number, to: 'cancelled', reason: 'Called', version: null },
      AFTER_PICKUP,
    );
    const other = await aPerson(fresh.db);
    const theirs = await anOrder(other, [[mug, 1]]);
    await changeOrderStatus(
      admin,
      { orderId: theirs, to: 'no_show', reason: '', version: null },
      AFTER_PICKUP,
    );
    expect(await counts()).toEqual({ total: 0, counted: 0 });
  });
});

describe('the limit to one open order', () => {
  const place = (key: string = randomUUID()) =>
    placeOrder(
      customer,
      {
        ...{
          key,
          lines: [{ productId: mug, quantity: 1 }],
          reservationId: null,
          slotStartsAt: NEXT_DAY_SLOT,
        },
        ...{ birthDate: null, expectedTotal: null, again: true },
      },
      NOW,
    );
  const refused = (openOrder: string) => ({
    ok: false,
    problem: { kind: 'missed-too-many', missed: 2, openOrder },
  });

  beforeEach(async () => {
    await miss();
    await miss();
  });

  test('is off until the owner sets it, and then leaves one order', async () => {
    expect(await place()).toMatchObject({ ok: true });
    await set({ limit: 2 });
    const [open] = await fresh.db
      .select({ number: orders.orderId })
      .from(orders)
      .where(eq(orders.status, 'pending'))
      .orderBy(orders.number)
      .limit(1000);
    expect(open).toBeDefined();
    expect(await place()).toMatchObject({ ok: false, problem: { kind: 'missed-too-many', missed: 2 } });
  });

  test('lets one of two orders placed at once through', async () => {
    await set({ limit: 2 });
    const both = await Promise.all([place(), place()]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const placed = both.find((outcome) => outcome.ok);
    expect(both.find(({ ok }) => !ok)).toEqual(refused(placed?.ok ? placed.value.orderId : ''));
  });

  test('answers the same press again with the order that it made', async () => {
    await set({ limit: 2 });
    const key = randomUUID();
    const first = await place(key);
    expect(await place(key)).toMatchObject({ ok: true, value: { repeated: true } });
    expect(first).toMatchObject({ ok: true });
  });

  test('ends when staff lift it, and counts what is missed after that', async () => {
    await set({ limit: 2 });
    const first = await place();
    if (!first.ok) throw new Error('not placed');
    expect(await place()).toEqual(refused(first.value.orderId));
    expect(await liftMissedLimit(customer, customer.userId, 'Let me', AFTER_PICKUP)).toMatchObject({
      ok: false,
    });
    expect(await liftMissedLimit(admin, randomUUID(), 'We talked', AFTER_PICKUP)).toEqual({
      ok: false,
      problem: { kind: 'not-found' },
    });
    expect(await liftMissedLimit(admin, customer.userId, 'We talked', AFTER_PICKUP)).toMatchObject({
      ok: true,
    });
    expect(await place()).toMatchObject({ ok: true });
    expect(await counts()).toEqual({ total: 2, counted: 0 });
  });
});

test('the shop’s records agree', async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
});
