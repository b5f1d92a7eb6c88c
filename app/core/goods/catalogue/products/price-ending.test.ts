/** Tests price endings: nearest, in range, never a free product. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blankProduct } from './blank-product.ts';
import { planChange, readBulkChange } from './bulk-change.ts';
import { priceEndings, roundPrice } from './price-ending.ts';

const open = { lowest: 0, highest: 1_000_000 };

test.each([
  [2695, '00', 2700],
  [2650, '00', 2700],
  [2649, '00', 2600],
  [2695, '50', 2650],
  [2695, '99', 2699],
  [2640, '99', 2599],
  [20, '00', 100],
  [0, '99', 0],
] as const)('%i cents to .%s is %i', (price, ending, rounded) => {
  expect(roundPrice(price, ending, open)).toBe(rounded);
});

const rules = {
  pricing: { belowFloor: 'refuse' as const, floor: 15_000 },
  publishing: { flaggedWords: [] },
};
const flower = {
  ...blankProduct({ categoryId: 1, productType: 'cannabis' }),
  name: 'Beaverkill',
  forSale: false,
};
const planned = (retailPrice: number, wholesalePrice: number, price: string, ending: string) => {
  const read = readBulkChange({ price, ending });
  if (!read.ok) throw new Error('a change could not be read');
  return planChange({ id: 1, values: { ...flower, retailPrice, wholesalePrice } }, read.change, rules);
};

test('a raise never lowers a price, and a cut never raises one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50_000 }),
      fc.integer({ min: -9000, max: 9000 }).filter((by) => by !== 0),
      fc.constantFrom(...priceEndings),
      (price, by, ending) => {
        const { after } = planned(price, 0, `${by > 0 ? '+' : '-'}${Math.abs(by) / 100}%`, ending);
        if (by > 0) expect(after.retailPrice).toBeGreaterThanOrEqual(price);
        else expect(after.retailPrice).toBeLessThanOrEqual(price);
        expect(after.retailPrice).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

test('rounding does not take a price below the legal floor', () => {
  // The floor of a wholesale price of 20.00 is 30.00; 31.00 less 3 % is 30.07, whose nearest .99 is 29.99.
  expect(planned(3100, 2000, '-3%', '99')).toMatchObject({ errors: [], after: { retailPrice: 3099 } });
  // A cut that is below the floor before rounding is refused as before.
  expect(planned(3100, 2000, '-20%', '99').errors).toHaveLength(1);
});

test('rounding is refused without a change in percent', () => {
  expect(readBulkChange({ price: '24.50', ending: '99' })).toMatchObject({
    ok: false,
    errors: { ending: [expect.any(String)] },
  });
  expect(readBulkChange({ price: '', ending: '99', forSale: 'no' })).toMatchObject({ ok: false });
  expect(readBulkChange({ price: '+10%', ending: '98' })).toEqual({
    ok: true,
    change: { price: { by: 1000 } },
  });
});
