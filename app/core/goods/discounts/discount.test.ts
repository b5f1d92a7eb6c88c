/** When a discount applies, how it changes a price, and what saving one requires. */

import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { cents } from '#kernel/money.ts';
import { storeDate } from '#kernel/time.ts';
import {
  discountErrors,
  discountNote,
  type PriceDay,
  priceDay,
  priceNow,
  promisedMoney,
  type StoredDiscount,
  unitMoney,
} from './discount.ts';
import { offerOf } from './offer.ts';

const settings = defaultSettings();
const enabled = { ...settings.discounts, enabled: true };
const on = (day: string): PriceDay => ({ day, discounts: enabled });
const product = {
  retailPrice: 10_000,
  discount: 2_000,
  discountFrom: '2026-11-20',
  discountUntil: '2026-11-30',
  discountTerms: 'While supplies last.',
} satisfies StoredDiscount & { retailPrice: number };

describe('a discount counts', () => {
  test.each([
    ['2026-11-19', null],
    ['2026-11-20', 8_000],
    ['2026-11-30', 8_000],
    ['2026-12-01', null],
  ])('from its first to its last day, inclusive: on %s the offer is %s', (day, price) => {
    expect(offerOf(product, on(day))?.price ?? null).toBe(price);
  });

  test('only if the store gives discounts, which a new store does not', () => {
    expect(settings.discounts).toEqual({ enabled: false, taxBase: 'before-discount' });
    expect(offerOf(product, { day: '2026-11-20', discounts: settings.discounts })).toBeNull();
  });

  test('with its last day in words and its terms', () => {
    expect(offerOf(product, on('2026-11-20'))).toEqual({
      price: 8_000,
      until: '2026-11-30',
      untilText: 'Nov 30, 2026',
      terms: 'While supplies last.',
    });
  });

  test('never if it would leave no price', () => {
    expect(offerOf({ ...product, retailPrice: 2_000 }, on('2026-11-20'))).toBeNull();
    expect(offerOf({ ...product, retailPrice: 2_001 }, on('2026-11-20'))?.price).toBe(1);
  });

  // In Hancock, NY clocks go forward on March 8, 2026 and back on November 1, 2026.
  test.each([
    [
      '2026-03-08',
      '2026-03-08T04:59:59Z',
      '2026-03-08T05:00:00Z',
      '2026-03-09T03:59:59Z',
      '2026-03-09T04:00:00Z',
    ],
    [
      '2026-11-01',
      '2026-11-01T03:59:59Z',
      '2026-11-01T04:00:00Z',
      '2026-11-02T04:59:59Z',
      '2026-11-02T05:00:00Z',
    ],
  ])(
    'through all of %s by the store’s clock, however many hours that day has',
    (day, before, first, last, after) => {
      const oneDay = { ...product, discountFrom: day, discountUntil: day };
      const isOffered = (at: string) => {
        const today = storeDate(Temporal.Instant.from(at), 'America/New_York');
        return offerOf(oneDay, priceDay({ discounts: enabled }, today)) !== null;
      };
      expect([before, first, last, after].map(isOffered)).toEqual([false, true, true, false]);
    },
  );
});

describe('a discounted line stores', () => {
  test('the charged price, the discount, and whether the discount is taxed', () => {
    const offer = offerOf(product, on('2026-11-20'));
    const money = (taxClass: string, taxBase = enabled.taxBase) =>
      unitMoney({ ...product, offer, taxClass }, { day: '2026-11-20', discounts: { ...enabled, taxBase } });
    expect(money('cannabis')).toEqual({ unitPrice: 8_000, unitDiscount: 2_000, discountTaxed: true });
    expect(money('cannabis', 'after-discount')).toMatchObject({ discountTaxed: false });
    // Sales tax is owed on the charged price.
    expect(money('merchandise')).toMatchObject({ unitPrice: 8_000, discountTaxed: false });
  });

  test('a price and a discount that add up to the list price, for any price, discount and day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.option(fc.integer({ min: 1, max: 100_000_000 })),
        fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-30', '2026-12-01'),
        fc.constantFrom('cannabis', 'merchandise', 'clothing'),
        (retailPrice, discount, day, taxClass) => {
          const stored = { ...product, retailPrice, discount };
          const offer = offerOf(stored, on(day));
          const money = unitMoney({ retailPrice, offer, taxClass }, on(day));
          expect(money.unitPrice + money.unitDiscount).toBe(retailPrice);
          expect(money.unitPrice).toBe(priceNow({ retailPrice, offer }));
          expect(money.unitPrice).toBeGreaterThan(0);
          expect(money.unitDiscount).toBeGreaterThanOrEqual(0);
          if (money.unitDiscount === 0) expect(money.discountTaxed).toBe(false);
        },
      ),
    );
  });

  test('and shows both in words, if there was a discount', () => {
    expect(discountNote({ unitPrice: 8_000, listPrice: 10_000 })).toBe(
      'List price $100.00, discount $20.00 each',
    );
    expect(discountNote({ unitPrice: 8_000, listPrice: 8_000 })).toBeNull();
  });
});

describe('a discount to be saved needs', () => {
  test.each([
    [{ discountFrom: null }, { discountFrom: ['Enter the first day of the discount.'] }],
    [{ discountUntil: null }, { discountUntil: ['Enter the last day of the discount.'] }],
    [{ discountUntil: '2026-11-19' }, { discountUntil: ['The last day comes before the first.'] }],
    [{ discountTerms: null }, { discountTerms: ['Enter the terms, such as ‘While supplies last’.'] }],
    [{ discount: 10_000 }, { discount: ['The discount must be less than the price of $100.00.'] }],
    [{ discount: null, discountFrom: null }, {}],
    [{}, {}],
  ])('dates, terms and a remaining price: %o', (change, errors) => {
    expect(discountErrors({ ...product, ...change })).toEqual(errors);
  });
});

test('a reserved unit costs what it cost then, with its discount and tax base, or less', () => {
  const money = (unitPrice: number, unitDiscount = 0, discountTaxed = false) => ({
    unitPrice: cents(unitPrice),
    unitDiscount: cents(unitDiscount),
    discountTaxed,
  });
  const reserved = money(4000, 1000, true);
  expect(promisedMoney(reserved, money(5000))).toEqual(reserved);
  // The same price, taxed on less.
  expect(promisedMoney(reserved, money(4000))).toEqual(money(4000));
  expect(promisedMoney(money(4000), money(4000, 1000, true))).toEqual(money(4000));
  expect(promisedMoney(reserved, money(3999, 1001))).toEqual(money(3999, 1001));
  // A cent less, but taxed on ten dollars more: a customer who reserved at $40.00 would pay more than promised.
  expect(promisedMoney(money(4000), money(3999, 1001, true))).toEqual(money(4000));
  expect(promisedMoney({ ...reserved, unitPrice: null }, money(5000))).toEqual(money(5000));
});
