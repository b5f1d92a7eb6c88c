/** Behind 'This wasn't me' in the mail to an earlier address. Looking at it undoes nothing. */
import { Form, useNavigation } from 'react-router';
import { changeEmailMessage, EMAIL_RESTORED } from '#features/identity/change-email.ts';
import { readUndoLink } from '#features/identity/email-change-queries.server.ts';
import { undoEmailChange } from '#features/identity/undo-email-change.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/undo-email-change';

const NOT_VALID = 'This link is no longer valid. If your account is in danger, please call us.';

export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const oldEmail = await readUndoLink(token);
  if (oldEmail === null) throw redirectWithFlash('/login', NOT_VALID, 'error');
  return { token, oldEmail };
}

export async function action({ request }: Route.ActionArgs) {
  const form = await requestForm(request);
  const outcome = await undoEmailChange(request, String(form.get('token') ?? ''));
  if (outcome.ok) return redirectWithFlash('/forgot-password', EMAIL_RESTORED, 'success');
  const isOver = outcome.problem.kind === 'link-not-valid';
  return redirectWithFlash('/login', isOver ? NOT_VALID : changeEmailMessage(outcome.problem), 'error');
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Undo the change of your email' });

export default function UndoEmailChange({ loaderData: { token, oldEmail } }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  return (
    <section className="shell py-12 sm:py-16">
      <Form method="post" className="mx-auto flex max-w-md flex-col gap-5">
        <h1 className="text-3xl">Undo the change of your email</h1>
        <p>
          Your account goes back to <strong className="wrap-anywhere">{oldEmail}</strong>.
        </p>
        <Notice tone="caution">
          Every device is signed out, and the password no longer works, because somebody else may know it. So
          do passkeys, linked providers and two-factor sign-in that were added lately. You choose a new
          password right after.
        </Notice>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="large" busy={isBusy} busyText="Restoring…">
          This wasn’t me: undo it
        </Button>
      </Form>
    </section>
  );
}
