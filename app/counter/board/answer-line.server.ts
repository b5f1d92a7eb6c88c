/** Answers the forms of the line above the board. */
import { redirect } from 'react-router';
import { z } from 'zod';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { callAgain, callNext, giveNumber, leaveWalkInLine } from '#core/sales/line/call-next.server.ts';
import { type LineProblem, lineLabel, lineMessage, MOST_INITIALS } from '#core/sales/line/line.ts';
import { lanes } from '#kernel/statuses.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';
import { typedLine } from '#platform/requests/typed-text.ts';
import { readNextPage } from './board-queries.server.ts';

const callForm = z.object({ lane: z.enum(lanes), key: z.uuid() });
const placeForm = z.object({ lane: z.enum(lanes), number: shownNumber() });
const numberForm = z.object({ key: z.uuid(), initials: typedLine(MOST_INITIALS, 'initials').default('') });

const lineIntents = ['call', 'call-again', 'leave', 'number'] as const;
type LineIntent = (typeof lineIntents)[number];
export const isLineIntent = (intent: FormDataEntryValue | null): intent is LineIntent =>
  (lineIntents as readonly (FormDataEntryValue | null)[]).includes(intent);

/** @param registerId of the tablet. @param back the board as the viewer sees it */
export async function answerLine(
  actor: SignedIn,
  form: FormData,
  { intent, registerId, back }: { intent: LineIntent; registerId: string | null; back: string },
): Promise<Response> {
  const nothing = () => redirectWithFlash(back, 'Nothing was changed.', 'info');
  const refused = (problem: LineProblem) => redirectWithFlash(back, lineMessage(problem), 'error');
  if (intent === 'call') {
    const read = readForm(form, callForm);
    if (!read.ok) return nothing();
    const outcome = await callNext(actor, { ...read.value, registerId });
    if (!outcome.ok) return refused(outcome.problem);
    const { order, number } = outcome.value;
    return redirect(order === null ? `/counter/walk-in?number=${number}` : await readNextPage(order));
  }
  if (intent === 'number') {
    const read = readForm(form, numberForm);
    if (!read.ok) return redirectWithFlash(back, 'Enter up to four letters.', 'error');
    const outcome = await giveNumber(actor, read.value);
    if (!outcome.ok) return refused(outcome.problem);
    return redirectWithFlash(
      back,
      `Their number is ${lineLabel('walk-in', outcome.value.number)}.`,
      'success',
    );
  }
  const read = readForm(form, placeForm);
  if (!read.ok) return nothing();
  const { lane, number } = read.value;
  const outcome =
    intent === 'leave'
      ? await leaveWalkInLine(actor, number)
      : await callAgain(actor, { lane, number, registerId });
  return outcome.ok ? redirect(back) : refused(outcome.problem);
}
