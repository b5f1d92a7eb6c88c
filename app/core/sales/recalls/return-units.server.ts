/** Records units of a recalled lot that a buyer brought back. */
import { and, eq, sql } from 'drizzle-orm';
import { takeBackUnits } from '#core/goods/stock/take-back-units.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recallLots, recalls } from '#db/schema/recalls.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import { type RecallProblem, recallName } from './recall.ts';
import { recordRecall } from './save-recall.server.ts';

/**
 * The units stay set aside in their lot and never go back on sale; a refund is recorded separately, and does not count
 * them again. Refused: a recall that is not active, a sale of another lot, and more units than the buyer still has.
 */
export async function returnUnits(
  actor: Actor,
  {
    recallId,
    reservationId,
    lotId,
    units,
  }: {
    recallId: string;
    reservationId: string;
    lotId: number;
    units: number;
  },
): Promise<Result<null, RecallProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.count', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, RecallProblem>>(async (tx, staff) => {
    if (!isUuid(recallId) || !isUuid(reservationId)) return refuse({ kind: 'not-found' });
    if (!Number.isSafeInteger(units) || units < 1) return refuse({ kind: 'units-invalid' });
    const [recall] = await tx
      .select({ number: recalls.number, isExercise: recalls.isExercise, status: recalls.status })
      .from(recalls)
      .innerJoin(recallLots, and(eq(recallLots.recallId, recalls.id), eq(recallLots.lotId, lotId)))
      .where(sql`${recalls.id} = ${recallId}`);
    if (!recall) return refuse({ kind: 'not-found' });
    if (recall.status !== 'active') return refuse({ kind: 'not-active' });
    const cause = { actorId: staff.userId, note: recallName(recall) };
    const taken = await takeBackUnits(tx, { reservationId, lotId, units }, cause);
    if (!taken.ok) return refuse({ kind: 'too-many-units', left: taken.problem.left });
    await recordRecall(tx, staff, 'recall.units-returned', recallId, {
      after: { order: taken.value.orderNumber, lotId, units },
    });
    await announce(tx, 'recalls', 'inventory');
    return succeed(null);
  });
}
