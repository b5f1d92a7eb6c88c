/** Notes that a customer at the counter takes their ready order another time. It costs them nothing, and the next one is served. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { leaveLine } from '#core/sales/line/take-number.server.ts';
import { orders } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { PutOffReason } from '#kernel/statuses.ts';
import { asDate, formatTime, instantOf, systemClock } from '#kernel/time.ts';
import { hasEnded } from '../order.ts';
import { lockOrder } from '../write-order-status.server.ts';
import { withNote } from './added-note.ts';
import { type PutOffProblem, putOffWords } from './put-off.ts';

/**
 * The order stays ready until its pickup ends as always; its version stays, so that no colleague's press is refused. The
 * person leaves the line, and the staff note gets the time, the name and why, if it has room. Sent again within the minute
 * it changes nothing, unless they have come back in between. Refused: an order that is not ready.
 * @param at when it was said; before now on a tablet that had no network
 */
export async function putOffOrder(
  actor: Actor,
  { orderId, why, at }: { orderId: string; why: PutOffReason; at?: Date },
  now = systemClock(),
): Promise<Result<{ changed: boolean }, PutOffProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-found' }));
  const { zone } = (await readSettings()).store;
  return asStaff<Result<{ changed: boolean }, PutOffProblem>>(async (tx, staff) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    if (hasEnded(order.status)) return refuse({ kind: 'ended' });
    if (order.status !== 'ready') return refuse({ kind: 'not-ready', status: order.status });
    const time = formatTime(at ? instantOf(at) : now, zone);
    const note = withNote(order.note, { text: putOffWords[why], by: staff.name, time });
    if (note === order.note && order.arrivedAt === null) return succeed({ changed: false });
    await tx
      .update(orders)
      .set({ note: note ?? order.note, arrivedAt: null, arrivalNumber: null, updatedAt: asDate(now) })
      .where(eq(orders.id, order.id));
    // Also who was served before their number was called.
    await leaveLine(tx, order.id, now);
    await recordAudit(tx, staff, {
      action: 'order.put-off',
      subject: 'order',
      subjectId: order.id,
      before: { arrival: order.arrivalNumber },
      after: { arrival: null },
      reason: putOffWords[why],
    });
    await recordEvent(tx, { kind: 'order-put-off', orderId: order.id, why }, staff.userId);
    return succeed({ changed: true });
  });
}
