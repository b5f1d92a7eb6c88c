import { expect, test } from 'vitest';
import { secured } from '#platform/requests/cookies.ts';
import { secureCookies } from './secure-cookies.ts';

test('every cookie becomes Secure and host-only, and none twice', () => {
  const headers = new Headers({ 'Content-Type': 'text/html' });
  headers.append('Set-Cookie', 'flash=a%3B%20secure; Path=/; Max-Age=60; SameSite=Lax');
  headers.append('Set-Cookie', '__Host-session=b; Path=/; Secure; HttpOnly');
  secureCookies(headers);
  expect(headers.getSetCookie()).toEqual([
    '__Host-flash=a%3B%20secure; Path=/; Max-Age=60; SameSite=Lax; Secure',
    '__Host-session=b; Path=/; Secure; HttpOnly',
  ]);
  expect(headers.get('Content-Type')).toBe('text/html');
});

test.each([
  ['a=1', '__Host-a=1; Secure'],
  ['a=1; Path=/', '__Host-a=1; Path=/; Secure'],
  ['a=1; Secure', '__Host-a=1; Secure'],
  ['a=1;secure', '__Host-a=1;secure'],
  ['a=1;  SECURE  ; Path=/', '__Host-a=1;  SECURE  ; Path=/'],
  ['a=1; Secure;Path=/', '__Host-a=1; Secure;Path=/'],
  // A value and a name that only contain the word.
  ['secure=1', '__Host-secure=1; Secure'],
  ['a=secure', '__Host-a=secure; Secure'],
  ['a=1; Secured=1', '__Host-a=1; Secured=1; Secure'],
  ['a=1; insecure', '__Host-a=1; insecure; Secure'],
])('%s is sent as %s', (cookie, travels) => {
  expect(secured(cookie)).toBe(travels);
});

test('a response without cookies stays without them', () => {
  const headers = new Headers({ 'Content-Type': 'text/html' });
  secureCookies(headers);
  expect([...headers]).toEqual([['content-type', 'text/html']]);
});
