/** POST /counter/orders/ORD042/typed: what staff have typed so far, sealed into their browser. Answers without content. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/typed.resource';
import { saveTyped } from './typed-here.server.ts';

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const values: Record<string, string> = {};
  for (const [name, value] of await requestForm(request))
    if (typeof value === 'string') values[name] = value.toWellFormed();
  return new Response(null, {
    status: 204,
    headers: { 'Set-Cookie': saveTyped(actor, params.orderId, values) },
  });
}
