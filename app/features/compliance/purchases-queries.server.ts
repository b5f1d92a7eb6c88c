/** What a customer already has coming or took home today, in the units of the possession limits. */
import { and, eq, gte, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { type LimitUsage, usageOf } from './purchase-limits.ts';

/**
 * Milligrams in the customer's open orders, in orders completed since `dayStart`, and in reservations that
 * wait for a pickup time. Read under the customer's lock, or two checkouts at once could pass one limit.
 */
export async function purchasesCountingToday(
  tx: Transaction,
  userId: string,
  dayStart: Date,
  options: { exceptReservation?: string | null } = {},
): Promise<LimitUsage> {
  const ordered = tx
    .select({
      limitCategory: orderItems.limitCategory,
      limitMg: orderItems.limitMg,
      quantity: orderItems.quantity,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orders.userId, userId),
        isNotNull(orderItems.limitCategory),
        or(
          inArray(orders.status, ['pending', 'confirmed', 'packing', 'ready']),
          and(eq(orders.status, 'completed'), gte(orders.completedAt, dayStart)),
        ),
      ),
    );
  const waiting = tx
    .select({
      limitCategory: products.limitCategory,
      limitMg: products.limitMg,
      quantity: pickupReservations.quantity,
    })
    .from(pickupReservations)
    .innerJoin(products, eq(products.id, pickupReservations.productId))
    .where(
      and(
        eq(pickupReservations.userId, userId),
        eq(pickupReservations.status, 'pending'),
        isNotNull(products.limitCategory),
        options.exceptReservation ? sql`${pickupReservations.id} <> ${options.exceptReservation}` : undefined,
      ),
    );
  return usageOf(await unionAll(ordered, waiting));
}
