/** Compares entity tags as If-None-Match asks: weakly (RFC 9110, 13.1.2). */

const TAG = /(?:W\/)?("[^"]*")/g;

/** Whether the header of a request, null without one, names the tag of the present answer. */
export function knowsTag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const opaque = etag.replace(/^W\//, '');
  return header.trim() === '*' || [...header.matchAll(TAG)].some(([, known]) => known === opaque);
}
