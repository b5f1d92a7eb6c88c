/**
 * Short-lived tokens with which programs act for a session (specification section 7). A token names its session, and
 * every use reads session, ban and role from the database: it never outlives a sign-out. Refresh tokens do not exist,
 * because one would be a session missing from the list of devices; the session's cookie gets the next token.
 */

/** Short, so that a stolen one is soon worthless; a page requests a new one when it needs one. */
export const TOKEN_SECONDS = 5 * 60;

/** How long one key signs. */
export const KEY_DAYS = 30;
/** How long a key is published before it signs, so that everyone with a cached list knows it by then. */
export const KEY_SHOWN_BEFORE_HOURS = 24;
/** How long a key stays published afterwards: longer than any token lasts and any list is cached. */
export const KEY_SHOWN_AFTER_HOURS = 24;
/** How long clients may cache the public keys. */
export const KEYS_KEPT_SECONDS = 60 * 60;

/** The audience of tokens: only our own calls under /api. */
export function audienceOf(origin: string): string {
  return `${origin}/api`;
}

/** The token in `Authorization: Bearer …`; null when the header has none. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}
