/** Chooses a new password, reached by the link in a mail. */

import { data, useNavigation } from 'react-router';
import { rememberDevice } from '#features/identity/known-device.server.ts';
import { LINK_NOT_VALID, PASSWORD_CHANGED } from '#features/identity/messages.ts';
import { refusalInit } from '#features/identity/refusal-init.ts';
import { resetPassword } from '#features/identity/reset-password.server.ts';
import { resetMessage, resetPasswordSchema } from '#features/identity/reset-password.ts';
import { NewPasswordFields } from '#features/identity/ui/new-password-fields.tsx';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { Route } from './+types/reset-password';

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
    return data(refusal, { status: 400 });
  }
  const outcome = await resetPassword(request, read.value);
  if (outcome.ok) {
    const response = redirectWithFlash('/login', PASSWORD_CHANGED, 'success');
    // Who has the mail is the owner: strangers who guess at the account must not keep this device out of it.
    const cookies = request.headers.get('cookie');
    const device = rememberDevice(cookies, outcome.value.email, { secondFactor: false });
    response.headers.append('Set-Cookie', device);
    return response;
  }
  if (outcome.problem.kind === 'link-not-valid')
    return redirectWithFlash('/forgot-password', LINK_NOT_VALID, 'error');
  return data(read.refused(resetMessage(outcome.problem)), refusalInit(outcome.problem));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Choose a new password' });

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting';
  const errors = actionData?.errors ?? {};
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto flex max-w-md flex-col gap-5">
        <h1 className="text-3xl">Choose a new password</h1>
        <p className="text-ink-soft">Every device that is signed in to your account will be signed out.</p>
        <CheckedForm refusal={actionData} className="flex flex-col gap-5">
          <input type="hidden" name="token" value={loaderData.token} />
          <NewPasswordFields errors={errors} />
          <Button type="submit" size="large" busy={busy} busyText="Saving…">
            Save password
          </Button>
        </CheckedForm>
      </div>
    </section>
  );
}
