/**
 * Reads a request's body before any other work, so that slow senders take no place from others, and oversized bodies
 * are refused before they fill memory.
 */
import { type Result, succeed } from '#kernel/result.ts';
import { type BodyProblem, FORM_LIMIT, readBytes } from '#platform/requests/request-body.ts';

/** Where signed-in people upload files, which are read as they arrive. */
const streamedPaths: ReadonlySet<string> = new Set([
  '/profile/license-photo',
  '/profile/photo',
  '/admin/product-pictures',
  '/admin/lot-certificates',
  '/admin/drops',
  '/admin/product-imports',
  '/admin/move-in-files',
  '/admin/price-list',
  '/admin/state-files',
]);

/** Whether the request has a file that is read as it arrives. */
export function bringsFile(request: Pick<Request, 'method'>, path: string): boolean {
  return request.method === 'POST' && streamedPaths.has(path);
}

/** The body for our own request object; null if there is none. */
export async function receiveBody(
  request: Request,
  path: string,
): Promise<Result<BodyInit | null, BodyProblem>> {
  if (request.body === null || bringsFile(request, path)) return succeed(request.body);
  return readBytes(request, FORM_LIMIT);
}
