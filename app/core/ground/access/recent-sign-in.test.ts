import { expect, test } from 'vitest';
import { isRecent } from './recent-sign-in.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test.each([
  ['open', 10 * 60 - 1, true],
  ['open', 10 * 60, false],
  ['change', 15 * 60 - 1, true],
  ['change', 15 * 60, false],
] as const)('to %s, a re-check %i seconds ago counts: %s', (what, seconds, counts) => {
  expect(isRecent(ago(seconds), now, what)).toBe(counts);
});
