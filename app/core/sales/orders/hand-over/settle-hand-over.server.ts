/** Records what was done about a hand-over that was refused when it arrived. Changes no order, no stock and no cash. */
import { eq } from 'drizzle-orm';
import { type Actor, type Approver, mayCloseWithout } from '#core/ground/access/actor.ts';
import { approverAsActor, staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { openCharge } from '#core/sales/cash-desk/charge-queries.server.ts';
import { handOverSettlements, refusedHandOvers } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, formatDateTime, instantOf, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { cashKept, type SettleProblem } from './refused-hand-over.ts';

/**
 * By an admin or the person in charge, once, with a note; or by anyone who has their yes, in their name: the audit log names
 * both. Sent again by the same person with the same note, it changes nothing. Refused: everyone else, a yes that no longer
 * counts, no note, and one that someone settled first.
 */
export async function settleHandOver(
  actor: Actor,
  { id, note, approver = null }: { id: string; note: string; approver?: Approver | null },
  now = systemClock(),
): Promise<Result<{ changed: boolean }, SettleProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  const { zone } = (await readSettings()).store;
  return asStaff<Result<{ changed: boolean }, SettleProblem>>(async (tx, staff, abandon) => {
    const inCharge = (await openCharge(tx))?.personId ?? null;
    const by = approver ?? staff;
    if (!approver && !mayCloseWithout(staff, inCharge)) return refuse({ kind: 'not-allowed' });
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    const [refused] = await tx.select().from(refusedHandOvers).where(eq(refusedHandOvers.id, id));
    if (!refused) return refuse({ kind: 'not-found' });
    if (note === '') return refuse({ kind: 'note-missing' });
    const settled = await tx
      .insert(handOverSettlements)
      .values({
        ...{ refusedId: id, note, createdAt: asDate(now) },
        ...{ settledBy: by.userId, settledByName: by.name },
      })
      .onConflictDoNothing()
      .returning({ id: handOverSettlements.refusedId });
    if (settled.length === 0) {
      const [first] = await tx
        .select()
        .from(handOverSettlements)
        .where(eq(handOverSettlements.refusedId, id));
      if (!first) throw new Error('no settlement was recorded');
      if (first.settledBy === by.userId && first.note === note) return succeed({ changed: false });
      const at = formatDateTime(instantOf(first.createdAt), zone);
      return refuse({ kind: 'settled', by: first.settledByName, at });
    }
    await recordAudit(
      tx,
      { kind: 'user', userId: by.userId, name: by.name },
      {
        action: 'order.hand-over-settled',
        subject: 'order',
        subjectId: refused.orderId,
        after: { cashReceived: cashKept(refused), ...(approver ? { askedBy: staff.name } : {}) },
        reason: note,
      },
    );
    await announce(tx, 'orders', 'cash', `order:${refused.orderId}`);
    if (approver) {
      const yes = await approverAsActor(tx, approver, staff);
      if (!yes || !mayCloseWithout(yes, inCharge)) return abandon(refuse({ kind: 'not-allowed' }));
    }
    return succeed({ changed: true });
  });
}
