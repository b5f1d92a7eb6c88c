/**
 * Takes a request's body in before anything is done for it, so that whoever sends slowly keeps no place from
 * others and whoever sends too much is refused before it has been held.
 */
import { type Result, succeed } from '#kernel/result.ts';
import { type BodyProblem, FORM_LIMIT, readBytes } from '#platform/requests/request-body.ts';

/** Where people signed in send files, which are read as they come. */
const streamedPaths: ReadonlySet<string> = new Set([
  '/profile/license-photo',
  '/profile/photo',
  '/admin/product-pictures',
  '/admin/lot-certificates',
  '/admin/product-imports',
  '/admin/price-list',
]);

/** Whether the request brings a file that is read as it comes. */
export function bringsFile(request: Pick<Request, 'method'>, path: string): boolean {
  return request.method === 'POST' && streamedPaths.has(path);
}

/** The body as a request of ours is made with it; null where there is none. */
export async function receiveBody(
  request: Request,
  path: string,
): Promise<Result<BodyInit | null, BodyProblem>> {
  if (request.body === null || bringsFile(request, path)) return succeed(request.body);
  return readBytes(request, FORM_LIMIT);
}
