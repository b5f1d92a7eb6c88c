/** Banning a customer and ending a ban: the forms, their refusals and the messages. */

import { z } from 'zod';
import { LAST_ADMIN } from '#core/accounts/identity/staff/role-change.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { typed } from '#platform/requests/typed-text.ts';

const reason = typed(500, 'reason').min(1, 'Enter a reason. It is saved with the customer.');

export const banForm = z.object({
  reason,
  /** What happens to open orders and reservations. */
  openOrders: z.enum(['keep', 'cancel'], { error: 'Choose what to do with open orders.' }),
});
export type BanInput = z.output<typeof banForm>;

export const unbanForm = z.object({ reason });

export type BanProblem =
  | Common<'not-allowed' | 'confirm-first' | 'not-found'>
  | { kind: 'own' }
  | { kind: 'last-admin' }
  | { kind: 'already-banned' }
  | { kind: 'not-banned' };

export function banMessage(problem: BanProblem): string {
  switch (problem.kind) {
    case 'own':
      return 'You cannot ban yourself.';
    case 'last-admin':
      return LAST_ADMIN;
    case 'already-banned':
      return 'This customer is already banned.';
    case 'not-banned':
      return 'This customer is not banned.';
    default:
      return commonMessage(problem, 'Customer');
  }
}

export type Banned = {
  /** Open orders and reservations that the ban canceled. */
  cancelled: number;
  /** Left open: by choice, or because they could no longer be canceled. */
  left: number;
};

/** 'Customer banned and signed out on every device. Open orders and reservations canceled: 2.' */
export function bannedMessage({ cancelled, left }: Banned): string {
  return [
    'Customer banned and signed out on every device.',
    cancelled > 0 ? `Open orders and reservations canceled: ${cancelled}.` : '',
    left > 0 ? `Still open: ${left}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

export const UNBANNED = 'Ban ended.';
