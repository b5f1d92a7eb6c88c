/** Tests that two accounts of one license are one person also when both buy at the same moment. */
import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveOffer } from '#core/goods/discounts/save-offer.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { changeItems } from '#core/sales/orders/items-change/change-items.server.ts';
import { inTransaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { someoneWaitsForLock } from '#tests/support/lock-waits.ts';
import { anOrder, edit, LATER_SLOT, NOW, SLOT, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { placeOrder } from './place-order.server.ts';
import { reserveProduct } from './reserve-product.server.ts';

const fresh = freshShop(afterAll);
/** One fits into a day, two do not. */
const MORE_THAN_HALF_MG = 50_000;
let admin: SignedIn;
let pair: [SignedIn, SignedIn];

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin' });
  await fresh.db.insert(storeSettings).values({ name: 'discounts', value: { enabled: true } });
  invalidateSettings();
});
beforeEach(async () => {
  pair = [await aPerson(fresh.db), await aPerson(fresh.db)];
  const license = { licenseIdHash: randomUUID(), licenseIdLast4: '0000', licenseState: 'NY' };
  await fresh.db
    .update(customerProfiles)
    .set({ ...license, licenseVerified: true })
    .where(
      inArray(
        customerProfiles.userId,
        pair.map(({ userId }) => userId),
      ),
    );
});

const order = (actor: SignedIn, productId: number, slotStartsAt: string) =>
  placeOrder(
    actor,
    {
      ...{ key: randomUUID(), lines: [{ productId, quantity: 1 }], reservationId: null, slotStartsAt },
      ...{ birthDate: null, expectedTotal: null, again: true },
    },
    NOW,
  );

const twoProducts = async (limitMg = 1): Promise<[number, number]> => [
  await aProduct(fresh.db, { limitMg }),
  await aProduct(fresh.db, { limitMg }),
];

async function anOffer(products: number[], mostPerPerson: number): Promise<number> {
  const offer = {
    ...{ name: 'Noon', terms: 'While supplies last.', kind: 'percent' as const, amount: 20, hours: null },
    startsAt: NOW.subtract({ hours: 1 }).epochMilliseconds,
    endsAt: NOW.add({ hours: 1 }).epochMilliseconds,
    parts: [{ products, categories: [], units: 1 }],
    ...{ mostPerPerson, mostUnits: null },
  };
  const saved = await saveOffer(admin, null, { version: 0, leavesOut: false, offer }, NOW);
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  return saved.value;
}

const unitsUnder = async (offer: number): Promise<number> => {
  const { rows } = await fresh.db.execute<{ units: number }>(
    sql`select sum(quantity)::int as units from ${pickupReservations} where offer_id = ${offer}`,
  );
  return rows[0]?.units ?? 0;
};

async function addOne(customer: SignedIn, number: string, productId: number) {
  const seen = {
    version: (await storedOrder(fresh.db, number)).version,
    lines: [{ productId, quantity: 1 }],
  };
  return changeItems(
    customer,
    number,
    { lines: [{ productId, quantity: 2 }], seen, expectedTotal: null },
    NOW,
  );
}

/**
 * The order of the first account has written everything and waits for its place in a slot, until what comes beside it
 * has ended or waits too.
 */
async function whileFirstOrders<Done>(
  productId: number,
  beside: () => Promise<Done>,
): Promise<{ done: Done; waited: boolean }> {
  const startsAt = new Date(SLOT);
  await fresh.db.insert(pickupSlots).values({ startsAt, taken: 0 }).onConflictDoNothing();
  const { first, second, waited } = await inTransaction(async (tx) => {
    await tx.select().from(pickupSlots).where(eq(pickupSlots.startsAt, startsAt)).for('no key update');
    const first = order(pair[0], productId, SLOT);
    await someoneWaitsForLock(fresh.db);
    const second = beside();
    const waited = await Promise.race([
      second.then(() => false),
      someoneWaitsForLock(fresh.db, 2).then(
        () => true,
        () => false,
      ),
    ]);
    return { first: { answer: first }, second: { answer: second }, waited };
  });
  expect((await first.answer).ok).toBe(true);
  return { done: await second.answer, waited };
}

test('both order at once: the second waits for the first, and no longer fits into the day', async () => {
  const [one, other] = await twoProducts(MORE_THAN_HALF_MG);
  expect(await whileFirstOrders(one, () => order(pair[1], other, LATER_SLOT))).toMatchObject({
    done: { problem: { kind: 'over-limit' } },
    waited: true,
  });
});

test('one orders while the other reserves: the reservation no longer fits into the day', async () => {
  const [one, other] = await twoProducts(MORE_THAN_HALF_MG);
  const wanted = { key: randomUUID(), productId: other, quantity: 1 };
  expect(await whileFirstOrders(one, () => reserveProduct(pair[1], wanted, NOW))).toMatchObject({
    done: { problem: { kind: 'over-limit' } },
  });
});

test('an offer of one unit per person gives its price once', async () => {
  const [one, other] = await twoProducts();
  const offer = await anOffer([one, other], 1);
  const { done } = await whileFirstOrders(one, () => order(pair[1], other, LATER_SLOT));
  expect([done.ok, await unitsUnder(offer)]).toEqual([true, 1]);
});

test('staff cannot add a unit of an offer to an order of one account that the other account takes at that moment', async () => {
  const [one, other] = await twoProducts();
  const offer = await anOffer([one, other], 2);
  const number = await anOrder(pair[1], [[other, 1]], LATER_SLOT);
  const { done } = await whileFirstOrders(one, () => edit(fresh.db, admin, number, { to: [[other, 2]] }));
  expect(done).toMatchObject({ problem: { kind: 'over-offer' } });
  expect(await unitsUnder(offer)).toBe(2);
});

test('nor can the customer', async () => {
  const [one, other] = await twoProducts();
  const offer = await anOffer([one, other], 2);
  const number = await anOrder(pair[1], [[other, 1]], LATER_SLOT);
  const { done } = await whileFirstOrders(one, () => addOne(pair[1], number, other));
  expect(done.ok).toBe(false);
  expect(await unitsUnder(offer)).toBe(2);
});

test('the order of a stranger does not wait', async () => {
  const [one, other] = await twoProducts(MORE_THAN_HALF_MG);
  const stranger = await aPerson(fresh.db);
  expect(await whileFirstOrders(one, () => order(stranger, other, LATER_SLOT))).toMatchObject({
    done: { ok: true },
    waited: false,
  });
});
