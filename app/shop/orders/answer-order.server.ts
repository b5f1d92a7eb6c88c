/** Answers the forms of an order's page: cancel, notes, running late, here, order again. */
import { data } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readCart, writeCart } from '#core/sales/checkout/cart.ts';
import { cancelMessage, cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { changeOrderNotes } from '#core/sales/orders/change-order-notes.server.ts';
import { arrivalMessage } from '#core/sales/orders/hand-over/arrival.ts';
import { lateMessage } from '#core/sales/orders/hand-over/late-notice.ts';
import { reportArrival } from '#core/sales/orders/hand-over/report-arrival.server.ts';
import { reportLate } from '#core/sales/orders/hand-over/report-late.server.ts';
import { hasEnded } from '#core/sales/orders/order.ts';
import { orderNotesMessage } from '#core/sales/orders/order-notes-problem.ts';
import { cartCookie } from '#platform/requests/cookies.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { reorderMessage, reorderNote } from '#shop/cart/reorder.ts';
import { readReorder } from '#shop/cart/reorder-queries.server.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { LONGEST_ECHO, orderNotesForm, seenNotesForm } from './order-notes-form.ts';
import type { ReorderAnswer } from './reordered.tsx';

/** What the page shows without a redirect. */
type Answer = { late?: FormRefusal; notes?: FormRefusal; reordered?: ReorderAnswer };

export async function answerOrder(request: Request, actor: SignedIn, orderId: string, form: FormData) {
  const back = `/orders/${orderId}`;
  switch (form.get('intent')) {
    case 'cancel-order': {
      const outcome = await cancelOrder(actor, orderId);
      if (outcome.ok) return redirectWithFlash(back, `${outcome.value.orderId} is canceled.`, 'success');
      if (outcome.problem.kind === 'not-found') throw notFound();
      return redirectWithFlash(back, cancelMessage(outcome.problem), 'error');
    }
    case 'notes':
      return answerNotes(actor, orderId, form);
    case 'late': {
      const minutes = /^\d{1,4}$/.test(String(form.get('minutes'))) ? Number(form.get('minutes')) : null;
      const outcome = await reportLate(actor, orderId, minutes);
      if (outcome.ok) return redirectWithFlash(back, `We told the store: ${outcome.value.label}.`, 'success');
      const { problem } = outcome;
      if (problem.kind === 'not-found') throw notFound();
      return answerOf<Answer>({ late: { errors: { minutes: [lateMessage(problem)] }, values: {} } }, problem);
    }
    case 'here': {
      const outcome = await reportArrival(actor, orderId);
      if (outcome.ok)
        return redirectWithFlash(
          back,
          `You are number ${outcome.value.number}. We know that you are here.`,
          'success',
        );
      if (outcome.problem.kind === 'not-found') throw notFound();
      return redirectWithFlash(back, arrivalMessage(outcome.problem), 'error');
    }
    case 'reorder': {
      const cart = readCart(cartCookie.read(request.headers.get('cookie')));
      const outcome = await readReorder(actor, orderId, cart);
      if (!outcome) throw notFound();
      const { added, notes, of } = outcome;
      return data<Answer>(
        { reordered: { message: reorderMessage(outcome, of), added, notes: notes.map(reorderNote) } },
        { headers: { 'Set-Cookie': cartCookie.write(writeCart(outcome.cart)) } },
      );
    }
    default:
      return redirectWithFlash('/orders', 'Nothing was changed.', 'info');
  }
}

async function answerNotes(actor: SignedIn, orderId: string, form: FormData) {
  const back = `/orders/${orderId}`;
  const read = readForm(
    form,
    orderNotesForm.and(seenNotesForm.transform((seen) => ({ seen }))),
    [],
    LONGEST_ECHO,
  );
  if (!read.ok) return answerOf<Answer>({ notes: read.refused() });
  const { seen, ...notes } = read.value;
  const outcome = await changeOrderNotes(actor, orderId, { notes, seen });
  if (outcome.ok)
    return outcome.value.changed
      ? redirectWithFlash(back, 'Your changes are saved, and we see them now.', 'success')
      : redirectWithFlash(back, 'Nothing was changed.', 'info');
  const { problem } = outcome;
  if (problem.kind === 'not-found') throw notFound();
  const message = orderNotesMessage(problem);
  // A page that has no form any more.
  if (problem.kind === 'too-late' && hasEnded(problem.status))
    return redirectWithFlash(back, message, 'error');
  return answerOf<Answer>({ notes: read.refused(message) }, problem);
}

export const notFound = () => new Response(null, { status: 404 });
