/** Deleting one's own account: the form's fields, its refusals and their messages. */
import { z } from 'zod';
import { assertNever } from '#kernel/result.ts';

/** @param email the account's email, which the person must type. */
export const deleteAccountSchema = (email: string) =>
  z.object({
    email: z
      .string({ error: 'Please enter your email.' })
      .trim()
      .max(254)
      .refine(
        (typed) => typed.toLowerCase() === email.toLowerCase(),
        `Please enter ${email}, so that nothing is deleted by accident.`,
      ),
  });

export type DeleteAccountProblem =
  | { kind: 'sign-in-too-old' }
  /** Staff and admins: someone else must take their role away first. */
  | { kind: 'works-here' }
  | { kind: 'open-orders'; orders: readonly string[]; reservations: number };

export function deleteAccountMessage(problem: DeleteAccountProblem): string {
  switch (problem.kind) {
    case 'sign-in-too-old':
      return 'It has been a while since you signed in. Confirm it’s you and try again.';
    case 'works-here':
      return 'You work here with this account. Ask an admin to remove your role first; then you can delete it.';
    case 'open-orders':
      return `${openWords(problem)} still open. Cancel or pick up what is open, then come back.`;
    default:
      return assertNever(problem);
  }
}

function openWords({ orders, reservations }: Extract<DeleteAccountProblem, { kind: 'open-orders' }>): string {
  const held = reservations === 1 ? 'one reservation' : `${reservations} reservations`;
  const parts = [...orders, ...(reservations > 0 ? [held] : [])];
  const words = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');
  const isOne = orders.length + reservations === 1;
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} ${isOne ? 'is' : 'are'}`;
}

export const ACCOUNT_DELETED = 'Your account is deleted.';
