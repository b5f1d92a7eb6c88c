import { expect, test } from 'vitest';
import { formatPercent, productTypeLabel, STRAIN_TYPES, strainLabel } from './strain.ts';

test('every strain family has a name', () => {
  expect(STRAIN_TYPES.map(strainLabel)).toEqual(['Indica', 'Sativa', 'Hybrid', 'Balanced']);
  expect(STRAIN_TYPES.map((type) => strainLabel(type).toLowerCase())).toEqual([...STRAIN_TYPES]);
});

test.each([
  ['fly_fishing', 'Fly Fishing'],
  ['home-decor', 'Home Decor'],
  ['home  decor', 'Home Decor'],
  ['_apparel_', 'Apparel'],
  ['cannabis', 'Cannabis'],
  ['', ''],
])("the type '%s' reads '%s'", (type, label) => {
  expect(productTypeLabel(type)).toBe(label);
});

test.each([
  [2450, '24.5%'],
  [2455, '24.55%'],
  [2000, '20%'],
  [5, '0.05%'],
  [0, '0%'],
])('%i basis points read %s', (points, text) => {
  expect(formatPercent(points)).toBe(text);
});
