/** Cookies of a shop that people reach by HTTPS: none travels without it, none comes from a neighbouring host. */
import { secured } from '#platform/requests/cookies.ts';

/** Secures every cookie that a response sets. */
export function secureCookies(headers: Headers): void {
  const cookies = headers.getSetCookie();
  headers.delete('Set-Cookie');
  for (const cookie of cookies) headers.append('Set-Cookie', secured(cookie));
}
