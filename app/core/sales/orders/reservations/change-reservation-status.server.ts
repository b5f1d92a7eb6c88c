/** Changes a reservation to any status for staff; the status alone decides what happens to stock. */
import { eq, sql } from 'drizzle-orm';
import type { LockedCustomer } from '#core/accounts/customers/lock-customer.server.ts';
import { offerProblem } from '#core/goods/discounts/lock-offers.server.ts';
import {
  dayNeeded,
  holdLots,
  type StoreClock,
  sellLots,
  takeBackLots,
} from '#core/goods/stock/hold-lots.server.ts';
import { lockMenu } from '#core/goods/stock/lock-menu.server.ts';
import { takeFirstOut } from '#core/goods/stock/lots/lots.ts';
import { missingOf } from '#core/goods/stock/missing-units-queries.server.ts';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { checkAge, needsBirthDate } from '#core/sales/compliance/age-rule.ts';
import { checkLimits } from '#core/sales/compliance/purchase-limits.ts';
import { purchasesCountingToday } from '#core/sales/compliance/purchases-queries.server.ts';
import { holdEnd } from '#core/sales/pickup/hours.ts';
import type { Transaction } from '#db/client.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { ReservationStatus } from '#kernel/statuses.ts';
import { asDate, parseDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { type LockedReservation, lockReservation } from './lock-reservation.server.ts';
import { lockReservationsOfSignUp, readReservationOfSignUp } from './lock-sign-up-hold.server.ts';
import { releaseReservations } from './release-reservations.server.ts';
import { stockEffect } from './reservation.ts';
import { besideOrder, type ReservationStatusProblem } from './reservation-status.ts';
import { writeReservationStatus } from './write-reservation-status.server.ts';

type Outcome = Result<{ before: ReservationStatus }, ReservationStatusProblem>;

type Change = {
  tx: Transaction;
  reservation: LockedReservation & { userId: string };
  status: ReservationStatus;
  customer: LockedCustomer;
  settings: Settings;
  actorId: string;
  now: ReturnType<typeof systemClock>;
};

/**
 * Notifies the customer. Refuses: actors without permission to manage pickups; a reservation that does not
 * exist or has changed since it was seen; 'reserved', 'confirmed' or 'fulfilled' while units are missing;
 * holding again for a customer who may not have the units; and, for the reservation of an order, any change
 * that would hold, hand over or end it separately from its order. What a sign-up holds is canceled as a whole; any
 * other change of it is refused.
 * @param seen the status that staff saw; omitted if none was shown
 */
export async function changeReservationStatus(
  actor: Actor,
  wanted: { reservationId: string; status: ReservationStatus; seen?: ReservationStatus },
  now = systemClock(),
): Promise<Outcome> {
  const { reservationId, status, seen } = wanted;
  const asStaff = staffTransaction(actor, 'pickups.manage', refuse({ kind: 'not-allowed' }));
  const known = await readSettings();
  return asStaff<Outcome>(async (tx, actor, abandon) => {
    const settings = await holdSettings(tx, known);
    const locked = await lockReservation(tx, reservationId);
    if (!locked) return ofSignUp(tx, actor, wanted, { now, zone: settings.store.zone });
    const { reservation, customer, orderId } = locked;
    const before = reservation.status;
    if (before === status) return succeed({ before });
    if (seen && seen !== before) return refuse({ kind: 'stale', status: before });
    if (orderId && !(besideOrder.includes(before) && besideOrder.includes(status)))
      return refuse({ kind: 'has-order', orderId, to: status });
    const holdExpiresAt = holdOf(reservation, status, settings, now);
    const renewed = { ...reservation, holdExpiresAt };
    const change = { tx, reservation: renewed, status, customer, settings, actorId: actor.userId, now };
    const moved = stockEffect[before] === stockEffect[status] ? succeed(null) : await moveTo(change);
    if (!moved.ok) return abandon(moved);
    const missing = PROMISES.includes(status) ? await missingUnits(tx, reservation) : 0;
    if (missing > 0) return abandon(refuse({ kind: 'not-available', missing }));
    await writeReservationStatus(
      tx,
      [reservation.id],
      status,
      status === 'cancelled' ? {} : { holdExpiresAt },
    );
    await recordAudit(tx, actor, {
      action: 'reservation.status-changed',
      subject: 'reservation',
      subjectId: reservation.id,
      before: { status: before },
      after: { status },
    });
    await recordEvent(
      tx,
      status === 'cancelled'
        ? { kind: 'reservation-cancelled', reservationId: reservation.id }
        : { kind: 'reservation-changed', reservationId: reservation.id, to: status },
      actor.userId,
    );
    return succeed({ before });
  });
}

/** Cancels everything that a sign-up holds; any other change is refused. */
async function ofSignUp(
  tx: Transaction,
  actor: SignedIn,
  {
    reservationId,
    status,
    seen,
  }: { reservationId: string; status: ReservationStatus; seen?: ReservationStatus },
  clock: StoreClock,
): Promise<Outcome> {
  const found = await readReservationOfSignUp(tx, reservationId);
  if (!found) return refuse({ kind: 'not-found' });
  const held = await lockReservationsOfSignUp(tx, found.signUpId);
  const before = held.some(({ id }) => id === reservationId) ? 'pending' : 'cancelled';
  if (before === status) return succeed({ before });
  if (seen && seen !== before) return refuse({ kind: 'stale', status: before });
  if (status !== 'cancelled') return refuse({ kind: 'email-not-confirmed' });
  await releaseReservations(tx, held, { actorId: actor.userId, orderId: null, clock });
  await recordAudit(
    tx,
    actor,
    held.map(({ id }) => ({
      action: 'reservation.status-changed',
      subject: 'reservation',
      subjectId: id,
      before: { status: before },
      after: { status },
    })),
  );
  return succeed({ before });
}

/** The customer reads in these statuses that we hold the units. */
const PROMISES: readonly ReservationStatus[] = ['reserved', 'confirmed'];

/** Reads a reservation's units that no lot has, under the lock on its product's stock. */
async function missingUnits(
  tx: Transaction,
  { id, productId }: Pick<LockedReservation, 'id' | 'productId'>,
): Promise<number> {
  await lockStock(tx, [productId]);
  const [found] = await tx
    .select({ missing: missingOf(sql`${pickupReservations.id}`) })
    .from(pickupReservations)
    .where(eq(pickupReservations.id, id));
  return found?.missing ?? 0;
}

/** A reservation that starts waiting for a pickup time waits as long as a new one. */
function holdOf(
  { pickupTime, holdExpiresAt }: LockedReservation,
  status: ReservationStatus,
  { pickup, store }: Settings,
  now: Change['now'],
): Date | null {
  const isOver = holdExpiresAt === null || holdExpiresAt < asDate(now);
  return status === 'pending' && pickupTime === null && isOver
    ? asDate(holdEnd({ ...pickup, zone: store.zone }, now, pickup.holdHours))
    : holdExpiresAt;
}

/** Moves stock from the effect of the reservation's current status to that of the new one. */
async function moveTo(change: Change): Promise<Result<null, ReservationStatusProblem>> {
  const { tx, reservation, status, settings, now } = change;
  const cause = { actorId: change.actorId, orderId: null };
  const clock = { now, zone: settings.store.zone };
  if (stockEffect[status] === 'released') {
    await releaseReservations(tx, [reservation], { ...cause, clock });
    return succeed(null);
  }
  if (stockEffect[reservation.status] === 'released') {
    const held = await holdAgain(change);
    if (!held.ok) return held;
  } else await lockStock(tx, [reservation.productId]);
  if (stockEffect[reservation.status] === 'sold') {
    await takeBackLots(tx, reservation, cause, clock);
    return succeed(null);
  }
  if (stockEffect[status] === 'holds') return succeed(null);
  const missing = await sellLots(tx, reservation, cause);
  return missing === 0 ? succeed(null) : refuse({ kind: 'not-available', missing });
}

/** Holds units again for a reservation that had ended, by the rules for a new one. */
async function holdAgain(change: Change): Promise<Result<null, ReservationStatusProblem>> {
  const { tx, reservation, customer, settings, now } = change;
  const { id: reservationId, productId, quantity, userId } = reservation;
  const { zone } = settings.store;
  if (customer.isBanned) return refuse({ kind: 'banned' });
  const today = storeDate(now, zone);
  const product = (await lockMenu(tx, [{ productId, quantity }], { settings, now }, { person: userId })).get(
    productId,
  );
  if (!product?.isOnMenu) return refuse({ kind: 'not-on-menu' });
  if (customer.isVerifiedOver21 === false && needsBirthDate([product])) return refuse({ kind: 'rejected' });
  const birth = customer.birthDate ? parseDate(customer.birthDate) : null;
  const ofAge = checkAge([product], birth, today, settings.compliance.minimumAge);
  if (!ofAge.ok) return refuse({ kind: 'age', problem: ofAge.problem });
  const { usage } = await purchasesCountingToday(tx, userId, asDate(startOfDay(today, zone)));
  const over = await offerProblem(tx, reservation.offerId ? [reservation.offerId] : [], userId, quantity);
  if (over !== null) return refuse({ kind: 'over-offer', words: over });
  const within = checkLimits([{ ...product, quantity }], usage, settings.compliance);
  if (!within.ok) return refuse({ kind: 'over-limit', problem: within.problem });
  const day = dayNeeded(reservation, { now, zone });
  const { shares, missing } = takeFirstOut(product.lots, quantity, day);
  if (missing > 0) return refuse({ kind: 'not-available', missing });
  await holdLots(tx, [{ reservationId, productId, shares }], { actorId: change.actorId, orderId: null });
  return succeed(null);
}
