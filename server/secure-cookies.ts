/** Cookies of a shop that people reach by HTTPS: none of them travels without it. */

/** A Set-Cookie line with `Secure`, once. */
export function secured(cookie: string): string {
  return /;\s*secure\s*(?:;|$)/i.test(cookie) ? cookie : `${cookie}; Secure`;
}

/** Marks every cookie that a response sets. */
export function secureCookies(headers: Headers): void {
  const cookies = headers.getSetCookie();
  headers.delete('Set-Cookie');
  for (const cookie of cookies) headers.append('Set-Cookie', secured(cookie));
}
