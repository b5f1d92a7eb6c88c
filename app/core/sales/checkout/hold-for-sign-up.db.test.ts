import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { movePickup } from '#core/sales/orders/hand-over/move-pickup.server.ts';
import { changeReservationStatus } from '#core/sales/orders/reservations/change-reservation-status.server.ts';
import { expireHolds } from '#core/sales/orders/reservations/expire-holds.server.ts';
import { releaseSignUpHold } from '#core/sales/orders/reservations/release-sign-up-hold.server.ts';
import { readSignUpHold } from '#core/sales/orders/reservations/sign-up-hold-queries.server.ts';
import { warnOfExpiringHolds } from '#core/sales/orders/reservations/warn-of-expiring-holds.server.ts';
import { readSlots } from '#core/sales/pickup/slots-queries.server.ts';
import { inTransactionOr } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { events } from '#db/schema/events.ts';
import { orderItems, orders, pickupReservations, signUpHolds } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { productStock } from '#db/schema/stock.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { deadlocksIn } from '#tests/support/run-at-once.ts';
import { crowdOfSignUps } from '#tests/support/sign-up-crowd.ts';
import {
  checkHoldForSignUp,
  type HoldInput,
  holdForSignUp,
  readHoldTerms,
} from './hold-for-sign-up.server.ts';
import { placeOrder } from './place-order.server.ts';
import { submitReservation } from './submit-reservation.server.ts';

let fresh: FreshDatabase;
/** Saturday noon in Hancock, NY. */
const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
const later = (minutes: number) => now.add({ minutes });

/** A slot of its own for each test. */
let free: string[] = [];
const aSlot = () => free.shift() ?? '';

beforeAll(async () => {
  fresh = await freshDatabase();
  free = (await readSlots(now)).slice(2).flatMap(({ slots }) => slots.map(({ startsAt }) => startsAt));
});
beforeEach(invalidateSettings);
afterEach(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
  // Each test counts its own holds against the caps on all of them.
  await expireHolds(later(100_000));
});
afterAll(() => fresh.stop());

let address = 0;
const anInput = (wanted: Partial<HoldInput> & Pick<HoldInput, 'lines' | 'slotStartsAt'>): HoldInput => ({
  signUpId: randomUUID(),
  birthDate: '1990-02-28',
  address: `10.1.0.${address++}`,
  expectedTotal: null,
  ...wanted,
});

async function hold(input: HoldInput, at = now) {
  const terms = await readHoldTerms();
  return inTransactionOr<Awaited<ReturnType<typeof holdForSignUp>>>(async (tx, abandon) => {
    const held = await holdForSignUp(tx, terms, input, at);
    return held.ok ? held : abandon(held);
  });
}

const confirm = (actor: SignedIn, at = now) =>
  placeOrder(
    actor,
    {
      key: actor.userId,
      lines: [],
      reservationId: null,
      fromSignUp: true,
      slotStartsAt: null,
      birthDate: null,
      expectedTotal: null,
    },
    at,
  );

/** A person whose account was made by a sign-up that holds these lines. */
async function holding(wanted: Omit<Parameters<typeof anInput>[0], 'signUpId'>) {
  const person = await aPerson(fresh.db);
  expect(await hold(anInput({ ...wanted, signUpId: person.userId }))).toEqual({
    ok: true,
    value: { isHeld: true },
  });
  return person;
}

const orderAt = (slotStartsAt: string, productId: number) => ({
  ...{ key: randomUUID(), lines: [{ productId, quantity: 1 }], reservationId: null, slotStartsAt },
  ...{ birthDate: null, expectedTotal: null },
});

const heldOf = async (productId: number) => {
  const [row] = await fresh.db.select().from(productStock).where(eq(productStock.productId, productId));
  return row?.held;
};
const takenOf = async (slot: string) => {
  const [row] = await fresh.db
    .select()
    .from(pickupSlots)
    .where(eq(pickupSlots.startsAt, new Date(slot)));
  return row?.taken ?? 0;
};
const ordersOf = ({ userId }: SignedIn) => fresh.db.select().from(orders).where(eq(orders.userId, userId));
const reservationsFor = (signUpId: string) =>
  fresh.db.select().from(pickupReservations).where(eq(pickupReservations.signUpId, signUpId));
