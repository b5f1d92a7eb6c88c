/** Answers a reservation that became an order, or did not, from its card and from the page that asks for its time. */
import {
  alreadySubmitted,
  SUBMITTED,
  type SubmitProblem,
  submitMessage,
} from '#core/sales/checkout/submit-rules.ts';
import { reservationList } from '#core/sales/orders/reservations/reservation-list.ts';
import type { Result } from '#kernel/result.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';

const LIST = '/admin/pickup-reservations';

/** The list with this query. */
export const reservationsPath = (query: string): string => (query === '' ? LIST : `${LIST}?${query}`);

/** The list that the page was opened from: its address has the list's query. */
export const listOf = (request: Request): string =>
  reservationsPath(reservationList.query(reservationList.parse(new URL(request.url).searchParams)));

/** The page that asks for an order's pickup time. @param list the query of the list to return to */
export const timePath = (reservationId: string, list: string): string =>
  `${LIST}/${encodeURIComponent(reservationId)}/order${list === '' ? '' : `?${list}`}`;

/** @param back the list as it was */
export function answerSubmit(
  outcome: Result<{ orderId: string; repeated: boolean }, SubmitProblem>,
  back: string,
): Response {
  if (!outcome.ok) return redirectWithFlash(back, submitMessage(outcome.problem), 'error');
  const { orderId, repeated } = outcome.value;
  return repeated
    ? redirectWithFlash(back, alreadySubmitted(orderId), 'info')
    : redirectWithFlash(back, SUBMITTED, 'success');
}
