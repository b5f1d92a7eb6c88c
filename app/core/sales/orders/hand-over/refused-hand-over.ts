/**
 * A hand-over on a tablet without a network that was refused when it arrived: the words, and why settling it is refused. Pure.
 */
import type { Common } from '#kernel/problem.ts';
import { assertNever } from '#kernel/result.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import type { HandOverProblem } from './hand-over-order.server.ts';

/** What happened to the order while the tablet had no network. Times as people read them. */
export type OrderSince = {
  status: OrderStatus;
  /** Of a canceled order. */
  cancelledAt: string | null;
  /** By another press; null for none. */
  handedOver: { by: string; at: string } | null;
  /** The account that ordered is banned; `reason` is what staff wrote. */
  ban: { reason: string | null } | null;
};

/**
 * Whether it is recorded: the goods and the cash changed hands, whatever the reason. Not where the person's session or role
 * ended before the answer: the tablet sends it again.
 */
export const isRecorded = (problem: HandOverProblem): boolean => problem.kind !== 'not-allowed';

/** Whether what happened to the order says why; otherwise the problem's own message does. */
export const isOfOrder = ({ kind }: HandOverProblem): boolean =>
  kind === 'stale' || kind === 'handed-over' || kind === 'no-such-step';

/**
 * 'This order was canceled on Jun 6, 2026 3:12 PM. The customer is banned.'
 * @param message of the problem; '' where what happened to the order says why
 */
export function whyRefused({ status, cancelledAt, handedOver, ban }: OrderSince, message: string): string {
  const words = [
    endWords(status, cancelledAt, handedOver),
    ban ? `The customer is banned${ban.reason ? `: ${ban.reason.replace(/[.\s]+$/, '')}` : ''}.` : '',
    message,
  ].filter((text) => text !== '');
  return words.join(' ') || 'Someone else changed this order before the hand-over arrived.';
}

function endWords(
  status: OrderStatus,
  cancelledAt: string | null,
  handedOver: OrderSince['handedOver'],
): string {
  if (handedOver) return `${handedOver.by} handed this order over on ${handedOver.at}.`;
  switch (status) {
    case 'completed':
      return 'This order was completed before.';
    case 'cancelled':
      return cancelledAt ? `This order was canceled on ${cancelledAt}.` : 'This order was canceled.';
    case 'no_show':
      return 'This order was released as not picked up.';
    default:
      return '';
  }
}

/** What the person reads who did it, on the tablet, before what to do. */
export const notAcceptedWords = (why: string): string => `${why} This is on the End of day list.`;

/** The cash that stayed in the drawer, in cents; null if the tablet's figures could not be read. */
export function cashKept(row: { owed: number | null; cashReceived: number | null }): number | null {
  if (row.owed === null || row.cashReceived === null) return row.cashReceived;
  return Math.min(row.owed, row.cashReceived);
}

export type SettleProblem =
  | Common<'not-allowed' | 'not-found'>
  | { kind: 'note-missing' }
  /** Someone else was first. */
  | { kind: 'settled'; by: string; at: string };

export function settleMessage(problem: SettleProblem): string {
  switch (problem.kind) {
    case 'not-allowed':
      return 'An admin or the person in charge settles this.';
    case 'not-found':
      return 'This hand-over is not on the list.';
    case 'note-missing':
      return 'Enter what was done about the goods and the cash.';
    case 'settled':
      return `${problem.by} settled this on ${problem.at}. Your note was not saved.`;
    default:
      return assertNever(problem);
  }
}
