/** Answers the review of a new closure. */
import { data } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { closeDays } from '#core/sales/closures/close-days.server.ts';
import { closureMessage } from '#core/sales/closures/closure.ts';
import { peopleCount } from '#core/sales/recalls/trace.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { closureTexts, readClosure } from './closure-form.ts';

export async function answerClosureNew(actor: SignedIn, form: FormData) {
  const { draft, errors } = readClosure(closureTexts(form));
  const [wrong] = Object.values(errors);
  if (wrong) return data({ message: wrong[0] ?? '' }, { status: 400 });
  const notifies = form.get('notify') === 'yes';
  const version = Number(form.get('version') || Number.NaN);
  const outcome = await closeDays(actor, draft, { notifies, version });
  if (!outcome.ok) {
    const { problem } = outcome;
    const status = problem.kind === 'invalid' ? 400 : statusOf(problem);
    return data({ message: closureMessage(problem) }, { status });
  }
  const { number, people } = outcome.value;
  const done =
    people === 0
      ? 'Saved. No customers are affected.'
      : notifies
        ? `Saved. We are notifying ${peopleCount(people)}.`
        : 'Saved. No messages were sent: call the customers below.';
  return redirectWithFlash(`/admin/closures/${number}`, done, 'success');
}
