import { expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import type { ProductCardFacts } from './product.ts';
import { isWeight, productSize } from './product-size.ts';

const flower: ProductCardFacts = {
  id: 7,
  name: 'Kestrel Flower',
  retailPrice: cents(4200),
  offer: null,
  productType: 'cannabis',
  categoryName: 'Flower',
  requiresId: true,
  strainCode: 'KES',
  strainType: 'hybrid',
  thc: 2240,
  cbd: 10,
  thcMg: null,
  cbdMg: null,
  size: '3.5 g',
  netWeightMg: 3_500,
  limitCategory: 'flower',
  picture: null,
  batchNumber: null,
  available: 4,
};

test.each([
  [3_500, '3.5 g', '1/8 oz', '3.5 g'],
  [7_000, '7g', '1/4 oz', '7 g'],
  [14_000, null, '1/2 oz', '14 g'],
  [28_000, '28 g', '1 oz', '28 g'],
  [1_000, '1 g', '1 g', null],
  [3_500, '⅛ oz', '1/8 oz', '3.5 g'],
  [3_500, 'Eighth', '1/8 oz', '3.5 g'],
  [28_350, '28.35 g', '1 oz', '28.35 g'],
  [3_400, '3.4 g', '3.4 g', null],
  [3_500, '5 × 0.7 g', '5 × 0.7 g', null],
  [2_000, null, '2 g', null],
])('%i mg, on the label %s, is the size %s', (netWeightMg, size, label, weight) => {
  expect(productSize({ ...flower, netWeightMg, size })).toMatchObject({ label, weight });
});

test.each([
  '3.5 g',
  '3.5g',
  '3½ grams',
  '28 G',
  '½ oz',
  '1/2 oz',
  '1/2-oz',
  '¼',
  '1/8',
  '⅛',
  '1/8 oz',
  '1/8th oz',
  '1 ounce',
  'eighth',
  'an Eighth',
  'half ounce',
  'Half-Ounce',
  'a Quarter of an Ounce',
  'an ounce',
  'one gram',
])('%s is a weight', (size) => {
  expect(isWeight(size)).toBe(true);
});

test.each([
  '10 mg',
  '10mg THC',
  '5 × 0.7 g',
  '10x5mg',
  'No. 1/8 hook',
  '1/3',
  '2/8',
  '1:1',
  '12 oz mug',
  '100 g bar',
  'M',
  '8',
  'half zip',
  '',
])('“%s” is not a weight', (size) => {
  expect(isWeight(size)).toBe(false);
});

test('a size shows today’s price per gram, and a product not sold by weight shows neither gram nor ounce', () => {
  expect(productSize(flower)).toEqual({
    id: 7,
    name: 'Kestrel Flower',
    label: '1/8 oz',
    weight: '3.5 g',
    price: 4200,
    perGram: 1200,
    available: 4,
  });
  const offer = {
    price: cents(3500),
    until: '2026-12-31',
    untilText: 'Dec 31, 2026',
    terms: 'While it lasts.',
  };
  expect(productSize({ ...flower, offer })).toMatchObject({ price: 3500, perGram: 1000 });
  expect(productSize({ ...flower, limitCategory: 'edible' })).toMatchObject({
    label: '3.5 g',
    perGram: null,
  });
});

test('a product without a weight is not a size', () => {
  expect(productSize({ ...flower, netWeightMg: null })).toBeNull();
});
