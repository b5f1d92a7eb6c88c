/** A customer at the counter who does not take their ready order now: why, and what staff and customer read. */

import { commonMessage } from '#kernel/problem.ts';
import type { OrderStatus, PutOffReason } from '#kernel/statuses.ts';
import { orderStatusLabel } from '../order.ts';

/** The buttons' words, the note's, and those of the order's course. */
export const putOffWords: Readonly<Record<PutOffReason, string>> = {
  later: 'Comes later',
  no_cash: 'No cash with them',
};

export type PutOffProblem =
  | { kind: 'not-found' }
  | { kind: 'ended' }
  /** Only an order that is ready waits for its customer. */
  | { kind: 'not-ready'; status: OrderStatus };

export function putOffMessage(problem: PutOffProblem): string {
  switch (problem.kind) {
    case 'ended':
      return 'This order has ended.';
    case 'not-ready':
      return `This order is ‘${orderStatusLabel[problem.status]}’: nothing waits for the customer yet.`;
    default:
      return commonMessage(problem, 'Order');
  }
}
