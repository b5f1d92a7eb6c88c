/** /orders: Your Orders. Guests are asked to sign in, see why, and come back. */

import { redirect } from 'react-router';
import { requireCustomer } from '#core/accounts/identity/sessions/guards.server.ts';
import { cancelMessage, cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { readMyOrders, readMyReservations } from '#core/sales/orders/orders-queries.server.ts';
import {
  cancelReservation,
  cancelReservationMessage,
} from '#core/sales/orders/reservations/cancel-reservation.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/orders.page';
import { OrdersPage } from './orders-view.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your Orders' });

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = requireCustomer(context, request);
  const wanted = url.searchParams.get('page');
  const number = wanted !== null && /^[1-9]\d{0,5}$/.test(wanted) ? Number(wanted) : 1;
  const [page, reservations] = await Promise.all([
    readMyOrders(actor, number),
    number === 1 ? readMyReservations(actor) : [],
  ]);
  if (number > 1 && page.orders.length === 0) throw redirect('/orders');
  return { userId: actor.userId, page, reservations };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireCustomer(context, request);
  const form = await requestForm(request);
  const id = String(form.get('id') ?? '');
  switch (form.get('intent')) {
    case 'cancel-order': {
      const outcome = await cancelOrder(actor, id);
      return outcome.ok
        ? redirectWithFlash('/orders', `${outcome.value.orderId} is canceled.`, 'success')
        : redirectWithFlash('/orders', cancelMessage(outcome.problem), 'error');
    }
    case 'cancel-reservation': {
      const outcome = await cancelReservation(actor, id);
      return outcome.ok
        ? redirectWithFlash('/orders', 'The reservation is canceled.', 'success')
        : redirectWithFlash('/orders', cancelReservationMessage(outcome.problem), 'error');
    }
    default:
      return redirect('/orders');
  }
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  // Any change to the person's orders or reservations.
  useLive([`user:${loaderData.userId}`]);
  return <OrdersPage page={loaderData.page} reservations={loaderData.reservations} />;
}
