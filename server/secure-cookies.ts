/** Cookies of a shop that people reach by HTTPS: none travels without it, none comes from a neighbouring host. */
import { hostCookieName } from '#platform/cookies.ts';

/** A Set-Cookie line with `Secure`, once, and a name that browsers take from this very host alone. */
export function secured(cookie: string): string {
  const safe = /;\s*secure\s*(?:;|$)/i.test(cookie) ? cookie : `${cookie}; Secure`;
  return /^__(?:Host|Secure)-/.test(safe) ? safe : hostCookieName(safe);
}

/** Does so with every cookie that a response sets. */
export function secureCookies(headers: Headers): void {
  const cookies = headers.getSetCookie();
  headers.delete('Set-Cookie');
  for (const cookie of cookies) headers.append('Set-Cookie', secured(cookie));
}
