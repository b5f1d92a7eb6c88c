/** Asks for another confirmation link. */

import { data } from 'react-router';
import { CONFIRMATION_SENT, tooManyAttempts } from '#features/identity/messages.ts';
import { refusalInit } from '#features/identity/refusal-init.ts';
import { requestConfirmation } from '#features/identity/request-account-mail.server.ts';
import { emailOnlySchema } from '#features/identity/sign-in.ts';
import { type MailLinkAnswer, MailLinkForm } from '#features/identity/ui/mail-link-form.tsx';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import type { Route } from './+types/resend-confirmation';

export async function action({ request }: Route.ActionArgs) {
  const read = readForm(await requestForm(request), emailOnlySchema);
  if (!read.ok) return data<MailLinkAnswer>(read.refused(), { status: 400 });
  const outcome = await requestConfirmation(request, read.value.email);
  if (!outcome.ok)
    return data<MailLinkAnswer>(
      read.refused(tooManyAttempts(outcome.problem.seconds)),
      refusalInit(outcome.problem),
    );
  return data<MailLinkAnswer>({ sent: CONFIRMATION_SENT });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Confirm your email' });

export default function ResendConfirmation({ actionData }: Route.ComponentProps) {
  return (
    <MailLinkForm
      title="Confirm your email"
      intro="Enter the email you made your account with. We will send you a new confirmation link."
      button="Send a new link"
      answer={actionData}
    />
  );
}
