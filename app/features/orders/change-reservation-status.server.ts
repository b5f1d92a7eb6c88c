/** Staff give a reservation any status; what happens to the stock follows from the status alone. */
import { eq } from 'drizzle-orm';
import { inTransaction, type Transaction } from '#db/client.ts';
import { orderItems, pickupReservations } from '#db/schema/orders.ts';
import { type Actor, may } from '#features/access/actor.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import {
  dayNeeded,
  holdLots,
  type StoreClock,
  sellLots,
  takeBackLots,
} from '#features/inventory/hold-lots.server.ts';
import { takeFirstOut } from '#features/inventory/lots.ts';
import { readFreeLots } from '#features/inventory/lots-queries.server.ts';
import { lockStock } from '#features/inventory/move-stock.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { ReservationStatus } from '#kernel/statuses.ts';
import { systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { releaseReservations } from './release-reservations.server.ts';
import { stockEffect } from './reservation.ts';

export type StatusProblem =
  | { kind: 'not-allowed' }
  | { kind: 'not-found' }
  /** Its order decides whether it holds, is handed over or ends. */
  | { kind: 'has-order' }
  /** Fewer units are free than it would take. */
  | { kind: 'not-available'; missing: number };

type Outcome = Result<{ before: ReservationStatus }, StatusProblem>;

type LockedReservation = typeof pickupReservations.$inferSelect & { status: ReservationStatus };

/**
 * Refused: who may not manage orders, a reservation that does not exist, units that are not there, and for the
 * reservation of an order whatever would hold, hand over or end it apart from its order.
 */
export async function changeReservationStatus(
  actor: Actor,
  { reservationId, status }: { reservationId: string; status: ReservationStatus },
  now = systemClock(),
): Promise<Outcome> {
  if (actor.kind !== 'user' || !may(actor, 'orders.manage')) return refuse({ kind: 'not-allowed' });
  if (!isUuid(reservationId)) return refuse({ kind: 'not-found' });
  const clock = { now, zone: (await readSettings()).store.zone };
  return inTransaction<Outcome>(async (tx) => {
    const [reservation] = await tx
      .select()
      .from(pickupReservations)
      .where(eq(pickupReservations.id, reservationId))
      .for('no key update');
    if (!reservation) return refuse({ kind: 'not-found' });
    const before = reservation.status;
    if (before === status) return succeed({ before });
    if (stockEffect[before] !== stockEffect[status]) {
      const [item] = await tx
        .select({ id: orderItems.id })
        .from(orderItems)
        .where(eq(orderItems.reservationId, reservationId));
      if (item) return refuse({ kind: 'has-order' });
      const moved = await moveTo(tx, reservation, status, actor.userId, clock);
      if (!moved.ok) return moved;
    }
    await tx
      .update(pickupReservations)
      .set({ status, updatedAt: new Date() })
      .where(eq(pickupReservations.id, reservationId));
    await recordAudit(tx, actor, {
      action: 'reservation.status-changed',
      subject: 'reservation',
      subjectId: reservationId,
      before: { status: before },
      after: { status },
    });
    await announce(tx, 'reservations', `user:${reservation.userId}`);
    return succeed({ before });
  });
}

/** Moves the stock from what the reservation's status does to it to what `status` does. */
async function moveTo(
  tx: Transaction,
  reservation: LockedReservation,
  status: ReservationStatus,
  actorId: string,
  clock: StoreClock,
): Promise<Result<null, StatusProblem>> {
  const cause = { actorId, orderId: null };
  const { id, productId, quantity } = reservation;
  if (stockEffect[status] === 'released') {
    await releaseReservations(tx, [reservation], { ...cause, clock });
    return succeed(null);
  }
  await lockStock(tx, [productId]);
  if (stockEffect[reservation.status] === 'sold') {
    await takeBackLots(tx, reservation, cause, clock);
    return succeed(null);
  }
  if (stockEffect[reservation.status] === 'released') {
    const free = (await readFreeLots(tx, [productId])).get(productId) ?? [];
    const { shares, missing } = takeFirstOut(free, quantity, dayNeeded(reservation, clock));
    if (missing > 0) return refuse({ kind: 'not-available', missing });
    await holdLots(tx, [{ reservationId: id, productId, shares }], cause);
  }
  if (stockEffect[status] === 'holds') return succeed(null);
  const missing = await sellLots(tx, reservation, cause);
  return missing === 0 ? succeed(null) : refuse({ kind: 'not-available', missing });
}
