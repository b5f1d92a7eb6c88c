/** Reads and writes the cookie of a shared tablet. It opens nothing: a PIN does, and only together with it. */
import { randomBytes } from 'node:crypto';
import { defineCookie } from '#platform/requests/cookies.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';

const cookie = defineCookie('farmgate.tablet', { maxAge: 400 * 86_400, httpOnly: true });

/** A new token with its hash and its Set-Cookie line. */
export function newTablet(): { hash: string; cookie: string } {
  const token = randomBytes(24).toString('base64url');
  return { hash: hashOf(token), cookie: cookie.write(token) };
}

/** The hash of the browser's token; null for a browser that is no shared tablet. */
export function tabletHash(cookies: string | null): string | null {
  const token = cookie.read(cookies);
  return token !== null && /^[\w-]{32}$/.test(token) ? hashOf(token) : null;
}

const hashOf = (token: string): string => keyedHash(token, 'shared-tablet');
