/** Answers the forms on reservation cards. */
import { redirect } from 'react-router';
import { z } from 'zod';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { submitReservation } from '#core/sales/checkout/submit-reservation.server.ts';
import { needsTime } from '#core/sales/checkout/submit-rules.ts';
import { STATUS_UPDATED } from '#core/sales/orders/order-status.ts';
import { changeReservationStatus } from '#core/sales/orders/reservations/change-reservation-status.server.ts';
import { reservationList } from '#core/sales/orders/reservations/reservation-list.ts';
import { reservationStatusMessage } from '#core/sales/orders/reservations/reservation-status.ts';
import { reservationStatuses } from '#kernel/statuses.ts';
import { flashOutcome } from '#office/kit/flash-outcome.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { answerSubmit, reservationsPath, timePath } from './submit-answer.ts';

const statusForm = z.object({
  id: z.string(),
  status: z.enum(reservationStatuses),
  seen: z.enum(reservationStatuses),
});

/** The intents of a card's forms: another status, or turning a pending reservation into an order. */
export async function answerReservation(actor: SignedIn, form: FormData) {
  const query = new URLSearchParams(String(form.get('query') ?? ''));
  const shown = reservationList.query(reservationList.parse(query));
  const back = reservationsPath(shown);
  switch (form.get('intent')) {
    case 'status': {
      const read = readForm(form, statusForm);
      if (!read.ok) return redirectWithFlash(back, 'Failed to update status', 'error');
      const { id, status, seen } = read.value;
      const outcome = await changeReservationStatus(actor, { reservationId: id, status, seen });
      return flashOutcome(back, outcome, { done: STATUS_UPDATED, refused: reservationStatusMessage });
    }
    case 'submit': {
      const reservationId = String(form.get('id') ?? '');
      const outcome = await submitReservation(actor, { reservationId, slotStartsAt: null });
      if (!outcome.ok && needsTime(outcome.problem)) return redirect(timePath(reservationId, shown));
      return answerSubmit(outcome, back);
    }
    default:
      return redirectWithFlash(back, 'Nothing was changed.', 'info');
  }
}
