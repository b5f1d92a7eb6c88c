/**
 * Holds, releases, sells and takes back reservations' units of lots. Everything here runs under the lock on
 * the products' stock (`lockStock`), which guards a reservation's shares as well as the lots, so a recall
 * does not need to lock reservations.
 */
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import type { Transaction } from '#db/client.ts';
import { reservationLots } from '#db/schema/stock.ts';
import { instantOf, storeDate } from '#kernel/time.ts';
import { type FreeLot, type LotShare, takeFirstOut, without } from './lots/lots.ts';
import { readFreeLots } from './lots/lots-queries.server.ts';
import { type LedgerReason, moveStock, type StockMove } from './move-stock.server.ts';

/** The current time, and the time zone of the store's calendar. */
export type StoreClock = { now: Temporal.Instant; zone: string };

/** Who changed stock, for which order, and the note. */
export type Cause = { actorId: string | null; orderId: string | null; note?: string | null };

/** How long a lot must be good: until the pickup, or until the hold ends if no time is chosen. Never a past day. */
export type HeldFor = { pickupTime: Date | null; holdExpiresAt: Date | null };

/** Returns the store-local day, yyyy-mm-dd, on which a reservation needs its units. */
export function dayNeeded({ pickupTime, holdExpiresAt }: HeldFor, { now, zone }: StoreClock): string {
  const today = storeDate(now, zone).toString();
  const wanted = pickupTime ?? holdExpiresAt;
  const day = wanted ? storeDate(instantOf(wanted), zone).toString() : today;
  return day > today ? day : today;
}

export type Hold = {
  reservationId: string;
  productId: number;
  shares: readonly LotShare[];
  /** Of holds for several orders at once, the one of this hold. */
  orderId?: string | null;
};

/** Holds shares that were chosen under the lock. */
export async function holdLots(
  tx: Transaction,
  holds: readonly Hold[],
  cause: Cause,
  reason: LedgerReason = 'hold',
): Promise<void> {
  const moves = holds.flatMap(({ reservationId, productId, shares, orderId = cause.orderId }) =>
    shares.map(
      ({ lotId, quantity, packed }): StockMove => ({
        productId,
        lotId,
        onHand: 0,
        held: quantity,
        packed,
        reason,
        reservationId,
        orderId,
        note: cause.note ?? null,
      }),
    ),
  );
  await moveStock(tx, moves, cause.actorId);
}

/** A reservation's part of a lot; `lotId` is null for units that no lot has. */
type Share = typeof reservationLots.$inferSelect;

/** Reads the shares of these reservations. */
async function sharesOf(tx: Transaction, reservationIds: readonly string[]): Promise<Share[]> {
  if (reservationIds.length === 0) return [];
  return tx
    .select()
    .from(reservationLots)
    .where(inArray(reservationLots.reservationId, [...reservationIds]))
    .orderBy(reservationLots.reservationId, reservationLots.lotId);
}

type OfProduct = { id: string; productId: number };

/** Releases everything these reservations hold, and deletes their missing units. Returns what they held. */
export async function releaseLots(
  tx: Transaction,
  reservations: readonly OfProduct[],
  cause: Cause,
  reason: LedgerReason = 'release',
): Promise<Share[]> {
  const productOf = new Map(reservations.map(({ id, productId }) => [id, productId]));
  const shares = await sharesOf(tx, [...productOf.keys()]);
  const moves = shares.flatMap(({ reservationId, lotId, quantity, sold }): StockMove[] =>
    lotId === null || sold
      ? []
      : [
          {
            productId: productOf.get(reservationId) ?? 0,
            lotId,
            onHand: 0,
            held: -quantity,
            reason,
            reservationId,
            orderId: cause.orderId,
            note: cause.note ?? null,
          },
        ],
  );
  await moveStock(tx, moves, cause.actorId);
  if (shares.some(({ lotId }) => lotId === null)) await forgetMissing(tx, [...productOf.keys()]);
  return shares;
}

/** Replaces a reservation's shares once its pickup day is fixed, because the held lots may not be good on that day. */
export async function rebindLots(tx: Transaction, hold: Hold, cause: Cause): Promise<void> {
  const before = await sharesOf(tx, [hold.reservationId]);
  const isSame =
    before.length === hold.shares.length &&
    hold.shares.every((share) =>
      before.some(({ lotId, quantity }) => lotId === share.lotId && quantity === share.quantity),
    );
  if (isSame) return;
  await releaseLots(tx, [{ id: hold.reservationId, productId: hold.productId }], cause, 'transfer');
  await holdLots(tx, [hold], cause, 'transfer');
}

/** Puts every unit that these reservations hold into the bag of their order. */
export async function packLots(tx: Transaction, reservationIds: readonly string[]): Promise<void> {
  await tx
    .update(reservationLots)
    .set({ packed: sql`${reservationLots.quantity}` })
    .where(
      and(inArray(reservationLots.reservationId, [...reservationIds]), isNotNull(reservationLots.lotId)),
    );
}

