/**
 * A wrong price: what a line was charged too much, when the list price should have been another one, and what becomes of it.
 * Pure; money in cents. The discount of a line stays as it was: a correction is of the list price alone (decision 138).
 */
import { leftOf, type SoldLine } from '#core/sales/orders/refunds/refund.ts';
import type { StoredRefundLine } from '#db/schema/orders.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { assertNever } from '#kernel/result.ts';
import type {
  CorrectedLineStatus,
  CorrectionSettlement,
  CorrectionStatus,
  SaleWay,
} from '#kernel/statuses.ts';

/** More lines than this are not corrected at once: the span is then made shorter. */
export const MOST_LINES = 5_000;
export const LONGEST_REASON = 120;

export type CorrectionProblem =
  | Common<'not-allowed' | 'not-found' | 'stale'>
  /** No one paid more than the right price. */
  | { kind: 'no-one' }
  | { kind: 'too-many-lines' }
  | { kind: 'not-lower' }
  | { kind: 'reason-missing' }
  | { kind: 'already-undone' }
  /** Nothing is left to undo: refunded, announced, or lowered. */
  | { kind: 'nothing-to-undo' };

export type RefundDueProblem =
  | Common<'not-allowed' | 'not-found'>
  /** Undone, or nothing is left of it. */
  | { kind: 'not-owed' }
  /** Someone else paid it: this press must not pay it again. */
  | { kind: 'refunded-by-other'; by: string }
  /** Its order has not ended. */
  | { kind: 'still-open' }
  /** The page asked about other cash, in cents. */
  | { kind: 'cash-changed'; cash: number };

/** The list price of a line's unit. */
export const listPriceOf = ({
  unitPrice,
  unitDiscount,
}: {
  unitPrice: number;
  unitDiscount: number;
}): number => unitPrice + unitDiscount;

/**
 * What a unit was charged too much: never more than was charged, and 0 where it was charged too little.
 * @param least what a unit may not come below because of its discount (`leastPrice`); the right price may itself be lower
 */
export function tooMuch(
  line: { unitPrice: number; unitDiscount: number },
  rightPrice: number,
  least = 0,
): number {
  const most = line.unitPrice - Math.min(least, rightPrice);
  return Math.max(0, Math.min(most, listPriceOf(line) - rightPrice));
}

/** A line as it was sold, with its discount. */
export type ChargedLine = SoldLine & { unitDiscount: number; taxBase: number };

/** `amount` is before tax. */
export type Difference = { units: number; amount: number; tax: number };

/**
 * What was paid too much for the units of a line that were not refunded, with the share of the tax that was paid on it.
 * What was refunded of the line by amount, and what another correction refunds, counts first: no one gets a cent twice,
 * and no one more than is left of the line.
 * @param before the refunds of the order
 * @param promised what other corrections still refund of this line
 * @param least see `tooMuch`
 */
export function differenceOf(
  item: ChargedLine,
  rightPrice: number,
  {
    before = [],
    promised = { amount: 0, tax: 0 },
    least = 0,
  }: {
    before?: readonly StoredRefundLine[] | undefined;
    promised?: Omit<Difference, 'units'> | undefined;
    least?: number;
  } = {},
): Difference {
  const left = leftOf(item, before);
  const byAmount = before.filter(({ itemId, quantity }) => itemId === item.id && quantity === 0);
  const given = (part: 'amount' | 'tax') => byAmount.reduce((sum, line) => sum + line[part], promised[part]);
  const amount = tooMuch(item, rightPrice, least) * left.units;
  const tax = item.taxBase > 0 ? Math.round((item.tax * amount) / item.taxBase) : 0;
  const owed = (part: 'amount' | 'tax', all: number) =>
    Math.max(0, Math.min(all - given(part), left[part] - promised[part]));
  return { units: left.units, amount: owed('amount', amount), tax: owed('tax', tax) };
}

export const saleWayLabel: Readonly<Record<SaleWay, string>> = {
  online: 'Online',
  counter: 'At the counter',
  offline: 'Without a network',
};

/** Where a line was sold. */
export function saleWayOf({ isWalkIn, isOffline }: { isWalkIn: boolean; isOffline: boolean }): SaleWay {
  if (isOffline) return 'offline';
  return isWalkIn ? 'counter' : 'online';
}

export const settlementLabel: Readonly<Record<CorrectionSettlement, string>> = {
  visit: 'Refund in cash at the next visit',
  noted: 'Record it only',
};

export const correctionStatusLabel: Readonly<Record<CorrectionStatus, string>> = {
  running: 'Working',
  done: 'Done',
  undone: 'Undone',
};

export const correctedLineLabel: Readonly<Record<CorrectedLineStatus, string>> = {
  waiting: 'Waiting',
  lowered: 'Price lowered',
  owed: 'Refund due',
  paid: 'Refunded',
  noted: 'On record',
  nothing: 'Nothing to refund',
  undone: 'Undone',
};

/** Whether an undo cancels it: what was refunded, lowered or announced stays. */
export const mayUndoLine = (status: CorrectedLineStatus, tells: boolean): boolean =>
  status === 'waiting' || status === 'noted' || (status === 'owed' && !tells);

/** 'Correction 3' */
export const correctionName = ({ number }: { number: number }): string => `Correction ${number}`;

export function correctionMessage(problem: CorrectionProblem): string {
  switch (problem.kind) {
    case 'no-one':
      return 'No one paid more than the right price then.';
    case 'too-many-lines':
      return `More than ${MOST_LINES} orders match. Choose a shorter time.`;
    case 'not-lower':
      return 'The right price must be lower than the wrong one. Nothing is asked of people who paid too little.';
    case 'reason-missing':
      return 'Enter a reason. It is on the record of each refund.';
    case 'already-undone':
      return 'This correction is already undone.';
    case 'nothing-to-undo':
      return 'Nothing is left to undo. Lowered prices, paid refunds and announced refunds stay.';
    case 'stale':
      return 'The list has changed since you looked. Check it again.';
    case 'not-allowed':
    case 'not-found':
      return commonMessage(problem, 'Correction');
    default:
      return assertNever(problem);
  }
}

export function refundDueMessage(problem: RefundDueProblem): string {
  switch (problem.kind) {
    case 'not-owed':
      return 'No refund is due for this order.';
    case 'refunded-by-other':
      return `${problem.by} already paid this refund. Do not pay it again.`;
    case 'still-open':
      return 'This order is still open. Pay the refund after the hand-over.';
    case 'cash-changed':
      return 'The refund has changed. Check it again.';
    default:
      return commonMessage(problem, 'Order');
  }
}
