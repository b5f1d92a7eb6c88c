/**
 * POST /counter/actions: one action that waited on a tablet without a network, as JSON
 * `{ outcome: 'done' | 'refused' | 'theirs' }`.
 */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/actions.resource';
import { runAction } from './run-action.server.ts';

/** 403: its person was signed out before the answer. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const answer = await runAction(actor, await requestForm(request), new URL(request.url).host);
  if (answer === null) return Response.json({ outcome: 'ended' }, { status: 403 });
  return Response.json(answer);
}
