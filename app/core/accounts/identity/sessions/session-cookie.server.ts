/** Reads and writes the session cookie: 'token.base64(HMAC-SHA256)'. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { defineCookie } from '#platform/requests/cookies.ts';
import { keyedHash, keyFor } from '#platform/secrets/secrets.ts';

/** The longest that browsers store one: the row says when a session ends, and it slides while the cookie cannot. */
const MAX_AGE = 400 * 86_400;

const cookie = defineCookie('farmgate.session_token', { maxAge: MAX_AGE, httpOnly: true });

/**
 * The token of a new session: 'random.owner'. The second half tells us, and no one else, whose session it was when its
 * row is gone: a form that was pressed with an ended session is brought back to the same person only.
 */
export function newSessionToken(userId: string): string {
  const random = randomBytes(24).toString('base64url');
  return `${random}.${ownerOf(random, userId)}`;
}

/** Whether a session with this token was of this account; false for tokens of earlier releases, which name none. */
export function isTokenOf(token: string, userId: string): boolean {
  const [random = '', owner] = token.split('.');
  return owner !== undefined && owner === ownerOf(random, userId);
}

/** Whether the token names an account. */
export const namesOwner = (token: string): boolean => token.includes('.');

const ownerOf = (random: string, userId: string) => keyedHash(`${random} ${userId}`, 'session-owner');

/** Set-Cookie for a session. */
export function writeSessionCookie(token: string): string {
  return cookie.write(encodeURIComponent(`${token}.${signed(token).toString('base64')}`));
}

/** Set-Cookie that clears the session cookie. */
export const clearSessionCookie = cookie.clear();

/** The token of the session cookie, if its signature is ours. */
export function sessionToken(cookies: string | null): string | null {
  const value = cookie.read(cookies);
  const dot = value?.lastIndexOf('.') ?? -1;
  if (!value || dot < 1 || value.length > 500) return null;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), 'base64');
  const right = signed(token);
  return given.length === right.length && timingSafeEqual(given, right) ? token : null;
}

function signed(token: string): Buffer {
  return createHmac('sha256', keyFor('auth').toString('base64url')).update(token).digest();
}
