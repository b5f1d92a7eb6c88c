/** Which documents are for people who work here. */

/** The first segments of the paths that no shopper opens: the back office, the counter and its screens. */
export const STAFF_SEGMENTS: readonly string[] = ['admin', 'counter', 'display'];

/** Whether a path that starts with this segment is a page of the back office or the counter, read as the router reads it. */
export function isStaffSegment(segment: string): boolean {
  return STAFF_SEGMENTS.includes(decoded(segment).toLowerCase());
}

/**
 * Whether a path is a page of the back office or the counter. Documents of these have the map of all routes and the style
 * sheet of all wings. Those of the shop have its own map and its own sheet, so from there these pages open as documents.
 */
export function isOfStaff(pathname: string): boolean {
  return isStaffSegment(pathname.split('/', 2)[1] ?? '');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
