/** Answers the forms of the end of the day. Each press may be repeated: the second one changes nothing. */
import { data, redirect } from 'react-router';
import { COLLEAGUE_SECRETS, yesMessage } from '#core/accounts/identity/pins/pin.ts';
import { putBackMessage } from '#core/goods/stock/put-back/put-back.ts';
import { putBackUnits, undoPutBack } from '#core/goods/stock/put-back/put-back-units.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changeManyStatuses, changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { settleMessage } from '#core/sales/orders/hand-over/refused-hand-over.ts';
import { settleHandOver } from '#core/sales/orders/hand-over/settle-hand-over.server.ts';
import { bulkWords, statusMessage } from '#core/sales/orders/order-status.ts';
import { systemClock } from '#kernel/time.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, type ReadForm, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { readYes } from '../kit/read-yes.server.ts';
import { isReleasable } from './end-of-day.ts';
import { closingForm } from './end-of-day-form.ts';
import { readEndOfDay } from './end-of-day-queries.server.ts';

const END_OF_DAY = '/counter/end-of-day';

/** @param request proves the tablet, where a colleague says yes on it */
export async function answerEndOfDay(actor: SignedIn, form: FormData, request: Request) {
  const read = readForm(form, closingForm, COLLEAGUE_SECRETS);
  if (!read.ok && form.get('intent') === 'settle') return data<FormRefusal>(read.refused(), { status: 400 });
  if (!read.ok) return redirectWithFlash(END_OF_DAY, 'Nothing was changed.', 'info');
  if (read.value.intent === 'not-picked-up') {
    const { order: orderId, version } = read.value;
    const outcome = await changeOrderStatus(actor, { orderId, to: 'no_show', reason: '', version });
    return outcome.ok
      ? redirectWithFlash(END_OF_DAY, `${orderId} is marked as not picked up.`, 'success')
      : redirectWithFlash(END_OF_DAY, statusMessage(outcome.problem), 'error');
  }
  if (read.value.intent === 'release-all') return releaseAll(actor, read.value.orders);
  if (read.value.intent === 'settle') return settle(actor, read, read.value, request);
  const { intent, id } = read.value;
  const outcome = await (intent === 'put-back' ? putBackUnits : undoPutBack)(actor, id);
  return outcome.ok
    ? redirect(END_OF_DAY)
    : redirectWithFlash(END_OF_DAY, putBackMessage(outcome.problem), 'error');
}

type Settling = { id: string; note: string; person: string; pin: string };

/** With a colleague's yes it is done in their name. What was typed stays on the page, but the PIN. */
async function settle(
  actor: SignedIn,
  read: ReadForm<unknown>,
  { id, note, person, pin }: Settling,
  request: Request,
) {
  const yes = await readYes(request, actor, { person, pin });
  if (!yes.ok)
    return data<FormRefusal>(read.refused(yesMessage(yes.problem), 'pin'), { status: statusOf(yes.problem) });
  const approver = yes.value;
  const outcome = await settleHandOver(actor, { id, note, approver });
  if (outcome.ok)
    return redirectWithFlash(END_OF_DAY, approver ? `Settled by ${approver.name}.` : 'Settled.', 'success');
  const { problem } = outcome;
  // No row of the page can show what was typed.
  if (problem.kind === 'not-found') return redirectWithFlash(END_OF_DAY, settleMessage(problem), 'error');
  const field = problem.kind === 'note-missing' ? 'note' : undefined;
  return data<FormRefusal>(read.refused(settleMessage(problem), field), { status: statusOf(problem) });
}

/** Of the orders that staff saw, those that can be released still: one may have been moved, or its customer arrived. */
async function releaseAll(actor: SignedIn, seen: readonly string[]): Promise<Response> {
  const missed = (await readEndOfDay(actor, systemClock()))?.missed ?? [];
  const numbers = missed
    .filter((row) => isReleasable(row) && seen.includes(row.number))
    .map(({ number }) => number);
  const outcome = await changeManyStatuses(actor, numbers, { to: 'no_show', reason: '' });
  const { changed, others } = bulkWords(outcome, 'no_show');
  const done = changed.length === 1 ? '1 order released.' : `${changed.length} orders released.`;
  const left = others.map(({ orderId, why }) => `${orderId}: ${why}`);
  return redirectWithFlash(END_OF_DAY, [done, ...left].join(' '), left.length > 0 ? 'info' : 'success');
}
