/** Tests admin changes during a reservation: it follows the settings posted when it was made, or is refused. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { saveSettings } from '#core/ground/settings/save-settings.server.ts';
import type { Settings, SettingsName } from '#core/ground/settings/settings.ts';
import { invalidateSettings, readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readSettingsGroup } from '#core/ground/settings/settings-versions-queries.server.ts';
import { movePickup } from '#core/sales/orders/hand-over/move-pickup.server.ts';
import { inTransaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { readOrdersOutsideHours } from '#office/orders/outside-hours-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { untilWaiting } from '#tests/support/waiting-for-locks.ts';
import { placeOrder } from './place-order.server.ts';
import { reserveProduct } from './reserve-product.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
let product: number;
/** Saturday noon in Hancock, NY. */
const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
/** 2:00 PM the same day. */
const slot = '2026-06-06T18:00:00Z';
const closed = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] };

beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin' });
  product = await aProduct(fresh.db, { onHand: 500 });
});
afterEach(async () => {
  await fresh.db.delete(storeSettings);
  invalidateSettings();
});
afterAll(() => fresh.stop());

async function change<N extends SettingsName>(name: N, value: Partial<Settings[N]>) {
  const group = await readSettingsGroup(admin, name);
  const saved = await saveSettings(admin, name, value, group?.version ?? 0);
  if (!saved.ok) throw new Error(saved.problem.kind);
}

const place = (person: SignedIn, key = randomUUID()) =>
  placeOrder(
    person,
    {
      key,
      lines: [{ productId: product, quantity: 1 }],
      reservationId: null,
      slotStartsAt: slot,
      birthDate: null,
      expectedTotal: null,
    },
    now,
  );

/** Runs `work` on an instance that has not been notified of a change yet. */
async function withOldSettings<T>(work: () => Promise<T>, meanwhile: () => Promise<void>): Promise<T> {
  const known = await readSettings();
  await meanwhile();
  invalidateSettings();
  const unheard = await fresh.db.select().from(storeSettings);
  await fresh.db.delete(storeSettings);
  await readSettings();
  await fresh.db.insert(storeSettings).values(unheard);
  expect(await readSettings(), 'still those of before').toEqual(known);
  return work();
}

test('hours changed a moment ago apply on a server that has not been notified', async () => {
  const person = await aPerson(fresh.db);
  const outcome = await withOldSettings(
    () => place(person),
    () => change('pickup', { weekly: closed }),
  );
  expect(outcome).toMatchObject({ ok: false, problem: { kind: 'slot-unavailable' } });
  expect(await fresh.db.select().from(orders).where(eq(orders.userId, person.userId))).toEqual([]);
});

test('a change of hours waits for a checkout in progress, whose order keeps its time; the next checkout is refused', async () => {
  const [first, second] = [await aPerson(fresh.db), await aPerson(fresh.db)];
  let placing: ReturnType<typeof place> | undefined;
  let changing: Promise<void> | undefined;
  await inTransaction(async (tx) => {
    await tx.select().from(customerProfiles).where(eq(customerProfiles.userId, first.userId)).for('update');
    placing = place(first);
    await untilWaiting(fresh.db, 1);
    changing = change('pickup', { weekly: closed });
    await untilWaiting(fresh.db, 2);
  });
  const placed = await placing;
  await changing;
  expect(placed).toMatchObject({ ok: true });
  expect(await place(second)).toMatchObject({ ok: false, problem: { kind: 'slot-unavailable' } });
  if (!placed?.ok) throw new Error('not placed');
  const outside = await readOrdersOutsideHours(admin, now);
  expect(outside.orders.map(({ number }) => number)).toContain(placed.value.orderId);
  expect(await readOrdersOutsideHours(first, now)).toEqual({ orders: [], more: 0 });
  const [order] = await fresh.db.select().from(orders).where(eq(orders.orderId, placed.value.orderId));
  expect(order?.pickupStartsAt?.toISOString()).toBe('2026-06-06T18:00:00.000Z');
});

test('a move follows the current hours, too', async () => {
  const person = await aPerson(fresh.db);
  const placed = await place(person);
  if (!placed.ok) throw new Error(placed.problem.kind);
  const [order] = await fresh.db.select().from(orders).where(eq(orders.orderId, placed.value.orderId));
  if (!order) throw new Error('no order');
  const seen = { version: order.version, status: order.status, pickup: slot, total: order.total };
  const wish = { slotStartsAt: '2026-06-06T19:00:00Z', seen };
  const moved = await withOldSettings(
    () => movePickup(person, order.orderId, wish, now),
    () => change('pickup', { weekly: closed }),
  );
  expect(moved).toEqual({ ok: false, problem: { kind: 'slot-not-open' } });
});

test('a smaller capacity leaves the orders of a full slot and accepts no more', async () => {
  for (const person of [await aPerson(fresh.db), await aPerson(fresh.db)])
    expect(await place(person)).toMatchObject({ ok: true });
  await change('pickup', { capacity: 1 });
  expect(await place(await aPerson(fresh.db))).toMatchObject({ ok: false, problem: { kind: 'slot-full' } });
});

test('while ordering is paused, new reservations are refused with the owner’s reason, and earlier ones still answer', async () => {
  const person = await aPerson(fresh.db);
  const key = randomUUID();
  const placed = await place(person, key);
  const reason = 'We are counting the harvest.';
  const until = '2026-06-06T13:00';
  const paused = () => change('ordering', { paused: true, reason, until });
  const words = `We are not taking reservations right now. ${reason} We take them again from Jun 6, 2026 1:00 PM.`;
  const refused = await withOldSettings(() => place(person), paused);
  expect(refused).toEqual({ ok: false, problem: { kind: 'paused', words } });
  invalidateSettings();
  const wish = { productId: product, quantity: 1, key: randomUUID() };
  expect(await reserveProduct(person, wish, now)).toEqual({ ok: false, problem: { kind: 'paused', words } });
  expect(await place(person, key)).toMatchObject({
    ok: true,
    value: { repeated: true, orderId: placed.ok ? placed.value.orderId : '' },
  });
  const mine = eq(pickupReservations.userId, person.userId);
  expect(await fresh.db.select().from(pickupReservations).where(mine)).toHaveLength(1);
  const anHourLater = now.add({ hours: 1 });
  expect(await reserveProduct(person, wish, anHourLater)).toMatchObject({ ok: true });
});
