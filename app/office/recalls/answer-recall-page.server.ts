/** Answers the forms on a recall's page: cover another lot, delete the draft, start, end, show phone numbers. */
import { data } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { endRecall } from '#core/sales/recalls/end-recall.server.ts';
import {
  EXERCISE_DONE,
  messageFor,
  RECALL_DELETED,
  RECALL_ENDED,
  RECALL_STARTED,
  type RecallProblem,
  recallMessage,
} from '#core/sales/recalls/recall.ts';
import { readRecall } from '#core/sales/recalls/recalls-queries.server.ts';
import { deleteRecall, saveRecall } from '#core/sales/recalls/save-recall.server.ts';
import { showPhones } from '#core/sales/recalls/show-phones.server.ts';
import { startRecall } from '#core/sales/recalls/start-recall.server.ts';
import { type Result, refuse } from '#kernel/result.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { findLots } from './lot-choice-queries.server.ts';
import { tickedLots } from './recall-form.ts';

const PATH = '/admin/recalls';

export async function answerRecallPage(actor: SignedIn, id: string, form: FormData) {
  const here = `${PATH}/${id}`;
  const refused = (problem: RecallProblem) =>
    data({ message: recallMessage(problem) }, { status: statusOf(problem) });
  switch (form.get('intent')) {
    case 'delete': {
      const outcome = await deleteRecall(actor, id);
      return outcome.ok ? redirectWithFlash(PATH, RECALL_DELETED, 'success') : refused(outcome.problem);
    }
    case 'cover': {
      const outcome = await coverLot(actor, id, form);
      return outcome.ok ? redirectWithFlash(here, LOT_ADDED, 'success') : refused(outcome.problem);
    }
    case 'start': {
      const isExercise = (await readRecall(actor, id))?.isExercise;
      const outcome = await startRecall(actor, id, { version: Number(form.get('version')) });
      if (!outcome.ok) return refused(outcome.problem);
      return redirectWithFlash(here, isExercise ? EXERCISE_DONE : RECALL_STARTED, 'success');
    }
    case 'end': {
      const outcome = await endRecall(actor, id, { note: String(form.get('note') ?? '') });
      return outcome.ok ? redirectWithFlash(here, RECALL_ENDED, 'success') : refused(outcome.problem);
    }
    case 'phones': {
      const numbers = form.getAll('numbers').map(Number).filter(Number.isSafeInteger);
      const outcome = await showPhones(actor, id, numbers);
      return outcome.ok ? data({ phones: outcome.value }, { status: 200 }) : refused(outcome.problem);
    }
    default:
      return redirectWithFlash(here, 'Nothing was changed.', 'info');
  }
}

const LOT_ADDED = 'Lot added to the draft.';

/** Saves the draft with one lot more, in the version that the person has seen. */
async function coverLot(actor: SignedIn, id: string, form: FormData): Promise<Result<null, RecallProblem>> {
  const [recall, added] = await Promise.all([
    readRecall(actor, id),
    findLots(actor, { ids: tickedLots(form, 'lot'), batches: [] }),
  ]);
  if (!recall || added.length === 0) return refuse({ kind: 'not-found' });
  const lots = [...recall.lots, ...added];
  const { isExercise, reason, title } = recall;
  const words = messageFor(recall.words, [recall.lots], lots);
  const draft = { isExercise, reason, title, words, lotIds: lots.map((lot) => lot.id) };
  return saveRecall(actor, id, { version: Number(form.get('version')), draft });
}
