/** Whether a write comes from our own pages: the one check every unsafe method passes first. */

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Where other sites may send a form to: a provider's answer to somebody's sign-in, which the browser that began it
 * must know (`awayCookie`). The route only turns it into a GET; its own cookies come with that one.
 */
const openToOthers = /^\/login\/with\/[a-z][a-z0-9-]*\/callback$/;

export function takesFromOthers(pathname: string): boolean {
  return openToOthers.test(pathname);
}

/**
 * Unsafe methods must say where they come from, and it must be us. A browser always sends Origin or
 * Sec-Fetch-Site with a POST; who sends neither is no browser of ours, and is refused.
 */
export function comesFromUs(method: string, headers: Headers, origin: string): boolean {
  if (safeMethods.has(method)) return true;
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const claimed = headers.get('origin');
  return claimed === null ? site === 'same-origin' : claimed === origin;
}
