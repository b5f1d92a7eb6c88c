/** Declares that the state's tracking system is down, and that it works again. */
import { eq, isNull } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { stateOutages } from '#db/schema/stock.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, formatDateTime, systemClock } from '#kernel/time.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { announce } from '#platform/live/announce.ts';
import { checkStart, type OutageProblem } from './outage.ts';

const UNIQUE_VIOLATION = '23505';

/** @param since when it started; null if it cannot be read. Refused: a time ahead or long ago, and while another is open. */
export async function declareOutage(
  actor: Actor,
  { since, note }: { since: Temporal.Instant | null; note: string },
  now = systemClock(),
): Promise<Result<{ number: number }, OutageProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  const { zone } = await storeClock(now);
  const declare = () =>
    asStaff<Result<{ number: number }, OutageProblem>>(async (tx, admin) => {
      const start = checkStart(since, now);
      if (!start.ok) return start;
      const [open] = await tx.select().from(stateOutages).where(isNull(stateOutages.endedAt));
      if (open) return refuse({ kind: 'already-open', number: open.number });
      const [made] = await tx
        .insert(stateOutages)
        .values({
          ...{ startedAt: asDate(start.value), note, createdAt: asDate(now) },
          ...{ declaredBy: admin.userId, declaredByName: admin.name },
        })
        .returning({ number: stateOutages.number });
      if (!made) throw new Error('an outage was not written');
      await recordAudit(tx, admin, {
        action: 'outage.declared',
        subject: 'outage',
        subjectId: String(made.number),
        after: { since: formatDateTime(start.value, zone) },
        reason: note || null,
      });
      await announce(tx, 'orders', 'inventory');
      return succeed(made);
    });
  try {
    return await declare();
  } catch (error) {
    // Two admins at once: the second finds the first one's.
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) return declare();
    throw error;
  }
}

/** Lots can be received again. Refused: an outage that has ended. */
export function endOutage(
  actor: Actor,
  number: number,
  now = systemClock(),
): Promise<Result<null, OutageProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, OutageProblem>>(async (tx, admin) => {
    const [outage] = await tx
      .select()
      .from(stateOutages)
      .where(eq(stateOutages.number, number))
      .for('no key update');
    if (!outage) return refuse({ kind: 'not-found' });
    if (outage.endedAt !== null)
      return refuse({ kind: 'already-ended', by: outage.endedByName ?? 'Someone else' });
    await tx
      .update(stateOutages)
      .set({ endedAt: asDate(now), endedByName: admin.name })
      .where(eq(stateOutages.id, outage.id));
    await recordAudit(tx, admin, { action: 'outage.ended', subject: 'outage', subjectId: String(number) });
    await announce(tx, 'orders', 'inventory');
    return succeed(null);
  });
}
