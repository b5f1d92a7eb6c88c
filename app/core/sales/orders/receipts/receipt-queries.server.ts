/** Reads the receipt of a completed order, for its owner and for staff. */

import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { discountNote, TAXED_ON_LIST_PRICE } from '#core/goods/discounts/discount.ts';
import { ownBatchesLabel } from '#core/goods/stock/lots/lots.ts';
import { batchesOf } from '#core/goods/stock/lots/lots-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettings, rehearsalMark } from '#core/ground/settings/settings-queries.server.ts';
import { paymentRounding, refundRounding } from '#core/sales/cash-desk/cash-rounding.ts';
import { database } from '#db/client.ts';
import { exchanges, orderItems, orders, refunds } from '#db/schema/orders.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { readCashGiven } from '../cash-corrections/cash-given-queries.server.ts';
import { isOrderNumber, isPaid } from '../order.ts';
import { unitsLabel } from '../refunds/refund.ts';
import { lineName } from '../sales-columns.server.ts';
import { paymentWords, type Receipt, sellerOf, taxLines } from './receipt.ts';

/** `receipt` is null until the order is handed over; `isOwn` is false for staff who view a customer's receipt. */
export type FoundReceipt = { isOwn: boolean; receipt: Receipt | null };

/** Returns null if the actor may not see such an order. */
export async function readReceipt(actor: Actor, orderId: string): Promise<FoundReceipt | null> {
  if (actor.kind !== 'user' || actor.isBanned || !isOrderNumber(orderId)) return null;
  const [order] = await database().select().from(orders).where(eq(orders.orderId, orderId));
  const isOwn = order?.userId === actor.userId;
  if (!order || !(isOwn || may(actor, 'orders.manage'))) return null;
  return { isOwn, receipt: order.status === 'completed' ? await receiptOf(order) : null };
}

/** Reads the receipt of an order in any status, by the row's id. Does not check permissions: it is made for storage. */
export async function readAnyReceipt(id: string): Promise<Receipt> {
  const [order] = await database().select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Error('a receipt was asked for of no order');
  return receiptOf(order);
}

async function receiptOf(order: typeof orders.$inferSelect): Promise<Receipt> {
  const [{ store, warnings }, items, taken, given, exchange, mark] = await Promise.all([
    readSettings(),
    database()
      .select({
        ...getTableColumns(orderItems),
        name: lineName,
        batches: batchesOf(sql`order_items.reservation_id`),
      })
      .from(orderItems)
      .where(eq(orderItems.orderId, order.id))
      .orderBy(asc(orderItems.position)),
    readCashGiven(database(), order.id),
    database()
      .select()
      .from(refunds)
      .where(eq(refunds.orderId, order.id))
      .orderBy(asc(refunds.createdAt), asc(refunds.id)),
    exchangeOf(order.id),
    rehearsalMark(),
  ]);
  const money = (amount: number) => formatCents(cents(amount));
  const at = (date: Date) => formatDateTime(instantOf(date), store.zone);
  return {
    number: order.orderId,
    store: order.seller ?? sellerOf(store),
    placed: at(order.createdAt),
    completed: order.status === 'completed' ? at(order.completedAt ?? order.updatedAt) : null,
    lines: items.map((item) => ({
      name: item.name,
      quantity: item.quantity,
      unitPrice: money(item.unitPrice),
      amount: money(item.amount),
      discount: discountNote(item),
      batches: ownBatchesLabel(item.batches, item.productType),
    })),
    subtotal: money(order.subtotal),
    taxes: taxLines(order.taxParts, order.tax, order.status === 'completed'),
    total: money(order.total),
    taxNote: items.some((item) => item.taxBase !== item.amount) ? TAXED_ON_LIST_PRICE : null,
    rounding: paymentRounding(order),
    tendered:
      taken && taken.change > 0 && taken.received > taken.owed
        ? { received: money(taken.received), change: money(taken.change) }
        : null,
    exchange,
    refunds: given.map((refund) => ({
      what: `Refunded ${at(refund.createdAt)}: ${unitsLabel(refund.lines)}`,
      amount: money(refund.amount),
      rounding: refundRounding(refund),
    })),
    isPaid: isPaid(order.paymentStatus),
    payment: paymentWords(order),
    warnings: items.some(({ productType }) => productType === 'cannabis')
      ? [
          warnings.current,
          ...warnings.rotating,
          `Poison Center ${warnings.poisonCenter}.`,
          warnings.hopelineText,
        ]
      : [],
    mark,
  };
}

/** What came back for this order, and the difference in cash. */
async function exchangeOf(orderId: string): Promise<Receipt['exchange']> {
  const [row] = await database()
    .select({ due: exchanges.due, refund: refunds, number: orders.orderId })
    .from(exchanges)
    .innerJoin(refunds, eq(refunds.id, exchanges.refundId))
    .innerJoin(orders, eq(orders.id, exchanges.originalId))
    .where(eq(exchanges.orderId, orderId));
  if (!row) return null;
  const { due, refund, number } = row;
  return {
    back: `Came back: ${unitsLabel(refund.lines)} of ${number}`,
    amount: formatCents(cents(refund.amount + refund.cashRounding)),
    label: due < 0 ? 'Difference returned in cash' : 'Difference paid in cash',
    due: formatCents(cents(Math.abs(due))),
  };
}
