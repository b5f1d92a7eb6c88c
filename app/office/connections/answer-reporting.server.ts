/** Answers the forms of reporting: start, other reasons, stop. */

import { readReporting } from '#core/goods/tracking/reports/report-figures-queries.server.ts';
import { type ReportingProblem, reportingMessage } from '#core/goods/tracking/reports/reporting.ts';
import {
  changeReasons,
  startReporting,
  stopReporting,
} from '#core/goods/tracking/reports/start-reporting.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { type StateReason, stateReasons } from '#kernel/statuses.ts';
import { parseDate } from '#kernel/time.ts';
import { refuseSave } from '#office/kit/refuse-save.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';

/** In place of a day. */
export const FROM_NOW = 'now';
const SETTINGS = '/admin/settings/state-tracking';
/** Longer than any reason of the state's. */
const MOST_TEXT = 200;

export async function answerReporting(actor: SignedIn, form: FormData) {
  const values = Object.fromEntries(
    ['day', ...stateReasons].map((name) => {
      const given = form.get(name);
      return [name, typeof given === 'string' ? given.slice(0, MOST_TEXT).toWellFormed() : ''];
    }),
  );
  const { day = '', ...reasons } = values;
  // Without a day the form was that of a shop that reports.
  const isOn = !form.has('day') && (await readReporting())?.isOn === true;
  const outcome = isOn
    ? await changeReasons(actor, reasons)
    : await startReporting(actor, { day: parseDate(day), isFromNow: day === FROM_NOW, reasons });
  if (outcome.ok)
    return isOn
      ? redirectWithFlash(SETTINGS, 'Saved. What waits is sent with these reasons.', 'success')
      : redirectWithFlash(SETTINGS, 'The shop reports now.', 'success');
  return refuseSave(form, values, refusalOf(outcome.problem, reasons), statusOf(outcome.problem));
}

/** Beside its fields where it is about them. */
function refusalOf(problem: ReportingProblem, chosen: Readonly<Record<string, string>>) {
  const message = reportingMessage(problem);
  const without = (reasons: readonly StateReason[]) =>
    Object.fromEntries(
      reasons.map((reason) => [reason, [reportingMessage({ kind: 'reasons-missing', reasons: [reason] })]]),
    );
  // What is empty is said in one go, not after the day was chosen.
  if (problem.kind.startsWith('day-'))
    return { errors: { day: [message], ...without(stateReasons.filter((reason) => !chosen[reason])) } };
  if (problem.kind === 'reasons-missing') return { errors: without(problem.reasons) };
  return { message };
}

export async function answerStop(actor: SignedIn) {
  const outcome = await stopReporting(actor);
  return outcome.ok
    ? redirectWithFlash(SETTINGS, 'The shop only watches now, and reports nothing.', 'success')
    : redirectWithFlash(SETTINGS, reportingMessage(outcome.problem), 'error');
}
