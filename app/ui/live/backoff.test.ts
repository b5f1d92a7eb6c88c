import { expect, test } from 'vitest';
import { FAILURES_OF_LONGEST_PAUSE, pauseAfter } from './backoff.ts';

test('pauses start at 200 ms, double, and stop growing at 30 s', () => {
  const longest = Array.from({ length: 12 }, (_, index) => pauseAfter(index + 1, 1));
  expect(longest).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000, 30_000]);
  expect(longest[FAILURES_OF_LONGEST_PAUSE - 1]).toBe(30_000);
  expect(longest[FAILURES_OF_LONGEST_PAUSE - 2]).toBeLessThan(30_000);
});

test('pauses are spread over their second half', () => {
  expect(pauseAfter(1, 0)).toBe(100);
  expect(pauseAfter(4, 0)).toBe(800);
  expect(pauseAfter(4, 0.5)).toBe(1200);
});
