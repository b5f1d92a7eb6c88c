/** What running offers make of prices: the lowest one, within limits, above the floor, never two together. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import type { PriceDay, RunningOffer } from './discount.ts';
import {
  bestOffer,
  lowestListed,
  type PricedProduct,
  priceLines,
  priceUnder,
  togetherOffers,
} from './running-offers.ts';

const settings = defaultSettings();
const product = (productId: number, change: Partial<PricedProduct> = {}): PricedProduct => ({
  ...{ productId, categoryId: 1, productType: 'cannabis', retailPrice: 10_000, wholesalePrice: 0 },
  ...{ discount: null, discountFrom: null, discountUntil: null, discountTerms: null },
  ...change,
});
const offer = (change: Partial<RunningOffer> = {}): RunningOffer => ({
  ...{ id: 1, name: 'Black Friday', terms: 'While supplies last.', kind: 'percent', amount: 20 },
  ...{ parts: [{ products: [], categories: [1], units: 1 }], mostPerPerson: null, left: null },
  ...{ until: '2026-11-27', untilText: '6:00 PM today' },
  ...change,
});
const on = (
  offers: RunningOffer[],
  change: { enabled?: boolean; ended?: RunningOffer[] } = {},
): PriceDay => ({
  day: '2026-11-27',
  discounts: { ...settings.discounts, enabled: change.enabled ?? true },
  running: { offers, ended: change.ended ?? [], pricing: settings.pricing },
});
const unlimited = ({ running }: PriceDay) =>
  running && {
    ...running,
    offers: running.offers.map((one) => ({ ...one, left: null, mostPerPerson: null })),
  };
const priced = (
  lines: [PricedProduct, number][],
  day: PriceDay,
  bought: Parameters<typeof priceLines>[3] = {},
) =>
  priceLines(
    lines.map(([{ productId }, quantity]) => ({ productId, quantity })),
    new Map(lines.map(([each]) => [each.productId, each])),
    day,
    bought,
  );

describe('one unit', () => {
  test('has the lowest of its offers and its own discount, never two together', () => {
    const own = {
      discount: 1_500,
      discountFrom: '2026-11-01',
      discountUntil: '2026-11-30',
      discountTerms: 'x',
    };
    expect(bestOffer(product(7, own), on([offer(), offer({ id: 2, amount: 30 })]))).toEqual({
      price: 7_000,
      until: '2026-11-27',
      untilText: '6:00 PM today',
      terms: 'Black Friday. While supplies last.',
      offerId: 2,
    });
    expect(bestOffer(product(7, own), on([offer({ amount: 10 })]))).toMatchObject({
      price: 8_500,
      terms: 'x',
    });
  });
  test('has none while discounts are off, outside of the offer’s goods, and once it is sold out', () => {
    expect(bestOffer(product(7), on([offer()], { enabled: false }))).toBeNull();
    expect(bestOffer(product(7, { categoryId: 2 }), on([offer()]))).toBeNull();
    expect(bestOffer(product(7), on([offer({ left: 0 })]))).toBeNull();
  });
  test('is never sold below the floor: such a product is left out', () => {
    const [tight, loose] = [product(7, { wholesalePrice: 5_400 }), product(8, { wholesalePrice: 5_333 })];
    expect(bestOffer(tight, on([offer()]))).toBeNull();
    expect(bestOffer(loose, on([offer()]))?.price).toBe(8_000);
    expect(lowestListed(tight, 10_000, on([offer()]))).toBe(10_000);
  });
});

test.each([
  ['percent', 33, 9_999, 6_700],
  ['off', 500, 2_000, 1_500],
  ['off', 2_000, 2_000, null],
  ['price', 1_800, 2_000, 1_800],
  ['price', 2_000, 2_000, null],
  ['percent', 99, 1, null],
] as const)('an offer of %s %d makes %d to %s cents', (kind, amount, list, price) => {
  expect(priceUnder({ kind, amount }, list)).toBe(price);
});

describe('a limit per person', () => {
  const limited = on([offer({ mostPerPerson: 2 })]);
  test('counts what the person has already, and says up to how many units', () => {
    expect(priced([[product(7), 2]], limited).get(7)).toMatchObject({ offer: { price: 8_000 }, note: null });
    expect(priced([[product(7), 3]], limited).get(7)).toEqual({
      offer: null,
      note: 'Black Friday: at most 2 per person. The price of $80.00 counts for up to 2 units.',
    });
    expect(priced([[product(7), 2]], limited, { taken: new Map([[1, 1]]) }).get(7)?.note).toBe(
      'Black Friday: at most 2 per person. You have 1 already. The price of $80.00 counts for one unit.',
    );
  });
  test('goes to the line that saves most where it does not reach for all', () => {
    const dear = product(8, { retailPrice: 20_000 });
    const prices = priced(
      [
        [product(7), 1],
        [dear, 2],
      ],
      limited,
    );
    expect([prices.get(7)?.offer, prices.get(8)?.offer?.price]).toEqual([null, 16_000]);
  });
});

describe('things together', () => {
  const bundle = offer({
    parts: [
      { products: [7], categories: [], units: 2 },
      { products: [], categories: [2], units: 1 },
    ],
  });
  const other = product(9, { categoryId: 2, retailPrice: 3_000 });
  test('have the price only in one order, each unit', () => {
    const both = priced(
      [
        [product(7), 2],
        [other, 1],
      ],
      on([bundle]),
    );
    expect([both.get(7)?.offer?.price, both.get(9)?.offer?.price]).toEqual([8_000, 2_400]);
    const alone = priced([[product(7), 2]], on([bundle]));
    expect(alone.get(7)).toEqual({
      offer: null,
      note: 'Black Friday: 20% off from 2 units on, together with other products of the offer.',
    });
    expect(bestOffer(product(7), on([bundle]))).toBeNull();
    expect(togetherOffers(product(7), on([bundle]))).toHaveLength(1);
  });
  test.each([
    [[[], ['Gummies']], 7, 'from 2 units on, together with Gummies'],
    [[['Kestrel Moon'], []], 9, 'together with 2 of Kestrel Moon'],
    [[[], ['Gummies', 'Mints']], 7, 'from 2 units on, together with Gummies or Mints'],
    [[[], ['Gummies', 'Mints', 'Rolls']], 7, 'from 2 units on, together with Gummies, Mints or others'],
    [[[], []], 7, 'from 2 units on, together with other products of the offer'],
  ])('say what else an order needs: %j', (names, id, needs) => {
    const line = id === 9 ? other : product(7);
    const day = on([{ ...bundle, names }]);
    expect(priced([[line, 1]], day).get(id)?.note).toBe(`Black Friday: 20% off ${needs}.`);
    expect(togetherOffers(line, day)[0]?.words).toBe(`Black Friday: 20% off ${needs}. Until 6:00 PM today.`);
  });
  test('count other lines of the same order', () => {
    const beside = [{ productId: 7, quantity: 2 }];
    const products = new Map([product(7), other].map((each) => [each.productId, each]));
    const prices = priceLines([{ productId: 9, quantity: 1 }], products, on([bundle]), { beside });
    expect(prices.get(9)?.offer?.price).toBe(2_400);
  });
});

test('a line whose offer ended says so', () => {
  expect(priced([[product(7), 1]], on([], { ended: [offer()] })).get(7)?.note).toBe(
    'Black Friday ended: 6:00 PM today.',
  );
});

test('a line whose offer ended says so before what another offer would give, and beside a smaller discount', () => {
  const bundle = offer({ id: 2, name: 'Pair', parts: [{ products: [7], categories: [], units: 2 }] });
  const late = { ended: [offer()] };
  expect(priced([[product(7), 1]], on([bundle], late)).get(7)?.note).toBe(
    'Black Friday ended: 6:00 PM today. Pair: 20% off from 2 units on.',
  );
  const small = offer({ id: 3, amount: 5 });
  expect(priced([[product(7), 1]], on([small], late)).get(7)?.note).toBe(
    'Black Friday ended: 6:00 PM today.',
  );
  const short = offer({ id: 3, name: 'Second round', mostPerPerson: 1 });
  expect(priced([[product(7), 2]], on([short], late)).get(7)?.note).toBe(
    'Second round: at most 1 per person. The price of $80.00 counts for one unit.',
  );
  const large = offer({ id: 3, amount: 30 });
  expect(priced([[product(7), 1]], on([large], late)).get(7)?.note).toBeNull();
});

test('a product’s page leaves out things together that cost no less than one alone', () => {
  const bundle = offer({ id: 2, amount: 10, parts: [{ products: [7], categories: [], units: 2 }] });
  expect(togetherOffers(product(7), on([bundle, offer()]))).toEqual([]);
  expect(togetherOffers(product(7), on([bundle]))).toHaveLength(1);
});

test('for any lines, offers and limits: one price, the lowest allowed, within every limit and above the floor', () => {
  const anOffer = fc.record({
    id: fc.integer({ min: 1, max: 3 }),
    ...{ kind: fc.constantFrom('percent' as const, 'off' as const, 'price' as const) },
    amount: fc.integer({ min: 1, max: 99 }),
    parts: fc.array(
      fc.record({
        products: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
        categories: fc.uniqueArray(fc.integer({ min: 1, max: 2 })),
        units: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    mostPerPerson: fc.option(fc.integer({ min: 1, max: 5 })),
    left: fc.option(fc.integer({ min: 0, max: 5 })),
  });
  const aLine = fc.record({
    productId: fc.integer({ min: 1, max: 4 }),
    categoryId: fc.integer({ min: 1, max: 2 }),
    retailPrice: fc.integer({ min: 1, max: 200 }),
    wholesalePrice: fc.integer({ min: 0, max: 120 }),
    discount: fc.option(fc.integer({ min: 1, max: 100 })),
    quantity: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(anOffer, { selector: ({ id }) => id }),
      fc.uniqueArray(aLine, { selector: ({ productId }) => productId }),
      fc.dictionary(fc.constantFrom('1', '2', '3'), fc.integer({ min: 0, max: 4 })),
      (some, wanted, had) => {
        const offers = some.map((each) => offer(each));
        const taken = new Map(Object.entries(had).map(([id, units]) => [Number(id), units]));
        const lines = wanted.map(({ quantity, discount, ...rest }) => {
          const days = { discountFrom: '2026-11-01', discountUntil: '2026-11-30', discountTerms: 'x' };
          return [product(rest.productId, { ...rest, discount, ...days }), quantity] as [
            PricedProduct,
            number,
          ];
        });
        const prices = priced(lines, on(offers), { taken });
        // A list says what one unit costs alone, by the same offer as the cart.
        for (const [each] of lines) {
          const plain = on(offers.filter(({ parts }) => parts.length === 1 && parts[0]?.units === 1));
          const alone = priced([[each, 1]], { ...plain, running: unlimited(plain) }).get(
            each.productId,
          )?.offer;
          const listed = bestOffer(each, on(offers.map((one) => ({ ...one, left: null }))));
          expect([listed?.price, listed?.offerId]).toEqual([alone?.price, alone?.offerId]);
          const lowest = lowestListed(each, each.retailPrice, { ...plain, running: unlimited(plain) });
          if (alone?.offerId) expect(lowest).toBe(alone.price);
        }
        for (const [each, quantity] of lines) {
          const found = prices.get(each.productId)?.offer;
          const own =
            each.discount !== null && each.discount < each.retailPrice
              ? each.retailPrice - each.discount
              : each.retailPrice;
          expect(found?.price ?? each.retailPrice).toBeLessThanOrEqual(own);
          if (!found?.offerId) continue;
          const by = offers.find(({ id }) => id === found.offerId) as RunningOffer;
          expect(found.price).toBe(priceUnder(by, each.retailPrice));
          if (each.wholesalePrice > 0) expect(found.price).toBeGreaterThanOrEqual(each.wholesalePrice * 1.5);
          expect(quantity).toBeLessThanOrEqual(by.left ?? 99);
        }
        for (const by of offers) {
          const units = lines
            .filter(([each]) => prices.get(each.productId)?.offer?.offerId === by.id)
            .reduce((sum, [, quantity]) => sum + quantity, 0);
          if (units === 0) continue;
          expect(units).toBeLessThanOrEqual(by.left ?? 99);
          expect(units + (taken.get(by.id) ?? 0)).toBeLessThanOrEqual(by.mostPerPerson ?? 99);
        }
      },
    ),
    { numRuns: 3000 },
  );
});
