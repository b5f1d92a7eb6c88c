import { expect, test } from 'vitest';
import { proposeTaxClass, taxClassAfter } from './tax-class-proposal.ts';

test.each([
  ['apparel', '', 'clothing'],
  ['t-shirts', '', 'clothing'],
  ['merchandise', 'Apparel & Accessories > Clothing > Shirts', 'clothing'],
  ['food', 'Farm goods', 'food'],
  ['merchandise', 'Eggs & Honey', 'food'],
  ['maple_syrup', '', 'food'],
  ['merchandise', 'Jams', 'food'],
  ['merchandise', 'Bakery', 'food'],
  ['merchandise', 'Honey candy', 'merchandise'],
  ['merchandise', 'Food & Drinks', 'merchandise'],
  ['merchandise', 'Hot food', 'merchandise'],
  ['merchandise', 'Honey soap', 'merchandise'],
  ['merchandise', 'Mugs', 'merchandise'],
  ['cannabis', 'Bakery', 'cannabis'],
] as const)('a product of type %s in ‘%s’ is proposed as %s', (productType, category, taxClass) => {
  expect(proposeTaxClass({ productType }, category)).toBe(taxClass);
});

test('the type comes before the class of other goods in the category, and that before its name', () => {
  expect(proposeTaxClass({ productType: 'apparel' }, 'Farm', 'merchandise')).toBe('clothing');
  expect(proposeTaxClass({ productType: 'merchandise' }, 'Eggs', 'merchandise')).toBe('merchandise');
});

test('the tax class follows a new type, unless someone chose another class', () => {
  expect(taxClassAfter({ productType: 'merchandise', taxClass: 'merchandise' }, 'apparel')).toBe('clothing');
  expect(taxClassAfter({ productType: 'apparel', taxClass: 'clothing' }, 'food')).toBe('food');
  expect(taxClassAfter({ productType: 'merchandise', taxClass: 'food' }, 'apparel')).toBe('food');
  expect(taxClassAfter({ productType: 'apparel', taxClass: 'merchandise' }, 'apparel')).toBe('merchandise');
});
