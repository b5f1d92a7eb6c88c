/** Defines the forms that change an order's status and its payment. Parsed on the server; browsers do not load their schemas. */
import { z } from 'zod';
import { orderMachine, paymentMachine } from '#core/sales/orders/order.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';

const reason = z.string().overwrite(cleanText).max(500).refine(isPlainText).default('');

export const statusForm = z.object({
  status: z.enum(orderMachine.states as [OrderStatus, ...OrderStatus[]]),
  reason,
  /** The version staff looked at. */
  version: shownNumber(),
});

export const paymentForm = z.object({
  payment: z.enum(paymentMachine.states as [PaymentStatus, ...PaymentStatus[]]),
  reason,
  version: shownNumber(),
});
