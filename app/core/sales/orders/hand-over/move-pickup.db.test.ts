/** Tests a customer moving a pickup: what follows, what is refused, and concurrent actions. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { events } from '#db/schema/events.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots, reservationLots } from '#db/schema/stock.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import {
  aMug,
  anOrder,
  bringTo,
  edit,
  eventsOf,
  LATER_SLOT,
  NEXT_DAY_SLOT,
  NOW,
  SLOT,
  stockOf,
  storedOrder,
  takenIn,
} from '#tests/support/orders.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { cancelOrder } from '../cancel-order.server.ts';
import { changeOrderStatus } from '../change-order-status.server.ts';
import { readOrderDetails } from '../order-details-queries.server.ts';
import { readMoveDays } from './move-days-queries.server.ts';
import { movePickup } from './move-pickup.server.ts';
import { reportLate } from './report-late.server.ts';

const fresh = freshShop(afterEach);
let staff: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
});
beforeEach(async () => {
  customer = await aPerson(fresh.db);
});

/** Moves the pickup as a customer who has just loaded the order. */
async function move(orderId: string, slotStartsAt: string, actor: SignedIn = customer, now = NOW) {
  const order = await storedOrder(fresh.db, orderId);
  const pickup = order.pickupStartsAt?.toISOString().replace('.000Z', 'Z') ?? '';
  const seen = { version: order.version, status: order.status, pickup, total: order.total };
  return movePickup(actor, orderId, { slotStartsAt, seen }, now);
}
const refused = (problem: object) => ({ ok: false, problem });

