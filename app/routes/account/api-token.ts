/**
 * POST /api/token (specification section 7): a short-lived access token of the session that asks. The session's cookie
 * is what refreshes it; like every write it must come from a page of ours.
 */
import { actorContext } from '#features/access/actor-context.ts';
import { issueToken } from '#features/identity/access-token.server.ts';
import { countAttempt } from '#features/identity/count-attempt.server.ts';
import { BANNED } from '#features/identity/messages.ts';
import { tokenLimit } from '#features/identity/rate-limit.ts';
import { problemJson } from '#platform/problem-response.ts';
import { requestInfo } from '#platform/request-context.ts';
import type { Route } from './+types/api-token';

export function loader() {
  return Response.json({ message: 'Send a POST.' }, { status: 405, headers: { Allow: 'POST' } });
}

export async function action({ context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest') return problemJson('not-signed-in');
  if (actor.isBanned) return problemJson('banned', BANNED);
  const wait = await countAttempt('token', actor.userId, tokenLimit);
  if (wait > 0) return problemJson('too-many-attempts', undefined, { retryAfter: wait });
  return Response.json(await issueToken(actor, context.get(requestInfo).origin), {
    headers: { 'Cache-Control': 'no-store' },
  });
}
