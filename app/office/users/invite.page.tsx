/** Invites a person to work here: an email with a link that creates their account with the role. */
import { data, useNavigation } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { INVITATION_DAYS, inviteMessage } from '#core/accounts/identity/staff/invitation.ts';
import { inviteForm } from '#core/accounts/identity/staff/invitation-form.ts';
import { inviteStaff } from '#core/accounts/identity/staff/invite-staff.server.ts';
import { CONFIRM_FIRST } from '#kernel/problem.ts';
import { ConfirmFirst } from '#office/settings/section-view.tsx';
import { mailLeavesTheHouse } from '#platform/outgoing/mail.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/invite.page';
import { StartFields } from './invite-fields.tsx';
import { readInviting } from './rights-queries.server.ts';

const BACK = '/admin/users';
const NOT_MAILED =
  'Invitation saved. It is sent once mail is set up; until then its link is under Sent Mail.';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'staff.rights', request);
  await requireRecentSignIn(actor, request);
  return readInviting(actor);
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'staff.rights', request);
  const read = readForm(await requestForm(request), inviteForm);
  if (!read.ok) return data(read.refused(), { status: 400 });
  const outcome = await inviteStaff(actor, read.value);
  return outcome.ok
    ? mailLeavesTheHouse()
      ? redirectWithFlash(BACK, `The invitation goes to ${outcome.value.email} by email now.`, 'success')
      : redirectWithFlash(BACK, NOT_MAILED, 'error')
    : data(read.refused(inviteMessage(outcome.problem)), { status: statusOf(outcome.problem) });
}

export const meta: Route.MetaFunction = () => [{ title: 'Invite staff · Admin' }];

export default function Invite({ loaderData, actionData }: Route.ComponentProps) {
  const { isAdmin, sets } = loaderData;
  const isBusy = useNavigation().state === 'submitting';
  const errors = actionData?.errors ?? {};
  const values = actionData?.values ?? {};
  const isStale = actionData?.message === CONFIRM_FIRST;
  return (
    <div className="max-w-xl">
      <BackLink to={BACK} label="User Management" />
      <h1 className="mb-2 text-2xl">Invite staff</h1>
      <p className="mb-6 text-ink-soft">
        They get an email with a link that works once, within {INVITATION_DAYS} days. They choose their own
        password.
      </p>
      {sets.length === 0 ? (
        <Notice tone="caution" className="mb-6">
          Every starting set has rights that you do not have. Ask an admin to invite them.
        </Notice>
      ) : null}
      {isStale ? <ConfirmFirst at={confirmPath('/admin/users/invite')} hasTyped /> : null}
      <CheckedForm refusal={actionData} className="flex flex-col gap-5">
        <Field
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="off"
          defaultValue={values.email}
          errors={errors.email}
        />
        <StartFields isAdmin={isAdmin} sets={sets} values={values} errors={errors} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy} busyText="Sending…" disabled={sets.length === 0}>
            Send invitation
          </Button>
          <ButtonLink to={BACK} rank="quiet">
            Cancel
          </ButtonLink>
        </div>
      </CheckedForm>
    </div>
  );
}
