/** Reads what a customer has reserved or picked up today, in the units of the possession limits and of holds. */

import { and, eq, gte, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { isOneOf } from '#db/schema/columns.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { singleStatement, statement } from '#db/statement.ts';
import { holdingStatuses, type LimitCategory } from '#kernel/statuses.ts';
import { type LimitUsage, usageOf } from './purchase-limits.ts';

/** What a customer has reserved and not picked up yet; `lines` are reservations of one product each. */
export type Held = { lines: number; units: number };

function purchasesOf(tx: Pick<Database | Transaction, 'select'>, others?: SQL) {
  const takenHome = tx
    .select({
      limitCategory: orderItems.limitCategory,
      limitMg: orderItems.limitMg,
      quantity: orderItems.quantity,
      isHeld: sql<boolean>`false`,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orders.userId, sql.placeholder('userId')),
        isNotNull(orderItems.limitCategory),
        eq(orders.status, 'completed'),
        gte(orders.completedAt, sql.placeholder('dayStart')),
      ),
    );
  const held = tx
    .select({
      // An order counts what it counted when it was placed.
      limitCategory: sql<LimitCategory | null>`case when ${orderItems.id} is null then ${products.limitCategory} else ${orderItems.limitCategory} end`,
      limitMg: sql<
        number | null
      >`case when ${orderItems.id} is null then ${products.limitMg} else ${orderItems.limitMg} end`,
      quantity: pickupReservations.quantity,
      isHeld: sql<boolean>`true`,
    })
    .from(pickupReservations)
    .innerJoin(products, eq(products.id, pickupReservations.productId))
    .leftJoin(orderItems, eq(orderItems.reservationId, pickupReservations.id))
    .where(
      and(
        eq(pickupReservations.userId, sql.placeholder('userId')),
        // Written like the condition of the partial index: the statement is planned for any values.
        isOneOf(pickupReservations.status, holdingStatuses),
        others,
      ),
    );
  return unionAll(takenHome, held);
}

const isOther = ne(pickupReservations.id, sql.placeholder('exceptReservation'));
const readPurchases = statement((tx) => purchasesOf(tx));
const readOtherPurchases = statement((tx) => purchasesOf(tx, isOther));
const seePurchases = singleStatement((db) => purchasesOf(db));
const seeOtherPurchases = singleStatement((db) => purchasesOf(db, isOther));

/**
 * Milligrams in everything reserved for the customer and in orders completed since `dayStart`, and how much is
 * reserved. Requires the customer's lock, or two concurrent checkouts could both pass one limit.
 */
export async function purchasesCountingToday(
  tx: Transaction,
  userId: string,
  dayStart: Date,
  { exceptReservation = null }: { exceptReservation?: string | null } = {},
): Promise<{ usage: LimitUsage; held: Held }> {
  const lines =
    exceptReservation === null
      ? await readPurchases(tx, { userId, dayStart })
      : await readOtherPurchases(tx, { userId, dayStart, exceptReservation });
  const waiting = lines.filter(({ isHeld }) => isHeld);
  return {
    usage: usageOf(lines),
    held: { lines: waiting.length, units: waiting.reduce((sum, { quantity }) => sum + quantity, 0) },
  };
}

/** Only the usage, for a page that shows it in advance: it locks nothing, so it decides nothing. */
export async function usageSeenToday(
  userId: string,
  dayStart: Date,
  exceptReservation: string | null,
): Promise<LimitUsage> {
  return usageOf(
    exceptReservation === null
      ? await seePurchases({ userId, dayStart })
      : await seeOtherPurchases({ userId, dayStart, exceptReservation }),
  );
}
