/** Requests a link to choose a new password. */

import { data } from 'react-router';
import { mailLinkMessage } from '#core/accounts/identity/accounts/mail-link.ts';
import { NO_MAIL_LEAVES, RESET_SENT } from '#core/accounts/identity/accounts/messages.ts';
import { requestPasswordReset } from '#core/accounts/identity/accounts/request-account-mail.server.ts';
import { emailOnlySchema } from '#core/accounts/identity/sessions/sign-in.ts';
import type { FlashHandle } from '#core/ground/frame/flash-message.tsx';
import { isMailOff } from '#platform/outgoing/mail.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import type { Route } from './+types/forgot-password.page';
import { MailLinkForm } from './mail-link-form.tsx';

export async function action({ request }: Route.ActionArgs) {
  const read = readForm(await requestForm(request), emailOnlySchema);
  if (!read.ok) return answerOf(read.refused());
  const outcome = await requestPasswordReset(request, read.value.email);
  if (!outcome.ok) return answerOf(read.refused(mailLinkMessage(outcome.problem)), outcome.problem);
  return data(isMailOff() ? { notSent: NO_MAIL_LEAVES } : { sent: RESET_SENT });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const handle = { showsFlash: true } satisfies FlashHandle;

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
