/** Validates the path to return to, which comes from the browser. */
import { parseUrl } from '#kernel/url.ts';

const MAXIMUM_LENGTH = 512;
// Resolving against a name that no one can own shows whether a path would leave the site.
const HERE = 'http://farmgate.invalid';

/**
 * The path if it leads to a page of this site, else `fallback`. Refused: other origins in any spelling
 * ('//host', '/\host', 'https:…'), control characters, and anything longer than 512 characters.
 */
export function safeReturnPath(wanted: unknown, fallback = '/'): string {
  if (typeof wanted !== 'string' || wanted.length > MAXIMUM_LENGTH || !/^\/(?![/\\])/.test(wanted))
    return fallback;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f\\]/.test(wanted) || !wanted.isWellFormed()) return fallback;
  const url = parseUrl(wanted, HERE);
  if (url === null) return fallback;
  const path = url.pathname + url.search + url.hash;
  return url.origin === HERE && !path.startsWith('//') ? path : fallback;
}
