import { expect, test } from 'vitest';
import { comesFromUs, takesFromOthers } from './same-origin.ts';

const ours = 'https://shop.example';

test.each<[string, Record<string, string>, boolean]>([
  ['our own page', { origin: ours, 'sec-fetch-site': 'same-origin' }, true],
  ['our own page in a browser without Sec-Fetch-Site', { origin: ours }, true],
  ['our own page without Origin but with Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }, true],
  ['an unknown origin', {}, false],
  ['an address typed by hand', { 'sec-fetch-site': 'none' }, false],
  ['another site', { origin: 'https://evil.example' }, false],
  ['another site that claims our origin', { origin: ours, 'sec-fetch-site': 'cross-site' }, false],
  ['a sister site', { origin: 'https://pay.shop.example', 'sec-fetch-site': 'same-site' }, false],
  ['our host by another scheme', { origin: 'http://shop.example' }, false],
  ['our host at another port', { origin: 'https://shop.example:8443' }, false],
  ['an opaque origin', { origin: 'null' }, false],
])('a write from %s with %j is ours: %s', (_, headers, allowed) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(comesFromUs(method, new Headers(headers), ours)).toBe(allowed);
  expect(comesFromUs('GET', new Headers(headers), ours)).toBe(true);
});

test('a read may come from anywhere', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    expect(comesFromUs(method, new Headers({ origin: 'https://evil.example' }), ours)).toBe(true);
  }
});

test('a hand-typed request with our origin is ours', () => {
  expect(comesFromUs('POST', new Headers({ origin: ours, 'sec-fetch-site': 'none' }), ours)).toBe(true);
});

test('another site may post a form to a provider’s callback, and nowhere else', () => {
  expect(takesFromOthers('/login/with/google/callback')).toBe(true);
  for (const path of [
    '/login/with/google',
    '/login',
    '/login/with/google/callback/',
    '/login/with/google/callback.data',
    '/login/with/../callback',
    '/x/login/with/google/callback',
    '/security/providers',
  ])
    expect(takesFromOthers(path)).toBe(false);
});
