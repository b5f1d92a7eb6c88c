/** Answers the forms of the page of uploaded files. */
import { data, redirect } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import {
  chooseFileColumns,
  chooseFileKind,
  removeMoveFile,
  startMovingFiles,
  startTryingFiles,
  startUndoingFiles,
} from '#core/running/move-in/files/change-file-move.server.ts';
import { fileMoveMessage } from '#core/running/move-in/files/file-move.ts';
import { listKinds } from '#core/running/move-in/files/list-fields.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';

const PAGE = '/admin/settings/move-in/files';
const MOST_COLUMNS = 200;

const done: Readonly<Record<string, string>> = {
  kind: 'Columns matched again by their names.',
  columns: 'Columns saved.',
  remove: 'File removed.',
  try: 'Trying the files. Nothing is written.',
  move: 'Bringing the files.',
  undo: 'The undo started.',
};

export async function answerFiles(actor: SignedIn, form: FormData) {
  const intent = String(form.get('intent'));
  const fileId = String(form.get('file') ?? '');
  const outcome = await run(actor, intent, fileId, form);
  if (outcome.ok) return redirectWithFlash(PAGE, done[intent] ?? '', 'info');
  const { problem } = outcome;
  if (problem.kind === 'confirm-first') return redirect(confirmPath(PAGE));
  return data({ message: fileMoveMessage(problem) }, { status: statusOf(problem) });
}

function run(actor: SignedIn, intent: string, fileId: string, form: FormData) {
  switch (intent) {
    case 'kind': {
      const kind = listKinds.find((each) => each === form.get('kind')) ?? 'products';
      return chooseFileKind(actor, fileId, kind);
    }
    case 'columns':
      return chooseFileColumns(
        actor,
        fileId,
        Array.from({ length: MOST_COLUMNS }, (_, at) => String(form.get(`column-${at}`) ?? '')),
      );
    case 'remove':
      return removeMoveFile(actor, fileId);
    case 'move':
      return startMovingFiles(actor);
    case 'undo':
      return startUndoingFiles(actor);
    default:
      return startTryingFiles(actor);
  }
}
