/** Answers the forms on reservation cards. */
import { z } from 'zod';
import type { SignedIn } from '#core/access/actor.ts';
import { submitReservation } from '#core/checkout/submit-reservation.server.ts';
import { alreadySubmitted, SUBMITTED, submitMessage } from '#core/checkout/submit-rules.ts';
import { STATUS_UPDATED } from '#core/orders/order-status.ts';
import { changeReservationStatus } from '#core/orders/reservations/change-reservation-status.server.ts';
import { reservationList } from '#core/orders/reservations/reservation-list.ts';
import { reservationStatusMessage } from '#core/orders/reservations/reservation-status.ts';
import { reservationStatuses } from '#kernel/statuses.ts';
import { flashOutcome } from '#office/frame/flash-outcome.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';

const PATH = '/admin/pickup-reservations';

const statusForm = z.object({
  id: z.string(),
  status: z.enum(reservationStatuses),
  seen: z.enum(reservationStatuses),
});

/** The intents of a card's forms: another status, or turning a pending reservation into an order. */
export async function answerReservation(actor: SignedIn, form: FormData) {
  const query = new URLSearchParams(String(form.get('query') ?? ''));
  const back = pathOf(reservationList.query(reservationList.parse(query)), query.get('page'));
  switch (form.get('intent')) {
    case 'status': {
      const read = readForm(form, statusForm);
      if (!read.ok) return redirectWithFlash(back, 'Failed to update status', 'error');
      const { id, status, seen } = read.value;
      const outcome = await changeReservationStatus(actor, { reservationId: id, status, seen });
      return flashOutcome(back, outcome, { done: STATUS_UPDATED, refused: reservationStatusMessage });
    }
    case 'submit': {
      const outcome = await submitReservation(actor, String(form.get('id') ?? ''));
      if (!outcome.ok) return redirectWithFlash(back, submitMessage(outcome.problem), 'error');
      const { orderId, repeated } = outcome.value;
      return repeated
        ? redirectWithFlash(back, alreadySubmitted(orderId), 'info')
        : redirectWithFlash(back, SUBMITTED, 'success');
    }
    default:
      return redirectWithFlash(back, 'Nothing was changed.', 'info');
  }
}

function pathOf(query: string, page: string | null): string {
  const written = new URLSearchParams(query);
  if (page && /^\d{1,7}$/.test(page)) written.set('page', page);
  return written.size === 0 ? PATH : `${PATH}?${written}`;
}
