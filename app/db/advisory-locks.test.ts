/** Two locks with one number make work wait that has nothing to do with each other. */
import { expect, test } from 'vitest';
import { advisoryLocks, keyedLocks } from './advisory-locks.ts';

test.each([
  ['advisory lock', advisoryLocks],
  ['kind of keyed lock', keyedLocks],
])('every %s has a number of its own', (_, locks) => {
  const numbers = Object.values(locks);
  expect(numbers.length).toBeGreaterThan(4);
  expect(new Set(numbers).size).toBe(numbers.length);
});
