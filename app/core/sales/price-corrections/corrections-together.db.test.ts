/** Corrections beside each other, beside offers and the legal floor: in any order, each cent is refunded once. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveOffer } from '#core/goods/discounts/save-offer.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readOrderDetails } from '#core/sales/orders/order-details-queries.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { products } from '#db/schema/catalogue.ts';
import { refunds } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { correct, handOver, linesOf, wrongOf } from '#tests/support/wrong-prices.ts';
import { readAffected } from './affected-queries.server.ts';
import { readOwedAt } from './owed-queries.server.ts';
import { payRefund } from './pay-refund.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
});

describe('two corrections of one line', () => {
  /** $27.50 a unit with 12 % tax; it should have been $26.00, and then $25.00. */
  async function correctedTwice() {
    const mug = await aMug(fresh.db, { onHand: 10, retailPrice: 2750 });
    const orderId = await anOrder(await aPerson(fresh.db), [[mug, 2]]);
    await handOver(fresh.db, admin, orderId);
    await correct(fresh.db, admin, wrongOf(mug, 2600));
    await correct(fresh.db, admin, wrongOf(mug, 2500));
    return orderId;
  }
  const givenOf = async (orderId: string) => {
    const { id } = await storedOrder(fresh.db, orderId);
    const rows = await fresh.db.select().from(refunds).where(eq(refunds.orderId, id));
    return rows.reduce((sum, { amount }) => sum + amount, 0);
  };

  test.each([
    ['the first', (owed: number[]) => owed],
    ['the second', (owed: number[]) => owed.toReversed()],
  ])('come to the same cents when %s is paid first', async (_, order) => {
    const orderId = await correctedTwice();
    const owed = await readOwedAt(admin, orderId);
    expect(owed.map(({ cash }) => cash)).toEqual([336, 224]);
    for (const lineId of order(owed.map((each) => each.lineId))) {
      const shown = (await readOwedAt(admin, orderId)).find((each) => each.lineId === lineId);
      expect(await payRefund(admin, { lineId, cash: shown?.cash ?? 0 }, NOW)).toMatchObject({ ok: true });
    }
    expect(await givenOf(orderId)).toBe(560);
    expect(await readOwedAt(admin, orderId)).toEqual([]);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('give back what an amount refunded in between left of both, and no cent more', async () => {
    const orderId = await correctedTwice();
    const { version } = await storedOrder(fresh.db, orderId);
    const input = { units: { amount: 112 }, goods: 'kept', reason: 'Chipped', version } as const;
    expect((await recordRefund(admin, orderId, input, NOW)).ok).toBe(true);
    for (let press = 0; press < 2; press++) {
      const [next] = await readOwedAt(admin, orderId);
      if (next) await payRefund(admin, { lineId: next.lineId, cash: next.cash }, NOW);
    }
    expect(await givenOf(orderId)).toBe(560);
  });
});

test('an order that is wholly refunded no longer promises its customer cash', async () => {
  const mug = await aMug(fresh.db, { onHand: 10, retailPrice: 2750 });
  const customer = await aPerson(fresh.db);
  const orderId = await anOrder(customer, [[mug, 1]]);
  await handOver(fresh.db, admin, orderId);
  await correct(fresh.db, admin, wrongOf(mug, 2500), { tells: true });
  expect((await readOrderDetails(customer, orderId, NOW))?.refundDue).toBe('$2.80');
  const { version } = await storedOrder(fresh.db, orderId);
  await recordRefund(admin, orderId, { units: 'all', goods: 'kept', reason: 'Broken', version }, NOW);
  expect((await readOrderDetails(customer, orderId, NOW))?.refundDue).toBeNull();
});

describe('with a discount, a correction stays at the legal floor', () => {
  /** List price $100.00, $20.00 off; bought for $40.00, so no less than $60.00. The right price was $70.00. */
  async function discounted(by: 'offer' | 'product', isPaid: boolean) {
    const product = await aProduct(fresh.db, { onHand: 10, retailPrice: 10_000, wholesalePrice: 4_000 });
    const terms = 'While supplies last.';
    if (by === 'product') {
      const days = { discountFrom: '2026-06-01', discountUntil: '2026-06-30', discountTerms: terms };
      await fresh.db
        .update(products)
        .set({ discount: 2_000, ...days })
        .where(eq(products.id, product));
    } else {
      const saved = await saveOffer(
        admin,
        null,
        {
          ...{ version: 0, leavesOut: false },
          offer: {
            ...{ name: 'Noon', terms, kind: 'percent', amount: 20, hours: null },
            startsAt: NOW.subtract({ hours: 1 }).epochMilliseconds,
            endsAt: NOW.add({ hours: 1 }).epochMilliseconds,
            parts: [{ products: [product], categories: [], units: 1 }],
            ...{ mostPerPerson: null, mostUnits: null },
          },
        },
        NOW,
      );
      expect(saved.ok).toBe(true);
    }
    const orderId = await anOrder(await aPerson(fresh.db), [[product, 1]]);
    expect((await storedOrder(fresh.db, orderId)).items[0]).toMatchObject({ unitPrice: 8_000 });
    if (isPaid) await handOver(fresh.db, admin, orderId);
    return { product, orderId };
  }
  const belowFloor = async (value: 'refuse' | 'warn') => {
    await fresh.db
      .insert(storeSettings)
      .values({ name: 'pricing', value: { belowFloor: value } })
      .onConflictDoUpdate({ target: storeSettings.name, set: { value: { belowFloor: value } } });
    invalidateSettings();
  };
  beforeAll(async () => {
    await fresh.db.insert(storeSettings).values({ name: 'discounts', value: { enabled: true } });
    invalidateSettings();
  });

  test.each([
    ['of an offer, also where the floor only warns', 'warn', 'offer', 6_000],
    ['of the product, where the floor refuses', 'refuse', 'product', 6_000],
    ['of the product, as low as was accepted where it warns', 'warn', 'product', 5_000],
  ] as const)('%s', async (_, rule, by, price) => {
    await belowFloor(rule);
    const { product, orderId } = await discounted(by, false);
    const wrong = wrongOf(product, 7_000);
    expect(await readAffected(admin, wrong)).toMatchObject([{ kind: 'open', amount: 8_000 - price }]);
    const { id } = await correct(fresh.db, admin, wrong);
    expect((await storedOrder(fresh.db, orderId)).items[0]).toMatchObject({ unitPrice: price });
    expect(await linesOf(fresh.db, id)).toMatchObject([{ status: 'lowered', amount: 8_000 - price }]);
    expect((await readAffected(admin, wrong))?.[0]?.kind).toBe('none');
  });

  test('of what was paid, too', async () => {
    await belowFloor('warn');
    const { product, orderId } = await discounted('offer', true);
    await correct(fresh.db, admin, wrongOf(product, 7_000));
    expect(await readOwedAt(admin, orderId)).toMatchObject([{ cash: 2_240 }]);
  });

  test('and never gives a unit away', async () => {
    await belowFloor('warn');
    const { product, orderId } = await discounted('product', false);
    await correct(fresh.db, admin, wrongOf(product, 1_500));
    expect((await storedOrder(fresh.db, orderId)).items[0]).toMatchObject({ unitPrice: 1 });
  });
});
