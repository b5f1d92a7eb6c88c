/** Which register a tablet is at: its own choice, and no credential. */
import { isUuid } from '#kernel/ids.ts';
import { defineCookie } from '#platform/requests/cookies.ts';

const cookie = defineCookie('register', { maxAge: 400 * 86_400, httpOnly: true });

/** null for a tablet without one. The register may be gone since. */
export function registerOf(request: Request): string | null {
  const id = cookie.read(request.headers.get('cookie'));
  return id !== null && isUuid(id) ? id : null;
}

/** The Set-Cookie line. @param id null for none */
export const registerCookie = (id: string | null): string =>
  id === null ? cookie.clear() : cookie.write(id);
