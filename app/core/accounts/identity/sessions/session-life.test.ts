import { expect, test } from 'vitest';
import { isUseToBeNoted, sessionEnds } from './session-life.ts';

const now = new Date('2026-11-21T12:00:00Z');
const confirmed = new Date('2026-11-21T02:00:00Z');

test('a customer’s session lasts thirty days from its last use', () => {
  expect(sessionEnds(confirmed, now, null)).toEqual(new Date('2026-12-21T12:00:00Z'));
});

test('a back-office session lasts a number of hours from the last confirmation, used or not', () => {
  expect(sessionEnds(confirmed, now, 12)).toEqual(new Date('2026-11-21T14:00:00Z'));
  expect(sessionEnds(confirmed, now, 4)).toEqual(new Date('2026-11-21T06:00:00Z'));
});

test('use is recorded every five minutes', () => {
  expect(isUseToBeNoted(new Date(now.getTime() - 5 * 60_000), now)).toBe(false);
  expect(isUseToBeNoted(new Date(now.getTime() - 5 * 60_000 - 1), now)).toBe(true);
});
