/** Ends reservations whose hold period is over: no pickup time was chosen, or no email confirmed. */
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { inBatches } from '#platform/batches.ts';
import { releaseReservations } from './release-reservations.server.ts';

/** Reservations per transaction; small, so that locks are short. */
const BATCH = 100;
/** Reservations per run; the next run, a minute later, continues. */
const MOST = 5000;
/** Maximum wait for a stock lock, in milliseconds; a hold whose lock times out ends a minute later. */
const TIMEOUT_MS = 500;

/**
 * Returns how many ended. Skips rows that another transaction has locked, because it ends or changes them.
 * When a batch fails, each of its holds is retried alone, so one that fails does not stop the others.
 */
export async function expireHolds(now = systemClock()): Promise<number> {
  const { zone } = (await readSettings()).store;
  const isDue = and(
    eq(pickupReservations.status, 'pending'),
    lt(pickupReservations.holdExpiresAt, asDate(now)),
  );
  const due = await database()
    .select({ id: pickupReservations.id })
    .from(pickupReservations)
    .where(isDue)
    .orderBy(asc(pickupReservations.holdExpiresAt))
    .limit(MOST);
  const ids = due.map(({ id }) => id);
  return inBatches('a hold that is over', ids, BATCH, (batch) =>
    inTransaction(async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${`${TIMEOUT_MS}ms`}, true)`);
      const locked = await tx
        .select()
        .from(pickupReservations)
        .where(and(isDue, inArray(pickupReservations.id, [...batch])))
        .orderBy(asc(pickupReservations.id))
        .for('no key update', { skipLocked: true });
      await releaseReservations(tx, locked, {
        orderId: null,
        actorId: null,
        note: 'hold period over',
        clock: { now, zone },
      });
      // A sign-up has no customer to notify.
      for (const { id } of locked.filter(({ signUpId }) => signUpId === null))
        await recordEvent(tx, { kind: 'reservation-expired', reservationId: id }, null);
      return locked.length;
    }),
  );
}
