/** Finds the answers that refuse someone access, for the log. */
import type { Actor } from '#core/ground/access/actor.ts';
import { placeOf } from '#platform/failures.ts';
import { logRefusal } from '#platform/log-refusal.ts';
import { isApi } from './bearer.ts';

/**
 * Call it with every answer of the routes. A 404 counts for a person who is signed in: what they may not see looks like
 * what does not exist. Redirects of the guards log themselves.
 */
export function logRefusedAccess(request: Request, actor: Actor, { status }: Response): void {
  const { pathname } = new URL(request.url);
  const place = placeOf(request.method, pathname);
  const account = actor.kind === 'user' ? { account: actor.userId } : {};
  if (isApi(pathname) && status === 401) logRefusal('token-refused', { kind: 'missing', place });
  else if (isApi(pathname) && status === 403)
    logRefusal('token-refused', { kind: 'scope', place, ...account });
  else if (status === 403) logRefusal('access-refused', { kind: 'forbidden', place, ...account });
  else if (status === 404 && actor.kind === 'user')
    logRefusal('access-refused', { kind: 'not-found', place, ...account });
}
