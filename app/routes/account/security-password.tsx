/** /security/password: changes the password, which ends every other session. */
import { data, useNavigation } from 'react-router';
import { changePassword } from '#features/identity/change-password.server.ts';
import { changePasswordMessage, changePasswordSchema } from '#features/identity/change-password.ts';
import { requireRecentSignIn, requireSignedIn } from '#features/identity/guards.server.ts';
import { readWaysIn } from '#features/identity/recent-sign-in-queries.server.ts';
import { refusalInit } from '#features/identity/refusal-init.ts';
import { NewPasswordFields } from '#features/identity/ui/new-password-fields.tsx';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import type { Route } from './+types/security-password';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Change password' });

/** The current password is the re-check; whoever has none shows otherwise who they are. */
async function whoMayChange({ request, context }: Pick<Route.LoaderArgs, 'request' | 'context'>) {
  const actor = requireSignedIn(context, request);
  const { password: hasPassword } = await readWaysIn(actor.userId);
  if (!hasPassword) await requireRecentSignIn(actor, request);
  return { actor, hasPassword };
}

export async function loader(args: Route.LoaderArgs) {
  const { actor, hasPassword } = await whoMayChange(args);
  return { email: actor.email, hasPassword };
}

export async function action(args: Route.ActionArgs) {
  const { actor, hasPassword } = await whoMayChange(args);
  const schema = changePasswordSchema([actor.email, actor.name], hasPassword);
  const read = readForm(await requestForm(args.request), schema, ['currentPassword', 'password', 'again']);
  if (!read.ok) return data(read.refused(), { status: 400 });
  const outcome = await changePassword(args.request, actor, read.value);
  if (outcome.ok)
    return redirectWithFlash(
      '/security',
      'Your password is changed. Every other device is signed out.',
      'success',
    );
  const message = changePasswordMessage(outcome.problem);
  const refusal =
    outcome.problem.kind === 'wrong-password'
      ? { ...read.refused(), errors: { currentPassword: [message] } }
      : read.refused(message);
  return data(refusal, refusalInit(outcome.problem));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function SecurityPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasPassword } = loaderData;
  const isBusy = useNavigation().state === 'submitting';
  const errors = actionData?.errors ?? {};
  return (
    <>
      <PageHead
        back={{ to: '/security', label: 'Security' }}
        title={hasPassword ? 'Change password' : 'Set a password'}
        intro="Every other device that is signed in to your account will be signed out."
      />
      <CheckedForm refusal={actionData} className="flex max-w-md flex-col gap-5">
        <input type="hidden" name="username" autoComplete="username" value={email} />
        {hasPassword ? (
          <PasswordField
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            required
            errors={errors.currentPassword}
          />
        ) : null}
        <NewPasswordFields errors={errors} />
        <p className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy} busyText="Saving…">
            Save password
          </Button>
          <ButtonLink to="/security" rank="quiet">
            Cancel
          </ButtonLink>
        </p>
      </CheckedForm>
    </>
  );
}
