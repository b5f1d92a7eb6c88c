/**
 * Defines our cookies and reads them. On HTTPS each name has the prefix '__Host-': browsers then accept it only from
 * this host, so that a neighboring host cannot plant one. Each is read only under the name it is written with.
 */
import { singleton } from '../singleton.ts';

/** A cookie of ours. Values may contain only valid cookie characters: callers encode anything else first. */
export type OwnCookie = {
  readonly name: string;
  /**
   * The decoded value in a cookie header or in `document.cookie`; null if absent or not decodable. On HTTPS a cookie
   * without the prefix is not ours and counts as absent.
   */
  read(cookies: string | null): string | null;
  /** The Set-Cookie line. On HTTPS the HTTP layer converts it with `secured`. */
  write(value: string, maxAge?: number): string;
  /** The Set-Cookie line that deletes it. */
  clear(): string;
};

const DAY = 86_400;

const secure = singleton<boolean>('secure-cookies');

/**
 * Sets, once per server, whether people reach it over HTTPS; until then they do not. A browser checks its own address.
 */
export function openCookies(options: { secure: boolean }): void {
  secure.set(options.secure);
}

/** Whether cookies are Secure and have the prefix. */
function cookiesAreSecure(): boolean {
  return typeof location === 'undefined' ? (secure.get() ?? false) : location.protocol === 'https:';
}

/**
 * Defines a cookie; all our cookies are created here:
 *
 *     export const viewCookie = defineCookie('view', { maxAge: 30 * DAY });
 *     headers.append('Set-Cookie', viewCookie.write('2'));
 *
 * React Router's own factory packs values into base64 of JSON, which the scripts that run before the page's own cannot
 * read, and does not support the prefix; so we have our own.
 * @param maxAge seconds, unless `write` gets another value. @param httpOnly hidden from scripts.
 */
export function defineCookie(
  name: string,
  { maxAge, httpOnly = false }: { maxAge: number; httpOnly?: boolean },
): OwnCookie {
  const write = (value: string, seconds = maxAge) =>
    `${name}=${value}; Path=/; Max-Age=${seconds}${httpOnly ? '; HttpOnly' : ''}; SameSite=Lax`;
  const readSecure = cookieReader(hostCookieName(name));
  const readPlain = cookieReader(name);
  const read = (cookies: string | null) => (cookiesAreSecure() ? readSecure : readPlain)(cookies);
  return { name, read, write, clear: () => write('', 0) };
}

/**
 * Present while the visitor's affirmation of being 21 or older lasts; written with the number of days in the shop's
 * settings. Its name is also the key in browser storage.
 */
export const ageCookie = defineCookie('age_verified', { maxAge: 30 * DAY });
/** Whether these cookies contain the visitor's affirmation. An empty one does not count. */
export function hasAffirmedAge(cookies: string | null): boolean {
  return !!ageCookie.read(cookies);
}

/** Which of the rotating health warnings to show next. */
export const viewCookie = defineCookie('view', { maxAge: 30 * DAY });
/** A message for the next page, shown once. */
export const flashCookie = defineCookie('flash', { maxAge: 60 });
/** Messages for staff that stay until they are dismissed, at most for a day's work. */
export const lastingCookie = defineCookie('lasting', { maxAge: DAY / 2, httpOnly: true });
/**
 * The cart as the server reads it: a mirror of browser storage (`cart-storage`). An emptied cart is an empty value and
 * not a missing cookie, so that a cart the server has emptied differs from an expired cookie.
 */
export const cartCookie = defineCookie('cart', { maxAge: 30 * DAY });

/** Whitespace in the sense of HTTP, and no other. */
const SURROUNDING = /^[ \t]+|[ \t]+$/g;

/** A cookie's name on HTTPS. */
function hostCookieName(name: string): string {
  return `__Host-${name}`;
}

/** A Set-Cookie line with `Secure`, once, and a name that browsers accept only from this host. */
export function secured(cookie: string): string {
  const safe = /;\s*secure\s*(?:;|$)/i.test(cookie) ? cookie : `${cookie}; Secure`;
  return /^__(?:Host|Secure)-/.test(safe) ? safe : hostCookieName(safe);
}

/** A Set-Cookie line as the browser will send it back: the name, with its prefix on HTTPS, and the value. */
export const asSentBack = (line: string): string =>
  (cookiesAreSecure() ? secured(line) : line).split(';', 1)[0] ?? '';

/** Sets a cookie from a script, secured if the page is on HTTPS. */
export function setCookieHere(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not to be had in every browser
  document.cookie = cookiesAreSecure() ? secured(cookie) : cookie;
}

/**
 * Reads the cookie with exactly this name: its decoded value; null if absent or not decodable. Every request reads
 * several cookies, so this finds the name in one pass.
 *
 * Only the spaces and tabs that HTTP allows may surround the name. A browser takes other bytes as part of it: a
 * neighboring host may plant `\xa0__Host-name`, which has no prefix for the browser, and must have none for us.
 */
function cookieReader(name: string): (cookies: string | null) => string | null {
  const wanted = new RegExp(String.raw`(?:^|;)[ \t]*${name.replaceAll('.', String.raw`\.`)}[ \t]*=([^;]*)`);
  return (cookies) => {
    const value = cookies?.includes(name) ? wanted.exec(cookies)?.[1]?.replace(SURROUNDING, '') : undefined;
    if (!value?.includes('%')) return value ?? null;
    try {
      return decodeURIComponent(value);
    } catch {
      return null;
    }
  };
}
