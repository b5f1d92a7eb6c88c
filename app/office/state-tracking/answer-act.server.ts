/** Answers the forms about reports to the state: retry, entered by hand, leave out, retry all of one trouble. */
import { type RefusalKind, refusalLabel } from '#core/goods/tracking/reports/refusal-cure.ts';
import { MOST_REASON, MOST_RECEIPT, resolveMessage } from '#core/goods/tracking/reports/resolve.ts';
import { markEntered, retryAct, retryAll, skipAct } from '#core/goods/tracking/reports/resolve-act.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { actIdOf } from './act-id.ts';

const textOf = (form: FormData, name: string, most: number) => {
  const given = form.get(name);
  return typeof given === 'string' ? given.slice(0, most).toWellFormed() : '';
};

/** @param back the page that the form was on */
export async function answerAct(actor: Actor, form: FormData, back: string) {
  const id = actIdOf(form.get('id'));
  switch (form.get('intent')) {
    case 'retry':
      return said(await retryAct(actor, id), back, 'It is sent again in a moment.');
    case 'entered': {
      const given = {
        receipt: textOf(form, 'receipt', MOST_RECEIPT),
        note: textOf(form, 'note', MOST_REASON),
      };
      return said(await markEntered(actor, id, given), back, 'Marked as entered by hand.');
    }
    case 'skip':
      return said(await skipAct(actor, id, textOf(form, 'reason', MOST_REASON)), back, 'Left out.');
    case 'retry-all':
      return answerRetryAll(actor, form.get('kind'), back);
  }
  throw new Response(null, { status: 400 });
}

async function answerRetryAll(actor: Actor, kind: unknown, back: string) {
  if (typeof kind !== 'string' || !Object.hasOwn(refusalLabel, kind))
    throw new Response(null, { status: 400 });
  const outcome = await retryAll(actor, kind as RefusalKind);
  const count = outcome.ok ? outcome.value.retried : 0;
  return said(
    outcome,
    back,
    count === 1 ? '1 is sent again in a moment.' : `${count} are sent again in a moment.`,
  );
}

type Outcome = Awaited<ReturnType<typeof retryAct>> | Awaited<ReturnType<typeof retryAll>>;

function said(outcome: Outcome, back: string, done: string) {
  if (outcome.ok) return redirectWithFlash(back, done, 'success');
  if (outcome.problem.kind === 'not-found') throw new Response(null, { status: 404 });
  return redirectWithFlash(back, resolveMessage(outcome.problem), 'error');
}
