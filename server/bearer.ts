/** Calls by which a program acts with an access token instead of a browser's session. */
import { bearerOf } from '#core/identity/sessions/access-token.ts';
import { problemJson } from '#platform/requests/problem-response.ts';

/** Where a token is taken (specification section 7); anywhere else one counts for nothing. */
const paths: ReadonlySet<string> = new Set(['/api/send-email-receipt', '/api/generate-receipt']);

/** The token of a request to such a path, '' for one that cannot be one; null where none is brought. */
export function tokenOf({ headers }: Request, pathname: string): string | null {
  return paths.has(pathname) && headers.has('authorization') ? (bearerOf(headers) ?? '') : null;
}

/** The same request without a browser's session. */
export function withoutCookies(request: Request): Request {
  return without('cookie', request);
}

/** The same request without the site it says it comes from. */
export function withoutOrigin(request: Request): Request {
  return without('origin', request);
}

function without(name: string, request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete(name);
  return new Request(request, { headers });
}

/** One answer for every token that does not hold (RFC 6750). */
export function tokenRefusal(): Response {
  const response = problemJson('not-signed-in');
  response.headers.set('WWW-Authenticate', 'Bearer error="invalid_token"');
  return response;
}
