/** Changing an order's status or payment by staff: what can be refused, and the words for it. */

import { assertNever } from '#kernel/result.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';
import { orderStatusLabel, paymentStatusLabel } from './order.ts';

export type StatusProblem =
  | { kind: 'admin-only' }
  | { kind: 'not-found' }
  | { kind: 'stale' }
  | { kind: 'no-such-step'; from: OrderStatus; to: OrderStatus }
  | { kind: 'no-such-payment-step'; from: PaymentStatus; to: PaymentStatus }
  | { kind: 'ended' }
  | { kind: 'not-paid' }
  | { kind: 'hand-over-only' }
  | { kind: 'refund-only' }
  | { kind: 'reason-missing' }
  | { kind: 'units-missing' };

export const STATUS_UPDATED = 'Status updated';

/** Begins with the specification's words (section 8); what to do follows. */
export function statusMessage(problem: StatusProblem): string {
  return `Failed to update status. ${statusReason(problem)}`;
}

function statusReason(problem: StatusProblem): string {
  switch (problem.kind) {
    case 'admin-only':
      return 'Admin access only';
    case 'not-found':
      return 'There is no such order.';
    case 'stale':
      return 'Somebody else changed this order just now. Look at it again, then choose.';
    case 'no-such-step':
      return `An order that is ‘${orderStatusLabel[problem.from]}’ cannot become ‘${orderStatusLabel[problem.to]}’.`;
    case 'no-such-payment-step':
      return `A payment that is ‘${paymentStatusLabel[problem.from]}’ cannot become ‘${paymentStatusLabel[problem.to]}’.`;
    case 'ended':
      return 'This order has ended, so no payment is taken for it.';
    case 'not-paid':
      return 'Record the payment first: an order is completed only when it is paid.';
    case 'hand-over-only':
      return 'An order is completed by handing it over: check the ID and take the payment.';
    case 'refund-only':
      return 'Money is given back by recording a refund, with its lines and the reason.';
    case 'reason-missing':
      return 'Give a reason; it is kept with the order.';
    case 'units-missing':
      return 'Some units are in no lot that may be sold. Edit the order first.';
    default:
      return assertNever(problem);
  }
}

/** What became of many orders, by the numbers people read: those that moved, those that were so already, and why others did not. */
export type BulkOutcome = {
  changed: string[];
  already: string[];
  refused: { orderId: string; problem: StatusProblem }[];
};

/** The same in words, for the page. */
export type BulkWords = { title: string; changed: string[]; others: { orderId: string; why: string }[] };

export function bulkWords({ changed, already, refused }: BulkOutcome, to: OrderStatus): BulkWords {
  const same = `It is ‘${orderStatusLabel[to]}’ already.`;
  return {
    title: changed.length === 1 ? '1 order updated.' : `${changed.length} orders updated.`,
    changed,
    others: [
      ...already.map((orderId) => ({ orderId, why: same })),
      ...refused.map(({ orderId, problem }) => ({ orderId, why: statusReason(problem) })),
    ],
  };
}

/** Ending an order without a sale, and giving money back, need a reason: an inspector asks. */
export function needsReason(to: OrderStatus | PaymentStatus): boolean {
  return to === 'cancelled' || to === 'refunded';
}
