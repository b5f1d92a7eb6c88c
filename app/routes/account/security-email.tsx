/** /security/email: asks for another email, which counts once it is confirmed from there. */
import { data, Form, useNavigation } from 'react-router';
import { dropEmailChange, requestEmailChange } from '#features/identity/change-email.server.ts';
import {
  CHANGE_DROPPED,
  CHANGE_SENT,
  changeEmailMessage,
  changeEmailSchema,
} from '#features/identity/change-email.ts';
import { readWaitingEmailChange } from '#features/identity/email-change-queries.server.ts';
import { requireRecentSignIn, requireSignedIn } from '#features/identity/guards.server.ts';
import { refusalInit } from '#features/identity/refusal-init.ts';
import { WaitingNotice } from '#features/identity/ui/email-section.tsx';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/security-email';

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
  if (form.get('intent') === 'keep') {
    await dropEmailChange(actor);
    return redirectWithFlash('/security', CHANGE_DROPPED, 'success');
  }
  const read = readForm(form, changeEmailSchema);
  if (!read.ok) return data(read.refused(), { status: 400 });
  const outcome = await requestEmailChange(request, actor, read.value.email);
  if (outcome.ok) return redirectWithFlash('/security', CHANGE_SENT, 'success');
  const message = changeEmailMessage(outcome.problem);
  const refusal =
    outcome.problem.kind === 'same-email'
      ? { ...read.refused(), errors: { email: [message] } }
      : read.refused(message);
  return data(refusal, refusalInit(outcome.problem));
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
          address; nothing changes until you open it. The old address is told, and can undo the change for 7
          days.
        </p>
        {waiting ? (
          <div>
            <WaitingNotice waiting={waiting} />
            <Form method="post">
              <input type="hidden" name="intent" value="keep" />
              <Button type="submit" rank="secondary" busy={sending?.get('intent') === 'keep'}>
                Keep {email}
              </Button>
            </Form>
          </div>
        ) : null}
        <CheckedForm refusal={actionData} className="flex flex-col gap-5">
          <Field
            label="New email"
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            defaultValue={actionData?.values.email}
            errors={actionData?.errors.email}
          />
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
