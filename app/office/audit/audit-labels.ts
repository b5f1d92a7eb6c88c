/** Maps the audit log's fields and stored values to the words of the forms: for the log, its export and every History. */

import { roleLabel } from '#core/accounts/identity/staff/role-change.ts';
import { productLabels } from '#core/goods/catalogue/products/product-fields.ts';
import { STRAIN_TYPES, strainLabel } from '#core/goods/catalogue/search/strain.ts';
import { adjustReasonLabel } from '#core/goods/stock/adjustment.ts';
import { lotStatusLabel, testStatusLabel } from '#core/goods/stock/lots/lots.ts';
import type { AuditLabels } from '#core/ground/audit/audit-words.ts';
import { setUpSteps } from '#core/ground/settings/set-up-steps.ts';
import { repeatWords } from '#core/records/dates/store-date.ts';
import { entryLabel } from '#core/sales/cash-desk/drawer.ts';
import { callLabel, closureStatusLabel } from '#core/sales/closures/closure.ts';
import { ruleClasses } from '#core/sales/compliance/tax-change.ts';
import { idRefusalLabel } from '#core/sales/orders/hand-over/id-check.ts';
import { orderStatusLabel, paymentStatusLabel } from '#core/sales/orders/order.ts';
import { goodsLabel } from '#core/sales/orders/refunds/refund.ts';
import { reservationStatusLabel } from '#core/sales/orders/reservations/reservation-status.ts';
import { promotionLabels, promotionStatusLabel } from '#core/sales/promotions/promotion.ts';
import { answerOutcome, recallLabels, recallStatusLabel } from '#core/sales/recalls/recall.ts';

const orderWords = {
  status: orderStatusLabel,
  paymentStatus: paymentStatusLabel,
  payment: paymentStatusLabel,
  refusal: idRefusalLabel,
  goods: goodsLabel,
};
const reservationWords = { status: reservationStatusLabel };
const of = (options: readonly { value: string; label: string }[]) =>
  Object.fromEntries(options.map(({ value, label }) => [value, label]));

/** The labels of the product form, and of the columns that an import reads. */
const ofProducts = {
  fields: { ...productLabels, batchNumber: 'Batch' },
  values: {
    taxClass: of(ruleClasses),
    limitCategory: { flower: 'Cannabis', concentrate: 'Concentrate', edible: 'Edible' },
    strainType: of(STRAIN_TYPES.map((value) => ({ value, label: strainLabel(value) }))),
  },
  money: ['retailPrice', 'wholesalePrice', 'discount', 'Retail', 'Wholesale', 'Discount'],
};

export const auditLabels: AuditLabels = {
  order: { values: orderWords },
  reservation: { values: reservationWords },
  product: ofProducts,
  lot: {
    values: {
      status: lotStatusLabel,
      testStatus: testStatusLabel,
      reason: { ...adjustReasonLabel, adjustment: 'Correction' },
    },
  },
  drawer: { values: { cashEntry: entryLabel } },
  user: { values: { role: roleLabel } },
  promotion: { fields: promotionLabels, values: { status: promotionStatusLabel } },
  closure: { values: { status: closureStatusLabel, call: callLabel } },
  recall: { fields: recallLabels, values: { status: recallStatusLabel, answer: answerOutcome } },
  setting: {
    fields: {
      isOpen: 'Shop open',
      confirmed: 'Confirmed set-up steps',
      isSetUpHidden: 'Set-up steps hidden on the dashboard',
      from: 'First day',
    },
    values: {
      repeat: repeatWords,
      confirmed: of(setUpSteps.map(({ name, label }) => ({ value: name, label }))),
    },
  },
  // What was exported: values of the active filters.
  orders: { values: orderWords },
  'pickup-reservations': { values: reservationWords },
  books: { values: { form: { csv: 'CSV', pdf: 'PDF', journal: 'Journal' } } },
  cash: { values: { form: { csv: 'CSV', pdf: 'PDF' } } },
};