const set = async (name: 'holds' | 'pickup', value: object) => {
  await fresh.db
    .insert(storeSettings)
    .values({ name, value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  invalidateSettings();
};

describe('a sign-up at checkout', () => {
  test('saves the notes with the hold, and the confirmed order has them', async () => {
    const lines = [{ productId: await aProduct(fresh.db), quantity: 1 }];
    const notes = { customerNote: 'Two bags, please', pickupName: 'Juniper Vale' };
    const person = await holding({ lines, slotStartsAt: aSlot(), notes });
    expect(await confirm(person)).toMatchObject({ ok: true });
    expect(await ordersOf(person)).toMatchObject([notes]);
    expect(await fresh.db.select().from(signUpHolds).where(eq(signUpHolds.signUpId, person.userId))).toEqual(
      [],
    );
  });

  test('holds the units and the place for 30 minutes, and places no order', async () => {
    const slot = aSlot();
    const [hat, jar] = [await aProduct(fresh.db), await aProduct(fresh.db)];
    const lines = [
      { productId: hat, quantity: 1 },
      { productId: jar, quantity: 2 },
    ];
    const input = anInput({ lines, slotStartsAt: slot });
    expect(await hold(input)).toEqual({ ok: true, value: { isHeld: true } });
    expect([await heldOf(hat), await heldOf(jar), await takenOf(slot)]).toEqual([1, 2, 1]);
    const read = await readSignUpHold(input.signUpId, now);
    expect(read?.expiresAt).toEqual(new Date('2026-06-06T16:30:00Z'));
    expect(read?.lines.map(({ productId, quantity }) => ({ productId, quantity }))).toEqual(
      expect.arrayContaining(lines),
    );
    expect(await fresh.db.select().from(orderItems).where(eq(orderItems.productId, hat))).toEqual([]);
  });

  test('becomes one order with all its lines when the email is confirmed, at the held price and time', async () => {
    const slot = aSlot();
    const [hat, jar] = [await aProduct(fresh.db), await aProduct(fresh.db)];
    const lines = [
      { productId: jar, quantity: 2 },
      { productId: hat, quantity: 1 },
    ];
    const person = await holding({ lines, slotStartsAt: slot });
    await fresh.db.update(products).set({ retailPrice: 9900 }).where(eq(products.id, jar));
    const placed = await confirm(person, later(29));
    expect(placed).toMatchObject({ ok: true, value: { repeated: false } });
    const [order] = await ordersOf(person);
    expect(order).toMatchObject({ subtotal: 3 * 4500, status: 'pending', pickupStartsAt: new Date(slot) });
    const items = await fresh.db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, order?.id ?? ''));
    expect(items.map(({ productId, quantity }) => `${productId}:${quantity}`).sort()).toEqual(
      [`${jar}:2`, `${hat}:1`].sort(),
    );
    expect([await heldOf(hat), await heldOf(jar), await takenOf(slot)]).toEqual([1, 2, 1]);
    expect(await readSignUpHold(person.userId, later(29))).toBe(null);
    expect(await fresh.db.select().from(signUpHolds).where(eq(signUpHolds.signUpId, person.userId))).toEqual(
      [],
    );
  });

  test('becomes one order when the link is followed twice at once and again later', async () => {
    const slot = aSlot();
    const productId = await aProduct(fresh.db);
    const person = await holding({ lines: [{ productId, quantity: 1 }], slotStartsAt: slot });
    const both = await Promise.all([confirm(person), confirm(person)]);
    const again = await confirm(person, later(60));
    expect([...both, again].map((outcome) => outcome.ok)).toEqual([true, true, true]);
    expect(await ordersOf(person)).toHaveLength(1);
    expect([await heldOf(productId), await takenOf(slot)]).toEqual([1, 1]);
  });

  test('can still use a time that was far enough ahead when it was chosen', async () => {
    const productId = await aProduct(fresh.db);
    // The lead time is an hour: 1:00 PM is offered until noon.
    const slotStartsAt = '2026-06-06T17:00:00Z';
    const person = await holding({ lines: [{ productId, quantity: 1 }], slotStartsAt });
    expect(await confirm(person, later(20))).toMatchObject({ ok: true });
  });

  test('cannot order a time that has ended, however long the hold lasts', async () => {
    await set('holds', { signUpMinutes: 240 });
    const productId = await aProduct(fresh.db);
    const slotStartsAt = '2026-06-06T17:00:00Z';
    const person = await holding({ lines: [{ productId, quantity: 1 }], slotStartsAt });
    expect(await confirm(person, later(239))).toMatchObject({
      ok: false,
      problem: { kind: 'slot-unavailable' },
    });
    await set('holds', {});
  });

  test('belongs to that sign-up: another account cannot order from it', async () => {
    const productId = await aProduct(fresh.db);
    await holding({ lines: [{ productId, quantity: 1 }], slotStartsAt: aSlot() });
    const other = await aPerson(fresh.db);
    expect(await confirm(other)).toMatchObject({ ok: false, problem: { kind: 'hold-over' } });
    expect(await ordersOf(other)).toEqual([]);
  });

  test('is refused for the reasons of checkout: sold out, full, too late, another total, under age, too much', async () => {
    const productId = await aProduct(fresh.db, { onHand: 10 });
    const slotStartsAt = aSlot();
    const one = [{ productId, quantity: 1 }];
    const problemOf = async (wanted: Partial<HoldInput>) => {
      const input = anInput({ lines: one, slotStartsAt, ...wanted });
      const outcomes = [await hold(input), await checkHoldForSignUp(input, now)];
      expect(outcomes[0]).toEqual(outcomes[1]);
      expect(await reservationsFor(input.signUpId)).toEqual([]);
      return outcomes[0]?.ok ? null : outcomes[0]?.problem.kind;
    };
    expect(await problemOf({ lines: [] })).toBe('cart-empty');
    expect(await problemOf({ lines: [{ productId, quantity: 11 }] })).toBe('not-available');
    expect(await problemOf({ slotStartsAt: null })).toBe('pickup-time-missing');
    expect(await problemOf({ slotStartsAt: '2026-06-06T16:30:00Z' })).toBe('slot-unavailable');
    expect(await problemOf({ expectedTotal: 1 })).toBe('price-changed');
    expect(await problemOf({ birthDate: '2010-01-01' })).toBe('under-age');
    await fresh.db.insert(pickupSlots).values({ startsAt: new Date(slotStartsAt), taken: 12 });
    expect(await problemOf({})).toBe('slot-full');
    await fresh.db.delete(pickupSlots).where(eq(pickupSlots.startsAt, new Date(slotStartsAt)));
    await set('holds', { unitsPerCustomer: 1 });
    expect(await problemOf({ lines: [{ productId, quantity: 2 }] })).toBe('too-much-held');
    await fresh.db.delete(storeSettings);
  });

  test('holds nothing when it is only checked in advance', async () => {
    const slotStartsAt = aSlot();
    const productId = await aProduct(fresh.db);
    const input = anInput({ lines: [{ productId, quantity: 1 }], slotStartsAt });
    expect(await checkHoldForSignUp(input, now)).toEqual({ ok: true, value: { isHeld: true } });
    expect([await heldOf(productId), await takenOf(slotStartsAt)]).toEqual([0, 0]);
  });
});

