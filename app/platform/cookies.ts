/** The names of our own small cookies, and reading one. The session cookie belongs to Better Auth. */

/** Present while the visitor's affirmation of being 21 or older lasts. Also the key in browser storage. */
export const AGE_COOKIE = 'age_verified';
/** Which of the rotating health warnings is due. */
export const VIEW_COOKIE = 'view';
/** A message for the next page, shown once. */
export const FLASH_COOKIE = 'flash';
/** The cart as the server reads it: a mirror of browser storage (`cart-storage`). */
export const CART_COOKIE = 'cart';

/** The decoded value of a cookie; null when absent or not decodable. */
export function readCookie(header: string | null, name: string): string | null {
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
