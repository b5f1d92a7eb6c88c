/** Tests that an order waits for a customer who comes another time: ready, noted, and at no cost to them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { callNext } from '#core/sales/line/call-next.server.ts';
import { newId } from '#kernel/ids.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { anOrder, auditOf, bringTo, eventsOf, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { putOffOrder } from './put-off-order.server.ts';
import { recordArrival } from './record-arrival.server.ts';

const fresh = freshShop(afterAll);
let staff: SignedIn;
let customer: SignedIn;
let number: string;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
});
beforeEach(async () => {
  customer = await aPerson(fresh.db);
  number = await anOrder(customer, [[await aProduct(fresh.db, { onHand: 5, limitMg: 1 }), 1]]);
});

test('it stays ready, leaves the line, and the note has who said so', async () => {
  await bringTo(staff, number, 'ready');
  await recordArrival(staff, number, NOW);
  const before = await storedOrder(fresh.db, number);
  expect(await putOffOrder(staff, { orderId: number, why: 'no_cash' }, NOW)).toEqual({
    ok: true,
    value: { changed: true },
  });
  expect(await storedOrder(fresh.db, number)).toMatchObject({
    ...{ status: 'ready', version: before.version, arrivalNumber: null },
    note: expect.stringMatching(/^\d+:\d\d [AP]M, Sam Counter: No cash with them$/),
  });
  expect(await eventsOf(fresh.db, number)).toContain('order-put-off');
  expect((await auditOf(fresh.db, number)).at(-1)).toMatchObject({
    ...{ action: 'order.put-off', who: 'Sam Counter', reason: 'No cash with them' },
  });
});

test('who was put off before their number was called is not called, and has it again when they come back', async () => {
  await bringTo(staff, number, 'ready');
  const arrived = await recordArrival(staff, number, NOW);
  await putOffOrder(staff, { orderId: number, why: 'later' }, NOW);
  const call = () => callNext(staff, { lane: 'pickup', registerId: null, key: newId() }, NOW);
  expect(await call()).toEqual({ ok: false, problem: { kind: 'none-waits' } });
  expect(await recordArrival(staff, number, NOW)).toEqual(arrived);
  expect(await call()).toMatchObject({ ok: true, value: { order: number } });
});

test('who comes back and is put off again within the minute leaves the line again', async () => {
  await bringTo(staff, number, 'ready');
  const putOff = () => putOffOrder(staff, { orderId: number, why: 'later' }, NOW);
  await recordArrival(staff, number, NOW);
  await putOff();
  await recordArrival(staff, number, NOW);
  expect(await putOff()).toEqual({ ok: true, value: { changed: true } });
  expect(await storedOrder(fresh.db, number)).toMatchObject({ arrivalNumber: null });
});

test('two presses at once note it once', async () => {
  await bringTo(staff, number, 'ready');
  const press = () => putOffOrder(staff, { orderId: number, why: 'later' }, NOW);
  const both = await Promise.all([press(), press()]);
  expect(both.map((outcome) => outcome.ok && outcome.value.changed).sort()).toEqual([false, true]);
  const events = await eventsOf(fresh.db, number);
  expect(events.filter((kind) => kind === 'order-put-off')).toHaveLength(1);
});

test('an order that is not ready is not put off', async () => {
  expect(await putOffOrder(staff, { orderId: number, why: 'later' }, NOW)).toMatchObject({
    ok: false,
    problem: { kind: 'not-ready' },
  });
});
