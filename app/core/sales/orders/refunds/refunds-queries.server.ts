/** Reads an order's refunds, for staff and for its customer. */

import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { type CashOfOrder, refundRounding } from '#core/sales/cash-desk/cash-rounding.ts';
import { database } from '#db/client.ts';
import { orderItems, orders, refunds } from '#db/schema/orders.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { hasEnded, isOrderNumber } from '../order.ts';
import { lineName } from '../sales-columns.server.ts';
import { goodsOutcome, type SoldLine, unitsLabel, unitsRefunded } from './refund.ts';

/** One formatted refund; `by`, `reason` and `goods` are only for staff. */
export type RefundLine = {
  id: string;
  at: string;
  cents: number;
  /** '$50.40' */
  amount: string;
  /** How its cash was rounded, as it changes what the order cost: '+$0.02' and '$50.38'; null if it was not. */
  rounding: { amount: string; cash: string } | null;
  cashRounding: number;
  /** '1 × Kestrel' */
  units: string;
  by: string;
  reason: string;
  goods: string | null;
};

/** Oldest first. Does not check permissions: anyone who may see the order may see its refunds. */
export async function readRefunds(orderRowId: string, zone: string): Promise<RefundLine[]> {
  const rows = await stored(orderRowId);
  return rows.map(({ id, createdAt, amount, cashRounding, lines, refundedByName, reason, goods }) => ({
    id,
    at: formatDateTime(instantOf(createdAt), zone),
    cents: amount,
    amount: formatCents(cents(amount)),
    rounding: refundRounding({ amount, cashRounding }),
    cashRounding,
    units: unitsLabel(lines),
    by: refundedByName,
    reason,
    goods: goodsOutcome[goods],
  }));
}

/** The cash returned for an order, in cents, as a column of a larger query. */
export function cashReturnedOfOrder(orderRowId: SQL): SQL<number> {
  return sql<number>`(
    select coalesce(sum(refund.amount + refund.cash_rounding), 0)::int from refunds as refund where refund.order_id = ${orderRowId}
  )`;
}

/** What rounding added to the cash of an order, less what it added to its refunds, as a column of a larger query. */
export const netRoundingOfOrder = (orderRowId: SQL): SQL<number> => sql<number>`(orders.cash_rounding - (
    select coalesce(sum(refund.cash_rounding), 0)::int from refunds as refund where refund.order_id = ${orderRowId}
  ))`;

/**
 * Cents that its customer was promised back at the next visit because of a wrong price, as a column of a larger query. None
 * once everything is refunded.
 */
export function refundDueOfOrder(orderRowId: SQL): SQL<number> {
  return sql<number>`(
    select coalesce(sum(corrected.amount + corrected.tax), 0)::int from corrected_lines as corrected
    join order_items as item on item.reservation_id = corrected.reservation_id
    join price_corrections as correction on correction.id = corrected.correction_id
    join orders as paid on paid.id = item.order_id and paid.payment_status = 'paid'
    where item.order_id = ${orderRowId} and corrected.status = 'owed' and correction.tells
  )`;
}

/** Total cents refunded of an order, as a column of a larger query. */
export function refundedOfOrder(orderRowId: SQL): SQL<number> {
  return sql<number>`(
    select coalesce(sum(refund.amount), 0)::int from refunds as refund where refund.order_id = ${orderRowId}
  )`;
}

/** A paid order that has ended, with its units that can still be refunded. */
export type RefundableOrder = {
  number: string;
  version: number;
  customer: string;
  /** Whether the goods were handed over, and so can come back. */
  wasHandedOver: boolean;
  lines: (SoldLine & { left: number; productType: string })[];
  cash: CashOfOrder;
  /** Lines refunded before, for the total on the page. */
  before: Parameters<typeof unitsRefunded>[0];
};

/** Returns null for actors who may not refund, and for an order with nothing to refund. */
export async function readRefundable(actor: Actor, number: string): Promise<RefundableOrder | null> {
  if (!may(actor, 'refunds.record') || !isOrderNumber(number)) return null;
  const [order] = await database().select().from(orders).where(eq(orders.orderId, number));
  if (order?.paymentStatus !== 'paid' || !hasEnded(order.status)) return null;
  const [items, given] = await Promise.all([
    database()
      .select({
        id: orderItems.id,
        productId: orderItems.productId,
        productName: lineName,
        productType: orderItems.productType,
        quantity: orderItems.quantity,
        unitPrice: orderItems.unitPrice,
        tax: orderItems.tax,
        taxParts: orderItems.taxParts,
      })
      .from(orderItems)
      .where(eq(orderItems.orderId, order.id))
      .orderBy(asc(orderItems.position)),
    stored(order.id),
  ]);
  const before = given.flatMap(({ lines }) => lines);
  const refunded = given.reduce((sum, { amount }) => sum + amount, 0);
  return {
    number: order.orderId,
    version: order.version,
    customer: order.userName,
    wasHandedOver: order.status === 'completed',
    lines: items.map((item) => ({ ...item, left: item.quantity - unitsRefunded(before, item.id) })),
    cash: {
      ...{ total: order.total, paid: order.total + order.cashRounding, refunded },
      returned: given.reduce((sum, { cashRounding }) => sum + cashRounding, refunded),
    },
    before,
  };
}

function stored(orderRowId: string) {
  return database()
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderRowId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}
