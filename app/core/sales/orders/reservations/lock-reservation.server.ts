/** Locks a reservation for staff, with its customer and its order. */
import { eq } from 'drizzle-orm';
import { type LockedCustomer, lockCustomer } from '#core/accounts/customers/lock-customer.server.ts';
import { lockLicenses } from '#core/sales/compliance/lock-licenses.server.ts';
import type { Transaction } from '#db/client.ts';
import { users } from '#db/schema/identity.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';

export type LockedReservation = typeof pickupReservations.$inferSelect;

/**
 * Locks the customer and their license, then the reservation; null if the reservation does not exist or belongs to a sign-up. `orderId` is the number
 * people read, null if there is no order.
 */
export async function lockReservation(
  tx: Transaction,
  reservationId: string,
): Promise<{
  reservation: LockedReservation & { userId: string };
  customer: LockedCustomer & { email: string };
  orderId: string | null;
} | null> {
  if (!isUuid(reservationId)) return null;
  const [owner] = await tx
    .select({ userId: users.id, name: users.name, email: users.email })
    .from(pickupReservations)
    .innerJoin(users, eq(users.id, pickupReservations.userId))
    .where(eq(pickupReservations.id, reservationId));
  if (!owner) return null;
  const customer = await lockCustomer(tx, owner);
  await lockLicenses(tx, [owner.userId]);
  const [reservation] = await tx
    .select()
    .from(pickupReservations)
    .where(eq(pickupReservations.id, reservationId))
    // Does not lock the key: a recall binds other lots to the reservation while this waits for its product's stock.
    .for('no key update');
  if (!reservation) return null;
  const [order] = await tx
    .select({ orderId: orders.orderId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orderItems.reservationId, reservationId));
  return {
    reservation: { ...reservation, userId: owner.userId },
    customer: { ...customer, email: owner.email },
    orderId: order?.orderId ?? null,
  };
}
