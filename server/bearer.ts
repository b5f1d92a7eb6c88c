/** Handles requests by programs that send an access token instead of a browser's session cookie. */
import { bearerOf } from '#core/identity/sessions/access-token.ts';
import { problemJson } from '#platform/requests/problem-response.ts';

/** The paths that accept a token (specification section 7); other paths ignore it. */
const paths: ReadonlySet<string> = new Set(['/api/send-email-receipt', '/api/generate-receipt']);

/** The token of a request to such a path, '' for a malformed one; null if there is none. */
export function tokenOf({ headers }: Request, pathname: string): string | null {
  return paths.has(pathname) && headers.has('authorization') ? (bearerOf(headers) ?? '') : null;
}

/** The same request without the browser's session cookies. */
export function withoutCookies(request: Request): Request {
  return without('cookie', request);
}

/** The same request without its Origin headers. */
export function withoutOrigin(request: Request): Request {
  return without('origin', request);
}

function without(name: string, request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete(name);
  return new Request(request, { headers });
}

/** The same response for every invalid token (RFC 6750). */
export function tokenRefusal(): Response {
  const response = problemJson('not-signed-in');
  response.headers.set('WWW-Authenticate', 'Bearer error="invalid_token"');
  return response;
}
