/**
 * Corrects what the record of a hand-over says was received and given back. The order's amounts stay: if more or less was
 * left than was due, the drawer holds that much more or less. Pure; money in cents.
 */
import { MOST_CASH } from '#core/sales/cash-desk/drawer.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';

/** What was received and what was given back. */
export type CashGiven = { received: number; change: number };

export type CorrectionProblem =
  | Common<'not-allowed' | 'not-found' | 'stale'>
  /** Nothing was taken at its hand-over, or its cash is in no record. */
  | { kind: 'none-taken' }
  | { kind: 'amount-invalid' }
  | { kind: 'change-invalid' }
  | { kind: 'reason-missing' }
  | { kind: 'nothing-new' }
  /** The drawer was counted and closed with the cash as it was. */
  | { kind: 'already-closed' };

/** What the drawer holds more, or less if negative, once `given` counts in place of `before`. */
export const effectOf = (before: CashGiven, given: CashGiven): number =>
  given.received - given.change - (before.received - before.change);

/** Refused: amounts that are none, no reason, and what the record says already. */
export function checkCorrection(
  before: CashGiven,
  { received, change, reason }: { received: number | null; change: number | null; reason: string },
): Result<CashGiven & { effect: number }, CorrectionProblem> {
  if (!isAmount(received)) return refuse({ kind: 'amount-invalid' });
  if (!isAmount(change)) return refuse({ kind: 'change-invalid' });
  if (reason === '') return refuse({ kind: 'reason-missing' });
  if (received === before.received && change === before.change) return refuse({ kind: 'nothing-new' });
  return succeed({ received, change, effect: effectOf(before, { received, change }) });
}

const isAmount = (amount: number | null): amount is number =>
  amount !== null && amount >= 0 && amount <= MOST_CASH;

/** '$20.00 received, $4.90 given back' */
export const givenWords = ({ received, change }: CashGiven): string =>
  `${formatCents(cents(received))} received, ${formatCents(cents(change))} given back`;

const fields: Partial<Record<CorrectionProblem['kind'], string>> = {
  'amount-invalid': 'received',
  'change-invalid': 'change',
  'reason-missing': 'reason',
};

/** The field of the form that the message is about; none for the form as a whole. */
export const correctionField = ({ kind }: CorrectionProblem): string | undefined => fields[kind];

export function correctionMessage(problem: CorrectionProblem): string {
  switch (problem.kind) {
    case 'none-taken':
      return 'No cash was taken at this hand-over, so there is nothing to correct.';
    case 'amount-invalid':
    case 'change-invalid':
      return 'Enter an amount in dollars and cents, such as 20 or 20.50.';
    case 'reason-missing':
      return 'Enter what happened.';
    case 'nothing-new':
      return 'The record says this already.';
    case 'already-closed':
      return 'The drawer of this order was counted and closed since. What was over or short is in its count.';
    case 'stale':
      return 'Someone else corrected this cash. Look at it first.';
    default:
      return commonMessage(problem, 'Order');
  }
}
