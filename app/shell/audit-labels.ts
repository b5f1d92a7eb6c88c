/** The words that screens have for what the audit log stores: one table, read by the log, its export and every History. */
import type { AuditLabels } from '#features/audit/audit.ts';
import { roleLabel } from '#features/identity/role-change.ts';
import { lotStatusLabel } from '#features/inventory/lots.ts';
import { idRefusalLabel } from '#features/orders/id-check.ts';
import { orderStatusLabel, paymentStatusLabel } from '#features/orders/order.ts';
import { goodsLabel } from '#features/orders/refund.ts';
import { reservationStatusLabel } from '#features/orders/reservation-status.ts';
import { promotionStatusLabel } from '#features/promotions/promotion.ts';

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
  // What was exported, by the filters that were set.
  orders: { ...orderWords, payment: paymentStatusLabel },
  'pickup-reservations': reservationWords,
};
