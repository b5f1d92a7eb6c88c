/** Answers the forms on the page of a date: save, delete. */
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changeStoreDate, removeStoreDate } from '#core/records/dates/save-store-date.server.ts';
import { storeDateMessage } from '#core/records/dates/store-date.ts';
import { storeDateForm } from '#core/records/dates/store-date-form.ts';
import { flashOutcome } from '#office/kit/flash-outcome.ts';
import { refuseSave } from '#office/kit/refuse-save.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { readBase } from '#ui/form/read-base.ts';
import { type FormRefusal, staleChanges } from '#ui/form/refusal.ts';
import { requireStoreDate, storeDateTexts } from './store-dates-queries.server.ts';

const PATH = '/admin/settings/dates';

const labels = {
  title: 'What is due',
  dueOn: 'Date',
  repeat: 'Repeats',
  reminderDays: 'Remind days before',
  note: 'Note',
} as const;

export async function answerStoreDate(actor: SignedIn, dateId: string, form: FormData) {
  const { id } = await requireStoreDate(actor, dateId);
  if (form.get('intent') === 'remove') {
    const removed = await removeStoreDate(actor, id);
    return flashOutcome(PATH, removed, { done: 'Removed.', refused: storeDateMessage });
  }
  const mine = Object.fromEntries(
    Object.keys(labels).map((field) => [
      field,
      String(form.get(field) ?? '')
        .slice(0, 2000)
        .toWellFormed(),
    ]),
  );
  const refused = (refusal: Partial<FormRefusal>, status?: number) => refuseSave(form, mine, refusal, status);
  const read = readForm(form, storeDateForm);
  if (!read.ok) return refused({ errors: read.refused().errors }, 400);
  const outcome = await changeStoreDate(actor, id, read.value, Number(form.get('version')));
  if (outcome.ok) return redirectWithFlash(PATH, 'Saved.', 'success');
  const message = storeDateMessage(outcome.problem);
  if (outcome.problem.kind !== 'stale') return refused({ message }, statusOf(outcome.problem));
  const now = await requireStoreDate(actor, id);
  const changes = staleChanges(labels, { base: readBase(form), theirs: storeDateTexts(now), mine });
  return refused({ message, stale: { version: now.version, changes } }, statusOf(outcome.problem));
}
