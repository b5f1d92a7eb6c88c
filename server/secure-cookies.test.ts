import { expect, test } from 'vitest';
import { secureCookies } from './secure-cookies.ts';

test('every cookie of a response becomes Secure, and none twice', () => {
  const headers = new Headers({ 'Content-Type': 'text/html' });
  headers.append('Set-Cookie', 'flash=a%3B%20secure; Path=/; Max-Age=60; SameSite=Lax');
  headers.append('Set-Cookie', '__Secure-session=b; Path=/; Secure; HttpOnly');
  secureCookies(headers);
  expect(headers.getSetCookie()).toEqual([
    'flash=a%3B%20secure; Path=/; Max-Age=60; SameSite=Lax; Secure',
    '__Secure-session=b; Path=/; Secure; HttpOnly',
  ]);
  expect(headers.get('Content-Type')).toBe('text/html');
});
