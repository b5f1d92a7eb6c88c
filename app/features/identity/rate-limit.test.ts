import { expect, test } from 'vitest';
import {
  accountLimits,
  addressLimits,
  LONGEST_WINDOW_SECONDS,
  receiptLimit,
  secondsToWait,
} from './rate-limit.ts';

const limit = { max: 3, windowSeconds: 60 };

test('as many tries as allowed need no waiting, the next waits for the window to end', () => {
  expect(secondsToWait({ count: 3, windowStart: 0 }, limit, 10_000)).toBe(0);
  expect(secondsToWait({ count: 4, windowStart: 0 }, limit, 10_000)).toBe(50);
  expect(secondsToWait({ count: 4, windowStart: 0 }, limit, 59_990)).toBe(1);
});

test('no rule looks further back than counters are kept', () => {
  const all = [...Object.values(addressLimits), ...Object.values(accountLimits), receiptLimit];
  expect(Math.max(...all.map((rule) => rule.windowSeconds))).toBeLessThanOrEqual(LONGEST_WINDOW_SECONDS);
});

test('thirty wrong passwords from one address do not all get an answer', () => {
  expect(addressLimits['/sign-in/email'].max).toBeLessThan(30);
});
