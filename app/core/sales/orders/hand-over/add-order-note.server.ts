/** Adds a line to the note that staff write on an order, from the counter. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { orders } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, formatTime, instantOf, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { lockOrder } from '../write-order-status.server.ts';
import { type AddedNoteProblem, LONGEST_ADDED, withNote } from './added-note.ts';

/**
 * Refuses an empty or too long text, and an order whose note has no room left. The line has the time and the name, so
 * that what others wrote stays. The same form, sent again right away, adds nothing more. The order's version stays: a
 * note refuses no colleague's press, and an edit compares the note itself.
 * @param at when it was written; before now on a tablet that had no network
 */
export async function addOrderNote(
  actor: Actor,
  { orderId, text, at }: { orderId: string; text: string; at?: Date },
  now = systemClock(),
): Promise<Result<null, AddedNoteProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-found' }));
  const { zone } = (await readSettings()).store;
  return asStaff<Result<null, AddedNoteProblem>>(async (tx, staff) => {
    if (text === '') return refuse({ kind: 'empty' });
    if (text.length > LONGEST_ADDED) return refuse({ kind: 'too-long' });
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    const time = formatTime(at ? instantOf(at) : now, zone);
    const note = withNote(order.note, { text, by: staff.name, time });
    if (note === null) return refuse({ kind: 'full' });
    if (note === order.note) return succeed(null);
    await tx
      .update(orders)
      .set({ note, updatedAt: asDate(now) })
      .where(eq(orders.id, order.id));
    await recordAudit(tx, staff, {
      action: 'order.note-added',
      subject: 'order',
      subjectId: order.id,
      before: { note: order.note },
      after: { note },
    });
    await announce(tx, 'orders', `order:${order.id}`);
    return succeed(null);
  });
}
