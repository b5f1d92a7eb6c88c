/** Handles requests by programs that send an access token instead of a browser's session cookie. */
import { bearerOf } from '#core/accounts/identity/sessions/access-token.ts';
import { type SmallAnswer, smallAnswer } from '#platform/pages/small-page.ts';
import { problemDetails, problemJson, problemText } from '#platform/requests/problem-response.ts';
import { statusWords } from '#platform/status-words.ts';

/** The paths that accept a token (specification section 7); other paths ignore it. */
const paths: ReadonlySet<string> = new Set(['/api/send-email-receipt', '/api/generate-receipt']);

/** The paths of the API for programs. Other spellings that the router also matches get no actor, so they are refused. */
export const isApi = (pathname: string): boolean => pathname.startsWith('/api/v1/');

/** The addresses that receipt printers ask; the token in the path is all that counts there. */
export const isForPrinters = (pathname: string): boolean => pathname.startsWith('/printers/');

/** The token of a request to such a path, '' for a malformed one; null if there is none. */
export function tokenOf({ headers }: Request, pathname: string): string | null {
  const takes = paths.has(pathname) || isApi(pathname);
  return takes && headers.has('authorization') ? (bearerOf(headers) ?? '') : null;
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

/** Gives refusals of the layers around the API its own format (RFC 9457); other answers stay as they are. */
export function asApiAnswer(pathname: string, answer: Response): Response {
  if (!isApi(pathname) || answer.status < 400) return answer;
  const type = answer.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/problem+json')) return answer;
  const words = statusWords[answer.status]?.text ?? 'Try again.';
  return problemDetails(answer.status, { problem: 'refused', detail: words }, answer.headers);
}

/** The same for a request that is refused by its first line, before it has a Response. */
export function smallRefusal(
  url: string,
  ...[status, accept, words]: Parameters<typeof smallAnswer>
): SmallAnswer {
  const page = smallAnswer(status, accept, words);
  if (!isApi(url)) return page;
  const detail = statusWords[status]?.text ?? 'Try again.';
  return {
    status,
    headers: { ...page.headers, 'Content-Type': 'application/problem+json' },
    body: problemText(status, { problem: 'refused', detail }),
  };
}
