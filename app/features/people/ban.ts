/** Banning a customer and ending a ban: the forms, what can be refused, and in which words. */
import { z } from 'zod';
import { LAST_ADMIN } from '#features/identity/role-change.ts';
import { assertNever } from '#kernel/result.ts';
import { typed } from '#platform/typed-text.ts';

const reason = typed(500, 'reason').min(1, 'Give a reason; it is kept with the customer.');

export const banForm = z.object({
  reason,
  /** What becomes of orders and reservations that are open. */
  openOrders: z.enum(['keep', 'cancel'], { error: 'Choose what becomes of open orders.' }),
});
export type BanInput = z.output<typeof banForm>;

export const unbanForm = z.object({ reason });

export type BanProblem =
  | { kind: 'not-allowed' }
  | { kind: 'not-found' }
  | { kind: 'own' }
  | { kind: 'last-admin' }
  | { kind: 'banned' }
  | { kind: 'not-banned' };

export function banMessage(problem: BanProblem): string {
  switch (problem.kind) {
    case 'not-allowed':
      return 'Admin access only';
    case 'not-found':
      return 'There is no such customer.';
    case 'own':
      return 'Nobody can ban themselves.';
    case 'last-admin':
      return LAST_ADMIN;
    case 'banned':
      return 'This customer is banned already.';
    case 'not-banned':
      return 'This customer is not banned.';
    default:
      return assertNever(problem);
  }
}

export type Banned = {
  /** Of open orders and reservations: ended by the ban. */
  cancelled: number;
  /** Left as they were: as wanted, or because they could no longer be cancelled. */
  left: number;
};

/** 'Banned, and every device is signed out. Open orders and reservations cancelled: 2.' */
export function bannedMessage({ cancelled, left }: Banned): string {
  return [
    'Banned, and every device is signed out.',
    cancelled > 0 ? `Open orders and reservations cancelled: ${cancelled}.` : '',
    left > 0 ? `Still open: ${left}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

export const UNBANNED = 'The ban has ended.';
