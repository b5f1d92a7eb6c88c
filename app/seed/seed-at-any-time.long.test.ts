/** Tests the demo store in a real database at moments that are awkward for clocks and calendars. */
import { expect, test } from 'vitest';
import { demoProducts } from './demo-catalogue.ts';
import { seedAt } from './testing/seed-at.ts';

test.each([
  '2026-11-21T15:08:00-05:00',
  '2028-02-29T23:59:59-05:00',
  '2027-03-14T03:00:00-04:00',
  '2026-11-01T01:30:00-05:00',
  '2028-01-01T00:00:30-05:00',
])('a store seeded at %s keeps every invariant', async (moment) => {
  expect(await seedAt(moment)).toEqual({ violations: [], products: demoProducts.length, isPast: true });
});
