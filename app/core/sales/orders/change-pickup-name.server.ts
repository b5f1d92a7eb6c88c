/** Changes who picks up an order, for staff: the customer has called, or someone else is at the counter. */
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { orders } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { mayChangePickupName } from './order.ts';
import type { PickupNameProblem } from './order-notes-problem.ts';
import { lockOrder } from './write-order-status.server.ts';

type Outcome = Result<{ changed: boolean }, PickupNameProblem>;

/**
 * Refuses: an order that has ended, a walk-in's, whose ID is of one person, and another name than `seen` saved since the
 * form was opened. What else changed is no conflict. Saving the same name changes nothing.
 * @param change `pickupName` of the other adult, null for the customer; `seen` is what the form showed
 */
export function changePickupName(
  actor: Actor,
  orderId: string,
  { pickupName, seen }: { pickupName: string | null; seen: string | null },
  now = systemClock(),
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx, staff) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    if (order.pickupName === pickupName) return succeed({ changed: false });
    if (!mayChangePickupName(order)) return refuse({ kind: order.isWalkIn ? 'walk-in' : 'ended' });
    if (order.pickupName !== seen) return refuse({ kind: 'stale', now: order.pickupName });
    await tx
      .update(orders)
      .set({ pickupName, version: sql`${orders.version} + 1`, updatedAt: asDate(now) })
      .where(eq(orders.id, order.id));
    await recordAudit(tx, staff, {
      action: 'order.pickup-name-changed',
      subject: 'order',
      subjectId: order.id,
      before: { pickupName: order.pickupName },
      after: { pickupName },
    });
    await recordEvent(tx, { kind: 'order-pickup-name-changed', orderId: order.id }, staff.userId);
    return succeed({ changed: true });
  });
}
