/** Answers the form that ends a person’s work here. */
import { endWork } from '#core/accounts/identity/staff/end-work.server.ts';
import { fieldOfLeaving, leavingMessage } from '#core/accounts/identity/staff/leaving.ts';
import { leavingForm } from '#core/accounts/identity/staff/leaving-form.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { partsOfLeaving } from './parts-of-leaving.server.ts';

/** A done act leads to the person’s page; a second press of the same form, too. */
export async function answerLeaving(
  actor: SignedIn,
  userId: string,
  form: FormData,
): Promise<Response | { refusal: FormRefusal; status: number }> {
  const read = readForm(form, leavingForm);
  if (!read.ok) return { refusal: read.refused(), status: 400 };
  const outcome = await endWork(actor, { userId, ...read.value }, partsOfLeaving);
  const page = `/admin/users/${userId}`;
  if (outcome.ok) return redirectWithFlash(page, `${outcome.value.name} no longer works here.`, 'success');
  const { problem } = outcome;
  if (problem.kind === 'not-here') return redirectWithFlash(page, leavingMessage(problem), 'info');
  return {
    refusal: read.refused(leavingMessage(problem), fieldOfLeaving(problem)),
    status: statusOf(problem),
  };
}
