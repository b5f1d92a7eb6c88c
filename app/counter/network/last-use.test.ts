/** Tests when a tablet locks by its own clock. */
import { expect, test } from 'vitest';
import { isIdle } from './last-use.ts';

const MINUTE = 60_000;

test('a tablet is idle after its minutes without a touch, and not before', () => {
  expect(isIdle(0, 10 * MINUTE, 10)).toBe(true);
  expect(isIdle(0, 10 * MINUTE - 1, 10)).toBe(false);
});

test('a tablet that knows of no touch is not', () => {
  expect(isIdle(null, 1000 * MINUTE, 10)).toBe(false);
});