describe('a move of the pickup', () => {
  test('takes a place in the new slot and releases the old one, and leaves lines, money and limits alone', async () => {
    const productId = await aProduct(fresh.db, { onHand: 5 });
    const orderId = await anOrder(customer, [[productId, 2]]);
    const before = await storedOrder(fresh.db, orderId);
    const [there, then] = [await takenIn(fresh.db, SLOT), await takenIn(fresh.db, NEXT_DAY_SLOT)];
    expect(await move(orderId, NEXT_DAY_SLOT)).toMatchObject({ ok: true, value: { changed: true } });

    const after = await storedOrder(fresh.db, orderId);
    expect(after).toEqual({
      ...before,
      pickupStartsAt: new Date(NEXT_DAY_SLOT),
      pickupEndsAt: new Date('2026-06-07T18:30:00Z'),
      version: 2,
      updatedAt: after.updatedAt,
    });
    expect([await takenIn(fresh.db, SLOT), await takenIn(fresh.db, NEXT_DAY_SLOT)]).toEqual([
      there - 1,
      then + 1,
    ]);
    expect(await stockOf(fresh.db, productId)).toEqual({ onHand: 5, held: 2 });
    const [reservation] = await fresh.db
      .select()
      .from(pickupReservations)
      .where(eq(pickupReservations.productId, productId));
    expect(reservation).toMatchObject({ status: 'reserved', pickupTime: new Date(NEXT_DAY_SLOT) });
    expect(await eventsOf(fresh.db, orderId)).toEqual(['order-placed', 'order-moved']);
    const details = await readOrderDetails(customer, orderId, NOW);
    expect(details?.timeline.at(-1)).toMatchObject({
      label: 'Pickup moved',
      detail: 'to Jun 7, 2026 2:00 PM',
    });
  });

  test('is possible five times, back and forth, and refused after that', async () => {
    const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
    for (const slot of [LATER_SLOT, SLOT, LATER_SLOT, SLOT, LATER_SLOT])
      expect(await move(orderId, slot)).toMatchObject({ ok: true, value: { changed: true } });
    expect(await move(orderId, SLOT)).toEqual(refused({ kind: 'moved-often' }));
    expect((await storedOrder(fresh.db, orderId)).pickupStartsAt).toEqual(new Date(LATER_SLOT));
  });

  test('is possible with units that no lot has, on every day; they are still missing', async () => {
    const productId = await aProduct(fresh.db, { onHand: 2 });
    const orderId = await anOrder(customer, [
      [productId, 2],
      [await aMug(fresh.db), 1],
    ]);
    const admin = await aPerson(fresh.db, { role: 'admin' });
    const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, productId));
    await recallLot(admin, { lotId: lot?.id ?? 0, reason: 'Mold' }, NOW);
    const days = await readMoveDays(customer, orderId, NOW);
    expect(new Set(days?.map(({ tooLate }) => tooLate))).toEqual(new Set([null]));
    expect(await move(orderId, NEXT_DAY_SLOT)).toMatchObject({ ok: true, value: { changed: true } });
    const [item] = (await storedOrder(fresh.db, orderId)).items;
    const shares = await fresh.db
      .select({ lotId: reservationLots.lotId, quantity: reservationLots.quantity })
      .from(reservationLots)
      .where(eq(reservationLots.reservationId, item?.reservationId ?? ''));
    expect(shares).toEqual([{ lotId: null, quantity: 2 }]);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('to a day on which its lot has expired takes another lot or is refused', async () => {
    const productId = await aProduct(fresh.db, { onHand: 2, expiresOn: '2026-06-06' });
    const orderId = await anOrder(customer, [[productId, 2]]);
    const days = await readMoveDays(customer, orderId, NOW);
    expect(days?.find(({ date }) => date === '2026-06-06')?.tooLate).toBeNull();
    expect(days?.find(({ date }) => date === '2026-06-07')?.tooLate).toContain('until Jun 6, 2026.');
    const before = await storedOrder(fresh.db, orderId);
    expect(await move(orderId, NEXT_DAY_SLOT)).toMatchObject(
      refused({ kind: 'not-available', available: 0 }),
    );
    expect(await storedOrder(fresh.db, orderId)).toEqual(before);
    expect(await stockOf(fresh.db, productId)).toEqual({ onHand: 2, held: 2 });

    const other = await aProduct(fresh.db, { onHand: 2, expiresOn: '2026-06-06' });
    const movable = await anOrder(customer, [[other, 2]]);
    const [old] = await fresh.db.select().from(lots).where(eq(lots.productId, other));
    const admin = await aPerson(fresh.db, { role: 'admin' });
    const received = await receiveLot(
      admin,
      {
        productId: other,
        batchNumber: 'B-2',
        ...PASSED,
        expiresOn: '2026-07-01',
        quantity: 2,
      },
      NOW,
    );
    expect(received).toMatchObject({ ok: true });
    expect(await move(movable, NEXT_DAY_SLOT)).toMatchObject({ ok: true });
    const shares = await fresh.db
      .select({ lotId: reservationLots.lotId, quantity: reservationLots.quantity })
      .from(reservationLots)
      .innerJoin(pickupReservations, eq(pickupReservations.id, reservationLots.reservationId))
      .where(eq(pickupReservations.productId, other));
    expect(shares).toMatchObject([{ quantity: 2 }]);
    expect(shares[0]?.lotId).not.toBe(old?.id);
  });

  test('to its current time is no error and leaves no trace', async () => {
    const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
    const before = await storedOrder(fresh.db, orderId);
    const stale = { version: 77, status: 'ready', pickup: '', total: 0 };
    expect(await movePickup(customer, orderId, { slotStartsAt: SLOT, seen: stale }, NOW)).toMatchObject({
      ok: true,
      value: { changed: false },
    });
    expect(await storedOrder(fresh.db, orderId)).toEqual(before);
  });

  test('clears the report that the customer is late, even if staff move it', async () => {
    const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
    expect(await reportLate(customer, orderId, 30, NOW)).toMatchObject({ ok: true });
    expect(await move(orderId, LATER_SLOT)).toMatchObject({ ok: true });
    expect(await storedOrder(fresh.db, orderId)).toMatchObject({ lateMinutes: null, lateSaidAt: null });
    expect(await reportLate(customer, orderId, 45, NOW.add({ hours: 1 }))).toMatchObject({ ok: true });
    expect(await edit(fresh.db, staff, orderId, { slotStartsAt: NEXT_DAY_SLOT })).toMatchObject({ ok: true });
    expect(await storedOrder(fresh.db, orderId)).toMatchObject({ lateMinutes: null, lateSaidAt: null });
  });
});

