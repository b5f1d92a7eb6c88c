/** /security/password: changes the password, which ends every other session. */
import { changePassword } from '#core/accounts/identity/accounts/change-password.server.ts';
import {
  changePasswordMessage,
  changePasswordSchema,
} from '#core/accounts/identity/accounts/change-password.ts';
import { requireRecentSignIn, requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { PasswordForm } from '#shop/kit/password-form.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import type { Route } from './+types/security-password.page';
import { readWaysIn } from './ways-in-queries.server.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Change password' });

/** The current password is the check; a person without one needs a recent sign-in. */
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
  if (!read.ok) return answerOf(read.refused());
  const outcome = await changePassword(args.request, actor, read.value);
  if (outcome.ok)
    return redirectWithFlash('/security', 'Password changed. Every other device is signed out.', 'success');
  const message = changePasswordMessage(outcome.problem);
  const field = outcome.problem.kind === 'wrong-password' ? 'currentPassword' : undefined;
  return answerOf(read.refused(message, field), outcome.problem);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function SecurityPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasPassword } = loaderData;
  return (
    <>
      <PageHead
        back={{ to: '/security', label: 'Security' }}
        title={hasPassword ? 'Change password' : 'Set a password'}
        intro="Every other device that is signed in to your account will be signed out."
      />
      <PasswordForm
        refusal={actionData}
        username={email}
        password="twice"
        button="Save password"
        busyText="Saving…"
        cancel="/security"
      >
        {hasPassword ? (
          <PasswordField
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            required
            errors={actionData?.errors.currentPassword}
          />
        ) : null}
      </PasswordForm>
    </>
  );
}
