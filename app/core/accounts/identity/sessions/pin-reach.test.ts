/** Tests what a session by PIN reaches, over every route. */
import { expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { routePaths } from '#tests/support/route-paths.ts';
import { actorAt } from './pin-reach.ts';

const ana: SignedIn = {
  ...{ kind: 'user', userId: 'ana', sessionId: 's', email: 'ana@example.com', name: 'Ana', role: 'staff' },
  ...{ isBanned: false, byPin: true },
};
const reaches = (path: string) => actorAt(ana, path) === ana;

test('a session by PIN reaches the counter, the office and what their pages load, and no other route', async () => {
  const outside = (await routePaths()).filter((path) => !/^\/(?:counter|admin)(?:\/|$)/.test(path));
  expect(outside.length).toBeGreaterThan(80);
  expect(outside.filter(reaches).toSorted()).toEqual([
    '/api/generate-receipt',
    '/live',
    '/lots/:code',
    '/passkey-options',
    '/photos/:photoId',
    '/sign-out',
  ]);
  for (const path of await routePaths()) if (!outside.includes(path)) expect(reaches(path), path).toBe(true);
});

test('no spelling of an account page is within reach', () => {
  for (const path of [
    '/PROFILE',
    '/%70rofile',
    '/profile.data',
    '/profile/',
    '/_root.data',
    '/counters',
    '/adminx',
  ])
    expect(reaches(path), path).toBe(false);
  for (const path of ['/Counter', '/counter.data', '/admin/orders.data', '/lots/abc.data', '/live'])
    expect(reaches(path), path).toBe(true);
});

test('outside, the session is a guest who is told why, and a session by password stays who it is', () => {
  expect(actorAt(ana, '/profile')).toEqual({ kind: 'guest', byPin: true });
  const { byPin: _, ...byPassword } = ana;
  expect(actorAt(byPassword, '/profile')).toBe(byPassword);
});
