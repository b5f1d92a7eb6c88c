/** Defines the refusals when staff change an order's status or payment, and their messages. */

import { TAKE_OUT_FIRST, takeOutText, type UnitsOut } from '#core/goods/stock/put-back/put-back.ts';
import { pickupLabel } from '#core/sales/line/line.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';
import { orderStatusLabel, paymentStatusLabel } from './order.ts';

/** A line with units that no lot has; `missing` is at least 1. */
export type MissingLine = { productId: number; name: string; missing: number };

/** A line with units that are not in the bag of its order; `toPack` is at least 1. */
export type ToPackLine = { name: string; toPack: number };

export type StatusProblem =
  | Common<'not-allowed' | 'not-found' | 'stale'>
  | { kind: 'no-such-step'; from: OrderStatus; to: OrderStatus }
  | { kind: 'no-such-payment-step'; from: PaymentStatus; to: PaymentStatus }
  | { kind: 'ended' }
  | { kind: 'not-paid' }
  | { kind: 'hand-over-only' }
  | { kind: 'refund-only' }
  | { kind: 'reason-missing' }
  /** The farm closed at its pickup time, so the customer did not miss it. */
  | { kind: 'farm-closed' }
  /** Their number in today's line. */
  | { kind: 'customer-here'; arrival: number }
  /** Its pickup time is not over, so the customer may still come. */
  | { kind: 'pickup-ahead' }
  | { kind: 'units-missing'; lines: readonly MissingLine[] }
  /** They came into the order after it was packed. */
  | { kind: 'units-to-pack'; lines: readonly ToPackLine[] }
  /** They are in its bag and no longer the order's. */
  | { kind: 'units-to-take-out'; lines: readonly UnitsOut[] };

/** Shown to staff on an order or line whose units no lot on sale has. */
export const UNITS_MISSING = 'Units missing';

/** Shown to staff on an order that got units after it was marked ready. */
export const UNITS_TO_PACK = 'Units to pack';

/** Shown to staff on an open order whose pickup time is outside the posted hours. */
export const OUTSIDE_HOURS = 'Outside hours';

export const STATUS_UPDATED = 'Status updated';

/** Starts with the specification's words (section 8), then says what to do. */
export function statusMessage(problem: StatusProblem): string {
  return `Failed to update status. ${statusReason(problem)}`;
}

function statusReason(problem: StatusProblem): string {
  switch (problem.kind) {
    case 'no-such-step':
      if (problem.from === 'pending' && (problem.to === 'packing' || problem.to === 'ready'))
        return 'This order is not confirmed yet. Confirm it first.';
      return `An order cannot change from ‘${orderStatusLabel[problem.from]}’ to ‘${orderStatusLabel[problem.to]}’.`;
    case 'no-such-payment-step':
      return `A payment cannot change from ‘${paymentStatusLabel[problem.from]}’ to ‘${paymentStatusLabel[problem.to]}’.`;
    case 'ended':
      return 'This order has ended, so it cannot take a payment.';
    case 'not-paid':
      return 'Record the payment first: an order is completed only when it is paid.';
    case 'hand-over-only':
      return 'To complete this order, hand it over: check the ID and take the payment.';
    case 'refund-only':
      return 'To give money back, record a refund.';
    case 'reason-missing':
      return 'Enter a reason. It is saved with the order.';
    case 'farm-closed':
      return 'The farm was closed at this pickup time, so the customer did not miss it. Move or cancel the order.';
    case 'customer-here':
      return `The customer is here, number ${pickupLabel(problem.arrival)} in the line. If they left, press ‘Not here’ on the board first.`;
    case 'pickup-ahead':
      return 'The pickup time is not over yet, so the customer did not miss it. Cancel the order if they are not coming.';
    case 'units-missing':
      return `${UNITS_MISSING}: ${missingText(problem.lines)}. Replace or reduce them, or cancel the order.`;
    case 'units-to-pack':
      return `${UNITS_TO_PACK}: ${toPackText(problem.lines)}. Put them in the bag, then mark the order ready.`;
    case 'units-to-take-out':
      return takeOutMessage(problem.lines);
    default:
      return commonMessage(problem, 'Order');
  }
}

/** 'Take out first: 1 of Kestrel, batch B-1 (recalled). Then say that it is out of the bag.' */
export const takeOutMessage = (lines: readonly UnitsOut[]): string =>
  `${TAKE_OUT_FIRST}: ${takeOutText(lines)}. Press ‘Out of the bag’ for each, then hand over.`;

/** '2 of Kestrel, 1 of Plover' */
export function missingText(lines: readonly MissingLine[]): string {
  return lines.map(({ name, missing }) => `${missing} of ${name}`).join(', ');
}

export const toPackText = (lines: readonly ToPackLine[]): string =>
  lines.map(({ name, toPack }) => `${toPack} of ${name}`).join(', ');

/**
 * The result of changing many orders, by the numbers people read: changed orders, orders that were already
 * so, and why others were not changed.
 */
export type BulkOutcome = {
  changed: string[];
  already: string[];
  refused: { orderId: string; problem: StatusProblem }[];
};

/** The same, formatted for the page. */
export type BulkWords = {
  title: string;
  changed: string[];
  /** `isShort`: units are missing, so the order needs an edit. */
  others: { orderId: string; why: string; isShort: boolean }[];
};

export function bulkWords({ changed, already, refused }: BulkOutcome, to: OrderStatus): BulkWords {
  const same = `It is already ‘${orderStatusLabel[to]}’.`;
  return {
    title: changed.length === 1 ? '1 order updated.' : `${changed.length} orders updated.`,
    changed,
    others: [
      ...already.map((orderId) => ({ orderId, why: same, isShort: false })),
      ...refused.map(({ orderId, problem }) => ({
        orderId,
        why: statusReason(problem),
        isShort: problem.kind === 'units-missing',
      })),
    ],
  };
}

/** Ending an order without a sale, or refunding it, needs a reason, because inspectors ask for it. */
export function needsReason(to: OrderStatus | PaymentStatus): boolean {
  return to === 'cancelled' || to === 'refunded';
}
