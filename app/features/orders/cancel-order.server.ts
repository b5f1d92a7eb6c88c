/** A customer cancels an order of their own, while that is allowed. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import { inTransaction, type Transaction } from '#db/client.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import type { Actor } from '#features/access/actor.ts';
import { recordEvent } from '#features/events/record-event.server.ts';
import { releaseSlot } from '#features/pickup/take-slot.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { instantOf, systemClock } from '#kernel/time.ts';
import { mayCustomerCancel } from './order.ts';
import { releaseReservations } from './release-reservations.server.ts';

export type CancelProblem = { kind: 'not-found' } | { kind: 'too-late' };

export function cancelMessage(problem: CancelProblem): string {
  return problem.kind === 'not-found'
    ? 'We could not find that order.'
    : 'This order can no longer be cancelled here. Please call us.';
}

/**
 * Cancels by the number people read ('ORD042'). Somebody else's order is not found. An order that is
 * already cancelled stays so: pressing twice is no error.
 */
export async function cancelOrder(
  actor: Actor,
  orderId: string,
  now = systemClock(),
): Promise<Result<{ orderId: string }, CancelProblem>> {
  if (actor.kind !== 'user' || actor.isBanned) return refuse({ kind: 'not-found' });
  const { zone } = (await readSettings()).store;
  return inTransaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.orderId, orderId), eq(orders.userId, actor.userId)))
      .for('update');
    if (!order) return refuse({ kind: 'not-found' });
    if (order.status === 'cancelled') return succeed({ orderId });
    const pickupStartsAt = order.pickupStartsAt ? instantOf(order.pickupStartsAt) : null;
    if (!mayCustomerCancel({ status: order.status, paymentStatus: order.paymentStatus, pickupStartsAt }, now))
      return refuse({ kind: 'too-late' });

    await tx
      .update(orders)
      .set({ status: 'cancelled', cancelledAt: new Date(), updatedAt: new Date() })
      .where(eq(orders.id, order.id));
    await releaseReservations(tx, await reservationsOf(tx, order.id), {
      orderId: order.id,
      actorId: actor.userId,
      clock: { now, zone },
    });
    if (order.pickupStartsAt) await releaseSlot(tx, order.pickupStartsAt);
    await recordEvent(tx, { kind: 'order-cancelled', orderId: order.id }, actor.userId);
    return succeed({ orderId });
  });
}

async function reservationsOf(tx: Transaction, orderId: string) {
  const items = tx
    .select({ id: orderItems.reservationId })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  return (
    tx
      .select()
      .from(pickupReservations)
      .where(inArray(pickupReservations.id, items))
      .orderBy(asc(pickupReservations.id))
      // Not the key: a recall binds other lots to the reservation while this waits for the stock it holds.
      .for('no key update')
  );
}
