/** Reads a customer's open and recent orders and reservations, for staff. */
import { and, asc, count, desc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database, type Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';
import { holdingStatuses, orderStatuses } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { hasEnded, orderStatusLabel, orderTones, paymentBadge, type StatusTone } from './order.ts';
import { refundedOfOrder } from './refunds/refunds-queries.server.ts';

const LATEST = 10;

/** Reads the numbers of open orders, and the ids of reservations that hold units without an order. */
export async function readOpenOf(
  userId: string,
  reader: Pick<Transaction, 'select'> = database(),
): Promise<{ orders: string[]; reservations: string[] }> {
  const open = await reader
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.userId, userId), notInArray(orders.status, orderStatuses.filter(hasEnded))))
    .orderBy(asc(orders.number));
  const held = await reader
    .select({ id: pickupReservations.id })
    .from(pickupReservations)
    .leftJoin(orderItems, eq(orderItems.reservationId, pickupReservations.id))
    .where(
      and(
        eq(pickupReservations.userId, userId),
        inArray(pickupReservations.status, holdingStatuses),
        isNull(orderItems.id),
      ),
    )
    .orderBy(asc(pickupReservations.id));
  return { orders: open.map(({ orderId }) => orderId), reservations: held.map(({ id }) => id) };
}

export type CustomerOrders = {
  /** The total number of orders. */
  total: number;
  orders: {
    number: string;
    placed: string;
    /** Cents, after refunds. */
    net: number;
    status: { label: string; tone: StatusTone };
    /** Set once something was refunded. */
    refund: { label: string; tone: StatusTone } | null;
  }[];
  reservations: { id: string; product: string; quantity: number; made: string; status: string }[];
};

/** Reads a customer's latest orders, newest first; null for actors who may not manage orders. Totals in cents. */
export async function readOrdersOf(
  actor: Actor,
  userId: string,
  zone: string,
): Promise<CustomerOrders | null> {
  if (!may(actor, 'orders.manage') || !isUuid(userId)) return null;
  const at = (date: Date) => formatDateTime(instantOf(date), zone);
  const [[counted], placed, reserved] = await Promise.all([
    database().select({ total: count() }).from(orders).where(eq(orders.userId, userId)),
    database()
      .select({
        number: orders.orderId,
        createdAt: orders.createdAt,
        total: orders.total,
        refunded: refundedOfOrder(sql`orders.id`),
        paymentStatus: orders.paymentStatus,
        status: orders.status,
      })
      .from(orders)
      .where(eq(orders.userId, userId))
      .orderBy(desc(orders.createdAt))
      .limit(LATEST),
    database()
      .select({
        id: pickupReservations.id,
        product: products.name,
        quantity: pickupReservations.quantity,
        createdAt: pickupReservations.createdAt,
        status: pickupReservations.status,
      })
      .from(pickupReservations)
      .innerJoin(products, eq(products.id, pickupReservations.productId))
      .leftJoin(orderItems, eq(orderItems.reservationId, pickupReservations.id))
      .where(and(eq(pickupReservations.userId, userId), isNull(orderItems.id)))
      .orderBy(desc(pickupReservations.createdAt))
      .limit(LATEST),
  ]);
  return {
    total: counted?.total ?? 0,
    orders: placed.map(({ number, createdAt, status, total, refunded, paymentStatus }) => ({
      number,
      net: total - refunded,
      refund: refunded > 0 ? paymentBadge(paymentStatus, refunded) : null,
      placed: at(createdAt),
      status: { label: orderStatusLabel[status], tone: orderTones[status] },
    })),
    reservations: reserved.map(({ createdAt, ...reservation }) => ({
      ...reservation,
      made: at(createdAt),
    })),
  };
}
