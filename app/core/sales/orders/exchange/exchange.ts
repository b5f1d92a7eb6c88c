/**
 * An exchange at the counter: units of an order that was handed over come back, others go out, and the difference is paid or
 * returned. It is a refund of the first order and an order of its own, so that stock, ledger, books and the state's reports
 * have what they have of both. Pure; money in cents.
 */
import { type LimitProblem, limitMessageForStaff } from '#core/sales/compliance/purchase-limits.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type CashProblem, cashMessage } from '../hand-over/cash.ts';
import { type IdProblem, idMessage, idProblemField } from '../hand-over/id-check.ts';
import { type RefundProblem, refundMessage } from '../refunds/refund.ts';

export type ExchangeProblem =
  | Common<'not-allowed' | 'not-found' | 'stale'>
  | RefundProblem
  /** A walk-in's ID counts for its day: later their limits are no one's. */
  | { kind: 'walk-in' }
  | { kind: 'quantity-invalid' }
  | { kind: 'reason-missing' }
  | { kind: 'banned' }
  | { kind: 'not-on-menu'; name: string }
  | { kind: 'not-available'; name: string; available: number }
  | { kind: 'over-limit'; problem: LimitProblem }
  | { kind: 'id'; problems: readonly IdProblem[] }
  | { kind: 'cash'; problem: CashProblem }
  /** The page showed another difference, in cents; below zero it is returned. */
  | { kind: 'price-changed'; due: number };

/** '$4.50 to pay', '$4.50 to give back', 'Nothing to pay' */
export function dueWords(due: number): string {
  if (due === 0) return 'Nothing to pay';
  return `${formatCents(cents(Math.abs(due)))} ${due > 0 ? 'to pay' : 'to give back'}`;
}

/** The cash that the customer must give; what is returned to them is no payment. */
export const owedOf = (due: number): number => Math.max(0, due);

/** What leaves the drawer: it counts toward what staff may refund. */
export const paidBackOf = (due: number): number => Math.max(0, -due);

function exchangeMessage(problem: ExchangeProblem): string {
  switch (problem.kind) {
    case 'walk-in':
      return 'The ID of this walk-in was checked on another day. Record a refund, then start a walk-in.';
    case 'quantity-invalid':
      return 'Choose how many come back and go out, at least one of each.';
    case 'reason-missing':
      return 'Enter what was wrong.';
    case 'banned':
      return 'This customer is banned, so nothing can go out.';
    case 'not-on-menu':
      return `${problem.name} is not on the menu, so it cannot go out.`;
    case 'not-available':
      return problem.available === 0
        ? `No unit of ${problem.name} is free.`
        : `Only ${problem.available} of ${problem.name} are free.`;
    case 'over-limit':
      return limitMessageForStaff(problem.problem);
    case 'id':
      return problem.problems.map(idMessage).join(' ');
    case 'cash':
      return cashMessage(problem.problem);
    case 'price-changed':
      return `The difference is now: ${dueWords(problem.due).toLowerCase()}.`;
    case 'not-allowed':
    case 'not-found':
    case 'stale':
      return commonMessage(problem, 'Order');
    default:
      return refundMessage(problem);
  }
}

/** Messages by the fields of the form; '' is the form as a whole. */
export function exchangeErrors(problem: ExchangeProblem): Record<string, string[]> {
  if (problem.kind === 'id')
    return Object.fromEntries(problem.problems.map((each) => [idProblemField[each.kind], [idMessage(each)]]));
  const field = { cash: 'cashReceived', 'reason-missing': 'reason' }[problem.kind as string] ?? '';
  return { [field]: [exchangeMessage(problem)] };
}
