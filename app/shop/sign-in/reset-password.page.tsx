/** Chooses a new password; the link to it is in a mail. */

import { LINK_NOT_VALID, PASSWORD_CHANGED } from '#core/accounts/identity/accounts/messages.ts';
import { resetPassword } from '#core/accounts/identity/accounts/reset-password.server.ts';
import { resetMessage, resetPasswordSchema } from '#core/accounts/identity/accounts/reset-password.ts';
import { rememberDevice } from '#core/accounts/identity/sessions/known-device.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { NarrowPage } from '#shop/kit/narrow-page.tsx';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { PasswordForm } from '#shop/kit/password-form.tsx';
import type { Route } from './+types/reset-password.page';

export function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  if (token === '' || token.length > 200)
    throw redirectWithFlash('/forgot-password', LINK_NOT_VALID, 'error');
  return { token };
}

export async function action({ request }: Route.ActionArgs) {
  const read = readForm(await requestForm(request), resetPasswordSchema, ['password', 'again', 'token']);
  if (!read.ok) {
    const refusal = read.refused();
    if (refusal.errors.token) return redirectWithFlash('/forgot-password', LINK_NOT_VALID, 'error');
    return answerOf(refusal);
  }
  const outcome = await resetPassword(request, read.value);
  if (outcome.ok) {
    // The person with the mail is the owner: strangers who guess passwords must not lock this device out.
    const cookies = request.headers.get('cookie');
    const device = rememberDevice(cookies, outcome.value.email, { secondFactor: false });
    return redirectWithFlash('/login', PASSWORD_CHANGED, 'success', [device]);
  }
  if (outcome.problem.kind === 'link-not-valid')
    return redirectWithFlash('/forgot-password', LINK_NOT_VALID, 'error');
  return answerOf(read.refused(resetMessage(outcome.problem)), outcome.problem);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Choose a new password' });

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NarrowPage title="Choose a new password">
      <p className="text-ink-soft">Every device that is signed in to your account will be signed out.</p>
      <PasswordForm
        refusal={actionData}
        hidden={{ token: loaderData.token }}
        password="twice"
        button="Save password"
        busyText="Saving…"
      />
    </NarrowPage>
  );
}
