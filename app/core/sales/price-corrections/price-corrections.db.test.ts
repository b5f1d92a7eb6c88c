/**
 * Corrections of wrong prices against a database: who paid it, what is lowered and refunded, undone, and all of it at
 * once.
 */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { guest } from '#core/ground/access/actor.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { notifyOfOrder } from '#core/sales/orders/emails/order-notifications.server.tsx';
import { readOrderDetails } from '#core/sales/orders/order-details-queries.server.ts';
import { readReceipt } from '#core/sales/orders/receipts/receipt-queries.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { events } from '#db/schema/events.ts';
import { notifications } from '#db/schema/notifications.ts';
import { orders, pickupReservations, refunds } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import {
  aMug,
  anOrder,
  auditOf,
  bringTo,
  edit,
  eventsOf,
  NOW,
  roundCash,
  storedOrder,
} from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import {
  correct,
  handOver,
  idOf,
  linesOf,
  setPrice,
  start,
  workOff,
  wrongOf,
} from '#tests/support/wrong-prices.ts';
import { fingerprintOf, sumsOf } from './affected.ts';
import { readAffected } from './affected-queries.server.ts';
import { readOwedAt, readPaidToday } from './owed-queries.server.ts';
import { payRefund } from './pay-refund.server.ts';
import { startCorrection } from './start-correction.server.ts';
import { undoCorrection } from './undo-correction.server.ts';
import { workOnCorrection } from './work-on-correction.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
let staff: SignedIn;

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sol Counter' });
});

/** A mug of $25.00 for which $27.50 was charged, with 12 % tax: $2.80 too much a unit. */
const RIGHT = 2500;
const aWrongMug = () => aMug(fresh.db, { onHand: 100, retailPrice: 2750 });
const refundsOf = async (orderId: string) =>
  fresh.db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, (await storedOrder(fresh.db, orderId)).id));

async function handedOver(mug: number, quantity = 1) {
  const customer = await aPerson(fresh.db);
  const orderId = await anOrder(customer, [[mug, quantity]]);
  await handOver(fresh.db, admin, orderId);
  return { customer, orderId };
}

