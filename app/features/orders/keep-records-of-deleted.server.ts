/** What becomes of somebody's orders when their account is deleted: the sale stays on record, the person does not. */
import { and, asc, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import { database, type Transaction } from '#db/client.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { holdingStatuses, orderStatuses } from '#kernel/statuses.ts';
import { hasEnded } from './order.ts';

export type OpenMatters = {
  /** Numbers as people read them. */
  orders: string[];
  /** Reservations that belong to no order. */
  reservations: number;
};

type Reads = Pick<Transaction, 'select'>;

/** What of a person's is not over yet. Under the customer's lock nothing is added to it. */
export async function readOpenMatters(userId: string, reader: Reads = database()): Promise<OpenMatters> {
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
    );
  return { orders: open.map(({ orderId }) => orderId), reservations: held.length };
}

/** Whether there is anything to keep. */
export async function hasRecords(tx: Transaction, userId: string): Promise<boolean> {
  const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId)).limit(1);
  if (order) return true;
  const [reservation] = await tx
    .select({ id: pickupReservations.id })
    .from(pickupReservations)
    .where(eq(pickupReservations.userId, userId))
    .limit(1);
  return reservation !== undefined;
}

/** Puts a person's orders and reservations under an account that nobody has, without name, address and birth date. */
export async function moveRecords(
  tx: Transaction,
  userId: string,
  nobody: { userId: string; email: string; name: string },
): Promise<void> {
  await tx
    .update(orders)
    .set({
      userId: nobody.userId,
      userEmail: nobody.email,
      userName: nobody.name,
      birthDate: null,
      shippingAddress: null,
      city: null,
      state: null,
      zipcode: null,
      note: '',
    })
    .where(eq(orders.userId, userId));
  await tx
    .update(pickupReservations)
    .set({ userId: nobody.userId })
    .where(eq(pickupReservations.userId, userId));
}
