/**
 * Behind the link in the mail to a new address. Looking at it changes nothing, and only who is signed in to the
 * account can confirm: the link alone may be in a stranger's hands.
 */
import { Form, useNavigation } from 'react-router';
import { confirmEmailChange } from '#features/identity/change-email.server.ts';
import { changeEmailMessage, EMAIL_CHANGED } from '#features/identity/change-email.ts';
import { readEmailChangeLink } from '#features/identity/email-change-queries.server.ts';
import { requireSignedIn } from '#features/identity/guards.server.ts';
import { knownDevice, rememberDevice } from '#features/identity/known-device.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/change-email';

const NOT_VALID =
  'This link is no longer valid, or belongs to another account than the one you are signed in to.';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const newEmail = await readEmailChangeLink(actor, token);
  if (newEmail === null) throw redirectWithFlash('/security', NOT_VALID, 'error');
  return { token, email: actor.email, newEmail };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await requestForm(request);
  const token = String(form.get('token') ?? '');
  // Whoever was signed out meanwhile signs in and comes back to this page.
  const again = `/change-email?${new URLSearchParams({ token })}`;
  const actor = requireSignedIn(context, new Request(new URL(again, request.url)));
  const outcome = await confirmEmailChange(request, actor, token);
  if (!outcome.ok) {
    const isOver = outcome.problem.kind === 'link-not-valid';
    return redirectWithFlash('/security', isOver ? NOT_VALID : changeEmailMessage(outcome.problem), 'error');
  }
  const response = redirectWithFlash('/security', EMAIL_CHANGED, 'success');
  // This device is known to the account under its new address too.
  const cookies = request.headers.get('cookie');
  const secondFactor = knownDevice(cookies, actor.email, { secondFactor: true }) !== null;
  response.headers.append('Set-Cookie', rememberDevice(cookies, outcome.value.email, { secondFactor }));
  return response;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Confirm your new email' });

export default function ChangeEmail({ loaderData: { token, email, newEmail } }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  return (
    <section className="shell py-12 sm:py-16">
      <Form method="post" className="mx-auto flex max-w-md flex-col gap-5">
        <h1 className="text-3xl">Confirm your new email</h1>
        <p>
          From now on you sign in with <strong className="wrap-anywhere">{newEmail}</strong> instead of{' '}
          <strong className="wrap-anywhere">{email}</strong>, and our mail goes there.
        </p>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="large" busy={isBusy} busyText="Saving…">
          Change my email
        </Button>
        <ButtonLink to="/security" rank="quiet">
          Keep the old one
        </ButtonLink>
      </Form>
    </section>
  );
}
