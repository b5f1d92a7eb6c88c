/** /orders/ORD042: one order of one's own. Somebody else's looks exactly like one that does not exist. */

import { useEffect } from 'react';
import { data, Form, Link, useNavigation } from 'react-router';
import { readCart, writeCart } from '#features/checkout/cart.ts';
import { readPickupPlace } from '#features/checkout/checkout-queries.server.ts';
import { reorderMessage, reorderNote } from '#features/checkout/reorder.ts';
import { readReorder } from '#features/checkout/reorder-queries.server.ts';
import { adoptServerCart } from '#features/checkout/ui/cart-store.ts';
import { WhatToBring } from '#features/checkout/ui/what-to-bring.tsx';
import { requireCustomer } from '#features/identity/guards.server.ts';
import { cancelMessage, cancelOrder } from '#features/orders/cancel-order.server.ts';
import { lateMessage } from '#features/orders/late-notice.ts';
import { type OrderDetails, readOrderDetails } from '#features/orders/order-details-queries.server.ts';
import { sayLate } from '#features/orders/say-late.server.ts';
import { LateForm } from '#features/orders/ui/late-form.tsx';
import { CancelOrder } from '#features/orders/ui/order-card.tsx';
import { OrderPage } from '#features/orders/ui/order-page.tsx';
import { PickupPass } from '#features/orders/ui/pickup-pass.tsx';
import { cartCookie } from '#platform/cookies.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { DirectionsLink } from '#ui/directions-link.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { PrintButton } from '#ui/print-button.tsx';
import type { Route } from './+types/order';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData?.details.view.orderId ?? 'Your Orders' });

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = requireCustomer(context, request);
  const details = await readOrderDetails(actor, params.orderId);
  if (!details) throw nothingHere();
  return { details, store: await readPickupPlace() };
}

/** Also after a refusal, which may be because the order is no longer as this page shows it. */
export const shouldRevalidate = () => true;

/** What an action answers without going elsewhere. */
type Answer = {
  late?: FormRefusal;
  /** What of it is in the cart again, and what is different. */
  reordered?: { message: string; notes: string[]; added: number };
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = requireCustomer(context, request);
  const { orderId } = params;
  const back = `/orders/${orderId}`;
  const form = await requestForm(request);
  switch (form.get('intent')) {
    case 'cancel-order': {
      const outcome = await cancelOrder(actor, orderId);
      if (outcome.ok) return redirectWithFlash(back, `${outcome.value.orderId} is cancelled.`, 'success');
      if (outcome.problem.kind === 'not-found') throw nothingHere();
      return redirectWithFlash(back, cancelMessage(outcome.problem), 'error');
    }
    case 'late': {
      const minutes = /^\d{1,4}$/.test(String(form.get('minutes'))) ? Number(form.get('minutes')) : null;
      const outcome = await sayLate(actor, orderId, minutes);
      if (outcome.ok) return redirectWithFlash(back, `The store knows: ${outcome.value.label}.`, 'success');
      if (outcome.problem.kind === 'not-found') throw nothingHere();
      return data<Answer>(
        { late: { errors: { minutes: [lateMessage(outcome.problem)] }, values: {} } },
        { status: 409 },
      );
    }
    case 'reorder': {
      const cart = readCart(cartCookie.read(request.headers.get('cookie')));
      const outcome = await readReorder(actor, orderId, cart);
      if (!outcome) throw nothingHere();
      const { added, notes, of } = outcome;
      const message = reorderMessage(outcome, of);
      return data<Answer>(
        { reordered: { message, added, notes: notes.map(reorderNote) } },
        { headers: { 'Set-Cookie': cartCookie.write(writeCart(outcome.cart)) } },
      );
    }
    default:
      return redirectWithFlash('/orders', 'Nothing was changed.', 'info');
  }
}

const nothingHere = () => new Response(null, { status: 404 });

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { details, store } = loaderData;
  const answer = useAnswer(actionData);
  const reordered = answer?.reordered;
  useLive([`order:${details.id}`]);
  // What the server put into the cart joins the browser's.
  useEffect(() => {
    if (reordered) adoptServerCart();
  }, [reordered]);
  const { late, view } = details;
  return (
    <OrderPage
      details={details}
      place={store}
      notice={reordered ? <Reordered {...reordered} /> : null}
      actions={
        <>
          <Actions details={details} address={store.address} />
          {late.choices.length > 0 || late.said ? <LateForm late={late} refusal={answer?.late} /> : null}
        </>
      }
      pass={details.pass ? <PickupPass pass={details.pass} /> : null}
      bring={view.isOpen ? <WhatToBring store={store} /> : null}
    />
  );
}

function Actions({ details, address }: { details: OrderDetails; address: string }) {
  const { view, mayMove, pickupStartsAt, inCalendar, status } = details;
  const isBusy = useNavigation().formData?.get('intent') === 'reorder';
  const hasTime = pickupStartsAt !== '';
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2 print:hidden">
      {mayMove ? (
        <ButtonLink to={`/orders/${view.orderId}/move`} rank="secondary" size="small" className="min-h-11">
          {hasTime ? 'Move pickup' : 'Choose a pickup time'}
        </ButtonLink>
      ) : null}
      {inCalendar ? (
        <ButtonLink
          to={`/orders/${view.orderId}/calendar.ics`}
          reloadDocument
          rank="secondary"
          size="small"
          className="min-h-11"
        >
          {inCalendar === 'add' ? 'Add to calendar' : 'Remove from calendar'}
        </ButtonLink>
      ) : null}
      {view.isOpen ? (
        <DirectionsLink address={address} className={buttonClass('secondary', 'small', 'min-h-11')}>
          Directions
        </DirectionsLink>
      ) : null}
      {view.ended ? null : <PrintButton size="small" className="min-h-11" />}
      {status === 'completed' ? (
        <ButtonLink to={`/orders/${view.orderId}/receipt`} rank="secondary" size="small" className="min-h-11">
          Receipt
        </ButtonLink>
      ) : null}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="reorder" />
        <Button
          type="submit"
          rank="secondary"
          size="small"
          className="min-h-11"
          busy={isBusy}
          busyText="Adding…"
        >
          Order again
        </Button>
      </Form>
      {view.mayCancel ? <CancelOrder order={view} /> : null}
    </div>
  );
}

function Reordered({ message, notes, added }: NonNullable<Answer['reordered']>) {
  return (
    <Notice tone={notes.length > 0 ? 'caution' : 'success'} title={message} className="mb-6 print:hidden">
      {notes.length > 0 ? (
        <ul className="mt-1 list-disc pl-5">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      {added > 0 ? (
        <p>
          <Link
            to="/cart"
            className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
          >
            Go to the cart
          </Link>
        </p>
      ) : null}
    </Notice>
  );
}
