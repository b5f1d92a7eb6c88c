/** Everything that may happen to a product's stock, in random order. */
import fc from 'fast-check';
import { reservationStatuses } from '#kernel/statuses.ts';
import { FOREVER } from './stock-model.ts';

/** `at` is the index of an existing lot or reservation. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('receive' as const),
      units: fc.integer({ min: 1, max: 6 }),
      days: fc.constantFrom(0, 1, 2, 4, 8, FOREVER),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('reserve' as const), units: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('checkout' as const),
      units: fc.integer({ min: 1, max: 4 }),
      days: fc.integer({ min: 0, max: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      at: fc.nat(9),
      days: fc.integer({ min: 0, max: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), at: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      at: fc.nat(9),
      status: fc.constantFrom(...reservationStatuses),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('quarantine' as const, 'recall' as const, 'release' as const),
      at: fc.nat(5),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      at: fc.nat(5),
      units: fc.integer({ min: -4, max: 4 }),
      reason: fc.constantFrom('count' as const, 'damaged' as const, 'sample' as const, 'return' as const),
      goWithout: fc.boolean(),
    }),
  },
  // A sheet that finds this many units more or fewer; the lot may sell some before an admin approves it.
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('count' as const),
      at: fc.nat(5),
      units: fc.integer({ min: -4, max: 4 }),
      sells: fc.boolean(),
    }),
  },
  // A batch on the shelf without a lot.
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('find' as const), units: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('next-day' as const) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A sequence long enough for deliveries, sales and recalls to meet. */
export const sequences = fc.array(step, { minLength: 8, maxLength: 24 });
