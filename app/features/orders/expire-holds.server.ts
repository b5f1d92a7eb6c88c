/** Ends reservations whose hold period is over and for which nobody chose a pickup time. */
import { and, asc, eq, lt } from 'drizzle-orm';
import { inTransaction } from '#db/client.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { recordEvent } from '#features/events/record-event.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { releaseReservations } from './release-reservations.server.ts';

/** Reservations ended per transaction, so that their locks are short. */
const BATCH = 100;

/** Answers how many ended. Rows another instance is at work on are skipped: they are its to end. */
export async function expireHolds(now = systemClock()): Promise<number> {
  const { zone } = (await readSettings()).store;
  let ended = 0;
  for (;;) {
    const batch = await inTransaction(async (tx) => {
      const due = await tx
        .select()
        .from(pickupReservations)
        .where(
          and(eq(pickupReservations.status, 'pending'), lt(pickupReservations.holdExpiresAt, asDate(now))),
        )
        .orderBy(asc(pickupReservations.holdExpiresAt))
        .limit(BATCH)
        .for('no key update', { skipLocked: true });
      await releaseReservations(tx, due, {
        orderId: null,
        actorId: null,
        note: 'hold period over',
        clock: { now, zone },
      });
      for (const { id } of due)
        await recordEvent(tx, { kind: 'reservation-expired', reservationId: id }, null);
      return due.length;
    });
    ended += batch;
    if (batch < BATCH) return ended;
  }
}
