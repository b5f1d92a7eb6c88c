/** Parses addresses. `URL.canParse` and `URL.parse` are younger than the oldest browsers that the shop serves. */

/** The address as a URL, relative to `base` if one is given; null for anything that is none. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** Whether a host's name, or an address without brackets, is this machine's own. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
