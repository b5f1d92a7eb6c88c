import { expect, test } from 'vitest';
import {
  accountMailLimits,
  addressGroup,
  addressLimits,
  codeLimits,
  guessLimits,
  LONGEST_WINDOW_SECONDS,
  linkLimit,
  receiptLimit,
  secondsToWait,
} from './rate-limit.ts';

const limit = { max: 3, windowSeconds: 60 };

test('allowed attempts need no wait, and the next one waits for the end of the window', () => {
  expect(secondsToWait({ count: 3, windowStart: 0 }, limit, 10_000)).toBe(0);
  expect(secondsToWait({ count: 4, windowStart: 0 }, limit, 10_000)).toBe(50);
  expect(secondsToWait({ count: 4, windowStart: 0 }, limit, 59_990)).toBe(1);
});

test('no limit needs counters from longer ago than they are stored', () => {
  const all = [
    ...Object.values(addressLimits),
    ...Object.values(guessLimits),
    ...Object.values(codeLimits),
    ...Object.values(accountMailLimits),
    linkLimit,
    receiptLimit,
  ];
  expect(Math.max(...all.map((rule) => rule.windowSeconds))).toBeLessThanOrEqual(LONGEST_WINDOW_SECONDS);
});

test('an address gets fewer than thirty attempts to sign in', () => {
  expect(addressLimits['sign-in'].max).toBeLessThan(30);
});

test('one address cannot use up the guesses allowed to all strangers together', () => {
  const { addressAndAccount, account } = guessLimits;
  expect(account.windowSeconds).toBe(addressAndAccount.windowSeconds);
  expect(account.max / addressAndAccount.max).toBeGreaterThanOrEqual(10);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
