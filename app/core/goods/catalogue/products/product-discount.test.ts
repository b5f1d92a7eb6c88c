/** Tests a product's discount: against the legal floor, and as staff type it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPrice } from '#core/goods/discounts/price-guard.ts';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { type BasisPoints, basisPoints, type Cents, cents } from '#kernel/money.ts';
import { blankProduct } from './blank-product.ts';
import { planChange } from './bulk-change.ts';
import { type ProductValues, readProductFields } from './product-fields.ts';

const settings = defaultSettings();
const discounted = {
  discount: 2_000,
  discountFrom: '2026-11-20',
  discountUntil: '2026-11-30',
  discountTerms: 'While supplies last.',
};

describe('the legal floor', () => {
  const flower = { productType: 'cannabis', retailPrice: 4_500, wholesalePrice: 2_000 };
  const refusing = { ...settings.pricing, belowFloor: 'refuse' } as const;

  test('applies to the discounted price, on any day', () => {
    expect(checkPrice({ ...flower, discount: 1_500 }, refusing)).toBeNull();
    expect(checkPrice({ ...flower, discount: 1_501 }, refusing)).toEqual({
      kind: 'refused',
      field: 'discount',
      message:
        'With the discount, $29.99 is below the legal floor of $30.00: 1.5 times the wholesale price of $20.00.',
    });
    expect(checkPrice({ ...flower, discount: 1_501 }, settings.pricing)?.kind).toBe('warned');
    expect(checkPrice({ ...flower, discount: 1_501 }, { ...refusing, belowFloor: 'allow' })).toBeNull();
  });

  test('also limits a bulk change of prices with a discount', () => {
    const values = { ...flower, ...discounted, retailPrice: 10_000, forSale: false } as ProductValues;
    const plan = planChange(
      { id: 1, values: { ...values, name: 'Kestrel' } },
      { price: { to: 4_999 } },
      {
        ...settings,
        pricing: refusing,
      },
    );
    expect(plan.errors).toEqual([
      'With the discount, $29.99 is below the legal floor of $30.00: 1.5 times the wholesale price of $20.00.',
    ]);
  });
});

describe('of a person with a limit, a discount', () => {
  const { discountFrom, discountUntil, discountTerms } = discounted;
  const planned = (
    values: Partial<ProductValues>,
    off: { to: Cents } | { by: BasisPoints },
    limit: number | null,
  ) =>
    planChange(
      {
        id: 1,
        values: {
          ...blankProduct({ categoryId: 1, productType: 'merchandise' }),
          name: 'Kestrel',
          ...values,
        },
      },
      { discount: { off, discountFrom, discountUntil, discountTerms } },
      settings,
      limit,
    );

  test('of just their limit is within it, whatever a cent rounds to, and a cent more is not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 100_000 }),
        fc.integer({ min: 1, max: 99 }),
        (retailPrice, limit) => {
          const most = planned({ retailPrice }, { by: basisPoints(limit * 100) }, limit);
          expect(most.errors).toEqual([]);
          const more = { to: cents((most.after.discount ?? 0) + 1) };
          if (more.to < retailPrice) expect(planned({ retailPrice }, more, limit).errors).toHaveLength(1);
        },
      ),
    );
  });

  test('below the legal floor is refused, also where an admin may accept it', () => {
    const flower = { productType: 'cannabis', retailPrice: 4_500, wholesalePrice: 2_900 } as const;
    const off = { by: basisPoints(1_000) };
    expect(planned(flower, off, null)).toMatchObject({ errors: [], warnings: [expect.any(String)] });
    expect(planned(flower, off, 20)).toMatchObject({
      errors: [expect.stringContaining('below the legal floor')],
      warnings: [],
    });
  });
});

describe('the discount field accepts', () => {
  const read = (discount: string, retailPrice = '45.05') => readProductFields({ retailPrice, discount });

  test.each([
    ['5', 500],
    ['$5.00', 500],
    ['20%', 901],
    ['12.5 %', 563],
    ['', null],
    ['0', null],
    ['0%', null],
  ])('an amount or a share of the price in the form: ‘%s’ off $45.05 is %s cents', (text, amount) => {
    expect(read(text)).toEqual({ ok: true, values: { retailPrice: 4505, discount: amount } });
  });

  test.each(['-5', '100%', '5.005', 'a fifth', '20% off'])('not ‘%s’', (text) => {
    expect(read(text)).toEqual({
      ok: false,
      errors: { discount: ['Enter an amount like 5.00, or a percentage like 20%.'] },
    });
  });

  test('no share without a known price', () => {
    expect(readProductFields({ discount: '20%' })).toEqual({
      ok: false,
      errors: { discount: ['Enter the discount as an amount like 5.00.'] },
    });
  });

  test('a share, rounded to the nearest cent, half a cent up, never above the price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: 1, max: 9_999 }),
        (price, share) => {
          const [text, retailPrice] = [`${(share / 100).toFixed(2)}%`, (price / 100).toFixed(2)];
          const outcome = readProductFields({ retailPrice, discount: text });
          const off = outcome.ok ? (outcome.values.discount ?? 0) : Number.NaN;
          expect(off).toBe(Math.floor((price * share + 5_000) / 10_000));
          expect(off).toBeLessThanOrEqual(cents(price));
        },
      ),
    );
  });

  test.each(['2026-02-29', '2026-13-01', '11/30/2026', '2026-1-1'])('no ‘%s’ as a day', (discountUntil) => {
    expect(readProductFields({ discountUntil })).toEqual({
      ok: false,
      errors: { discountUntil: ['Enter a date like 2026-11-30.'] },
    });
  });
});
