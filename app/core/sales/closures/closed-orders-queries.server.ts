/** Reads the orders of a closure's customers as they are now. */
import { asc, eq, inArray } from 'drizzle-orm';
import { hasEnded } from '#core/sales/orders/order.ts';
import { database, type Transaction } from '#db/client.ts';
import { closureOrders } from '#db/schema/closures.ts';
import { orders } from '#db/schema/orders.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';

/** What became of an order: it still has its closed time, a new one, or has ended. */
export type ClosedOrderState = 'open' | 'moved' | 'cancelled' | 'ended';

export type ClosedOrder = {
  /** The row's id, and the number people read. */
  id: string;
  number: string;
  personNumber: number;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  /** The closed pickup. */
  oldStartsAt: Date;
  oldEndsAt: Date | null;
  /** The current one. */
  startsAt: Date | null;
  endsAt: Date | null;
  state: ClosedOrderState;
};

/** What became of an order whose closed pickup started at `oldStartsAt`. */
export function closedOrderState(
  order: { status: OrderStatus; startsAt: Date | null },
  oldStartsAt: Date,
): ClosedOrderState {
  if (order.status === 'cancelled') return 'cancelled';
  if (hasEnded(order.status)) return 'ended';
  return order.startsAt?.getTime() === oldStartsAt.getTime() ? 'open' : 'moved';
}

/** The orders of these customers of closures, by their closed pickup. */
export async function readClosedOrders(
  people: readonly number[],
  from: Pick<Transaction, 'select'> = database(),
): Promise<ClosedOrder[]> {
  if (people.length === 0) return [];
  const rows = await from
    .select({
      id: orders.id,
      number: orders.orderId,
      personNumber: closureOrders.personNumber,
      status: orders.status,
      paymentStatus: orders.paymentStatus,
      oldStartsAt: closureOrders.startsAt,
      oldEndsAt: closureOrders.endsAt,
      startsAt: orders.pickupStartsAt,
      endsAt: orders.pickupEndsAt,
    })
    .from(closureOrders)
    .innerJoin(orders, eq(orders.id, closureOrders.orderId))
    .where(inArray(closureOrders.personNumber, [...people]))
    .orderBy(asc(closureOrders.startsAt), asc(orders.number));
  return rows.map((row) => ({ ...row, state: closedOrderState(row, row.oldStartsAt) }));
}
