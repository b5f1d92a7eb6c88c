/**
 * Short-lived tokens by which programs act for a session (specification section 7). A token names its session, and every
 * use reads session, ban and role from the database: it never outlives a sign-out. There is no refresh token, because
 * that would be a session that no list of devices shows; the session's cookie gets the next one.
 */

/** A stolen one is worth little for long; a page asks for a new one when it needs one. */
export const TOKEN_SECONDS = 5 * 60;

/** One key signs for so long. */
export const KEY_DAYS = 30;
/** A key is shown for so long before it signs, so that whoever has kept the list knows it by then. */
export const KEY_SHOWN_BEFORE_HOURS = 24;
/** And for so long after: longer than any token lasts and any list is kept. */
export const KEY_SHOWN_AFTER_HOURS = 24;
/** The public keys may be kept for so long. */
export const KEYS_KEPT_SECONDS = 60 * 60;

/** For whom tokens are: our own calls under /api, and nobody else. */
export function audienceOf(origin: string): string {
  return `${origin}/api`;
}

/** What a request says in `Authorization: Bearer …`; null where it says nothing of the kind. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}
