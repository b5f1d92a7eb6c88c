/**
 * Reads and writes the cookie of a screen for customers. It opens nothing but that screen, once staff typed the code that
 * follows from it.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { defineCookie } from '#platform/requests/cookies.ts';
import { keyedHash, keyFor } from '#platform/secrets/secrets.ts';
import { CODE_MINUTES, codeOf } from './display.ts';

const cookie = defineCookie('farmgate.display', { maxAge: 400 * 86_400, httpOnly: true });

/** The token of the browser; null for one without. */
export function readDisplayToken(cookies: string | null): string | null {
  const token = cookie.read(cookies);
  return token !== null && /^[\w-]{32}$/.test(token) ? token : null;
}

export const newDisplayToken = (): string => randomBytes(24).toString('base64url');
/** The Set-Cookie line of a screen that has none. */
export const newDisplayCookie = (): string => cookie.write(newDisplayToken());

export const displayHash = (token: string): string => keyedHash(token, 'display');

/**
 * The codes that count for a token: the one that its screen shows, and the one before, which someone may be typing. They follow from
 * the token and the hour, so that screens that no one paired are stored nowhere.
 * @param at in milliseconds since 1970
 */
export function codesOf(token: string, at: number): [now: string, before: string] {
  const turn = Math.floor(at / (CODE_MINUTES * 60_000));
  const code = (of: number) =>
    codeOf(createHmac('sha256', keyFor('display-code')).update(`${token}:${of}`).digest());
  return [code(turn), code(turn - 1)];
}
