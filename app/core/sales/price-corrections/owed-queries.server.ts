/** Reads the refunds due because of a wrong price: those of a person, and those of a correction. */
import { and, asc, eq, gte, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { cashToReturn } from '#core/sales/cash-desk/cash-rounding.ts';
import { hasEnded } from '#core/sales/orders/order.ts';
import { cashReturnedOfOrder, refundedOfOrder } from '#core/sales/orders/refunds/refunds-queries.server.ts';
import { database } from '#db/client.ts';
import { orderItems, orders, refunds } from '#db/schema/orders.ts';
import { correctedLines, priceCorrections } from '#db/schema/price-corrections.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { asDate, formatTime, instantOf, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { leftToRefund } from './affected-queries.server.ts';

/** What one press refunds. */
export type Owed = {
  lineId: number;
  orderNumber: string;
  /** '$2.50': the cash, and the cents that the press confirms. */
  amount: string;
  cash: number;
  /** 'Wrong price on Nov 28' */
  reason: string;
};

/**
 * The refunds due now to the person of this order, for it and for their other orders that have ended; a walk-in only
 * for their own. Empty for people who may not manage orders.
 * @param orderNumber 'ORD042'
 */
export async function readOwedAt(actor: Actor, orderNumber: string): Promise<Owed[]> {
  if (!may(actor, 'orders.manage')) return [];
  const owner = database().select({ id: orders.userId }).from(orders).where(eq(orders.orderId, orderNumber));
  return readOwed(inArray(orders.userId, owner));
}

/** A refund of today, as the counter repeats it: 'Refunded $2.80 for ORD041 at 3:42 PM by Kim Reyes'. */
export type PaidToday = { lineId: number; words: string };

/**
 * What was refunded since the store's midnight to the person of this order because of a wrong price, for their other
 * orders, oldest first. Empty for people who may not manage orders.
 * @param orderNumber 'ORD042'; its own refunds are among its records
 */
export async function readPaidToday(
  actor: Actor,
  orderNumber: string,
  now = systemClock(),
): Promise<PaidToday[]> {
  if (!may(actor, 'orders.manage')) return [];
  const { zone } = (await readSettings()).store;
  const owner = database().select({ id: orders.userId }).from(orders).where(eq(orders.orderId, orderNumber));
  const rows = await database()
    .select({ lineId: correctedLines.id, orderNumber: orders.orderId, refund: refunds })
    .from(refunds)
    .innerJoin(correctedLines, eq(correctedLines.refundId, refunds.id))
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        gte(refunds.createdAt, asDate(startOfDay(storeDate(now, zone), zone))),
        inArray(orders.userId, owner),
        ne(orders.orderId, orderNumber),
      ),
    )
    .orderBy(asc(refunds.createdAt), asc(correctedLines.id));
  return rows.map(({ lineId, orderNumber: of, refund }) => {
    const cash = formatCents(cents(refund.amount + refund.cashRounding));
    const at = formatTime(instantOf(refund.createdAt), zone);
    return { lineId, words: `Refunded ${cash} for ${of} at ${at} by ${refund.refundedByName}` };
  });
}

/** The refunds due now of these lines of a correction. Empty for people who may not manage orders. */
export async function readOwedOf(actor: Actor, lineIds: readonly number[]): Promise<Owed[]> {
  if (lineIds.length === 0 || !may(actor, 'orders.manage')) return [];
  return readOwed(inArray(correctedLines.id, [...lineIds]));
}

async function readOwed(which: SQL): Promise<Owed[]> {
  const rows = await database()
    .select({
      ...{ line: correctedLines, reason: priceCorrections.reason, item: orderItems, order: orders },
      refunded: refundedOfOrder(sql`orders.id`),
      returned: cashReturnedOfOrder(sql`orders.id`),
    })
    .from(correctedLines)
    .innerJoin(priceCorrections, eq(priceCorrections.id, correctedLines.correctionId))
    .innerJoin(orderItems, eq(orderItems.reservationId, correctedLines.reservationId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(correctedLines.status, 'owed'), which))
    .orderBy(asc(correctedLines.id));
  const ended = rows.filter(({ order }) => hasEnded(order.status));
  if (ended.length === 0) return [];
  const settings = await readSettings();
  const left = await leftToRefund(
    database(),
    ended.map(({ line, item }) => ({ ...line, item })),
    settings,
  );
  return ended.flatMap(({ line, reason, order, refunded, returned }) => {
    const { amount, tax } = left.get(line.id) ?? line;
    if (amount + tax === 0) return [];
    const { total, cashRounding, orderId } = order;
    const ofOrder = { total, paid: total + cashRounding, refunded, returned };
    const cash = cashToReturn(amount + tax, ofOrder, settings.cash.roundsCash);
    return { lineId: line.id, orderNumber: orderId, reason, cash, amount: formatCents(cents(cash)) };
  });
}
