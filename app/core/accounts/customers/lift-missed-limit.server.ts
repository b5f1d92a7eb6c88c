/** Lets a customer who missed pickups have several open orders again. */
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { lockProfile } from './lock-customer.server.ts';
import type { LiftProblem } from './missed-limit.ts';

/** Pickups missed before this moment stay on record and no longer limit. Repeating it moves the moment. */
export function liftMissedLimit(
  actor: Actor,
  userId: string,
  reason: string,
  now = systemClock(),
): Promise<Result<null, LiftProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<null, LiftProblem>>(async (tx, staff) => {
    if (!isUuid(userId) || !(await lockProfile(tx, userId))) return refuse({ kind: 'not-found' });
    await tx
      .update(customerProfiles)
      .set({
        missedCountFrom: asDate(now),
        version: sql`${customerProfiles.version} + 1`,
        updatedAt: asDate(now),
      })
      .where(eq(customerProfiles.userId, userId));
    await recordAudit(tx, staff, {
      action: 'customer.missed-limit-lifted',
      subject: 'customer',
      subjectId: userId,
      reason,
    });
    await announce(tx, `user:${userId}`);
    return succeed(null);
  });
}
