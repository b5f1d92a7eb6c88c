/** What becomes of somebody's orders when their account is deleted: the sale stays on record, the person does not. */
import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { readOpenOf } from './open-orders-queries.server.ts';

export type OpenMatters = {
  /** Numbers as people read them. */
  orders: string[];
  /** Reservations that belong to no order. */
  reservations: number;
};

/** What of a person's is not over yet. Under the customer's lock nothing is added to it. */
export async function readOpenMatters(
  userId: string,
  reader?: Pick<Transaction, 'select'>,
): Promise<OpenMatters> {
  const open = await readOpenOf(userId, reader);
  return { orders: open.orders, reservations: open.reservations.length };
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
