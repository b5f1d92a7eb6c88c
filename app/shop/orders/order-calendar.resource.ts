/** /orders/ORD042/calendar.ics: the pickup of a customer's own order as a calendar file. */
import { requireCustomer } from '#core/accounts/identity/sessions/guards.server.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import type { Route } from './+types/order-calendar.resource';
import { readPickupCalendar } from './pickup-calendar-queries.server.ts';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = requireCustomer(context, request, `/orders/${params.orderId}`);
  const file = await readPickupCalendar(actor, params.orderId, context.get(requestInfo).origin);
  if (file === null) throw new Response(null, { status: 404 });
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="pickup-${params.orderId}.ics"`,
    },
  });
}
