/** Reassigns a person's orders when their account is deleted: the sale stays on record without the person. */
import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { readOpenOf } from './open-orders-queries.server.ts';

export type OpenMatters = {
  /** Order numbers as people read them. */
  orders: string[];
  /** Reservations without an order. */
  reservations: number;
};

/** Reads a person's open orders and reservations. Nothing is added while the caller holds the customer's lock. */
export async function readOpenMatters(
  userId: string,
  reader?: Pick<Transaction, 'select'>,
): Promise<OpenMatters> {
  const open = await readOpenOf(userId, reader);
  return { orders: open.orders, reservations: open.reservations.length };
}

/** Whether the person has orders or reservations that must stay on record. */
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

/**
 * Moves a person's orders and reservations to an account that belongs to no one, without name, address and
 * birth date.
 */
export async function moveRecords(
  tx: Transaction,
  userId: string,
  deleted: { userId: string; email: string; name: string },
): Promise<void> {
  await tx
    .update(orders)
    .set({
      userId: deleted.userId,
      userEmail: deleted.email,
      userName: deleted.name,
      birthDate: null,
      shippingAddress: null,
      city: null,
      state: null,
      zipcode: null,
      note: '',
      customerNote: null,
      pickupName: null,
    })
    .where(eq(orders.userId, userId));
  await tx
    .update(pickupReservations)
    .set({ userId: deleted.userId })
    .where(eq(pickupReservations.userId, userId));
}
