/** Answers the forms of outages. */
import { data } from 'react-router';
import { declareOutage, endOutage } from '#core/goods/stock/outage/declare-outage.server.ts';
import { enterEntries } from '#core/goods/stock/outage/enter-entries.server.ts';
import { isAboutStart, outageMessage, outageName } from '#core/goods/stock/outage/outage.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { momentOf } from '#kernel/time.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { declareForm, readEntries } from './outage-forms.ts';

export async function answerDeclare(actor: SignedIn, form: FormData) {
  const read = readForm(form, declareForm);
  if (!read.ok) return data<FormRefusal>(read.refused(), { status: 400 });
  const since = momentOf(read.value.since, (await storeClock()).zone);
  const outcome = await declareOutage(actor, { since, note: read.value.note });
  if (outcome.ok) {
    const { number } = outcome.value;
    return redirectWithFlash(`/admin/outages/${number}`, `${outageName(number)} is declared.`, 'success');
  }
  const { problem } = outcome;
  const refusal = read.refused(outageMessage(problem), isAboutStart(problem) ? 'since' : undefined);
  return data<FormRefusal>(refusal, { status: statusOf(problem) });
}

/** @param back the page of the outage with its filter and position */
export async function answerOutage(actor: SignedIn, number: number, form: FormData, back: string) {
  const intent = form.get('intent');
  if (intent === 'end') {
    const outcome = await endOutage(actor, number);
    return outcome.ok
      ? redirectWithFlash(back, 'The outage has ended. Lots can be received again.', 'success')
      : redirectWithFlash(back, outageMessage(outcome.problem), 'error');
  }
  if (intent !== 'entered' && intent !== 'all-entered' && intent !== 'not-entered')
    return redirectWithFlash(back, 'Nothing was changed.', 'info');
  const entered = intent !== 'not-entered';
  const entries = readEntries(form, intent === 'all-entered' ? 'shown' : 'entry');
  const outcome = await enterEntries(actor, { number, entries, entered });
  if (!outcome.ok) return redirectWithFlash(back, outageMessage(outcome.problem), 'error');
  const { changed } = outcome.value;
  const what = changed === 1 ? '1 entry' : `${changed} entries`;
  return redirectWithFlash(back, `${what} marked as ${entered ? 'entered' : 'not entered'}.`, 'success');
}
