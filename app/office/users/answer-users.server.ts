/** Answers the forms of User Management. */
import { data } from 'react-router';
import { takeLicenseBack, verifyLicense } from '#core/accounts/customers/change-customer-facts.server.ts';
import {
  customerFactMessage,
  LICENSE_TAKEN_BACK,
  LICENSE_VERIFIED,
  licenseMessage,
} from '#core/accounts/customers/license-decision.ts';
import { pinMessage } from '#core/accounts/identity/pins/pin.ts';
import { removePin } from '#core/accounts/identity/pins/set-pin.server.ts';
import { changeRole } from '#core/accounts/identity/staff/change-role.server.ts';
import { inviteMessage } from '#core/accounts/identity/staff/invitation.ts';
import { takeInvitationBack } from '#core/accounts/identity/staff/invite-staff.server.ts';
import { renameForm } from '#core/accounts/identity/staff/rename-form.ts';
import { renameStaff } from '#core/accounts/identity/staff/rename-staff.server.ts';
import { ROLE_UPDATED, roleMessage } from '#core/accounts/identity/staff/role-change.ts';
import { roleForm } from '#core/accounts/identity/staff/role-form.ts';
import { RENAMED, renameMessage } from '#core/accounts/identity/staff/staff-name.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { flashOutcome } from '#office/kit/flash-outcome.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { answerRights } from './answer-rights.server.ts';

const PATH = '/admin/users';
/** Query fields of the list's panels and of Undo: an answer replaces them. */
const panels = [
  ...['details', 'verify', 'roleOf', 'to', 'changed', 'was', 'verified', 'index'],
  ...['rightsOf', 'set', 'rightsChanged', 'rightsWere'],
];

/** A change leads back to the list, which offers Undo; an undone one does not. */
export async function answerUsers(actor: SignedIn, url: URL, form: FormData) {
  const query = new URLSearchParams(url.searchParams);
  for (const name of panels) query.delete(name);
  const back = (added: Record<string, string> = {}) => {
    const of = new URLSearchParams([...query, ...Object.entries(form.has('undo') ? {} : added)]);
    return of.size > 0 ? `${PATH}?${of}` : PATH;
  };
  const userId = String(form.get('userId') ?? '');
  switch (form.get('intent')) {
    case 'role': {
      const read = readForm(form, roleForm);
      if (!read.ok) return redirectWithFlash(back(), 'Failed to update role', 'error');
      const outcome = await changeRole(actor, read.value);
      const done = back({ changed: userId, was: read.value.from });
      return flashOutcome(outcome.ok ? done : back(), outcome, { done: ROLE_UPDATED, refused: roleMessage });
    }
    case 'rights':
      return answerRights(actor, form, back);
    case 'verify-license': {
      const outcome = await verifyLicense(actor, userId);
      const to = outcome.ok ? back({ verified: userId }) : back();
      return flashOutcome(to, outcome, { done: LICENSE_VERIFIED, refused: licenseMessage });
    }
    case 'take-license-back': {
      const outcome = await takeLicenseBack(actor, userId, 'Undone right after it was verified');
      return flashOutcome(back(), outcome, { done: LICENSE_TAKEN_BACK, refused: customerFactMessage });
    }
    case 'take-back': {
      const outcome = await takeInvitationBack(actor, String(form.get('invitation') ?? ''));
      return flashOutcome(back(), outcome, { done: 'Invitation canceled.', refused: inviteMessage });
    }
    case 'rename': {
      const read = readForm(form, renameForm);
      if (!read.ok) return data(read.refused(), { status: 400 });
      const outcome = await renameStaff(actor, read.value);
      return outcome.ok
        ? redirectWithFlash(back(), RENAMED, 'success')
        : data(read.refused(renameMessage(outcome.problem), 'fullName'), {
            status: statusOf(outcome.problem),
          });
    }
    case 'remove-pin': {
      const outcome = await removePin(actor, userId);
      return flashOutcome(back(), outcome, { done: 'PIN removed.', refused: pinMessage });
    }
    default:
      return redirectWithFlash(back(), 'Nothing was changed.', 'info');
  }
}
