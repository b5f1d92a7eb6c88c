/** Answers the forms of the end of the day. Each press may be repeated: the second one changes nothing. */
import { redirect } from 'react-router';
import type { SignedIn } from '#core/access/actor.ts';
import { changeOrderStatus } from '#core/orders/change-order-status.server.ts';
import { statusMessage } from '#core/orders/order-status.ts';
import { putBackMessage } from '#core/stock/put-back/put-back.ts';
import { putBackUnits, undoPutBack } from '#core/stock/put-back/put-back-units.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { closingForm } from './end-of-day-form.ts';

const END_OF_DAY = '/counter/end-of-day';

export async function answerEndOfDay(actor: SignedIn, form: FormData): Promise<Response> {
  const read = readForm(form, closingForm);
  if (!read.ok) return redirectWithFlash(END_OF_DAY, 'Nothing was changed.', 'info');
  if (read.value.intent === 'not-picked-up') {
    const { order: orderId, version } = read.value;
    const outcome = await changeOrderStatus(actor, { orderId, to: 'no_show', reason: '', version });
    return outcome.ok
      ? redirectWithFlash(END_OF_DAY, `${orderId} is marked as not picked up.`, 'success')
      : redirectWithFlash(END_OF_DAY, statusMessage(outcome.problem), 'error');
  }
  const { intent, id } = read.value;
  const outcome = await (intent === 'put-back' ? putBackUnits : undoPutBack)(actor, id);
  return outcome.ok
    ? redirect(END_OF_DAY)
    : redirectWithFlash(END_OF_DAY, putBackMessage(outcome.problem), 'error');
}
