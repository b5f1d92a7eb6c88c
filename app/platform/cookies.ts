/**
 * The names of our own small cookies, and reading one. The session cookie belongs to Better Auth. Behind HTTPS
 * each has the prefix '__Host-': browsers then take it from this very host alone, so that none can be planted
 * from a neighbouring one.
 */

/** Present while the visitor's affirmation of being 21 or older lasts. Also the key in browser storage. */
export const AGE_COOKIE = 'age_verified';
/** Which of the rotating health warnings is due. */
export const VIEW_COOKIE = 'view';
/** A message for the next page, shown once. */
export const FLASH_COOKIE = 'flash';
/** The cart as the server reads it: a mirror of browser storage (`cart-storage`). */
export const CART_COOKIE = 'cart';

/** A cookie's name behind HTTPS. */
export function hostCookieName(name: string): string {
  return `__Host-${name}`;
}

/** The name a script gives a cookie on the page it runs in. */
export function cookieNameHere(name: string): string {
  return location.protocol === 'https:' ? hostCookieName(name) : name;
}

/** The decoded value of a cookie, under HTTPS's name or the plain one; null when absent or not decodable. */
export function readCookie(header: string | null, name: string): string | null {
  return readExactCookie(header, hostCookieName(name)) ?? readExactCookie(header, name);
}

/** Like `readCookie`, by this one name only. */
export function readExactCookie(header: string | null, name: string): string | null {
  if (!header) return null;
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at === -1 || part.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(part.slice(at + 1).trim());
    } catch {
      return null;
    }
  }
  return null;
}
