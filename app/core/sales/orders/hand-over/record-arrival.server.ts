/** Records for staff that the person who picks an order up is at the store, or that they are not. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { leaveLine } from '#core/sales/line/take-number.server.ts';
import { orders } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { hasEnded } from '../order.ts';
import { lockOrder } from '../write-order-status.server.ts';
import type { ArrivalProblem } from './arrival.ts';
import { type Arrived, writeArrival } from './write-arrival.server.ts';

/** Records the arrival for any order that has not ended, on any day. Repeating it changes nothing. */
export async function recordArrival(
  actor: Actor,
  orderId: string,
  now = systemClock(),
): Promise<Result<Arrived, ArrivalProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-found' }));
  const { zone } = (await readSettings()).store;
  return asStaff<Result<Arrived, ArrivalProblem>>(async (tx, staff) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    if (hasEnded(order.status)) return refuse({ kind: 'ended' });
    const arrived = await writeArrival(tx, order, now, zone);
    if (arrived.changed)
      await recordAudit(tx, staff, {
        action: 'order.arrival-recorded',
        subject: 'order',
        subjectId: order.id,
        after: { arrival: arrived.number },
      });
    return succeed(arrived);
  });
}

/** Deletes an arrival that was recorded for the wrong order, or of someone who left. Their number is no one else's today. */
export async function undoArrival(
  actor: Actor,
  orderId: string,
  now = systemClock(),
): Promise<Result<null, ArrivalProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-found' }));
  return asStaff<Result<null, ArrivalProblem>>(async (tx, staff) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    if (order.arrivalNumber === null) return succeed(null);
    await recordAudit(tx, staff, {
      action: 'order.arrival-undone',
      subject: 'order',
      subjectId: order.id,
      before: { arrival: order.arrivalNumber },
    });
    await tx.update(orders).set({ arrivedAt: null, arrivalNumber: null }).where(eq(orders.id, order.id));
    await leaveLine(tx, order.id, now);
    await announce(tx, 'orders', `order:${order.id}`);
    return succeed(null);
  });
}
