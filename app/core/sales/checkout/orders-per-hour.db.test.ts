/** Tests how many orders one customer may place within an hour, however many requests run at once. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { idempotencyKeys } from '#db/schema/checkout.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { placeOrder } from './place-order.server.ts';
import { reserveProduct } from './reserve-product.server.ts';
import { submitReservation } from './submit-reservation.server.ts';

const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
const slot = '2026-06-06T18:00:00Z';
let fresh: FreshDatabase;
let robin: SignedIn;
let product: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db
    .insert(taxRules)
    .values({ taxClass: '*', name: 'Estimated Tax', rate: 1200, from: '2024-01-01' });
  await fresh.db.insert(storeSettings).values([
    { name: 'pickup', value: { capacity: 1000 } },
    // As for a customer who has picked up before.
    { name: 'holds', value: { ordersUntilPickup: 100 } },
  ]);
  invalidateSettings();
  product = await aProduct(fresh.db, { onHand: 500 });
});
afterAll(() => fresh.stop());
beforeEach(async () => {
  robin = await aPerson(fresh.db);
});

const order = (wanted: { key?: string; reservationId?: string } = {}) =>
  placeOrder(
    robin,
    {
      key: wanted.key ?? randomUUID(),
      lines: [{ productId: product, quantity: 1 }],
      reservationId: wanted.reservationId ?? null,
      slotStartsAt: slot,
      birthDate: null,
      expectedTotal: null,
      again: true,
    },
    now,
  );
const reserve = () =>
  reserveProduct(robin, { key: randomUUID(), productId: product, quantity: 1, again: true }, now);

const refused = { ok: false, problem: { kind: 'too-many-orders', allowed: 6 } };

test('of twenty orders at once six are placed, canceled ones count, and an hour later there is room again', async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => order()));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(6);
  const [no] = outcomes.filter(({ ok }) => !ok);
  expect(no).toMatchObject(refused);
  for (const { orderId } of await fresh.db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(eq(orders.userId, robin.userId)))
    await cancelOrder(robin, orderId, now);
  expect(await order()).toMatchObject(refused);
  expect(await reserve()).toMatchObject(refused);

  const mine = eq(idempotencyKeys.userId, robin.userId);
  await fresh.db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '35 minutes'` }).where(mine);
  expect(await order()).toEqual({ ok: false, problem: { kind: 'too-many-orders', allowed: 6, minutes: 25 } });
  await fresh.db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '61 minutes'` }).where(mine);
  expect(await order()).toMatchObject({ ok: true });
});

test('a refused attempt is not counted, and a repeated one gets the same answer', async () => {
  const key = randomUUID();
  const placed = await order({ key });
  for (let nth = 0; nth < 8; nth++)
    expect(await placeOrder({ ...robin }, { ...empty(), key: randomUUID() }, now)).toMatchObject({
      problem: { kind: 'cart-empty' },
    });
  for (let nth = 0; nth < 5; nth++) expect(await order()).toMatchObject({ ok: true });
  expect(await order()).toMatchObject(refused);
  expect(await order({ key })).toEqual(
    placed.ok ? { ok: true, value: { ...placed.value, repeated: true } } : null,
  );
});

const empty = () => ({
  lines: [],
  reservationId: null,
  slotStartsAt: slot,
  birthDate: null,
  expectedTotal: null,
});

test('a reservation counts once, even if it becomes an order, and orders made by staff do not count', async () => {
  const held = await Promise.all(Array.from({ length: 6 }, reserve));
  const ids = held.map((one) => (one.ok ? one.value.reservationId : ''));
  expect(await reserve()).toMatchObject(refused);
  expect(await order({ reservationId: ids[0] ?? '' })).toMatchObject({ ok: true });
  expect(await order()).toMatchObject(refused);
  const staff = await aPerson(fresh.db, { role: 'staff' });
  const submitted = await submitReservation(staff, { reservationId: ids[1] ?? '', slotStartsAt: slot }, now);
  expect(submitted.ok || submitted.problem.kind).not.toBe('too-many-orders');

  const mine = eq(idempotencyKeys.userId, robin.userId);
  await fresh.db.delete(idempotencyKeys).where(mine);
  const again = await reserve();
  await order({ reservationId: again.ok ? again.value.reservationId : '' });
  for (let nth = 0; nth < 5; nth++) expect(await order()).toMatchObject({ ok: true });
  expect(await order()).toMatchObject(refused);
});
