/** Tests that a customer at the counter may take fewer: amounts follow, and what was packed of it must leave the bag. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { anOrder, auditOf, bringTo, eventsOf, NOW, stockOf, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { changeOrderStatus, changePaymentStatus } from '../change-order-status.server.ts';
import { handOverOrder } from '../hand-over/hand-over-order.server.ts';
import { takeFewer } from './take-fewer.server.ts';

const fresh = freshShop(afterAll);
let staff: SignedIn;
let jar: number;
let cap: number;
let number: string;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
});
beforeEach(async () => {
  jar = await aProduct(fresh.db, { onHand: 3, limitMg: 1 });
  cap = await aProduct(fresh.db, { onHand: 5, limitMg: 1 });
  number = await anOrder(await aPerson(fresh.db), [
    [jar, 3],
    [cap, 1],
  ]);
  await bringTo(staff, number, 'ready');
});

const fewer = (from: number, to: number, productId = jar) =>
  takeFewer(staff, number, { productId, from, to }, NOW);
const unitsOut = async () => {
  const { id } = await storedOrder(fresh.db, number);
  return (await readUnitsOut(fresh.db, [id])).get(id) ?? [];
};
const quantities = async () => (await storedOrder(fresh.db, number)).items.map(({ quantity }) => quantity);

test('two of three: the order stays ready, costs two, and one packed jar must leave the bag', async () => {
  const before = await storedOrder(fresh.db, number);
  expect(await fewer(3, 2)).toMatchObject({ ok: true, value: { changed: true, unitsOut: 1 } });
  const after = await storedOrder(fresh.db, number);
  expect(after).toMatchObject({ status: 'ready', version: before.version + 1 });
  const [line] = before.items;
  expect(after.subtotal).toBe(before.subtotal - (line?.unitPrice ?? 0));
  expect(after.total).toBeLessThan(before.total);
  expect(await quantities()).toEqual([2, 1]);
  expect(await unitsOut()).toMatchObject([{ productId: jar, units: 1 }]);
  expect(await stockOf(fresh.db, jar)).toEqual({ onHand: 3, held: 2 });
  const handOver = await handOverOrder(staff, number, {
    ...{ version: after.version, idKind: 'passport', idIssuer: 'Canada', idExpiresOn: '2030-01-01' },
    ...{ idBirthDate: '1990-01-01', nameMatches: true, cashReceived: 1_000_000 },
  });
  expect(handOver).toMatchObject({ ok: false, problem: { takeOut: [{ units: 1 }] } });
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('the same press again, also twice at once, takes one unit', async () => {
  const both = await Promise.all([fewer(3, 2), fewer(3, 2)]);
  expect(both.map((outcome) => outcome.ok && outcome.value.changed).sort()).toEqual([false, true]);
  expect(await fewer(3, 2)).toMatchObject({ ok: true, value: { changed: false, unitsOut: 1 } });
  expect(await quantities()).toEqual([2, 1]);
});

test('a page that shows other units than the order has changes nothing', async () => {
  await fewer(3, 1);
  expect(await fewer(3, 2)).toEqual({ ok: false, problem: { kind: 'stale' } });
  expect(await fewer(1, 2)).toEqual({ ok: false, problem: { kind: 'stale' } });
  expect(await quantities()).toEqual([1, 1]);
});

test('the last unit of a line removes the line; the last line stays', async () => {
  expect(await fewer(1, 0, cap)).toMatchObject({ ok: true });
  expect(await quantities()).toEqual([3]);
  expect(await fewer(3, 0)).toEqual({ ok: false, problem: { kind: 'no-lines' } });
});

test('a paid order and one that has ended keep their lines', async () => {
  const admin = await aPerson(fresh.db, { role: 'admin' });
  await changePaymentStatus(admin, { orderId: number, to: 'paid', reason: 'Paid', version: null });
  expect(await fewer(3, 2)).toEqual({ ok: false, problem: { kind: 'paid' } });
  await changeOrderStatus(admin, { orderId: number, to: 'cancelled', reason: 'Gone', version: null });
  expect(await fewer(3, 2)).toEqual({ ok: false, problem: { kind: 'ended' } });
});

test('the customer hears of it, and the audit log has who pressed', async () => {
  await fewer(3, 2);
  expect(await eventsOf(fresh.db, number)).toContain('order-changed');
  expect(await auditOf(fresh.db, number)).toContainEqual(
    expect.objectContaining({ action: 'order.edited', reason: 'Wants fewer, at the counter' }),
  );
});
