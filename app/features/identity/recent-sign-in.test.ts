import { expect, test } from 'vitest';
import { confirmPath, isRecent } from './recent-sign-in.ts';

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

test('comes back to the page that asked, and to no other site', () => {
  expect(confirmPath('/security/password?x=1')).toBe(
    '/security/confirm?returnTo=%2Fsecurity%2Fpassword%3Fx%3D1',
  );
  for (const elsewhere of ['https://evil.example', '//evil.example', '/\\evil.example', '/%2f/evil', null])
    expect(confirmPath(elsewhere)).toBe('/security/confirm');
  expect(confirmPath('/security/confirm?returnTo=/security')).toBe('/security/confirm');
});
