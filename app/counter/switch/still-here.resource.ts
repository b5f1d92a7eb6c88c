/** /counter/still-here: the person at a shared tablet touched it or pressed a key. Reading who asks is all it takes. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import type { Route } from './+types/still-here.resource';

export function action({ request, context }: Route.ActionArgs) {
  requirePermission(context, 'orders.manage', request);
  return new Response(null, { status: 204 });
}
