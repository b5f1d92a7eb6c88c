/** Cancels a customer's reservation that has no order yet. */
import { and, eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { inTransaction } from '#db/client.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { systemClock } from '#kernel/time.ts';
import { releaseReservations } from './release-reservations.server.ts';

export type CancelReservationProblem = { kind: 'not-found' } | { kind: 'has-order' };

export function cancelReservationMessage(problem: CancelReservationProblem): string {
  return problem.kind === 'not-found'
    ? 'We could not find that reservation.'
    : 'This reservation is already part of an order; cancel the order instead.';
}

/** Another customer's reservation is not found; one that has already ended does not change. */
export async function cancelReservation(
  actor: Actor,
  reservationId: string,
  now = systemClock(),
): Promise<Result<{ reservationId: string }, CancelReservationProblem>> {
  if (actor.kind !== 'user' || actor.isBanned || !isUuid(reservationId)) return refuse({ kind: 'not-found' });
  const { zone } = (await readSettings()).store;
  return inTransaction(async (tx) => {
    const [reservation] = await tx
      .select()
      .from(pickupReservations)
      .where(and(eq(pickupReservations.id, reservationId), eq(pickupReservations.userId, actor.userId)))
      .for('no key update');
    if (!reservation) return refuse({ kind: 'not-found' });
    if (reservation.status === 'cancelled') return succeed({ reservationId });
    if (reservation.status !== 'pending') return refuse({ kind: 'has-order' });
    await releaseReservations(tx, [reservation], {
      orderId: null,
      actorId: actor.userId,
      clock: { now, zone },
    });
    await recordEvent(tx, { kind: 'reservation-cancelled', reservationId }, actor.userId);
    return succeed({ reservationId });
  });
}
