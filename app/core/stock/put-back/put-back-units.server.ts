/** Records that units of a bag are back in their place, or that they are not. Stock does not change: they have been free since they left the bag. */
import { eq } from 'drizzle-orm';
import type { Actor, SignedIn } from '#core/access/actor.ts';
import { staffTransaction } from '#core/access/staff-transaction.server.ts';
import { recordAudit } from '#core/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { lots, putBacks } from '#db/schema/stock.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import type { PutBackProblem } from './put-back.ts';

type Outcome = Result<{ changed: boolean }, PutBackProblem>;

/** Ticks units off. A second press, and one on another tablet, changes nothing: the first person stays on record. */
export function putBackUnits(actor: Actor, id: string, now = systemClock()): Promise<Outcome> {
  return onRow(actor, id, async (tx, staff, row) => {
    if (row.doneAt !== null) return false;
    const done = { doneAt: asDate(now), doneBy: staff.userId, doneByName: staff.name };
    await tx.update(putBacks).set(done).where(eq(putBacks.id, id));
    return 'order.put-back';
  });
}

/** Removes a tick, also another person’s: the units are still in the bag. */
export function undoPutBack(actor: Actor, id: string): Promise<Outcome> {
  return onRow(actor, id, async (tx, _, row) => {
    if (row.doneAt === null) return false;
    await tx
      .update(putBacks)
      .set({ doneAt: null, doneBy: null, doneByName: null })
      .where(eq(putBacks.id, id));
    return 'order.put-back-undone';
  });
}

type Row = typeof putBacks.$inferSelect;

function onRow(
  actor: Actor,
  id: string,
  write: (
    tx: Transaction,
    staff: SignedIn,
    row: Row,
  ) => Promise<'order.put-back' | 'order.put-back-undone' | false>,
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx, staff) => {
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    const [row] = await tx.select().from(putBacks).where(eq(putBacks.id, id)).for('no key update');
    if (!row) return refuse({ kind: 'not-found' });
    const action = await write(tx, staff, row);
    if (action === false) return succeed({ changed: false });
    const [lot] = await tx
      .select({ productId: lots.productId, batchNumber: lots.batchNumber })
      .from(lots)
      .where(eq(lots.id, row.lotId));
    await recordAudit(tx, staff, {
      action,
      subject: 'order',
      subjectId: row.orderId,
      after: { ...lot, units: row.units },
    });
    await announce(tx, 'orders');
    return succeed({ changed: true });
  });
}
