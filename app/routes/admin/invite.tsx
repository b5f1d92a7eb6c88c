/** Invites somebody to work here: a mail with a link that makes their account with the role. */
import { data, Link, useNavigation } from 'react-router';
import { requirePermission, requireRecentSignIn } from '#features/identity/guards.server.ts';
import { INVITATION_DAYS, inviteMessage } from '#features/identity/invitation.ts';
import { inviteForm } from '#features/identity/invitation-form.ts';
import { inviteStaff } from '#features/identity/invite-staff.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { Route } from './+types/invite';

const BACK = '/admin/users';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'users.manage', request);
  await requireRecentSignIn(actor, request);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'users.manage', request);
  await requireRecentSignIn(actor, request);
  const read = readForm(await requestForm(request), inviteForm);
  if (!read.ok) return data(read.refused(), { status: 400 });
  const outcome = await inviteStaff(actor, read.value);
  return outcome.ok
    ? redirectWithFlash(BACK, `The invitation to ${outcome.value.email} is on its way.`, 'success')
    : data(read.refused(inviteMessage(outcome.problem)), { status: 409 });
}

export const meta: Route.MetaFunction = () => [{ title: 'Invite staff · Admin' }];

export default function Invite({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  const errors = actionData?.errors ?? {};
  const values = actionData?.values ?? {};
  return (
    <div className="max-w-xl">
      <p className="mb-1">
        <Link
          to={BACK}
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          User Management
        </Link>
      </p>
      <h1 className="mb-2 text-2xl">Invite staff</h1>
      <p className="mb-6 text-ink-soft">
        They get a mail with a link that works once, within {INVITATION_DAYS} days. With it they choose their
        own password. Nobody else ever sees it.
      </p>
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
        <SelectField
          label="Role"
          name="role"
          defaultValue={values.role ?? 'staff'}
          errors={errors.role}
          hint="Staff do the daily work. Admins can do everything, money and roles included."
        >
          <option value="staff">Staff</option>
          <option value="admin">Admin</option>
        </SelectField>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy} busyText="Sending…">
            Send the invitation
          </Button>
          <ButtonLink to={BACK} rank="quiet">
            Back without sending
          </ButtonLink>
        </div>
      </CheckedForm>
    </div>
  );
}
