/** The cash of an order, to the nickel in a store that rounds. Pure; money in cents. */
import { roundingOf } from '#core/sales/cash-desk/cash-rounding.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';
import { hasEnded, isPaid } from './order.ts';

type PayableOrder = {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  total: number;
  /** What rounding added when it was paid. */
  cashRounding: number;
};

/**
 * What rounding adds to an order's total: what it added once the order is paid, what it will add today while it is open, and
 * 0 if it ended without a payment.
 */
export function roundingOfOrder(order: PayableOrder, rounds: boolean): number {
  if (isPaid(order.paymentStatus)) return order.cashRounding;
  return roundingOf(order.total, rounds && !hasEnded(order.status));
}

/** The cash for an order: what was paid, and until then what is due. Refunds do not change it. */
export const cashForOrder = (order: PayableOrder, rounds: boolean): number =>
  order.total + roundingOfOrder(order, rounds);

/** The cash still due for an order: 0 once it is paid. */
export const cashDue = (order: Omit<PayableOrder, 'cashRounding'>, rounds: boolean): number =>
  isPaid(order.paymentStatus) ? 0 : cashForOrder({ ...order, cashRounding: 0 }, rounds);
