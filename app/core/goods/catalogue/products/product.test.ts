import { expect, test } from 'vitest';
import type { LimitCategory } from '#kernel/statuses.ts';
import { centsPerGram } from './product.ts';

test.each<[string, string, LimitCategory | null, number | null]>([
  ['flower', 'cannabis', 'flower', 1200],
  ['a cartridge or hash', 'cannabis', 'concentrate', 1200],
  ['gummies, a tincture or a salve', 'cannabis', 'edible', null],
  ['cannabis without a limit category', 'cannabis', null, null],
  ['honey, soap or coffee', 'farm_goods', null, null],
  ['a mug with a limit category by mistake', 'home_decor', 'flower', null],
])('the price per gram of %s', (_, productType, limitCategory, cost) => {
  expect(centsPerGram(4200, { productType, limitCategory, netWeightMg: 3500 })).toBe(cost);
});

test('a price per gram is in whole cents, and missing without a weight', () => {
  const flower = { productType: 'cannabis', limitCategory: 'flower' } as const;
  expect(centsPerGram(4250, { ...flower, netWeightMg: 3500 })).toBe(1214);
  expect(centsPerGram(4250, { ...flower, netWeightMg: null })).toBeNull();
  expect(centsPerGram(4250, { ...flower, netWeightMg: 0 })).toBeNull();
});