describe('an expired hold', () => {
  test('releases its units and its place once, however many workers end it, and notifies no one', async () => {
    const slot = aSlot();
    const [hat, jar] = [await aProduct(fresh.db), await aProduct(fresh.db)];
    const lines = [hat, jar].map((productId) => ({ productId, quantity: 1 }));
    const person = await holding({ lines, slotStartsAt: slot });
    const neighbor = await holding({ lines: [{ productId: hat, quantity: 1 }], slotStartsAt: slot });
    expect(await confirm(neighbor)).toMatchObject({ ok: true });
    expect(await expireHolds(later(29))).toBe(0);
    // A hold is old enough to warn of when a quarter of it is left.
    await fresh.db.update(pickupReservations).set({ createdAt: new Date(now.epochMilliseconds) });
    expect(await warnOfExpiringHolds(later(29))).toBe(0);
    await Promise.all([expireHolds(later(30)), expireHolds(later(30)), expireHolds(later(30))]);
    await releaseSignUpHold(person.userId, 'again', later(30));
    expect([await heldOf(hat), await heldOf(jar), await takenOf(slot)]).toEqual([1, 0, 1]);
    const ids = (await reservationsFor(person.userId)).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(
      await fresh.db
        .select()
        .from(events)
        .where(sql`${events.subjectId} = any(${sql.param(ids)}::text[])`),
    ).toEqual([]);
  });

  test('refuses the confirmation and names its minutes, even before the next run of the task', async () => {
    const productId = await aProduct(fresh.db);
    const person = await holding({ lines: [{ productId, quantity: 1 }], slotStartsAt: aSlot() });
    const over = { ok: false, problem: { kind: 'hold-over', minutes: 30 } };
    expect(await confirm(person, later(30))).toEqual(over);
    await expireHolds(later(31));
    expect(await confirm(person, later(31))).toEqual(over);
    expect(await readSignUpHold(person.userId, later(31))).toMatchObject({ expiresAt: null });
  });

  test('becomes an order or is released when it expires during confirmation, never half of each', async () => {
    for (let round = 0; round < 6; round++) {
      const slot = aSlot();
      const made = await Promise.all(Array.from({ length: 3 }, () => aProduct(fresh.db)));
      const person = await holding({
        lines: made.map((productId) => ({ productId, quantity: 1 })),
        slotStartsAt: slot,
      });
      const [placed] = await Promise.all([
        confirm(person),
        releaseSignUpHold(person.userId, 'changed', now),
        expireHolds(later(31)),
      ]);
      const held = await Promise.all(made.map(heldOf));
      expect(held).toEqual(placed.ok ? [1, 1, 1] : [0, 0, 0]);
      expect(await takenOf(slot)).toBe(placed.ok ? 1 : 0);
      expect(await ordersOf(person)).toHaveLength(placed.ok ? 1 : 0);
    }
  });
});

