/** The target of 'This wasn't me' in the mail to an earlier address. Opening it undoes nothing. */
import { Form, useNavigation } from 'react-router';
import { changeEmailMessage, EMAIL_RESTORED } from '#core/accounts/identity/accounts/change-email.ts';
import { undoEmailChange } from '#core/accounts/identity/accounts/undo-email-change.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { NarrowPage } from '#shop/kit/narrow-page.tsx';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/undo-email-change.page';
import { readUndoLink } from './email-change-queries.server.ts';

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
  pageMeta(matches, { title: 'Undo the email change' });

export default function UndoEmailChange({ loaderData: { token, oldEmail } }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  return (
    <NarrowPage title="Undo the email change">
      <Form method="post" className="flex flex-col gap-5">
        <p>
          Your account goes back to <strong className="wrap-anywhere">{oldEmail}</strong>.
        </p>
        <Notice tone="caution">
          Every device is signed out. Your password stops working, because someone else may know it, and so do
          recently added passkeys, linked providers and two-factor sign-in. You choose a new password next.
        </Notice>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="large" busy={isBusy} busyText="Restoring…">
          This wasn’t me: undo it
        </Button>
      </Form>
    </NarrowPage>
  );
}
