import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { checkoutMessage } from '#core/sales/checkout/checkout-rules.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { invalidateTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { products } from '#db/schema/catalogue.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { readCartView } from '#shop/cart/cart-queries.server.ts';
import { CLOSED_WHILE_PAUSED } from '#shop/cart/cart-view.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { readCheckout } from './checkout-queries.server.ts';

let fresh: FreshDatabase;
/** A Saturday noon in Hancock, NY. */
const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
const merchandise = {
  productType: 'home_decor',
  taxClass: 'merchandise',
  requiresId: false,
  limitCategory: null,
  limitMg: null,
} as const;

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db.insert(taxRules).values([
    { taxClass: 'cannabis', name: 'State excise', rate: 900, from: '2024-01-01' },
    { taxClass: 'cannabis', name: 'Local excise', rate: 400, from: '2024-01-01' },
    { taxClass: 'merchandise', name: 'Sales tax', rate: 800, from: '2024-01-01' },
  ]);
  await fresh.db.insert(storeSettings).values({ name: 'pickup', value: { capacity: 2 } });
});
beforeEach(() => {
  invalidateSettings();
  invalidateTaxRules();
});
afterAll(() => fresh.stop());

describe('the cart', () => {
  test('shows a product taken off sale as no longer available', async () => {
    const id = await aProduct(fresh.db, { name: 'Withdrawn' });
    await fresh.db.update(products).set({ forSale: false }).where(eq(products.id, id));
    const view = await readCartView([{ productId: id, quantity: 1 }]);
    expect(view.lines[0]).toMatchObject({ available: 0, amount: 0, changes: [{ kind: 'gone' }] });
  });
});

