import { expect, test } from 'vitest';
import { demoProducts } from './demo-catalogue.ts';
import { seedAt } from './testing/seed-at.ts';

test('seeded in the hour that comes twice, every invariant holds', async () => {
  expect(await seedAt('2026-11-01T01:30:00-05:00')).toEqual({
    violations: [],
    products: demoProducts.length,
    isPast: true,
  });
});
