/** Tests the proposal of what a product counts as, from category and size, with no proposal if they do not say it. */

import { expect, test } from 'vitest';
import { starterSet } from '../categories/category.ts';
import { blankProduct } from './blank-product.ts';
import { proposeLimit, typeByName, withProposedLimit } from './limit-proposal.ts';

const of = (size: string | null, productType = 'cannabis') => ({
  ...blankProduct({ categoryId: 1, productType }),
  size,
});

test.each([
  ['Flower', '3.5 g', 'flower', 3500],
  ['Flower', '3.5g', 'flower', 3500],
  ['Flower', '1/8 oz', 'flower', 3500],
  ['Flower', '1/8', 'flower', 3500],
  ['Flower', '⅛ oz', 'flower', 3500],
  ['Flower', 'an Eighth', 'flower', 3500],
  ['Flower', 'Half-Ounce', 'flower', 14_000],
  ['Flower', 'Ounce', 'flower', 28_000],
  ['Flower', '1 oz', 'flower', 28_000],
  ['Pre-Rolls', '5 × 0.5 g', 'flower', 2500],
  ['Pre-rolls', '2x0.7g', 'flower', 1400],
  ['Small-Batch Concentrates', '1 gram', 'concentrate', 1000],
  ['Vapes', 'Half gram', 'concentrate', 500],
  ['Edibles', '10 × 10 mg', 'edible', 100],
  ['Edibles', '100 mg THC', 'edible', 100],
] as const)('%s in ‘%s’ counts as %s, %i mg', (category, size, limitCategory, limitMg) => {
  expect(proposeLimit(of(size), category)).toEqual({ limitCategory, limitMg });
});

test.each([
  ['Edibles', '250 g'],
  ['Edibles', '10 × 5 mg THC + 5 mg CBD'],
  ['Tinctures', '30 ml'],
  ['Flower', '100 mg'],
  ['Flower', 'S–XXL'],
  ['Flower', ''],
  ['Flower', '0 g'],
  ['Flower', '1/0 oz'],
  ['Flower', null],
  ['Flower', '99999999999 g'],
])('%s in ‘%s’ leaves the amount open', (category, size) => {
  expect(proposeLimit(of(size), category).limitMg).toBeNull();
});

test('merchandise, infused pre-rolls and unknown categories get no proposal', () => {
  const nothing = { limitCategory: null, limitMg: null };
  expect(proposeLimit(of('3.5 g', 'apparel'), 'Flower')).toEqual(nothing);
  expect(proposeLimit(of('1 g'), 'Infused Pre-Rolls')).toEqual(nothing);
  expect(proposeLimit(of('1 g'), 'House favorites')).toEqual(nothing);
});

test('the weight or the THC on the label overrides the size', () => {
  expect(proposeLimit({ ...of('One jar'), netWeightMg: 7000 }, 'Flower').limitMg).toBe(7000);
  expect(proposeLimit({ ...of('250 g'), thcMgPerPackage: 50 }, 'Edibles').limitMg).toBe(50);
});

test('values that staff entered stay', () => {
  expect(withProposedLimit({ ...of('3.5 g'), limitCategory: 'flower', limitMg: 1 }, 'Flower').limitMg).toBe(
    1,
  );
  expect(withProposedLimit({ ...of('1 g'), limitCategory: 'edible' }, 'Flower')).toMatchObject({
    limitCategory: 'edible',
    limitMg: null,
  });
  expect(withProposedLimit({ ...of('1 g'), limitMg: 900 }, 'Flower')).toMatchObject({
    limitCategory: 'flower',
    limitMg: 900,
  });
});

test('an empty category holds cannabis if its name says so, and Merchandise does not', () => {
  const silent = (names: readonly string[]) => names.filter((name) => typeByName(name) === undefined);
  expect(silent(starterSet)).toEqual(['Merchandise']);
  expect(silent(['PREROLLS', 'Gummies', 'Infused Pre-Rolls', 'Vape carts'])).toEqual([]);
  const others = ['Merch', 'Mugs & Cups', 'Apparel', 'Home Decor', ''];
  expect(silent(others)).toEqual(others);
});
