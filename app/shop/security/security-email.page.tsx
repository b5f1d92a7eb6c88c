/** /security/email: requests another email, which counts once it is confirmed from that address. */
import { Form, useNavigation } from 'react-router';
import { dropEmailChange, requestEmailChange } from '#core/accounts/identity/accounts/change-email.server.ts';
import {
  CHANGE_DROPPED,
  CHANGE_NOT_SENT,
  CHANGE_SENT,
  changeEmailMessage,
  changeEmailSchema,
} from '#core/accounts/identity/accounts/change-email.ts';
import { requireRecentSignIn, requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { isMailOff } from '#platform/outgoing/mail.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { EmailField } from '#shop/kit/person-fields.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security-email.page';
import { readWaitingEmailChange } from './email-change-queries.server.ts';
import { WaitingNotice } from './email-section.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Change email' });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  const { zone } = await storeClock();
  return { email: actor.email, waiting: await readWaitingEmailChange(actor, zone) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request);
  await requireRecentSignIn(actor, request);
  const form = await requestForm(request);
  if (form.get('intent') === 'cancel') {
    await dropEmailChange(actor);
    return redirectWithFlash('/security', CHANGE_DROPPED, 'success');
  }
  const read = readForm(form, changeEmailSchema);
  if (!read.ok) return answerOf(read.refused());
  const outcome = await requestEmailChange(request, actor, read.value.email);
  if (outcome.ok)
    return isMailOff()
      ? redirectWithFlash('/security', CHANGE_NOT_SENT, 'error')
      : redirectWithFlash('/security', CHANGE_SENT, 'success');
  const { problem } = outcome;
  const field = problem.kind === 'same-email' ? 'email' : undefined;
  return answerOf(read.refused(changeEmailMessage(problem), field), problem);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function SecurityEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, waiting } = loaderData;
  const sending = useNavigation().formData;
  return (
    <>
      <PageHead back={{ to: '/security', label: 'Security' }} title="Change email" />
      <div className="grid max-w-md gap-6">
        <p>
          Your email is <strong className="wrap-anywhere">{email}</strong>. We email a link to the new
          address; nothing changes until you open it. We also email your old address, which can undo the
          change for 7 days.
        </p>
        {waiting ? (
          <div>
            <WaitingNotice waiting={waiting} />
            <Form method="post">
              <input type="hidden" name="intent" value="cancel" />
              <Button type="submit" rank="secondary" busy={sending?.get('intent') === 'cancel'}>
                Cancel the change
              </Button>
            </Form>
          </div>
        ) : null}
        <CheckedForm refusal={actionData} className="flex flex-col gap-5">
          <EmailField refusal={actionData} label="New email" />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={sending?.has('email') ?? false} busyText="Sending…">
              Send the link
            </Button>
            <ButtonLink to="/security" rank="quiet">
              Cancel
            </ButtonLink>
          </div>
        </CheckedForm>
      </div>
    </>
  );
}
