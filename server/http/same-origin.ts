/** Checks that a write comes from our own pages: the first check for every unsafe method. */

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Paths that accept forms from other sites: a provider's response to a sign-in, which must come from the browser that
 * started it (`awayCookie`). The route only turns it into a GET, which then carries the browser's cookies.
 */
const openToOthers = /^\/login\/with\/[a-z][a-z0-9-]*\/callback$/;

export function takesFromOthers(pathname: string): boolean {
  return openToOthers.test(pathname);
}

/**
 * Unsafe methods must name their origin, and it must be ours. A browser always sends Origin or Sec-Fetch-Site with a
 * POST; a request with neither is refused, because it does not come from a browser.
 */
export function comesFromUs(method: string, headers: Headers, origin: string): boolean {
  if (safeMethods.has(method)) return true;
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const claimed = headers.get('origin');
  return claimed === null ? site === 'same-origin' : claimed === origin;
}
