/** The form that changes an account's email: its fields, its refusals and their messages. */
import { z } from 'zod';
import { assertNever } from '#kernel/result.ts';
import { email } from '../sessions/sign-in.ts';
import { tooManyAttempts } from './messages.ts';

export const changeEmailSchema = z.object({ email });

/** A change that is not confirmed from the new address yet. */
export type WaitingEmailChange = { newEmail: string; until: string };

export type ChangeEmailProblem =
  | { kind: 'same-email' }
  | { kind: 'sign-in-too-old' }
  | { kind: 'link-not-valid' }
  | { kind: 'email-taken' }
  | { kind: 'too-many-attempts'; seconds: number };

export function changeEmailMessage(problem: ChangeEmailProblem): string {
  switch (problem.kind) {
    case 'same-email':
      return 'That is already your email.';
    case 'sign-in-too-old':
      return 'It has been a while since you signed in. Confirm it’s you and try again.';
    case 'link-not-valid':
      return 'This link is no longer valid.';
    case 'email-taken':
      return 'Another account now has this address, so nothing was changed. Please call or write to us.';
    case 'too-many-attempts':
      return tooManyAttempts(problem.seconds);
    default:
      return assertNever(problem);
  }
}

/** The message is the same whether or not the new address has an account. */
export const CHANGE_SENT =
  'We emailed the new address. Open the link in that email within 24 hours. Until then your email does not change.';
/** For a real shop without a mail server. */
export const CHANGE_NOT_SENT =
  'We cannot send email right now, so no link was sent, and your email does not change. Please try again later.';
export const CHANGE_DROPPED = 'Email change canceled.';
export const EMAIL_CHANGED = 'Email changed. Sign in with the new one from now on.';
export const EMAIL_RESTORED =
  'Your old email is restored, every device is signed out, and your password no longer works. Choose a new one here.';

/** 'j…@example.com': enough for its owner to recognize, useless to anyone else. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}…${address.slice(at)}`;
}
