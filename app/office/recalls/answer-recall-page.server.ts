/** Answers the forms on a recall's page: delete the draft, start, end, show phone numbers. */
import { data } from 'react-router';
import type { SignedIn } from '#core/access/actor.ts';
import { endRecall } from '#core/recalls/end-recall.server.ts';
import {
  EXERCISE_DONE,
  RECALL_DELETED,
  RECALL_ENDED,
  RECALL_STARTED,
  type RecallProblem,
  recallMessage,
} from '#core/recalls/recall.ts';
import { readRecall } from '#core/recalls/recalls-queries.server.ts';
import { deleteRecall } from '#core/recalls/save-recall.server.ts';
import { showPhones } from '#core/recalls/show-phones.server.ts';
import { startRecall } from '#core/recalls/start-recall.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { redirectWithLasting } from '#platform/requests/lasting-message.ts';

const PATH = '/admin/recalls';

export async function answerRecallPage(actor: SignedIn, id: string, form: FormData, request: Request) {
  const here = `${PATH}/${id}`;
  const refused = (problem: RecallProblem) =>
    data({ message: recallMessage(problem) }, { status: problem.kind === 'not-allowed' ? 403 : 409 });
  switch (form.get('intent')) {
    case 'delete': {
      const outcome = await deleteRecall(actor, id);
      return outcome.ok ? redirectWithFlash(PATH, RECALL_DELETED, 'success') : refused(outcome.problem);
    }
    case 'start': {
      const isExercise = (await readRecall(actor, id))?.isExercise;
      const outcome = await startRecall(actor, id, { version: Number(form.get('version')) });
      if (!outcome.ok) return refused(outcome.problem);
      return isExercise
        ? redirectWithFlash(here, EXERCISE_DONE, 'success')
        : redirectWithLasting(request, here, RECALL_STARTED);
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
