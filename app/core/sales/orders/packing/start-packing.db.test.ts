/** Tests that an order has one packer at a time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import {
  aMug,
  anOrder,
  auditOf,
  bringTo,
  eventsOf,
  NOW,
  openForOrders,
  storedOrder,
} from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { packingMessage } from './packing.ts';
import { startPacking } from './start-packing.server.ts';

let fresh: FreshDatabase;
let kim: SignedIn;
let lee: SignedIn;
let customer: SignedIn;
let mug: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  lee = await aPerson(fresh.db, { role: 'staff', name: 'Lee Ford' });
  customer = await aPerson(fresh.db);
  mug = await aMug(fresh.db, { onHand: 1000 });
});
afterAll(() => fresh.stop());

const pack = (who: SignedIn, orderId: string, takeOver = false) =>
  startPacking(who, { orderId, takeOver }, NOW);

test('starting to pack also accepts a reserved order, and a second press changes nothing', async () => {
  const orderId = await anOrder(customer, [[mug, 1]]);
  expect(await pack(kim, orderId)).toEqual({ ok: true, value: { changed: true } });
  expect(await storedOrder(fresh.db, orderId)).toMatchObject({ status: 'packing', packerName: 'Kim Reyes' });
  expect(await eventsOf(fresh.db, orderId)).toEqual(['order-placed', 'order-confirmed', 'order-packing']);
  expect(await pack(kim, orderId)).toEqual({ ok: true, value: { changed: false } });
  expect(await auditOf(fresh.db, orderId)).toHaveLength(1);
});

test('when ten people press at once, one becomes the packer', async () => {
  const orderId = await anOrder(customer, [[mug, 1]]);
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, at) => aPerson(fresh.db, { role: 'staff', name: `Packer ${at}` })),
  );
  const outcomes = await Promise.all(people.map((who) => pack(who, orderId)));
  const { packerName } = await storedOrder(fresh.db, orderId);
  const winner = people.findIndex(({ name }) => name === packerName);
  expect(outcomes.map(({ ok }) => ok)).toEqual(people.map((_, at) => at === winner));
  const [refused] = outcomes.filter((outcome) => !outcome.ok);
  expect(refused && !refused.ok && packingMessage(refused.problem)).toBe(
    `${packerName} packs ${orderId}. Take over, or pack another order.`,
  );
});

test('another person can pack it only by taking over, and both are recorded', async () => {
  const orderId = await anOrder(customer, [[mug, 1]]);
  await pack(kim, orderId);
  expect(await pack(lee, orderId)).toMatchObject({
    ok: false,
    problem: { kind: 'packed-by', name: 'Kim Reyes' },
  });
  const before = await storedOrder(fresh.db, orderId);
  expect(await pack(lee, orderId, true)).toEqual({ ok: true, value: { changed: true } });
  expect(await storedOrder(fresh.db, orderId)).toMatchObject({
    packerName: 'Lee Ford',
    version: before.version,
  });
  expect(await auditOf(fresh.db, orderId)).toMatchObject([
    { action: 'order.status-changed', who: 'Kim Reyes' },
    { action: 'order.packer-changed', before: { packer: 'Kim Reyes' }, after: { packer: 'Lee Ford' } },
  ]);
});

test('a person who marks an unpacked order ready becomes its packer, and an existing packer stays', async () => {
  const [direct, packed] = [await anOrder(customer, [[mug, 1]]), await anOrder(customer, [[mug, 1]])];
  await bringTo(kim, direct, 'confirmed');
  await pack(kim, packed);
  for (const orderId of [direct, packed])
    expect(
      await changeOrderStatus(lee, { orderId, to: 'ready', reason: '', version: null }, NOW),
    ).toMatchObject({
      ok: true,
    });
  expect(await storedOrder(fresh.db, direct)).toMatchObject({ packerName: 'Lee Ford' });
  expect(await storedOrder(fresh.db, packed)).toMatchObject({ packerName: 'Kim Reyes' });
});

test('ready, ended and unknown orders are refused, and so are customers', async () => {
  const orderId = await anOrder(customer, [[mug, 1]]);
  await bringTo(kim, orderId, 'ready');
  expect(await pack(kim, orderId)).toMatchObject({ ok: false, problem: { kind: 'no-such-step' } });
  expect(await pack(kim, 'ORD999999')).toMatchObject({ ok: false, problem: { kind: 'not-found' } });
  expect(await pack(customer, orderId)).toMatchObject({ ok: false, problem: { kind: 'not-allowed' } });
});