describe('staff with a hold', () => {
  test('can cancel it as a whole, and nothing else', async () => {
    const ana = await aPerson(fresh.db, { role: 'admin' });
    const slot = aSlot();
    const [hat, jar] = [await aProduct(fresh.db), await aProduct(fresh.db)];
    const person = await holding({
      lines: [hat, jar].map((productId) => ({ productId, quantity: 1 })),
      slotStartsAt: slot,
    });
    const [first] = await reservationsFor(person.userId);
    const reservationId = first?.id ?? '';
    for (const status of ['reserved', 'confirmed', 'submitted', 'fulfilled'] as const)
      expect(await changeReservationStatus(ana, { reservationId, status }, now)).toEqual({
        ok: false,
        problem: { kind: 'email-not-confirmed' },
      });
    expect(await submitReservation(ana, { reservationId, slotStartsAt: null }, now)).toMatchObject({
      ok: false,
    });
    const customer = await aPerson(fresh.db);
    expect(await changeReservationStatus(customer, { reservationId, status: 'cancelled' }, now)).toEqual({
      ok: false,
      problem: { kind: 'not-allowed' },
    });
    expect(await changeReservationStatus(ana, { reservationId, status: 'cancelled' }, now)).toMatchObject({
      ok: true,
    });
    expect([await heldOf(hat), await heldOf(jar), await takenOf(slot)]).toEqual([0, 0, 0]);
    expect(await changeReservationStatus(ana, { reservationId, status: 'pending' }, now)).toEqual({
      ok: false,
      problem: { kind: 'email-not-confirmed' },
    });
    expect(await confirm(person)).toMatchObject({ ok: false, problem: { kind: 'hold-over' } });
  });
});

describe('a hold that replaces an earlier one of its browser', () => {
  test('takes over its place: in the same slot even if it is full, or in an earlier or later slot', async () => {
    const [early, late] = [aSlot(), aSlot()];
    const productId = await aProduct(fresh.db, { onHand: 40 });
    await set('pickup', { capacity: 2 });
    const lines = [{ productId, quantity: 2 }];
    const first = anInput({ lines, slotStartsAt: late });
    await hold(first);
    expect(await placeOrder(await aPerson(fresh.db), orderAt(late, productId), now)).toMatchObject({
      ok: true,
    });
    let replaces = first.signUpId;
    for (const slotStartsAt of [late, early, late]) {
      const input = anInput({ lines, slotStartsAt, replaces });
      expect(await hold(input)).toEqual({ ok: true, value: { isHeld: true } });
      replaces = input.signUpId;
      const others = slotStartsAt === late ? [0, 2] : [1, 1];
      expect([await takenOf(early), await takenOf(late)]).toEqual(others);
      expect(await heldOf(productId)).toBe(3);
    }
    // Above the limit for such holds: nothing is held, and nothing is left of the earlier hold.
    const much = anInput({ lines: [{ productId, quantity: 9 }], slotStartsAt: early, replaces });
    expect(await hold(much)).toEqual({ ok: true, value: { isHeld: false } });
    expect([await takenOf(early), await takenOf(late), await heldOf(productId)]).toEqual([0, 1, 1]);
    await set('pickup', {});
  });

  test('does not deadlock with a customer who moves an order the other way', async () => {
    const [early, late] = [aSlot(), aSlot()];
    const [held, ordered] = [
      await aProduct(fresh.db, { onHand: 100 }),
      await aProduct(fresh.db, { onHand: 100 }),
    ];
    await set('pickup', { capacity: 100 });
    for (let round = 0; round < 15; round++) {
      const customer = await aPerson(fresh.db);
      const placed = await placeOrder(customer, orderAt(early, ordered), now);
      if (!placed.ok) throw new Error(placed.problem.kind);
      const [order] = await ordersOf(customer);
      if (!order) throw new Error('no order');
      const lines = [{ productId: held, quantity: 1 }];
      const first = anInput({ lines, slotStartsAt: late });
      await hold(first);
      const { version, status, total } = order;
      const outcomes = await Promise.all([
        hold(anInput({ lines, slotStartsAt: early, replaces: first.signUpId })),
        movePickup(
          customer,
          placed.value.orderId,
          { slotStartsAt: late, seen: { version, status, total, pickup: early } },
          now,
        ),
      ]);
      expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
      await cancelOrder(customer, placed.value.orderId, now);
      await expireHolds(later(31));
    }
    expect(await deadlocksIn(fresh.url)).toBe(0);
    await set('pickup', {});
  });
});

