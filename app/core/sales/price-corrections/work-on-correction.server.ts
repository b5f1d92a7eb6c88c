/**
 * Works off a price correction, a few lines at a time, each in a transaction of its own: whatever a line is by then
 * decides. However often the job repeats or the process is killed, each line is reached once, because it stops waiting
 * in the transaction that lowers or promises.
 */
import { and, asc, eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { leastPrice } from '#core/goods/discounts/discount.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { holdTaxRules, readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { lowerPrice } from '#core/sales/orders/lower-price/lower-price.server.ts';
import { hasEnded, isPaid } from '#core/sales/orders/order.ts';
import { lowerReservation } from '#core/sales/orders/reservations/lower-reservation.server.ts';
import { itemsOf } from '#core/sales/orders/write-order-lines.server.ts';
import { lockOrder } from '#core/sales/orders/write-order-status.server.ts';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { correctedLines, priceCorrections } from '#db/schema/price-corrections.ts';
import { type CorrectedLineStatus, holdingStatuses, type ReservationStatus } from '#kernel/statuses.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { log } from '#platform/log.ts';
import { whenQuiet } from '#platform/quiet.ts';
import { readPromised, refundsBefore } from './affected-queries.server.ts';
import { correctionJob } from './correction-job.ts';
import { differenceOf, tooMuch } from './price-correction.ts';

type Pricing = Pick<Settings, 'pricing'>;
type Correction = typeof priceCorrections.$inferSelect;
type Line = typeof correctedLines.$inferSelect;
/** What became of a line; cents. */
type Reached = { status: CorrectedLineStatus; amount: number; tax: number; units?: number };

/** Lines per job. */
const AT_A_TIME = 50;

/** Reaches the next lines, and enqueues the job for those after them; records the end when none are left. */
export async function workOnCorrection(correctionId: string, now = systemClock()): Promise<void> {
  const [correction] = await database()
    .select()
    .from(priceCorrections)
    .where(and(eq(priceCorrections.id, correctionId), eq(priceCorrections.status, 'running')));
  if (!correction) return;
  const waiting = await database()
    .select({ id: correctedLines.id, reservationId: correctedLines.reservationId })
    .from(correctedLines)
    .where(and(eq(correctedLines.correctionId, correctionId), eq(correctedLines.status, 'waiting')))
    .orderBy(asc(correctedLines.id))
    .limit(AT_A_TIME);
  const failures: unknown[] = [];
  for (const line of waiting) {
    await whenQuiet();
    try {
      await reachLine(correction, line, now);
    } catch (error) {
      // One line that cannot be reached does not stop the others; it waits, and the job is tried again.
      log.error({ err: error, correctionId, line: line.id }, 'a line of a price correction failed');
      failures.push(error);
    }
  }
  if (failures.length > 0 && failures.length === waiting.length) throw failures[0];
  await inTransaction(async (tx) => {
    if (waiting.length > 0) await enqueue(tx, correctionJob, { correctionId });
    else
      await tx
        .update(priceCorrections)
        .set({ status: 'done', doneAt: asDate(now) })
        .where(and(eq(priceCorrections.id, correctionId), eq(priceCorrections.status, 'running')));
    await announce(tx, 'inventory');
  });
}

/** A reservation becomes a line of an order at any moment; then it is tried again as that. */
const TRIES = 5;

async function reachLine(
  correction: Correction,
  line: Pick<Line, 'id' | 'reservationId'>,
  now: Temporal.Instant,
): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt++) if (await reachOnce(correction, line, now)) return;
}

/** False if the reservation became a line of an order while it was locked. */
async function reachOnce(
  correction: Correction,
  { id, reservationId }: Pick<Line, 'id' | 'reservationId'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const [known, knownRules] = await Promise.all([readSettings(), readTaxRules()]);
  return inTransaction(async (tx) => {
    const settings = await holdSettings(tx, known);
    const rules = await holdTaxRules(tx, knownRules);
    const found = await numberOf(tx, reservationId);
    const order = found === null ? null : await lockOrder(tx, found);
    const reservation = order ? null : await lockedReservation(tx, reservationId);
    if (reservation && (await numberOf(tx, reservationId)) !== null) return false;
    const [line] = await tx
      .select()
      .from(correctedLines)
      .where(eq(correctedLines.id, id))
      .for('no key update');
    // Undone, or reached by a job that was repeated.
    if (line?.status !== 'waiting') return true;
    const cause = {
      by: { userId: correction.startedBy, name: correction.startedByName },
      reason: correction.reason,
    };
    const reached = order
      ? await reachOrder(
          tx,
          { correction, line, order, settings },
          { ...cause, rules, zone: settings.store.zone, now },
        )
      : await reachReservation(tx, { correction, reservation, settings }, now);
    await tx
      .update(correctedLines)
      .set({ ...reached, settledAt: asDate(now), settledByName: correction.startedByName })
      .where(eq(correctedLines.id, id));
    return true;
  });
}

