/** Answers the form of a person's rights, and its undo. */
import { data } from 'react-router';
import { changeRights } from '#core/accounts/identity/staff/change-rights.server.ts';
import { RIGHTS_SAVED, rightsMessage } from '#core/accounts/identity/staff/rights-change.ts';
import { rightsForm, withRights } from '#core/accounts/identity/staff/rights-form.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';

/** @param back where a saved form leads, with what Undo needs: whose rights they are, and what they were */
export async function answerRights(
  actor: SignedIn,
  form: FormData,
  back: (undo: { rightsChanged: string; rightsWere: string }) => string,
) {
  const read = readForm(withRights(form), rightsForm);
  if (!read.ok) return data(read.refused(), { status: 400 });
  const { userId, from, ...rights } = read.value;
  const outcome = await changeRights(actor, { userId, rights, from });
  if (!outcome.ok)
    return data(read.refused(rightsMessage(outcome.problem)), { status: statusOf(outcome.problem) });
  const to = back({ rightsChanged: userId, rightsWere: from });
  return outcome.value.changed
    ? redirectWithFlash(to, RIGHTS_SAVED, 'success')
    : redirectWithFlash(to, 'Nothing was changed.', 'info');
}
