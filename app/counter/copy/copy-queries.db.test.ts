/** Tests that orders which a tablet reads together are each what its own pages show, and that nothing of one reaches another. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { writeIdCheck } from '#core/sales/orders/hand-over/write-id-check.server.ts';
import { packUnit } from '#core/sales/orders/packing/pack-unit.server.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { inTransaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { orders } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { anOrder, bringTo, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { readCounterOrder } from '../hand-over/hand-over-queries.server.ts';
import { readPackingOrder } from '../packing/packing-queries.server.ts';
import { readOrderCopies } from './copy-queries.server.ts';

const fresh = freshShop(afterAll);
let kim: SignedIn;

beforeAll(async () => {
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
});

/** Without the keys of its forms, which are new each time. */
const withoutKeys = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (name, each) => (name === 'key' ? undefined : each)));

test('orders in different states read together are what their pages show one by one', async () => {
  const gummies = await aProduct(fresh.db, { onHand: 90, name: 'Gummies' });
  const flower = await aProduct(fresh.db, { onHand: 90, name: 'Flower' });
  const wren = await aPerson(fresh.db, { name: 'Wren Hale' });
  const ash = await aPerson(fresh.db, { name: 'Ash Quill' });

  const packing = await anOrder(wren, [
    [gummies, 2],
    [flower, 1],
  ]);
  const ready = await anOrder(wren, [[gummies, 1]]);
  const walkIn = await anOrder(ash, [[flower, 1]]);
  const over = await anOrder(ash, [[gummies, 3]]);
  await startPacking(kim, { orderId: packing, takeOver: false });
  const stored = await storedOrder(fresh.db, packing);
  const line = stored.items[0]?.reservationId ?? '';
  const unit = { orderId: packing, key: newId<string>(), reservationId: line, all: false };
  const packed = await packUnit(kim, unit);
  expect(packed.ok).toBe(true);
  await bringTo(kim, ready, 'ready');
  const cancelled = { orderId: over, to: 'cancelled' as const, reason: 'Changed their mind', version: null };
  expect((await changeOrderStatus(kim, cancelled)).ok).toBe(true);
  const { id } = await storedOrder(fresh.db, walkIn);
  await fresh.db.update(orders).set({ isWalkIn: true }).where(eq(orders.id, id));
  await inTransaction((tx) =>
    writeIdCheck(tx, id, {
      ...{ idKind: 'driver_license', issuer: 'NY', expiresOn: '2030-01-01' },
      ...{ checkedBy: kim.userId, checkedByName: 'Kim Reyes', createdAt: new Date() },
    }),
  );
  await fresh.db
    .update(customerProfiles)
    .set({ isBanned: true, banReason: 'Threw a jar' })
    .where(eq(customerProfiles.userId, ash.userId));

  const numbers = [over, walkIn, ready, packing];
  const together = await readOrderCopies(kim, [...numbers, 'ORD999999', 'not a number']);
  expect(together.map(({ number }) => number).sort()).toEqual([...numbers].sort());
  for (const { number, packing, handOver } of together) {
    expect(withoutKeys(packing)).toEqual(withoutKeys(await readPackingOrder(kim, number)));
    expect(withoutKeys(handOver)).toEqual(withoutKeys(await readCounterOrder(kim, number)));
  }

  const of = (number: string) => together.find((each) => each.number === number);
  expect(of(packing)).toMatchObject({
    packing: { step: 'pack', packer: 'Kim Reyes', packed: 1, units: 3 },
    handOver: { customer: 'Wren Hale', others: [{ number: ready }], idChecked: null, missed: null },
  });
  expect(of(packing)?.packing.lines.map(({ name, packed }) => [name, packed])).toEqual([
    ['Gummies', 1],
    ['Flower', 0],
  ]);
  expect(
    of(packing)
      ?.goods.map(({ name }) => name)
      .sort(),
  ).toEqual(['Flower', 'Gummies']);
  expect(of(ready)).toMatchObject({
    packing: { step: 'done', packed: 1 },
    handOver: { problems: [], others: [{ number: packing }] },
  });
  expect(of(ready)?.goods.map(({ name }) => name)).toEqual(['Gummies']);
  expect(of(walkIn)).toMatchObject({
    packing: { step: 'start', packed: 0 },
    handOver: { isWalkIn: true, idChecked: { by: 'Kim Reyes' }, others: [] },
  });
  expect(of(walkIn)?.handOver.problems.join()).toContain('Threw a jar');
  // What is over has neither problems nor limits.
  expect(of(over)?.handOver).toMatchObject({ problems: [], left: [], others: [{ number: walkIn }] });
  // Both of her orders count for each.
  expect(of(ready)?.handOver.left).toEqual(of(packing)?.handOver.left);
  expect(of(ready)?.handOver.left).not.toEqual(of(walkIn)?.handOver.left);
});

test('customers read no orders', async () => {
  const mug = await aProduct(fresh.db, { onHand: 3 });
  const order = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
  const customer = await aPerson(fresh.db);
  expect(await readOrderCopies(customer, [order])).toEqual([]);
  expect(await readOrderCopies(kim, [order])).toHaveLength(1);
});