const isHolding = (status: ReservationStatus) => holdingStatuses.some((each) => each === status);

const NOTHING: Reached = { status: 'nothing', amount: 0, tax: 0 };

/** An order that is not paid costs less; one that is paid gets the difference back, or has it on record. */
async function reachOrder(
  tx: Transaction,
  at: {
    correction: Correction;
    line: Line;
    order: NonNullable<Awaited<ReturnType<typeof lockOrder>>>;
    settings: Pricing;
  },
  cause: Parameters<typeof lowerPrice>[4],
): Promise<Reached> {
  const { correction, line, order, settings } = at;
  const item = (await itemsOf(tx, order.id)).find(
    ({ reservationId }) => reservationId === line.reservationId,
  );
  if (!item) return NOTHING;
  const least = await leastOf(tx, item, settings);
  if (!isPaid(order.paymentStatus)) {
    const off = tooMuch(item, correction.rightPrice, least);
    if (hasEnded(order.status) || off === 0) return NOTHING;
    const less = await lowerPrice(tx, order, item, off, cause);
    const amount = off * item.quantity;
    return { status: 'lowered', amount, tax: Math.max(0, less - amount), units: item.quantity };
  }
  const before = (await refundsBefore(tx, [order.id])).get(order.id);
  const promised = (await readPromised(tx, [line.reservationId])).get(line.reservationId);
  const { units, amount, tax } = differenceOf(item, correction.rightPrice, { before, promised, least });
  if (units === 0 || amount + tax === 0) return NOTHING;
  if (correction.settlement === 'noted') return { status: 'noted', units, amount, tax };
  // No one can be reached of a walk-in: the order's history must not say that someone was.
  if (correction.tells && !order.isWalkIn)
    await recordEvent(tx, { kind: 'order-cash-owed', orderId: order.id }, correction.startedBy);
  return { status: 'owed', units, amount, tax };
}

async function reachReservation(
  tx: Transaction,
  {
    correction,
    reservation,
    settings,
  }: {
    correction: Correction;
    reservation: typeof pickupReservations.$inferSelect | null;
    settings: Pricing;
  },
  now: Temporal.Instant,
): Promise<Reached> {
  if (!reservation || reservation.unitPrice === null || !isHolding(reservation.status)) return NOTHING;
  const { id, userId, unitPrice, unitDiscount, quantity } = reservation;
  const least = await leastOf(tx, reservation, settings);
  const off = tooMuch({ unitPrice, unitDiscount }, correction.rightPrice, least);
  if (off === 0) return NOTHING;
  await lowerReservation(tx, { id, userId, unitPrice }, off, { byId: correction.startedBy, now });
  return { status: 'lowered', amount: off * quantity, tax: 0, units: quantity };
}

/** What the unit of this line may not come below because of its discount. */
async function leastOf(
  tx: Transaction,
  line: { productId: number; offerId: number | null },
  { pricing }: Pricing,
): Promise<number> {
  const [product] = await tx
    .select({ productType: products.productType, wholesalePrice: products.wholesalePrice })
    .from(products)
    .where(eq(products.id, line.productId));
  return product ? leastPrice(line, product, pricing) : 0;
}

async function numberOf(tx: Transaction, reservationId: string): Promise<string | null> {
  const [found] = await tx
    .select({ number: orders.orderId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orderItems.reservationId, reservationId));
  return found?.number ?? null;
}

async function lockedReservation(tx: Transaction, id: string) {
  const [row] = await tx
    .select()
    .from(pickupReservations)
    .where(eq(pickupReservations.id, id))
    .for('no key update');
  return row ?? null;
}
