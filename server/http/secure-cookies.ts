/** Secures the cookies of a shop on HTTPS: none is sent without HTTPS, and none comes from a neighboring host. */
import { secured } from '#platform/requests/cookies.ts';

/** Secures every cookie that a response sets. */
export function secureCookies(headers: Headers): void {
  const cookies = headers.getSetCookie();
  headers.delete('Set-Cookie');
  for (const cookie of cookies) headers.append('Set-Cookie', secured(cookie));
}
