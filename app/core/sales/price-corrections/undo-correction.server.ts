/** Undoes a price correction, whole or one line of it, as far as nothing was refunded, lowered or announced. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { correctedLines, priceCorrections } from '#db/schema/price-corrections.ts';
import { fitsInteger } from '#kernel/number.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { correctedLineStatuses } from '#kernel/statuses.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { type CorrectionProblem, mayUndoLine } from './price-correction.ts';

/**
 * Returns how many lines are undone. A price that a customer was told stays as low as it is, and so does cash that they were
 * promised: neither is raised by an undo. Refused: a correction of which nothing is left to undo.
 * @param lineId one line; null for all that are left, which ends the correction
 */
export async function undoCorrection(
  actor: Actor,
  number: number,
  lineId: number | null = null,
  now = systemClock(),
): Promise<Result<{ lines: number }, CorrectionProblem>> {
  const asAdmin = staffTransaction(actor, 'refunds.any-amount', refuse({ kind: 'not-allowed' }));
  return asAdmin<Result<{ lines: number }, CorrectionProblem>>(async (tx, admin) => {
    const [correction] = await tx
      .select()
      .from(priceCorrections)
      .where(eq(priceCorrections.number, number))
      .for('no key update');
    if (!correction) return refuse({ kind: 'not-found' });
    if (lineId !== null && !fitsInteger(lineId)) return refuse({ kind: 'nothing-to-undo' });
    if (correction.status === 'undone') return refuse({ kind: 'already-undone' });
    const undoable = correctedLineStatuses.filter((status) => mayUndoLine(status, correction.tells));
    const undone = await tx
      .update(correctedLines)
      .set({ status: 'undone', settledAt: asDate(now), settledByName: admin.name })
      .where(
        and(
          eq(correctedLines.correctionId, correction.id),
          inArray(correctedLines.status, undoable),
          lineId === null ? undefined : eq(correctedLines.id, lineId),
        ),
      )
      .returning({ amount: correctedLines.amount, tax: correctedLines.tax });
    if (undone.length === 0) return refuse({ kind: 'nothing-to-undo' });
    if (lineId === null)
      await tx
        .update(priceCorrections)
        .set({ status: 'undone', undoneAt: asDate(now), undoneByName: admin.name })
        .where(eq(priceCorrections.id, correction.id));
    await recordAudit(tx, admin, {
      action: 'product.correction-undone',
      subject: 'product',
      subjectId: String(correction.productId),
      after: {
        orders: undone.length,
        amountInCents: undone.reduce((sum, { amount, tax }) => sum + amount + tax, 0),
      },
      reason: correction.reason,
    });
    await announce(tx, 'inventory');
    return succeed({ lines: undone.length });
  });
}
