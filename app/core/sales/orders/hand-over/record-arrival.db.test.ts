/** Tests the numbers of people who wait at the store. */
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { readBoard } from '#counter/board/board-queries.server.ts';
import { readManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, anOrder, NEXT_DAY_SLOT, NOW, openForOrders, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { readOrderDetails } from '../order-details-queries.server.ts';
import { recordArrival, undoArrival } from './record-arrival.server.ts';
import { reportArrival } from './report-arrival.server.ts';
import { reportLate } from './report-late.server.ts';

let fresh: FreshDatabase;
let staff: SignedIn;
let customer: SignedIn;
let other: SignedIn;
let mug: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  staff = await aPerson(fresh.db, { role: 'staff' });
  customer = await aPerson(fresh.db);
  other = await aPerson(fresh.db);
  mug = await aMug(fresh.db, { onHand: 1000 });
});
afterAll(() => fresh.stop());

const order = (slot?: string) => anOrder(customer, [[mug, 1]], slot);
const numberOf = async (orderId: string) => (await storedOrder(fresh.db, orderId)).arrivalNumber;

test('twenty people who arrive at once get twenty different numbers, and reporting again returns the same number', async () => {
  const numbers = await Promise.all(Array.from({ length: 20 }, () => order()));
  const arrived = await Promise.all(numbers.map((orderId) => reportArrival(customer, orderId, NOW)));
  const given = arrived.map((outcome) => (outcome.ok ? outcome.value.number : 0));
  expect(given.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  const [first = ''] = numbers;
  expect(await recordArrival(staff, first, NOW)).toEqual({
    ok: true,
    value: { number: given[0], changed: false },
  });
});

test('numbers start at 1 the next day, even for an order whose customer came the day before', async () => {
  const orderId = await order();
  await recordArrival(staff, orderId, NOW);
  expect(await numberOf(orderId)).toBeGreaterThan(1);
  const nextDay = NOW.add({ hours: 24 });
  expect(await recordArrival(staff, orderId, nextDay)).toEqual({
    ok: true,
    value: { number: 1, changed: true },
  });
});

test('customers can report arrival on the day of pickup while the store is open, and staff at any time', async () => {
  const tomorrow = await order(NEXT_DAY_SLOT);
  expect(await reportArrival(customer, tomorrow, NOW)).toMatchObject({
    ok: false,
    problem: { kind: 'not-now' },
  });
  const today = await order();
  const night = Temporal.Instant.from('2026-06-07T03:30:00Z');
  expect(await reportArrival(customer, today, night)).toMatchObject({
    ok: false,
    problem: { kind: 'not-now' },
  });
  expect(await recordArrival(staff, today, night)).toMatchObject({ ok: true });
});

test('another customer’s order looks missing, and an order that has ended refuses arrivals', async () => {
  const orderId = await order();
  expect(await reportArrival(other, orderId, NOW)).toEqual(await reportArrival(other, 'ORD999999', NOW));
  expect(await recordArrival(other, orderId, NOW)).toMatchObject({
    ok: false,
    problem: { kind: 'not-found' },
  });
  await changeOrderStatus(staff, { orderId, to: 'cancelled', reason: 'x', version: null }, NOW);
  expect(await reportArrival(customer, orderId, NOW)).toMatchObject({
    ok: false,
    problem: { kind: 'ended' },
  });
});

test('staff can undo an arrival, and an open staff form stays valid', async () => {
  const orderId = await order();
  const { version } = await storedOrder(fresh.db, orderId);
  await recordArrival(staff, orderId, NOW);
  expect(await undoArrival(staff, orderId)).toEqual({ ok: true, value: null });
  expect(await storedOrder(fresh.db, orderId)).toMatchObject({
    arrivalNumber: null,
    arrivedAt: null,
    version,
  });
});

test('‘I’m here’ ends ‘Running late’ for customer, office and board, and the history says both', async () => {
  const orderId = await order();
  const late = NOW.add({ minutes: 1 });
  const [choice] = (await readOrderDetails(customer, orderId, late))?.late.choices ?? [];
  expect(await reportLate(customer, orderId, choice?.minutes ?? 0, late)).toMatchObject({ ok: true });
  const seen = async (now: Temporal.Instant) => {
    const board = await readBoard(staff, orderId, now);
    const managed = await readManagedOrder(staff, orderId, 'America/New_York', now);
    const own = await readOrderDetails(customer, orderId, now);
    return {
      own: own?.late.said?.around ?? null,
      office: [managed?.late?.around ?? null, managed?.arrival],
      board: board?.found?.map(({ says, arrival }) => [says, arrival]),
      // Events have the database's time, and tests their own.
      history: managed?.timeline.map(({ label }) => label).toSorted(),
    };
  };
  const said = choice?.label ?? '';
  expect(await seen(late)).toMatchObject({ own: said, office: [said, null], board: [[said, null]] });
  const here = NOW.add({ minutes: 2 });
  expect(await reportArrival(customer, orderId, here)).toMatchObject({ ok: true });
  const number = await numberOf(orderId);
  expect(await seen(here)).toEqual({
    own: null,
    office: [null, number],
    board: [[null, number]],
    history: ['At the store', 'Reserved', 'Running late'],
  });
  expect(await reportLate(customer, orderId, choice?.minutes ?? 0, here)).toMatchObject({
    problem: { kind: 'not-now' },
  });
});
