/** Tests the day's board. */
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { recordArrival } from '#core/sales/orders/hand-over/record-arrival.server.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { createRecall } from '#core/sales/recalls/save-recall.server.ts';
import { startRecall } from '#core/sales/recalls/start-recall.server.ts';
import { closures } from '#db/schema/closures.ts';
import { orders } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import {
  aMug,
  anOrder,
  bringTo,
  LATER_SLOT,
  NEXT_DAY_SLOT,
  NOW,
  openForOrders,
  storedOrder,
} from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { aRecallOf } from '#tests/support/recalls.ts';
import { readBoard, readOrderByPass, readOrderNumber } from './board-queries.server.ts';

let fresh: FreshDatabase;
let staff: SignedIn;
let customer: SignedIn;
let mug: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  customer = await aPerson(fresh.db, { name: 'Wren Hale' });
  mug = await aMug(fresh.db, { onHand: 1000, name: 'Enamel Mug' });
});
afterAll(() => fresh.stop());

const read = async (find = '', now = NOW) => {
  const board = await readBoard(staff, find, now);
  if (!board) throw new Error('no board');
  return board;
};
const numbersIn = (column: { cards: { number: string }[] }) => column.cards.map(({ number }) => number);

test('each order of the day is in one column, by pickup time, with what to pack, and other days are absent', async () => {
  const late = await anOrder(customer, [[mug, 1]], LATER_SLOT);
  const soon = await anOrder(customer, [[mug, 2]]);
  const packing = await anOrder(customer, [[mug, 3]]);
  const ready = await anOrder(customer, [[mug, 4]]);
  const here = await anOrder(customer, [[mug, 5]]);
  const tomorrow = await anOrder(customer, [[mug, 6]], NEXT_DAY_SLOT);
  await startPacking(staff, { orderId: packing, takeOver: false }, NOW);
  await bringTo(staff, ready, 'ready');
  await recordArrival(staff, here, NOW);

  const { columns, load, found, earlier } = await read();
  expect(numbersIn(columns.new)).toEqual([soon, late]);
  expect(numbersIn(columns.packing)).toEqual([packing]);
  expect(numbersIn(columns.ready)).toEqual([ready]);
  expect(columns.here.cards).toMatchObject([{ number: here, arrival: 1, step: 'pack', name: 'Wren Hale' }]);
  expect(columns.packing.cards[0]).toMatchObject({
    packer: 'Kim Reyes',
    step: 'ready',
    lines: [{ name: 'Enamel Mug', quantity: 3 }],
  });
  expect(columns.ready.cards[0]).toMatchObject({ step: 'hand-over', lines: [], units: 4 });
  expect(load).toEqual([
    { time: '2:00 PM', orders: 4, units: 14 },
    { time: '3:00 PM', orders: 1, units: 1 },
  ]);
  expect(found).toBeNull();
  expect(earlier).toBe(0);

  // A customer who comes a day early is served, too.
  await recordArrival(staff, tomorrow, NOW);
  expect(numbersIn((await read()).columns.here)).toEqual([here, tomorrow]);
});

test('the next day, what is still open is counted, and only that day’s orders are on the board', async () => {
  const { columns, earlier } = await read('', Temporal.Instant.from('2026-06-07T16:00:00Z'));
  expect(earlier).toBe(5);
  expect(Object.values(columns).reduce((sum, { total }) => sum + total, 0)).toBe(1);
});

test('a search finds open orders of any day, and a pass finds those of its customer', async () => {
  const juniper = await aPerson(fresh.db, { name: 'Juniper Vale' });
  const orderId = await anOrder(juniper, [[mug, 1]], NEXT_DAY_SLOT);
  const other = await anOrder(juniper, [[mug, 1]], LATER_SLOT);
  const { passCode } = await storedOrder(fresh.db, orderId);
  expect((await read(orderId)).found).toMatchObject([{ number: orderId }]);
  expect((await read('no such person')).found).toEqual([]);
  // The order that was scanned comes first.
  expect((await read(passCode)).found).toMatchObject([{ number: orderId }, { number: other }]);
  expect(await readOrderByPass(staff, passCode)).toEqual({
    number: orderId,
    hasEnded: false,
    isToPack: true,
    open: 2,
  });
  await changeOrderStatus(staff, { orderId, to: 'cancelled', reason: 'Trial', version: null }, NOW);
  expect(await readOrderByPass(staff, passCode)).toEqual({
    number: orderId,
    hasEnded: true,
    isToPack: false,
    open: 1,
  });
  expect(await readOrderByPass(staff, '000000000000')).toBeNull();
  expect(await readOrderByPass(customer, passCode)).toBeNull();
  expect(await readOrderNumber(staff, orderId.toLowerCase())).toBe(orderId);
  expect(await readOrderNumber(staff, 'ORD999999')).toBeNull();
  expect(await readOrderNumber(customer, orderId)).toBeNull();
  expect(await readBoard(customer, '', NOW)).toBeNull();
});

test('a closure of today and a recall under way are banners, and an order outside the hours is marked', async () => {
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const number = await anOrder(customer, [[mug, 1]]);
  expect(await read(number)).toMatchObject({ notices: { closure: null, recalls: [] }, outside: 0 });
  const today = '2026-06-06';
  const spans = [{ opens: '10:00', closes: '13:00' }];
  await fresh.db.insert(closures).values({
    ...{ reason: 'Ice storm.', firstDay: today, lastDay: today, createdBy: admin.userId, createdByName: 'A' },
    days: [{ date: today, before: null, after: { date: today, spans } }],
  });
  const [lot] = await fresh.db.select({ id: lots.id, batch: lots.batchNumber }).from(lots).limit(1);
  const draft = await createRecall(admin, aRecallOf([lot?.id ?? 0], { title: 'Bring it back' }));
  const exercise = await createRecall(admin, aRecallOf([lot?.id ?? 0], { isExercise: true }));
  for (const made of [draft, exercise])
    await startRecall(admin, made.ok ? made.value : '', { version: 1 }, NOW);
  const night = { pickupStartsAt: new Date('2026-06-06T07:00:00Z'), pickupEndsAt: null };
  await fresh.db.update(orders).set(night).where(eq(orders.orderId, number));
  const board = await read(number);
  expect(board.notices).toMatchObject({
    closure: { hours: 'Open 10:00 AM to 1:00 PM', reason: 'Ice storm.' },
    recalls: [{ title: 'Bring it back', batches: [lot?.batch] }],
  });
  expect(board.outside).toBe(1);
  expect(board.found).toMatchObject([{ number, isOutside: true }]);
});