describe('the caps on holds', () => {
  test('let a sign-up above them through without a hold', async () => {
    const slotStartsAt = aSlot();
    const productId = await aProduct(fresh.db, { onHand: 3 });
    const input = anInput({ lines: [{ productId, quantity: 2 }], slotStartsAt });
    expect(await hold(input)).toEqual({ ok: true, value: { isHeld: false } });
    expect(await reservationsFor(input.signUpId)).toEqual([]);
    expect([await heldOf(productId), await takenOf(slotStartsAt)]).toEqual([0, 0]);
  });

  test('count three carts per client address, and again after these have ended', async () => {
    const slotStartsAt = aSlot();
    const productId = await aProduct(fresh.db, { onHand: 40 });
    const held = async (at = now) => {
      const input = anInput({ lines: [{ productId, quantity: 1 }], slotStartsAt, address: '10.9.9.9' });
      const outcome = await hold(input, at);
      return outcome.ok && outcome.value.isHeld;
    };
    expect([await held(), await held(), await held(), await held()]).toEqual([true, true, true, false]);
    await expireHolds(later(31));
    expect(await held(later(31))).toBe(true);
    const stored = await fresh.db.select({ client: signUpHolds.client }).from(signUpHolds);
    expect(JSON.stringify(stored)).not.toContain('10.9.9.9');
  });

  test('stay in effect under fifty sign-ups at once: six units of a product, half of a slot, the owner’s total', async () => {
    await set('pickup', { capacity: 8 });
    const [slot, other] = [aSlot(), aSlot()];
    const [few, many] = [await aProduct(fresh.db, { onHand: 5 }), await aProduct(fresh.db, { onHand: 500 })];
    const crowd = Array.from({ length: 50 }, (_, index) =>
      hold(
        anInput({
          lines: [{ productId: index % 2 ? few : many, quantity: 1 }],
          slotStartsAt: index % 2 ? other : slot,
        }),
      ),
    );
    const held = (await Promise.all(crowd)).filter((outcome) => outcome.ok && outcome.value.isHeld);
    expect(await heldOf(few), 'half of five').toBe(2);
    expect(await heldOf(many), 'half of the places').toBe(4);
    expect(held).toHaveLength(6);
    await set('holds', { signUpUnits: 7 });
    const third = await aProduct(fresh.db, { onHand: 500 });
    const more = await Promise.all(
      Array.from({ length: 10 }, () =>
        hold(anInput({ lines: [{ productId: third, quantity: 1 }], slotStartsAt: aSlot() })),
      ),
    );
    expect(more.filter((outcome) => outcome.ok && outcome.value.isHeld)).toHaveLength(1);
    await fresh.db.delete(storeSettings);
    invalidateSettings();
  });

  test('leave the last unit and the last place to one person, alongside customers who check out', async () => {
    await set('pickup', { capacity: 2 });
    const slot = aSlot();
    const productId = await aProduct(fresh.db, { onHand: 2 });
    const lines = [{ productId, quantity: 1 }];
    const customers = await Promise.all(Array.from({ length: 6 }, () => aPerson(fresh.db)));
    const outcomes = await Promise.all([
      ...customers.map((customer) =>
        placeOrder(
          customer,
          {
            key: randomUUID(),
            lines,
            reservationId: null,
            slotStartsAt: slot,
            birthDate: null,
            expectedTotal: null,
          },
          now,
        ).then(({ ok }) => ok),
      ),
      ...Array.from({ length: 6 }, () =>
        hold(anInput({ lines, slotStartsAt: slot })).then((outcome) => outcome.ok && outcome.value.isHeld),
      ),
    ]);
    expect(outcomes.filter(Boolean)).toHaveLength(2);
    expect([await heldOf(productId), await takenOf(slot)]).toEqual([2, 2]);
    await fresh.db.delete(storeSettings);
    invalidateSettings();
  });

  test('protect the stock: sixty sign-ups from sixty addresses do not empty it, and it recovers completely', async () => {
    await crowdOfSignUps(fresh.db, { signUps: 60, at: now });
  });
});
