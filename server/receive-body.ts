/**
 * Takes a request's body in before anything is done for it, so that whoever sends slowly keeps no place from
 * others and whoever sends too much is refused before it has been held.
 */
import { type Result, succeed } from '#kernel/result.ts';
import { type BodyProblem, FORM_LIMIT, readBytes } from '#platform/request-body.ts';

/** Pages for people signed in that take files and read them as they come: none does yet. */
const streamedPaths: ReadonlySet<string> = new Set();

/** The body as a request of ours is made with it; null where there is none. */
export async function receiveBody(
  request: Request,
  path: string,
): Promise<Result<BodyInit | null, BodyProblem>> {
  if (request.body === null || streamedPaths.has(path)) return succeed(request.body);
  return readBytes(request, FORM_LIMIT);
}
