/** Maps the audit log's stored values to screen labels: one table for the log, its export and every History. */
import type { AuditLabels } from '#core/audit/audit.ts';
import { callLabel, closureStatusLabel } from '#core/closures/closure.ts';
import { roleLabel } from '#core/identity/staff/role-change.ts';
import { idRefusalLabel } from '#core/orders/hand-over/id-check.ts';
import { orderStatusLabel, paymentStatusLabel } from '#core/orders/order.ts';
import { goodsLabel } from '#core/orders/refunds/refund.ts';
import { reservationStatusLabel } from '#core/orders/reservations/reservation-status.ts';
import { promotionStatusLabel } from '#core/promotions/promotion.ts';
import { answerOutcome, recallStatusLabel } from '#core/recalls/recall.ts';
import { lotStatusLabel } from '#core/stock/lots.ts';

const orderWords = {
  status: orderStatusLabel,
  paymentStatus: paymentStatusLabel,
  refusal: idRefusalLabel,
  goods: goodsLabel,
};
const reservationWords = { status: reservationStatusLabel };

export const auditLabels: AuditLabels = {
  order: orderWords,
  reservation: reservationWords,
  lot: { status: lotStatusLabel },
  user: { role: roleLabel },
  promotion: { status: promotionStatusLabel },
  closure: { status: closureStatusLabel, call: callLabel },
  recall: { status: recallStatusLabel, answer: answerOutcome },
  // What was exported, by the active filters.
  orders: { ...orderWords, payment: paymentStatusLabel },
  'pickup-reservations': reservationWords,
};
