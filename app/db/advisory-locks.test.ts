/** Two locks with the same number would make unrelated work wait. */
import { expect, test } from 'vitest';
import { advisoryLocks, keyedLocks } from './advisory-locks.ts';

test.each([
  ['advisory lock', advisoryLocks],
  ['kind of keyed lock', keyedLocks],
])('every %s has its own number', (_, locks) => {
  const numbers = Object.values(locks);
  expect(numbers.length).toBeGreaterThan(4);
  expect(new Set(numbers).size).toBe(numbers.length);
});
