/** Which register a tablet is at: its own choice, and no credential. Scripts read it, too. */
import { isUuid } from '#kernel/ids.ts';
import { defineCookie } from '#platform/requests/cookies.ts';

const cookie = defineCookie('register', { maxAge: 400 * 86_400 });

/** The register in these cookies; null for a tablet without one. It may be gone since. */
export function registerIn(cookies: string | null): string | null {
  const id = cookie.read(cookies);
  return id !== null && isUuid(id) ? id : null;
}

export const registerOf = (request: Request): string | null => registerIn(request.headers.get('cookie'));

/** The Set-Cookie line. @param id null for none */
export const registerCookie = (id: string | null): string =>
  id === null ? cookie.clear() : cookie.write(id);
