/** Takes lots off sale: units that reservations hold move to other lots, or are missing if there are none. */
import { inArray, sql } from 'drizzle-orm';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import type { Transaction } from '#db/client.ts';
import { lots } from '#db/schema/stock.ts';
import { asDate } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { addMissing, dayNeeded, type HeldFor, type StoreClock } from './hold-lots.server.ts';
import { type FreeLot, takeFirstOut, without } from './lots/lots.ts';
import { readFreeLots } from './lots/lots-queries.server.ts';
import { moveStock, type StockMove } from './move-stock.server.ts';
import { dropPackedUnits } from './packed-units.server.ts';
import { recordPutBacks } from './put-back/record-put-backs.server.ts';

/** A sellable lot, read under the lock on its product's stock. */
export type LeavingLot = { id: number; productId: number; batchNumber: string; onHand: number };

const reasonFor = { quarantined: 'quarantine', recalled: 'recall', expired: 'expiry' } as const;
const wordFor = { quarantined: 'quarantined', recalled: 'recalled', expired: 'expired' } as const;

/** Units of a lot that a live reservation holds. */
export type HeldShare = {
  lot_id: number;
  reservation_id: string;
  product_id: number;
  order_id: string | null;
  quantity: number;
  /** Units in the order's bag. */
  packed: number;
  pickup_time: string | null;
  hold_expires_at: string | null;
};

/**
 * Sets the lots' units aside in the building; reservations get units from other lots that are good on their
 * day, earliest pickup first. If none has any, the line waits for staff and its customer is notified. Units in bags
 * are listed until staff take them out. Returns how many units are missing.
 */
export async function takeOffSale(
  tx: Transaction,
  leaving: readonly LeavingLot[],
  status: keyof typeof reasonFor,
  actorId: string | null,
  clock: StoreClock,
): Promise<{ missing: number }> {
  if (leaving.length === 0) return { missing: 0 };
  const reason = reasonFor[status];
  const ids = leaving.map(({ id }) => id);
  const noteOf = new Map(
    leaving.map(({ id, batchNumber }) => [id, `Batch ${batchNumber} ${wordFor[status]}`]),
  );
  const free = await readFreeLots(
    tx,
    leaving.map(({ productId }) => productId),
  );
  for (const [productId, found] of free) {
    free.set(
      productId,
      found.filter(({ lotId }) => !ids.includes(lotId)),
    );
  }
  const moves: StockMove[] = [];
  const missing = new Map<string, { units: number; orderId: string | null }>();
  const shares = await heldSharesOf(tx, ids);
  for (const share of shares) {
    const { lot_id: lotId, reservation_id: reservationId, product_id: productId, order_id: orderId } = share;
    const others: FreeLot[] = free.get(productId) ?? [];
    const day = dayNeeded(heldFor(share), clock);
    const found = takeFirstOut(others, share.quantity, day);
    free.set(productId, without(others, found.shares));
    const about = { productId, onHand: 0, reservationId, orderId, note: noteOf.get(lotId) ?? null };
    moves.push({ ...about, lotId, held: -share.quantity, reason });
    for (const { lotId: other, quantity } of found.shares) {
      moves.push({ ...about, lotId: other, held: quantity, reason: 'transfer' });
    }
    if (found.missing > 0) {
      const before = missing.get(reservationId)?.units ?? 0;
      missing.set(reservationId, { units: before + found.missing, orderId });
    }
  }
  await moveStock(
    tx,
    [
      ...mergeTransfers(moves),
      ...leaving.map(
        ({ id, productId, onHand }): StockMove => ({
          productId,
          lotId: id,
          onHand: -onHand,
          held: 0,
          setAside: onHand,
          reason,
          note: noteOf.get(id) ?? null,
        }),
      ),
    ],
    actorId,
  );
  await tx.update(lots).set({ status }).where(inArray(lots.id, ids));
  for (const { order_id: orderId, lot_id: lotId, packed } of shares) {
    if (orderId !== null) await recordPutBacks(tx, orderId, [{ lotId, units: packed }], asDate(clock.now));
  }
  await dropPackedUnits(
    tx,
    shares.map(({ reservation_id }) => reservation_id),
  );
  await addMissing(
    tx,
    [...missing].map(([reservationId, { units }]) => ({ reservationId, units })),
  );
  await recordShort(
    tx,
    [...missing].map(([reservationId, { orderId }]) => ({ reservationId, orderId })),
    actorId,
  );
  await announceOrders(tx, shares);
  return { missing: [...missing.values()].reduce((sum, { units }) => sum + units, 0) };
}

/** How long the share's units must be good. */
export function heldFor({ pickup_time, hold_expires_at }: HeldShare): HeldFor {
  return {
    pickupTime: pickup_time === null ? null : new Date(pickup_time),
    holdExpiresAt: hold_expires_at === null ? null : new Date(hold_expires_at),
  };
}

/** Updates open pages of the orders of these shares: one that was ready has units to pack now. */
export async function announceOrders(
  tx: Transaction,
  shares: readonly Pick<HeldShare, 'order_id'>[],
): Promise<void> {
  const ids = new Set(shares.flatMap(({ order_id }) => order_id ?? []));
  if (ids.size > 0) await announce(tx, 'orders', ...[...ids].map((id) => `order:${id}` as const));
}

/** Records that units are missing, once for each order. */
export async function recordShort(
  tx: Transaction,
  short: readonly { reservationId: string; orderId: string | null }[],
  actorId: string | null,
): Promise<void> {
  const recorded = new Set<string>();
  for (const { reservationId, orderId } of short) {
    if (orderId !== null && recorded.has(orderId)) continue;
    if (orderId !== null) recorded.add(orderId);
    const event = orderId
      ? ({ kind: 'order-short', orderId } as const)
      : ({ kind: 'reservation-short', reservationId } as const);
    await recordEvent(tx, event, actorId);
  }
}

/** Reads what live reservations hold of these lots, earliest pickup first. */
export async function heldSharesOf(tx: Transaction, lotIds: readonly number[]): Promise<HeldShare[]> {
  const { rows } = await tx.execute<HeldShare>(sql`
    select share.lot_id, share.reservation_id, reservation.product_id, order_items.order_id, share.quantity,
      share.packed, reservation.pickup_time, reservation.hold_expires_at
    from reservation_lots as share
    join pickup_reservations as reservation on reservation.id = share.reservation_id
    left join order_items on order_items.reservation_id = reservation.id
    where share.lot_id = any(${sql.param([...lotIds])}::int[]) and not share.sold
    order by coalesce(reservation.pickup_time, reservation.hold_expires_at), reservation.id, share.lot_id`);
  return rows;
}

/** Merges moves to the same lot: a reservation that loses two lots at once may move to a single other lot. */
function mergeTransfers(moves: readonly StockMove[]): StockMove[] {
  const merged = new Map<string, StockMove>();
  for (const move of moves) {
    const key = `${move.reason} ${move.reservationId} ${move.lotId}`;
    const before = merged.get(key);
    merged.set(key, before ? { ...before, held: before.held + move.held } : move);
  }
  return [...merged.values()];
}
