import { expect, test } from 'vitest';
import { demoProducts } from './demo-catalogue.ts';
import { seedAt } from './testing/seed-at.ts';

test('a store seeded in the hour that repeats keeps every invariant', async () => {
  expect(await seedAt('2026-11-01T01:30:00-05:00')).toEqual({
    violations: [],
    products: demoProducts.length,
    isPast: true,
  });
});