describe('a move of the pickup is refused', () => {
  test('to guests, other people and banned customers, and for unknown orders, all with the same answer', async () => {
    const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
    const other = await aPerson(fresh.db);
    const seen = { version: 1, status: 'pending', pickup: SLOT, total: 0 };
    const input = { slotStartsAt: LATER_SLOT, seen };
    const notFound = refused({ kind: 'not-found' });
    expect(await movePickup(guest, orderId, input, NOW)).toEqual(notFound);
    expect(await movePickup(other, orderId, input, NOW)).toEqual(notFound);
    expect(await movePickup(staff, orderId, input, NOW)).toEqual(notFound);
    expect(await movePickup(customer, 'ORD9999999', input, NOW)).toEqual(notFound);
    expect(await movePickup(customer, "ORD1' or true", input, NOW)).toEqual(notFound);
    await fresh.db
      .update(customerProfiles)
      .set({ isBanned: true })
      .where(eq(customerProfiles.userId, customer.userId));
    // Even if the session was read before the ban.
    expect(await movePickup(customer, orderId, input, NOW)).toEqual(notFound);
    expect(await readMoveDays(other, orderId, NOW)).toBeNull();
    expect(await readOrderDetails(other, orderId, NOW)).toBeNull();
  });

  test('once packing has started, and once the pickup time has come', async () => {
    const mug = await aMug(fresh.db, { onHand: 50 });
    for (const status of ['packing', 'ready'] as const) {
      const orderId = await anOrder(customer, [[mug, 1]]);
      await bringTo(staff, orderId, status);
      expect(await move(orderId, LATER_SLOT)).toEqual(refused({ kind: 'too-late', status }));
    }
    const orderId = await anOrder(customer, [[mug, 1]]);
    await bringTo(staff, orderId, 'confirmed');
    const start = NOW.add({ hours: 2 });
    expect(await move(orderId, NEXT_DAY_SLOT, customer, start)).toEqual(
      refused({ kind: 'too-late', status: 'confirmed' }),
    );
    expect(await move(orderId, NEXT_DAY_SLOT, customer, start.subtract({ seconds: 1 }))).toMatchObject({
      ok: true,
    });
  });

  test('to a time that is not offered: too soon, too far, between slots, no time at all', async () => {
    const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
    for (const slot of ['2026-06-06T16:30:00Z', '2027-06-06T18:00:00Z', '2026-06-06T18:10:00Z'])
      expect(await move(orderId, slot), slot).toEqual(refused({ kind: 'slot-not-open' }));
    for (const slot of ['', 'tomorrow'])
      expect(await move(orderId, slot), slot).toEqual(refused({ kind: 'slot-missing' }));
  });

  test('from an outdated page, with what changed, but not for changes that customers cannot see', async () => {
    const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
    const { version, status, total } = await storedOrder(fresh.db, orderId);
    const seen = { version, status, total, pickup: '2026-06-06T18:00:00Z' };
    await edit(fresh.db, staff, orderId, { note: 'Rings twice' });
    await bringTo(staff, orderId, 'confirmed');
    const input = { slotStartsAt: LATER_SLOT, seen };
    expect(await movePickup(customer, orderId, input, NOW)).toEqual(
      refused({ kind: 'stale', changes: ['It is ‘Accepted by the farm’ now.'] }),
    );
    const again = { ...input, seen: { ...seen, status: 'confirmed' } };
    expect(await movePickup(customer, orderId, again, NOW)).toMatchObject({ ok: true });
  });
});

describe('moves at the same time', () => {
  test('count once if all twenty are the same', async () => {
    const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
    const before = await takenIn(fresh.db, LATER_SLOT);
    const { version, status, total } = await storedOrder(fresh.db, orderId);
    const seen = { version, status, total, pickup: '2026-06-06T18:00:00Z' };
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        movePickup(customer, orderId, { slotStartsAt: LATER_SLOT, seen }, NOW),
      ),
    );
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(outcomes.filter((outcome) => outcome.ok && outcome.value.changed)).toHaveLength(1);
    expect(await takenIn(fresh.db, LATER_SLOT)).toBe(before + 1);
    expect(await eventsOf(fresh.db, orderId)).toEqual(['order-placed', 'order-moved']);
  });

  test('as a cancellation leave the order canceled and hold no place for it', async () => {
    const mug = await aMug(fresh.db, { onHand: 100 });
    const places = async () => [await takenIn(fresh.db, SLOT), await takenIn(fresh.db, LATER_SLOT)];
    const before = await places();
    for (let round = 0; round < 10; round += 1) {
      const orderId = await anOrder(customer, [[mug, 1]]);
      const [moved, cancelled] = await Promise.all([
        move(orderId, LATER_SLOT),
        cancelOrder(customer, orderId, NOW),
      ]);
      expect(cancelled).toMatchObject({ ok: true });
      if (!moved.ok) expect(['too-late', 'stale']).toContain(moved.problem.kind);
      expect(await storedOrder(fresh.db, orderId)).toMatchObject({ status: 'cancelled' });
    }
    expect(await places()).toEqual(before);
    expect(await stockOf(fresh.db, mug)).toEqual({ onHand: 100, held: 0 });
  });

  test('as the start of packing: one is first, and the other is refused', async () => {
    const mug = await aMug(fresh.db, { onHand: 100 });
    for (let round = 0; round < 10; round += 1) {
      const orderId = await anOrder(customer, [[mug, 1]]);
      await bringTo(staff, orderId, 'confirmed');
      const { version } = await storedOrder(fresh.db, orderId);
      const [moved, packed] = await Promise.all([
        move(orderId, LATER_SLOT),
        changeOrderStatus(staff, { orderId, to: 'packing', reason: '', version }, NOW),
      ]);
      const order = await storedOrder(fresh.db, orderId);
      expect([moved.ok, packed.ok].filter(Boolean), JSON.stringify([moved, packed])).toHaveLength(1);
      expect(order.status).toBe(packed.ok ? 'packing' : 'confirmed');
      expect(order.pickupStartsAt).toEqual(new Date(packed.ok ? SLOT : LATER_SLOT));
    }
  });

  test('give the last place of a slot to one of two customers', async () => {
    const slot = '2026-06-08T18:00:00.000Z';
    await fresh.db.insert(pickupSlots).values({ startsAt: new Date(slot), taken: 999 });
    try {
      const people = [customer, await aPerson(fresh.db)];
      const mug = await aMug(fresh.db);
      const made = await Promise.all(people.map((person) => anOrder(person, [[mug, 1]])));
      const outcomes = await Promise.all(
        made.map((orderId, index) => move(orderId, slot, people[index] ?? customer)),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect(outcomes.find(({ ok }) => !ok)).toEqual(refused({ kind: 'slot-full' }));
      expect(await takenIn(fresh.db, slot)).toBe(1000);
      const times = await Promise.all(
        made.map(async (orderId) => (await storedOrder(fresh.db, orderId)).pickupStartsAt?.toISOString()),
      );
      expect(times.toSorted()).toEqual([SLOT, slot]);
    } finally {
      // The places that no order has taken.
      await fresh.db
        .update(pickupSlots)
        .set({ taken: 1 })
        .where(eq(pickupSlots.startsAt, new Date(slot)));
    }
  });
});