/** Hands over the reservation's units. Returns how many units are missing; if any are, nothing changes. */
export async function sellLots(tx: Transaction, reservation: OfProduct, cause: Cause): Promise<number> {
  const shares = await sharesOf(tx, [reservation.id]);
  const missing = shares.find(({ lotId }) => lotId === null);
  if (missing) return missing.quantity;
  const moves = shares.flatMap(({ lotId, quantity, sold }): StockMove[] =>
    lotId === null || sold
      ? []
      : [
          {
            productId: reservation.productId,
            lotId,
            onHand: -quantity,
            held: -quantity,
            reason: 'sale',
            reservationId: reservation.id,
            orderId: cause.orderId,
            note: cause.note ?? null,
          },
        ],
  );
  await moveStock(tx, moves, cause.actorId);
  return 0;
}

/**
 * Corrects a hand-over that did not happen: the units are back in the building and held again. Units of a lot
 * that has left sale since are set aside with it; the reservation gets others, and units that no lot has are
 * missing.
 */
export async function takeBackLots(
  tx: Transaction,
  reservation: OfProduct & HeldFor,
  cause: Cause,
  clock: StoreClock,
): Promise<void> {
  const { rows } = await tx.execute<{ lot_id: number; quantity: number; sellable: boolean }>(sql`
    select lot_id, quantity, lots.status = 'sellable' as sellable
    from reservation_lots join lots on lots.id = lot_id
    where reservation_id = ${reservation.id}::uuid and sold`);
  await moveStock(
    tx,
    rows.map(({ lot_id, quantity, sellable }) => ({
      productId: reservation.productId,
      lotId: lot_id,
      onHand: sellable ? quantity : 0,
      held: sellable ? quantity : 0,
      setAside: sellable ? 0 : quantity,
      reason: 'adjustment',
      reservationId: reservation.id,
      orderId: cause.orderId,
      note: cause.note ?? null,
    })),
    cause.actorId,
  );
  const gone = rows.filter(({ sellable }) => !sellable);
  if (gone.length === 0) return;
  await tx.delete(reservationLots).where(
    and(
      eq(reservationLots.reservationId, reservation.id),
      inArray(
        reservationLots.lotId,
        gone.map(({ lot_id }) => lot_id),
      ),
    ),
  );
  const { id: reservationId, productId } = reservation;
  const free = (await readFreeLots(tx, [productId])).get(productId) ?? [];
  const units = gone.reduce((sum, { quantity }) => sum + quantity, 0);
  const { shares, missing } = takeFirstOut(free, units, dayNeeded(reservation, clock));
  await holdLots(tx, [{ reservationId, productId, shares }], cause, 'transfer');
  if (missing > 0) await addMissing(tx, [{ reservationId, units: missing }]);
}

/** Records units that are promised but in no lot. */
export async function addMissing(
  tx: Transaction,
  missing: readonly { reservationId: string; units: number }[],
): Promise<void> {
  if (missing.length === 0) return;
  await tx
    .insert(reservationLots)
    .values(missing.map(({ reservationId, units }) => ({ reservationId, lotId: null, quantity: units })))
    .onConflictDoUpdate({
      target: reservationLots.reservationId,
      targetWhere: isNull(reservationLots.lotId),
      set: { quantity: sql`${reservationLots.quantity} + excluded.quantity` },
    });
}

async function forgetMissing(tx: Transaction, reservationIds: readonly string[]): Promise<void> {
  await tx
    .delete(reservationLots)
    .where(and(inArray(reservationLots.reservationId, [...reservationIds]), isNull(reservationLots.lotId)));
}

/**
 * Gives newly free units to reservations that are short before the shop offers them, earliest pickup first.
 * Notifies customers whose line is complete again.
 */
export async function coverMissing(
  tx: Transaction,
  productIds: readonly number[],
  actorId: string | null,
  clock: StoreClock,
): Promise<void> {
  const { rows: waiting } = await tx.execute<{
    id: string;
    product_id: number;
    order_id: string | null;
    missing: number;
    pickup_time: string | null;
    hold_expires_at: string | null;
  }>(sql`
    select reservation.id, reservation.product_id, order_items.order_id, short.quantity as missing,
      reservation.pickup_time, reservation.hold_expires_at
    from reservation_lots as short
    join pickup_reservations as reservation on reservation.id = short.reservation_id
    left join order_items on order_items.reservation_id = reservation.id
    where short.lot_id is null and reservation.product_id = any(${sql.param([...productIds])}::int[])
    order by coalesce(reservation.pickup_time, reservation.hold_expires_at), reservation.id`);
  if (waiting.length === 0) return;
  const free = await readFreeLots(tx, productIds);
  for (const { id, product_id: productId, order_id: orderId, missing, ...held } of waiting) {
    const lots: FreeLot[] = free.get(productId) ?? [];
    const day = dayNeeded(
      { pickupTime: dateOf(held.pickup_time), holdExpiresAt: dateOf(held.hold_expires_at) },
      clock,
    );
    const found = takeFirstOut(lots, missing, day);
    if (found.shares.length === 0) continue;
    free.set(productId, without(lots, found.shares));
    await holdLots(tx, [{ reservationId: id, productId, shares: found.shares }], {
      actorId,
      orderId,
      note: 'Units that were missing',
    });
    await forgetMissing(tx, [id]);
    if (found.missing > 0) await addMissing(tx, [{ reservationId: id, units: found.missing }]);
    else
      await recordEvent(
        tx,
        orderId
          ? { kind: 'order-complete-again', orderId }
          : { kind: 'reservation-complete-again', reservationId: id },
        actorId,
      );
  }
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));
