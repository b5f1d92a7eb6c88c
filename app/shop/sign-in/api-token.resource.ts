/**
 * POST /api/token (specification section 7): a short-lived access token for the current session. The session's cookie
 * refreshes it; like every write it must come from one of our pages.
 */

import { BANNED } from '#core/accounts/identity/accounts/messages.ts';
import { issueToken } from '#core/accounts/identity/sessions/access-token.server.ts';
import { countAttempt } from '#core/accounts/identity/sessions/count-attempt.server.ts';
import { tokenLimit } from '#core/accounts/identity/sessions/rate-limit.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { problemJson } from '#platform/requests/problem-response.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import type { Route } from './+types/api-token.resource';

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