describe('the list', () => {
  test('has everyone who reserved, ordered or bought, with what each paid too much, and nothing is asked of the others', async () => {
    const mug = await aWrongMug();
    const open = await aPerson(fresh.db);
    const openOrder = await anOrder(open, [[mug, 2]]);
    const { orderId } = await handedOver(mug, 3);
    const holder = await aPerson(fresh.db);
    await reserve(holder, mug);
    await setPrice(fresh.db, mug, 2000);
    const { orderId: cheap } = await handedOver(mug);
    const gone = await aPerson(fresh.db);
    const canceled = await anOrder(gone, [[mug, 1]]);
    await cancelOrder(gone, canceled, NOW);

    const lines = (await readAffected(admin, wrongOf(mug, RIGHT))) ?? [];
    expect(
      lines.map(({ orderNumber, kind, units, amount, tax }) => ({ orderNumber, kind, units, amount, tax })),
    ).toEqual([
      { orderNumber: openOrder, kind: 'open', units: 2, amount: 500, tax: 60 },
      { orderNumber: orderId, kind: 'paid', units: 3, amount: 750, tax: 90 },
      { orderNumber: null, kind: 'open', units: 1, amount: 250, tax: 0 },
      { orderNumber: cheap, kind: 'under', units: 1, amount: -500, tax: 0 },
    ]);
    expect(sumsOf(lines)).toMatchObject({ people: 3, under: 1, paid: { lines: 1, amount: 750, tax: 90 } });
    expect(await readAffected(admin, wrongOf(mug, RIGHT, { wrongPrice: 2750 }))).toHaveLength(3);
    expect(await readAffected(admin, wrongOf(mug, RIGHT, { way: 'counter' }))).toEqual([]);
    expect(await readAffected(admin, wrongOf(mug, RIGHT, { until: wrongOf(mug, 1).from }))).toEqual([]);
  });

  test('is only for people who may refund any amount, and so is its correction', async () => {
    const mug = await aWrongMug();
    const { orderId } = await handedOver(mug);
    for (const actor of [staff, guest, await aPerson(fresh.db)] as const) {
      expect(await readAffected(actor, wrongOf(mug, RIGHT))).toEqual([]);
      const key = randomUUID();
      const input = {
        wrong: wrongOf(mug, RIGHT),
        settlement: 'visit',
        tells: false,
        reason: 'x',
        fingerprint: '',
        key,
      } as const;
      expect(await startCorrection(actor, input)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
    }
    expect(await refundsOf(orderId)).toEqual([]);
  });
});

/** What the counter shows beside any order of the person. */
async function readOwedTo(actor: SignedIn, userId: string) {
  const [order] = await fresh.db.select().from(orders).where(eq(orders.userId, userId)).limit(1);
  return readOwedAt(actor, order?.orderId ?? '');
}

async function reserve(customer: SignedIn, productId: number): Promise<string> {
  const outcome = await reserveProduct(customer, { productId, quantity: 1, key: randomUUID() });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  const [row] = await fresh.db
    .select()
    .from(pickupReservations)
    .where(eq(pickupReservations.userId, customer.userId));
  return row?.id ?? '';
}

describe('a correction', () => {
  test('lowers open orders with their tax and total, tells their customers, and gives nothing back', async () => {
    const mug = await aWrongMug();
    const other = await aMug(fresh.db, { onHand: 10 });
    const customer = await aPerson(fresh.db);
    const orderId = await anOrder(customer, [
      [mug, 2],
      [other, 1],
    ]);
    const before = await storedOrder(fresh.db, orderId);
    const { id } = await correct(fresh.db, admin, wrongOf(mug, RIGHT));
    const after = await storedOrder(fresh.db, orderId);
    expect(after).toMatchObject({ subtotal: 6800, tax: 816, total: 7616, version: before.version + 1 });
    expect(after.items[0]).toMatchObject({ unitPrice: 2500, listPrice: 2500, amount: 5000, tax: 600 });
    expect(before.total - after.total).toBe(560);
    expect(await linesOf(fresh.db, id)).toMatchObject([{ status: 'lowered', amount: 500, tax: 60 }]);
    expect(await eventsOf(fresh.db, orderId)).toContain('order-price-lowered');
    expect((await auditOf(fresh.db, orderId)).at(-1)).toMatchObject({
      action: 'order.price-lowered',
      who: 'Ada Owner',
      before: { totalInCents: before.total },
      after: { totalInCents: after.total },
    });
    await handOver(fresh.db, admin, orderId);
    expect(await readOwedTo(staff, customer.userId)).toEqual([]);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('lowers a reservation, so that its order has the right price whatever the menu says by then', async () => {
    const mug = await aWrongMug();
    const customer = await aPerson(fresh.db);
    const reservationId = await reserve(customer, mug);
    await correct(fresh.db, admin, wrongOf(mug, RIGHT));
    const [row] = await fresh.db
      .select()
      .from(pickupReservations)
      .where(eq(pickupReservations.id, reservationId));
    expect(row).toMatchObject({ unitPrice: RIGHT, status: 'pending' });
    const placed = await placeOrder(
      customer,
      {
        ...{ key: randomUUID(), lines: [], reservationId, slotStartsAt: '2026-06-06T18:00:00.000Z' },
        ...{ birthDate: null, expectedTotal: null, again: true },
      } as never,
      NOW,
    );
    expect(placed.ok && (await storedOrder(fresh.db, placed.value.orderId)).total).toBe(2800);
  });

  test('refunds what was paid too much for a finished order, once, at the next visit: in books, drawer and receipt', async () => {
    const mug = await aWrongMug();
    const { customer, orderId } = await handedOver(mug, 2);
    const { id } = await correct(fresh.db, admin, wrongOf(mug, RIGHT));
    expect(await linesOf(fresh.db, id)).toMatchObject([{ status: 'owed', amount: 500, tax: 60 }]);
    expect(await refundsOf(orderId)).toEqual([]);
    const [owed] = await readOwedTo(staff, customer.userId);
    expect(owed).toMatchObject({
      orderNumber: orderId,
      amount: '$5.60',
      cash: 560,
      reason: 'Wrong price on Nov 28',
    });
    const press = { lineId: owed?.lineId ?? 0, cash: 560 };
    expect(await payRefund(staff, { ...press, cash: 500 }, NOW)).toEqual({
      ok: false,
      problem: { kind: 'cash-changed', cash: 560 },
    });
    // At two counters at once: one of both hands out cash, and that one's press sent again says the same.
    const both = await Promise.all([payRefund(staff, press, NOW), payRefund(admin, press, NOW)]);
    const answer = { ok: true, value: { orderNumber: orderId, cash: 560 } };
    expect(both.filter(({ ok }) => ok)).toEqual([answer]);
    const [giver, name] = both[0]?.ok ? [staff, 'Sol Counter'] : [admin, 'Ada Owner'];
    expect(both.filter(({ ok }) => !ok)).toEqual([
      { ok: false, problem: { kind: 'refunded-by-other', by: name } },
    ]);
    expect(await payRefund(giver, press, NOW)).toEqual(answer);
    const given = await refundsOf(orderId);
    expect(given).toMatchObject([
      { amount: 560, tax: 60, goods: 'kept', lines: [{ productId: mug, quantity: 0, amount: 500, tax: 60 }] },
    ]);
    expect(await readOwedTo(staff, customer.userId)).toEqual([]);
    expect((await readReceipt(customer, orderId))?.receipt?.refunds).toMatchObject([{ amount: '$5.60' }]);
    expect((await auditOf(fresh.db, orderId)).at(-1)).toMatchObject({
      action: 'order.refunded',
      after: { refundInCents: 560, decidedBy: 'Ada Owner' },
    });
    expect((await linesOf(fresh.db, id))[0]).toMatchObject({ status: 'paid', refundId: given[0]?.id });
    expect(await checkInvariants(fresh.db)).toEqual([]);
    // Corrected again, nothing is left to give back.
    expect(await start(admin, wrongOf(mug, RIGHT))).toEqual({ ok: false, problem: { kind: 'no-one' } });
  });

  test('what was refunded is repeated beside the person’s other orders until the store’s midnight, to people at the counter only', async () => {
    const mug = await aWrongMug();
    const { customer, orderId } = await handedOver(mug);
    const next = await anOrder(customer, [[mug, 1]]);
    const { orderId: ofOther } = await handedOver(mug);
    await correct(fresh.db, admin, wrongOf(mug, RIGHT));
    const owed = await readOwedAt(staff, next);
    const lineId = owed.find(({ orderNumber }) => orderNumber === orderId)?.lineId ?? 0;
    const at = Temporal.Instant.from('2026-06-07T03:42:00Z');
    expect(await readPaidToday(staff, next, at)).toEqual([]);
    expect((await payRefund(staff, { lineId, cash: 280 }, at)).ok).toBe(true);
    const shown = [{ lineId, words: `Refunded $2.80 for ${orderId} at 11:42 PM by Sol Counter` }];
    expect(await readPaidToday(staff, next, at)).toEqual(shown);
    expect(await readPaidToday(staff, next, Temporal.Instant.from('2026-06-07T03:59:00Z'))).toEqual(shown);
    expect(await readPaidToday(staff, next, Temporal.Instant.from('2026-06-07T04:00:00Z'))).toEqual([]);
    expect(await readPaidToday(staff, orderId, at)).toEqual([]);
    expect(await readPaidToday(staff, ofOther, at)).toEqual([]);
    expect(await readPaidToday(customer, next, at)).toEqual([]);
  });

  test('does not use up what staff may refund in a day, and needs no permission of their own', async () => {
    const mug = await aWrongMug();
    const { customer } = await handedOver(mug);
    await correct(fresh.db, admin, wrongOf(mug, RIGHT));
    const [owed] = await readOwedTo(staff, customer.userId);
    expect((await payRefund(staff, { lineId: owed?.lineId ?? 0, cash: 280 }, NOW)).ok).toBe(true);
    // One refund a day is allowed, and this one is still free.
    const value = { staffLimit: 5_000, staffPerDay: 1, staffDayAmount: 5_000, staffDays: 365 };
    await fresh.db.insert(storeSettings).values({ name: 'refunds', value });
    const { orderId } = await handedOver(mug);
    const { version } = await storedOrder(fresh.db, orderId);
    const input = { units: { amount: 100 }, goods: 'kept', reason: 'Dented', version } as const;
    expect((await recordRefund(staff, orderId, input, NOW)).ok).toBe(true);
    expect(await recordRefund(staff, orderId, { ...input, version: version + 1 }, NOW)).toMatchObject({
      problem: { kind: 'over-staff-day' },
    });
    await fresh.db.delete(storeSettings).where(eq(storeSettings.name, 'refunds'));
    expect(await payRefund(customer, { lineId: owed?.lineId ?? 0, cash: 280 }, NOW)).toEqual({
      ok: false,
      problem: { kind: 'not-allowed' },
    });
  });

  test('to be noted pays nothing, and is on record', async () => {
    const mug = await aWrongMug();
    const { customer, orderId } = await handedOver(mug);
    const { id } = await correct(fresh.db, admin, wrongOf(mug, RIGHT), { settlement: 'noted', tells: true });
    expect(await linesOf(fresh.db, id)).toMatchObject([{ status: 'noted', amount: 250, tax: 30 }]);
    expect(await readOwedTo(staff, customer.userId)).toEqual([]);
    expect(await eventsOf(fresh.db, orderId)).not.toContain('order-cash-owed');
  });

  test('notifies customers with a refund due, and their order shows it until it is paid', async () => {
    const mug = await aWrongMug();
    const { customer, orderId } = await handedOver(mug);
    await correct(fresh.db, admin, wrongOf(mug, RIGHT), { tells: true });
    expect((await eventsOf(fresh.db, orderId)).filter((kind) => kind === 'order-cash-owed')).toHaveLength(1);
    expect((await readOrderDetails(customer, orderId, NOW))?.refundDue).toBe('$2.80');
    const { id } = await storedOrder(fresh.db, orderId);
    const [event] = await fresh.db
      .select()
      .from(events)
      .where(and(eq(events.subjectId, id), eq(events.kind, 'order-cash-owed')));
    await notifyOfOrder(event?.id ?? '', id, 'order-cash-owed');
    const [told] = await fresh.db
      .select()
      .from(notifications)
      .where(eq(notifications.eventId, event?.id ?? ''));
    expect(told).toMatchObject({
      userId: customer.userId,
      title: `A refund for order ${orderId}`,
      message: expect.stringContaining(
        'you paid $2.80 too much. We will refund it in cash at your next visit.',
      ),
    });
    const [owed] = await readOwedTo(staff, customer.userId);
    await payRefund(staff, { lineId: owed?.lineId ?? 0, cash: 280 }, NOW);
    expect((await readOrderDetails(customer, orderId, NOW))?.refundDue).toBeNull();
  });

  test('says of no walk-in that someone was notified', async () => {
    const mug = await aWrongMug();
    const { orderId } = await handedOver(mug);
    await fresh.db.update(orders).set({ isWalkIn: true }).where(eq(orders.orderId, orderId));
    const { id } = await correct(fresh.db, admin, wrongOf(mug, RIGHT), { tells: true });
    expect(await linesOf(fresh.db, id)).toMatchObject([{ status: 'owed' }]);
    expect(await eventsOf(fresh.db, orderId)).not.toContain('order-cash-owed');
  });

  test('counts what was refunded before: units at the price they had, and an amount for the same reason', async () => {
    const mug = await aWrongMug();
    const { customer, orderId } = await handedOver(mug, 3);
    const stored = await storedOrder(fresh.db, orderId);
    const units = new Map([[stored.items[0]?.id ?? '', 1]]);
    await recordRefund(
      admin,
      orderId,
      { units, goods: 'kept', reason: 'Broken', version: stored.version },
      NOW,
    );
    await recordRefund(
      admin,
      orderId,
      { units: { amount: 280 }, goods: 'kept', reason: 'Price', version: stored.version + 1 },
      NOW,
    );
    await correct(fresh.db, admin, wrongOf(mug, RIGHT));
    expect(await readOwedTo(staff, customer.userId)).toMatchObject([{ cash: 280 }]);
  });

  test('never refunds more than is left when the whole order is refunded before', async () => {
    const mug = await aWrongMug();
    const { customer, orderId } = await handedOver(mug);
    await correct(fresh.db, admin, wrongOf(mug, RIGHT));
    const [owed] = await readOwedTo(staff, customer.userId);
    const { version } = await storedOrder(fresh.db, orderId);
    await recordRefund(admin, orderId, { units: 'all', goods: 'kept', reason: 'Broken', version }, NOW);
    expect(await readOwedTo(staff, customer.userId)).toEqual([]);
    expect(await payRefund(staff, { lineId: owed?.lineId ?? 0, cash: 280 }, NOW)).toEqual({
      ok: false,
      problem: { kind: 'not-owed' },
    });
  });

  test('is worked off once, however often its job repeats, and a person who pays while it runs gets the difference once', async () => {
    const mug = await aWrongMug();
    const customer = await aPerson(fresh.db);
    const orderId = await anOrder(customer, [[mug, 1]]);
    const started = await start(admin, wrongOf(mug, RIGHT), { tells: true });
    const id = await idOf(fresh.db, started.ok ? started.value.number : 0);
    // Paid at the old price before the job reaches it.
    await handOver(fresh.db, admin, orderId);
    await Promise.all([workOnCorrection(id, NOW), workOnCorrection(id, NOW), workOnCorrection(id, NOW)]);
    await workOff(fresh.db, id);
    expect(await linesOf(fresh.db, id)).toMatchObject([{ status: 'owed', amount: 250, tax: 30 }]);
    expect((await eventsOf(fresh.db, orderId)).filter((kind) => kind === 'order-cash-owed')).toHaveLength(1);
    expect((await storedOrder(fresh.db, orderId)).total).toBe(3080);
  });

  test('sent twice is started once, and a list that changed is looked at again', async () => {
    const mug = await aWrongMug();
    await handedOver(mug);
    const wrong = wrongOf(mug, RIGHT);
    const seen = fingerprintOf((await readAffected(admin, wrong)) ?? []);
    await handedOver(mug);
    expect(await start(admin, wrong, { fingerprint: seen })).toEqual({
      ok: false,
      problem: { kind: 'stale' },
    });
    const key = randomUUID();
    const [one, two] = await Promise.all([start(admin, wrong, { key }), start(admin, wrong, { key })]);
    const numbers = [one, two].flatMap((each) => (each.ok ? each.value.number : []));
    expect(numbers).toEqual([numbers[0], numbers[0]]);
    await workOff(fresh.db, await idOf(fresh.db, numbers[0] ?? 0));
    // By now the list is another one, and the answer is the same.
    expect(await start(admin, wrong, { key })).toMatchObject({ value: { number: numbers[0] } });
    expect(await linesOf(fresh.db, await idOf(fresh.db, numbers[0] ?? 0))).toHaveLength(2);
  });

  test('of the same people by two admins at once gives each cent back once', async () => {
    const mug = await aWrongMug();
    const { customer } = await handedOver(mug);
    const open = await aPerson(fresh.db);
    const openOrder = await anOrder(open, [[mug, 1]]);
    const both = await Promise.all([start(admin, wrongOf(mug, RIGHT)), start(admin, wrongOf(mug, RIGHT))]);
    await Promise.all(
      both.map(async (each) => workOff(fresh.db, await idOf(fresh.db, each.ok ? each.value.number : 0))),
    );
    expect(await readOwedTo(staff, customer.userId)).toMatchObject([{ cash: 280 }]);
    expect((await storedOrder(fresh.db, openOrder)).total).toBe(2800);
  });

  test('at the moment of a hand-over, an edit or a cancellation leaves every order right', async () => {
    const mug = await aWrongMug();
    const people = await Promise.all(Array.from({ length: 6 }, () => aPerson(fresh.db)));
    const numbers: string[] = [];
    for (const person of people) numbers.push(await anOrder(person, [[mug, 2]]));
    for (const number of numbers.slice(0, 2)) await bringTo(admin, number, 'ready');
    const started = await start(admin, wrongOf(mug, RIGHT));
    const id = await idOf(fresh.db, started.ok ? started.value.number : 0);
    await Promise.allSettled([
      workOff(fresh.db, id),
      ...numbers.slice(0, 2).map((number) => handOver(fresh.db, admin, number)),
      ...numbers.slice(2, 4).map((number, at) => cancelOrder(people[2 + at] as SignedIn, number, NOW)),
      ...numbers.slice(4).map((number) => edit(fresh.db, admin, number, { to: [[mug, 3]] })),
    ]);
    await workOff(fresh.db, id).catch(() => undefined);
    for (const number of numbers) {
      const order = await storedOrder(fresh.db, number);
      const owed = (await readOwedTo(admin, order.userId)).reduce((sum, { cash }) => sum + cash, 0);
      const units = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
      if (order.status === 'cancelled') expect(owed).toBe(0);
      else expect(order.total - owed).toBe(units * 2800);
    }
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('rounds cash to the nickel in a store that does, and the books have the cents', async () => {
    const mug = await aMug(fresh.db, { onHand: 10, retailPrice: 2752 });
    const { customer, orderId } = await handedOver(mug);
    await correct(fresh.db, admin, wrongOf(mug, RIGHT));
    await roundCash(fresh.db, admin, true);
    const [owed] = await readOwedTo(staff, customer.userId);
    expect(owed).toMatchObject({ cash: 280 });
    await payRefund(staff, { lineId: owed?.lineId ?? 0, cash: 280 }, NOW);
    await roundCash(fresh.db, admin, false);
    expect(await refundsOf(orderId)).toMatchObject([{ amount: 282, cashRounding: -2 }]);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });
});

describe('an undo', () => {
  test('cancels refunds that were not paid, for all or one person, and never raises a price', async () => {
    const mug = await aWrongMug();
    const one = await handedOver(mug);
    const two = await handedOver(mug);
    const open = await aPerson(fresh.db);
    const openOrder = await anOrder(open, [[mug, 1]]);
    const { number, id } = await correct(fresh.db, admin, wrongOf(mug, RIGHT));
    const [first] = await readOwedTo(admin, one.customer.userId);
    expect(await undoCorrection(staff, number)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
    expect(await undoCorrection(admin, number, first?.lineId ?? 0)).toEqual({
      ok: true,
      value: { lines: 1 },
    });
    expect(await readOwedTo(admin, one.customer.userId)).toEqual([]);
    expect(await readOwedTo(admin, two.customer.userId)).toHaveLength(1);
    expect(await undoCorrection(admin, number)).toEqual({ ok: true, value: { lines: 1 } });
    expect((await linesOf(fresh.db, id)).map(({ status }) => status)).toEqual([
      'undone',
      'undone',
      'lowered',
    ]);
    expect((await storedOrder(fresh.db, openOrder)).total).toBe(2800);
    expect(await undoCorrection(admin, number)).toEqual({ ok: false, problem: { kind: 'already-undone' } });
    expect(await payRefund(admin, { lineId: first?.lineId ?? 0, cash: 280 }, NOW)).toEqual({
      ok: false,
      problem: { kind: 'not-owed' },
    });
  });

  test('takes back no cash that people were promised, and none that they have', async () => {
    const mug = await aWrongMug();
    const { customer } = await handedOver(mug);
    const { number } = await correct(fresh.db, admin, wrongOf(mug, RIGHT), { tells: true });
    expect(await undoCorrection(admin, number)).toEqual({ ok: false, problem: { kind: 'nothing-to-undo' } });
    expect(await readOwedTo(admin, customer.userId)).toHaveLength(1);
  });

  test('stops what the job has not reached, and at the moment of a payment one of both counts', async () => {
    const mug = await aWrongMug();
    const { customer } = await handedOver(mug);
    const started = await start(admin, wrongOf(mug, RIGHT));
    const number = started.ok ? started.value.number : 0;
    await undoCorrection(admin, number);
    await workOnCorrection(await idOf(fresh.db, number), NOW);
    expect(await readOwedTo(admin, customer.userId)).toEqual([]);
    const again = await correct(fresh.db, admin, wrongOf(mug, RIGHT));
    const [owed] = await readOwedTo(admin, customer.userId);
    const [paid, undone] = await Promise.all([
      payRefund(staff, { lineId: owed?.lineId ?? 0, cash: 280 }, NOW),
      undoCorrection(admin, again.number),
    ]);
    expect(paid.ok).toBe(!undone.ok);
  });
});
