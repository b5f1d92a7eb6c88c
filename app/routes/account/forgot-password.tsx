/** Asks for a link to choose a new password. */

import { data } from 'react-router';
import { RESET_SENT, tooManyAttempts } from '#features/identity/messages.ts';
import { refusalInit } from '#features/identity/refusal-init.ts';
import { requestPasswordReset } from '#features/identity/request-account-mail.server.ts';
import { emailOnlySchema } from '#features/identity/sign-in.ts';
import { type MailLinkAnswer, MailLinkForm } from '#features/identity/ui/mail-link-form.tsx';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import type { Route } from './+types/forgot-password';

export async function action({ request }: Route.ActionArgs) {
  const read = readForm(await requestForm(request), emailOnlySchema);
  if (!read.ok) return data<MailLinkAnswer>(read.refused(), { status: 400 });
  const outcome = await requestPasswordReset(request, read.value.email);
  if (!outcome.ok)
    return data<MailLinkAnswer>(
      read.refused(tooManyAttempts(outcome.problem.seconds)),
      refusalInit(outcome.problem),
    );
  return data<MailLinkAnswer>({ sent: RESET_SENT });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Forgot password' });

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  return (
    <MailLinkForm
      title="Forgot password"
      intro="Enter the email of your account. We will send you a link to choose a new password."
      button="Send the link"
      answer={actionData}
    />
  );
}
