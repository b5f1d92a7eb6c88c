/**
 * The target of the link in the mail to a new address. Opening it changes nothing, and only a person who is signed in
 * to the account can confirm: the link alone may be in a stranger's hands.
 */
import { Form, useNavigation } from 'react-router';
import { confirmEmailChange } from '#core/accounts/identity/accounts/change-email.server.ts';
import { changeEmailMessage, EMAIL_CHANGED } from '#core/accounts/identity/accounts/change-email.ts';
import { requireRecentSignIn, requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { knownDevice, rememberDevice } from '#core/accounts/identity/sessions/known-device.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { NarrowPage } from '#shop/kit/narrow-page.tsx';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/change-email.page';
import { readEmailChangeLink } from './email-change-queries.server.ts';

const NOT_VALID = 'This link is no longer valid, or is for a different account.';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const newEmail = await readEmailChangeLink(actor, token);
  if (newEmail === null) throw redirectWithFlash('/security', NOT_VALID, 'error');
  return { token, email: actor.email, newEmail };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await requestForm(request);
  const token = String(form.get('token') ?? '');
  // A person who has been signed out signs in and comes back to this page.
  const again = `/change-email?${new URLSearchParams({ token })}`;
  const actor = requireSignedIn(context, new Request(new URL(again, request.url)));
  await requireRecentSignIn(actor, request, again);
  const outcome = await confirmEmailChange(request, actor, token);
  if (!outcome.ok) {
    const isOver = outcome.problem.kind === 'link-not-valid';
    return redirectWithFlash('/security', isOver ? NOT_VALID : changeEmailMessage(outcome.problem), 'error');
  }
  // This device is known to the account under its new address too.
  const cookies = request.headers.get('cookie');
  const secondFactor = knownDevice(cookies, actor.email, { secondFactor: true }) !== null;
  const device = rememberDevice(cookies, outcome.value.email, { secondFactor });
  return redirectWithFlash('/security', EMAIL_CHANGED, 'success', [device]);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Confirm your new email' });

export default function ChangeEmail({ loaderData: { token, email, newEmail } }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  return (
    <NarrowPage title="Confirm your new email">
      <Form method="post" className="flex flex-col gap-5">
        <p>
          From now on you sign in with <strong className="wrap-anywhere">{newEmail}</strong> instead of{' '}
          <strong className="wrap-anywhere">{email}</strong>, and we send our emails there.
        </p>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="large" busy={isBusy} busyText="Saving…">
          Change my email
        </Button>
        <ButtonLink to="/security" rank="quiet">
          Cancel
        </ButtonLink>
      </Form>
    </NarrowPage>
  );
}
