/** Answers the forms on a buyer's page: what they said, and the units they brought back. */
import { data } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { recallMessage } from '#core/sales/recalls/recall.ts';
import { recordAnswer } from '#core/sales/recalls/record-answer.server.ts';
import { returnUnits } from '#core/sales/recalls/return-units.server.ts';
import { unitCount } from '#core/sales/recalls/trace.ts';
import { recallAnswers } from '#kernel/statuses.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';

export async function answerRecallPerson(
  actor: SignedIn,
  { recallId, number }: { recallId: string; number: number },
  form: FormData,
) {
  const here = `/admin/recalls/${recallId}/people/${number}`;
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 100);
  if (form.get('intent') === 'answer') {
    const answer = recallAnswers.find((each) => each === form.get('answer'));
    if (!answer) return data({ message: 'Choose an answer.', at: '', typed: '' }, { status: 400 });
    const outcome = await recordAnswer(actor, { recallId, number, answer });
    return outcome.ok
      ? redirectWithFlash(here, 'Answer recorded.', 'success')
      : data(
          { message: recallMessage(outcome.problem), at: '', typed: '' },
          { status: statusOf(outcome.problem) },
        );
  }
  if (form.get('intent') !== 'return') return redirectWithFlash(here, 'Nothing was changed.', 'info');
  const reservationId = text('reservationId');
  const lotId = Number(text('lotId'));
  const units = /^\s*\d{1,6}\s*$/.test(text('units')) ? Number(text('units')) : 0;
  const outcome = await returnUnits(actor, { recallId, reservationId, lotId, units });
  return outcome.ok
    ? redirectWithFlash(here, `${unitCount(units)} returned, set aside.`, 'success')
    : data(
        { message: recallMessage(outcome.problem), at: `${reservationId} ${lotId}`, typed: text('units') },
        { status: statusOf(outcome.problem) },
      );
}
