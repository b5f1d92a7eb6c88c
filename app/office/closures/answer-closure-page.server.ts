/** Answers the forms on a closure's page: a call, the phone numbers, and the undo. */
import { data } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { type ClosureProblem, closureMessage } from '#core/sales/closures/closure.ts';
import { recordCall } from '#core/sales/closures/record-call.server.ts';
import { showCallPhones } from '#core/sales/closures/show-call-phones.server.ts';
import { undoClosure } from '#core/sales/closures/undo-closure.server.ts';
import { isOrderNumber } from '#core/sales/orders/order.ts';
import { peopleCount } from '#core/sales/recalls/trace.ts';
import { closureCalls } from '#kernel/statuses.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';

export async function answerClosurePage(actor: SignedIn, number: number, form: FormData) {
  const here = `/admin/closures/${number}`;
  const refused = (problem: ClosureProblem) =>
    data({ message: closureMessage(problem) }, { status: statusOf(problem) });
  if (form.get('intent') === 'undo') {
    const outcome = await undoClosure(actor, number);
    if (!outcome.ok) return refused(outcome.problem);
    const { people, changedSince } = outcome.value;
    const told =
      people === 0 ? 'No customers had been notified.' : `We are notifying ${peopleCount(people)}.`;
    const left = changedSince > 0 ? ' Days whose hours have changed since then stay as they are.' : '';
    return redirectWithFlash(here, `The closure is undone. ${told}${left}`, 'success');
  }
  if (form.get('intent') === 'phones') {
    const people = form.getAll('numbers').map(Number).filter(Number.isSafeInteger);
    const outcome = await showCallPhones(actor, number, people);
    return outcome.ok ? data({ phones: outcome.value }, { status: 200 }) : refused(outcome.problem);
  }
  const call = closureCalls.find((each) => each === form.get('call'));
  const person = Number(form.get('person'));
  const order = String(form.get('order') ?? '');
  if (!call || !Number.isSafeInteger(person))
    return data({ message: 'Choose how the call went.' }, { status: 400 });
  const outcome = await recordCall(actor, { closure: number, person, call });
  if (!outcome.ok) return refused(outcome.problem);
  // The order itself is changed on its own page.
  const path = `/admin/orders/${isOrderNumber(order) ? order : ''}`;
  if (call === 'moves')
    return redirectWithFlash(`${path}/edit`, 'Call recorded. Choose the new time.', 'success');
  if (call === 'cancels') return redirectWithFlash(path, 'Call recorded. Cancel the order here.', 'success');
  return redirectWithFlash(here, 'Call recorded.', 'success');
}
