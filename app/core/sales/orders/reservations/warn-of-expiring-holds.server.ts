/** Notifies customers, once, that a hold without a pickup time is about to end. A sign-up is not a customer yet. */
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { tryLockAdvisory } from '#db/advisory-locks.ts';
import { inTransaction } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { asDate, systemClock } from '#kernel/time.ts';

/**
 * How long before the end to notify; shorter holds, with a quarter left: late enough to matter, early enough
 * to act.
 */
const HOURS_BEFORE = 3;

/** Returns how many customers were notified; 0 while another instance runs this, so that no one is notified twice. */
export async function warnOfExpiringHolds(now = systemClock()): Promise<number> {
  return inTransaction(async (tx) => {
    if (!(await tryLockAdvisory(tx, 'expiringHolds'))) return 0;
    const { holdExpiresAt, createdAt, id } = pickupReservations;
    const at = asDate(now);
    const due = await tx
      .select({ id })
      .from(pickupReservations)
      .where(
        and(
          eq(pickupReservations.status, 'pending'),
          isNotNull(pickupReservations.userId),
          gt(holdExpiresAt, at),
          sql`${holdExpiresAt} - least(make_interval(hours => ${HOURS_BEFORE}), (${holdExpiresAt} - ${createdAt}) / 4) <= ${at}`,
          sql`not exists (select 1 from ${events} where ${events.subjectId} = ${id}::text and ${events.kind} = 'reservation-expiring')`,
        ),
      )
      .orderBy(asc(holdExpiresAt))
      .limit(200);
    for (const reservation of due)
      await recordEvent(tx, { kind: 'reservation-expiring', reservationId: reservation.id }, null);
    return due.length;
  });
}
