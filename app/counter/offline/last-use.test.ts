/** Tests when a tablet locks by its own clock. */
import { expect, test } from 'vitest';
import { isIdle } from './last-use.ts';

const MINUTE = 60_000;

test('a shared tablet is idle after its minutes without a touch, and not before', () => {
  expect(isIdle(0, 10 * MINUTE, 10)).toBe(true);
  expect(isIdle(0, 10 * MINUTE - 1, 10)).toBe(false);
});

test('a tablet that no one shares, or that knows of no touch, is not', () => {
  expect(isIdle(0, 1000 * MINUTE, null)).toBe(false);
  expect(isIdle(0, 1000 * MINUTE, undefined)).toBe(false);
  expect(isIdle(null, 1000 * MINUTE, 10)).toBe(false);
});
