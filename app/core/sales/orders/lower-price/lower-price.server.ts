/**
 * Lowers the list price of one line of a locked open order: line, tax and total follow by the quote's own code, and the
 * customer is notified. The caller decided that the price was wrong.
 */
import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import type { TaxRule } from '#core/sales/compliance/tax.ts';
import type { Transaction } from '#db/client.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { asDate } from '#kernel/time.ts';
import { moneyOf, type OrderItem, untaxed } from '../write-order-lines.server.ts';
import type { LockedOrder } from '../write-order-status.server.ts';

type Cause = {
  by: { userId: string; name: string };
  reason: string;
  rules: readonly TaxRule[];
  zone: string;
  now: Temporal.Instant;
};

/**
 * Returns what the order costs less, in cents. It is never more than before: then this throws, and writes nothing.
 * @param off cents off one unit, at most its price
 */
export async function lowerPrice(
  tx: Transaction,
  order: LockedOrder,
  item: OrderItem,
  off: number,
  { by, reason, rules, zone, now }: Cause,
): Promise<number> {
  const unitPrice = item.unitPrice - off;
  await tx
    .update(orderItems)
    .set({ unitPrice, ...untaxed(unitPrice, item.quantity) })
    .where(eq(orderItems.id, item.id));
  const money = await moneyOf(tx, order, rules, zone);
  if (money.total > order.total)
    throw new Error(`${order.orderId} would cost more than its customer was told`);
  await tx
    .update(orders)
    .set({ ...money, version: order.version + 1, updatedAt: asDate(now) })
    .where(eq(orders.id, order.id));
  await recordAudit(
    tx,
    { kind: 'user', ...by },
    {
      action: 'order.price-lowered',
      subject: 'order',
      subjectId: order.id,
      before: { totalInCents: order.total },
      after: { totalInCents: money.total, lines: [`${item.quantity} × ${item.productName}`] },
      reason,
    },
  );
  await recordEvent(tx, { kind: 'order-price-lowered', orderId: order.id }, by.userId);
  return order.total - money.total;
}
