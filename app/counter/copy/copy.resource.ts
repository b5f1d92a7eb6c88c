/**
 * GET /counter/copy: the day as JSON, which a tablet stores for the time without a network. With
 * `?orders=ORD001,ORD002`, the pages of these orders.
 */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import type { Route } from './+types/copy.resource';
import { readDayCopy, readOrderCopies } from './copy-queries.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const numbers = new URL(request.url).searchParams.get('orders');
  const copy = numbers === null ? await readDayCopy(actor) : await readOrderCopies(actor, numbers.split(','));
  if (!copy) throw new Response(null, { status: 403 });
  return Response.json(copy, { headers: { 'Cache-Control': 'no-store' } });
}