describe('a report of running late', () => {
  test('is saved with the order and its timeline, announced to open pages, and leaves the order’s version alone', async () => {
    const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
    const before = await storedOrder(fresh.db, orderId);
    expect(await reportLate(customer, orderId, 45, NOW)).toEqual({
      ok: true,
      value: { minutes: 45, label: 'Around 2:45 PM' },
    });
    const after = await storedOrder(fresh.db, orderId);
    expect(after).toMatchObject({
      lateMinutes: 45,
      version: before.version,
      pickupStartsAt: before.pickupStartsAt,
    });
    expect(await eventsOf(fresh.db, orderId)).toEqual(['order-placed', 'order-running-late']);
    const details = await readOrderDetails(customer, orderId, NOW);
    expect(details?.late.said?.around).toBe('Around 2:45 PM');
    expect(details?.timeline.at(-1)).toMatchObject({
      label: 'You said you are running late',
      detail: 'around 2:45 PM',
    });
  });

  test('is possible three times, and the same report counts once, even at once', async () => {
    const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
    const all = await Promise.all(Array.from({ length: 10 }, () => reportLate(customer, orderId, 15, NOW)));
    expect(all.every(({ ok }) => ok)).toBe(true);
    expect(await reportLate(customer, orderId, 30, NOW)).toMatchObject({ ok: true });
    expect(await reportLate(customer, orderId, 45, NOW)).toMatchObject({ ok: true });
    expect(await reportLate(customer, orderId, 60, NOW)).toEqual(refused({ kind: 'too-many' }));
    const [row] = await fresh.db.select().from(orders).where(eq(orders.orderId, orderId));
    const said = await fresh.db
      .select()
      .from(events)
      .where(eq(events.subjectId, row?.id ?? ''));
    expect(said.filter(({ kind }) => kind === 'order-running-late')).toHaveLength(3);
  });

  test('is allowed only to the customer, and only for an offered time', async () => {
    const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
    expect(await reportLate(await aPerson(fresh.db), orderId, 15, NOW)).toEqual(
      refused({ kind: 'not-found' }),
    );
    expect(await reportLate(guest, orderId, 15, NOW)).toEqual(refused({ kind: 'not-found' }));
    expect(await reportLate({ ...customer, isBanned: true }, orderId, 15, NOW)).toEqual(
      refused({ kind: 'not-found' }),
    );
    expect(await reportLate(customer, orderId, null, NOW)).toEqual(refused({ kind: 'choice-missing' }));
    for (const minutes of [0, 7, 1000, -15])
      expect(await reportLate(customer, orderId, minutes, NOW), String(minutes)).toEqual(
        refused({ kind: 'not-now' }),
      );
    expect(await reportLate(customer, orderId, 15, NOW.subtract({ hours: 2 }))).toEqual(
      refused({ kind: 'not-now' }),
    );
    await cancelOrder(customer, orderId, NOW);
    expect(await reportLate(customer, orderId, 15, NOW)).toEqual(refused({ kind: 'not-now' }));
  });
});

test('a move offers the slots of the current settings', async () => {
  const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
  await fresh.db
    .update(storeSettings)
    .set({ value: { capacity: 1000, horizonDays: 1 } })
    .where(eq(storeSettings.name, 'pickup'));
  invalidateSettings();
  expect(await move(orderId, NEXT_DAY_SLOT)).toEqual(refused({ kind: 'slot-not-open' }));
  expect((await readMoveDays(customer, orderId, NOW))?.length).toBe(1);
});