describe('the checkout page', () => {
  test('shows exactly the money that the order will have', async () => {
    const robin = await aPerson(fresh.db);
    const flower = await aProduct(fresh.db, { retailPrice: 3333 });
    const mug = await aProduct(fresh.db, { ...merchandise, retailPrice: 1999 });
    const lines = [
      { productId: flower, quantity: 3 },
      { productId: mug, quantity: 1 },
    ];
    const view = await readCheckout(robin, { lines }, now);
    expect(view?.taxParts.map((part) => part.name).sort()).toEqual([
      'Local excise',
      'Sales tax',
      'State excise',
    ]);
    expect(view?.total).toBe((view?.subtotal ?? 0) + (view?.tax ?? 0));
    const outcome = await placeOrder(
      robin,
      {
        key: randomUUID(),
        lines,
        reservationId: null,
        slotStartsAt: '2026-06-07T18:00:00Z',
        birthDate: null,
        expectedTotal: view?.total ?? null,
      },
      now,
    );
    expect(outcome.ok).toBe(true);
  });

  test('asks for a date of birth only when one is needed and none is on file', async () => {
    const known = await aPerson(fresh.db);
    const unknown = await aPerson(fresh.db, { birthDate: null });
    const flower = { productId: await aProduct(fresh.db), quantity: 1 };
    const mug = { productId: await aProduct(fresh.db, merchandise), quantity: 1 };
    expect((await readCheckout(known, { lines: [flower] }, now))?.asksBirthDate).toBe(false);
    expect((await readCheckout(unknown, { lines: [flower] }, now))?.asksBirthDate).toBe(true);
    expect((await readCheckout(unknown, { lines: [mug] }, now))?.asksBirthDate).toBe(false);
  });

  test('says who cannot reserve before any pickup time, and offers them none', async () => {
    const flower = { productId: await aProduct(fresh.db), quantity: 1 };
    const mug = { productId: await aProduct(fresh.db, merchandise), quantity: 1 };
    const young = await aPerson(fresh.db, { birthDate: '2010-01-01' });
    const rejected = await aPerson(fresh.db);
    const rejectedUnknown = await aPerson(fresh.db, { birthDate: null });
    const banned = await aPerson(fresh.db);
    for (const { userId } of [rejected, rejectedUnknown])
      await fresh.db
        .update(customerProfiles)
        .set({ isVerifiedOver21: false })
        .where(eq(customerProfiles.userId, userId));
    await fresh.db
      .update(customerProfiles)
      .set({ isBanned: true })
      .where(eq(customerProfiles.userId, banned.userId));
    for (const person of [young, rejected, rejectedUnknown]) {
      const view = await readCheckout(person, { lines: [flower, mug] }, now);
      expect(view).toMatchObject({ isBarred: true, days: [], asksBirthDate: false });
      expect(view?.closed).toEqual([checkoutMessage({ kind: 'under-age', minimum: 21 })]);
      const allowed = await readCheckout(person, { lines: [mug] }, now);
      expect(allowed).toMatchObject({ isBarred: false, closed: [] });
      expect(allowed?.days.length).toBeGreaterThan(0);
    }
    const view = await readCheckout(banned, { lines: [mug] }, now);
    expect(view).toMatchObject({ isBarred: true, days: [], closed: [checkoutMessage({ kind: 'banned' })] });
  });

  test('offers the rest when something has sold out', async () => {
    const robin = await aPerson(fresh.db);
    const gone = await aProduct(fresh.db, { name: 'Gone', onHand: 0 });
    const few = await aProduct(fresh.db, { onHand: 2 });
    const view = await readCheckout(
      robin,
      {
        lines: [
          { productId: gone, quantity: 1 },
          { productId: few, quantity: 5 },
        ],
      },
      now,
    );
    expect(view?.leftOut).toEqual(['Gone']);
    expect(view?.input).toBe(`${few}:2`);
  });

  test('shows a full slot as full', async () => {
    const robin = await aPerson(fresh.db);
    await fresh.db.insert(pickupSlots).values({ startsAt: new Date('2026-06-06T20:00:00Z'), taken: 2 });
    const view = await readCheckout(robin, { lines: [] }, now);
    const slots = view?.days.flatMap((day) => day.slots) ?? [];
    expect(slots.filter((slot) => slot.full).map((slot) => slot.label)).toEqual(['4:00 PM']);
  });

  test('of a reservation contains exactly its units, for its customer only', async () => {
    const robin = await aPerson(fresh.db);
    const kim = await aPerson(fresh.db);
    const productId = await aProduct(fresh.db, { onHand: 2 });
    const held = await reserveProduct(robin, { productId, quantity: 2, key: randomUUID() }, now);
    if (!held.ok) throw new Error('not held');
    const { reservationId } = held.value;
    const reservationIds = [reservationId];
    const view = await readCheckout(robin, { reservationIds }, now);
    expect(view).toMatchObject({ reservationIds, input: `${productId}:2`, leftOut: [] });
    expect(await readCheckout(kim, { reservationIds }, now)).toBeNull();
  });

  describe('is closed', () => {
    const words = 'New York allows 3 oz (85 g) of cannabis per person.';
    const closedFor = async (quantity: number, robin?: Awaited<ReturnType<typeof aPerson>>) => {
      const ounce = await aProduct(fresh.db, { limitMg: 28_000 });
      const lines = [{ productId: ounce, quantity }];
      return (await readCheckout(robin ?? (await aPerson(fresh.db)), { lines }, now))?.closed ?? [];
    };

    test('above the legal limit per person, with a message, and open below', async () => {
      expect(await closedFor(3)).toEqual([]);
      expect(await closedFor(4)).toEqual([`${words} Your cart has 112 g. Please take something out.`]);
    });

    test('above the limit together with what is already reserved, except the reservation being checked out', async () => {
      const robin = await aPerson(fresh.db);
      const ounce = await aProduct(fresh.db, { limitMg: 28_000 });
      const made = await reserveProduct(robin, { productId: ounce, quantity: 3, key: randomUUID() }, now);
      expect(await closedFor(1, robin)).toEqual([expect.stringContaining('You have already reserved 84 g')]);
      const reservationId = made.ok ? made.value.reservationId : '';
      expect((await readCheckout(robin, { reservationIds: [reservationId] }, now))?.closed).toEqual([]);
    });

    test('while reservations are paused, which comes first', async () => {
      await fresh.db
        .insert(storeSettings)
        .values({ name: 'ordering', value: { paused: true, reason: 'We count.' } });
      invalidateSettings();
      expect(await closedFor(4)).toEqual([CLOSED_WHILE_PAUSED, expect.stringContaining(words)]);
      await fresh.db.delete(storeSettings).where(eq(storeSettings.name, 'ordering'));
    });
  });
});
