/**
 * The names of our cookies, and reading one. Behind HTTPS each has the prefix '__Host-': browsers then take it from
 * this host alone, so that a neighboring host cannot plant one. Each is read by the one name it is written under.
 */
import { singleton } from '../singleton.ts';

/** A cookie of ours. Values are what may stand in a cookie: whoever writes anything else encodes it first. */
export type OwnCookie = {
  readonly name: string;
  /**
   * The decoded value in a cookie header or in `document.cookie`; null when absent or not decodable. Behind HTTPS a
   * cookie without the prefix is not ours and counts as absent.
   */
  read(cookies: string | null): string | null;
  /** The Set-Cookie line. By HTTPS it travels as `secured` makes it, which the HTTP layer sees to. */
  write(value: string, maxAge?: number): string;
  /** The Set-Cookie line that makes a browser forget it. */
  clear(): string;
};

const DAY = 86_400;

const secure = singleton<boolean>('secure-cookies');

/** Says once per server whether people reach it by HTTPS; until then they do not. A browser sees it in its address. */
export function openCookies(options: { secure: boolean }): void {
  secure.set(options.secure);
}

/** Whether cookies are Secure and have the prefix. */
export function cookiesAreSecure(): boolean {
  return typeof location === 'undefined' ? (secure.get() ?? false) : location.protocol === 'https:';
}

/**
 * Every cookie of ours is made here:
 *
 *     export const viewCookie = defineCookie('view', { maxAge: 30 * DAY });
 *     headers.append('Set-Cookie', viewCookie.write('2'));
 *
 * React Router's own factory packs values into base64 of JSON, which the scripts that run before the page's own
 * cannot read, and knows no prefix; so this one is ours.
 * @param maxAge seconds, unless `write` is told otherwise. @param httpOnly hidden from scripts.
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
 * Present while the visitor's affirmation of being 21 or older lasts; written with the days the shop's settings
 * give. Its name is also the key in browser storage.
 */
export const ageCookie = defineCookie('age_verified', { maxAge: 30 * DAY });
/** Whether these cookies hold the visitor's word. An empty one is none. */
export function hasAffirmedAge(cookies: string | null): boolean {
  return !!ageCookie.read(cookies);
}

/** Which of the rotating health warnings is due. */
export const viewCookie = defineCookie('view', { maxAge: 30 * DAY });
/** A message for the next page, shown once. */
export const flashCookie = defineCookie('flash', { maxAge: 60 });
/**
 * The cart as the server reads it: a mirror of browser storage (`cart-storage`). An emptied cart is an empty value
 * and not a missing cookie, so that a cart the server has emptied differs from one whose cookie has run out.
 */
export const cartCookie = defineCookie('cart', { maxAge: 30 * DAY });

/** A cookie's name behind HTTPS. */
export function hostCookieName(name: string): string {
  return `__Host-${name}`;
}

/** A Set-Cookie line with `Secure`, once, and a name that browsers take from this very host alone. */
export function secured(cookie: string): string {
  const safe = /;\s*secure\s*(?:;|$)/i.test(cookie) ? cookie : `${cookie}; Secure`;
  return /^__(?:Host|Secure)-/.test(safe) ? safe : hostCookieName(safe);
}

/** Sets a cookie from a script, as the page it runs in allows it. */
export function setCookieHere(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not to be had in every browser
  document.cookie = cookiesAreSecure() ? secured(cookie) : cookie;
}

/**
 * Reads the cookie of this very name: its decoded value; null when absent or not decodable. Every request is read by
 * some of these, so they look for the name in one go.
 */
function cookieReader(name: string): (cookies: string | null) => string | null {
  const wanted = new RegExp(String.raw`(?:^|;)\s*${name.replaceAll('.', String.raw`\.`)}\s*=([^;]*)`);
  return (cookies) => {
    const value = cookies?.includes(name) ? wanted.exec(cookies)?.[1]?.trim() : undefined;
    if (!value?.includes('%')) return value ?? null;
    try {
      return decodeURIComponent(value);
    } catch {
      return null;
    }
  };
}
