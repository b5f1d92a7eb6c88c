/** Writes reservations that move here from another system: those of order lines, and those without an order. */
import { inArray, sql } from 'drizzle-orm';
import {
  addMissing,
  dayNeeded,
  type Hold,
  holdLots,
  releaseLots,
  type StoreClock,
} from '#core/goods/stock/hold-lots.server.ts';
import { takeFirstOut, without } from '#core/goods/stock/lots/lots.ts';
import { readFreeLots } from '#core/goods/stock/lots/lots-queries.server.ts';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import type { Transaction } from '#db/client.ts';
import { columnsNamed, jsonRows, replacing } from '#db/json-rows.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { statement } from '#db/statement.ts';

export type MovedReservation = { id: string; userId: string } & Required<
  Pick<
    typeof pickupReservations.$inferInsert,
    | 'productId'
    | 'quantity'
    | 'status'
    | 'isHistory'
    | 'createdAt'
    | 'pickupTime'
    | 'holdExpiresAt'
    | 'unitPrice'
  >
>;

/** What the ledger says of units that a moved order or reservation holds. */
export const MOVED_HOLD = 'Held for an order that moved here';

/** Their products' stock is locked. Rows that are there are replaced; what they held has been let go. */
export async function writeReservations(tx: Transaction, rows: readonly MovedReservation[]): Promise<void> {
  if (rows.length === 0) return;
  await insertReservations(tx, {
    rows: jsonRows(rows.map((row) => ({ ...row, updatedAt: row.createdAt }))),
  });
}

const REPLACED = [
  ...['userId', 'productId', 'quantity', 'status', 'isHistory', 'pickupTime', 'holdExpiresAt', 'unitPrice'],
] as const satisfies readonly (keyof typeof pickupReservations.$inferInsert)[];
const ADDED = columnsNamed(['id', ...REPLACED, 'createdAt', 'updatedAt']);

const insertReservations = statement(sql`
  insert into pickup_reservations (${ADDED})
  select ${ADDED} from json_populate_recordset(null::pickup_reservations, ${sql.placeholder('rows')}::json)
  on conflict (id) do update set ${replacing(REPLACED)}`);

/** Releases what these reservations hold, under the lock on stock, and deletes them. */
export async function letGoMoved(
  tx: Transaction,
  gone: readonly { id: string; productId: number }[],
): Promise<void> {
  if (gone.length === 0) return;
  await releaseLots(tx, gone, { actorId: null, orderId: null, note: MOVED_HOLD });
  await tx.delete(pickupReservations).where(
    inArray(
      pickupReservations.id,
      gone.map(({ id }) => id),
    ),
  );
}

type WantedHold = Pick<MovedReservation, 'id' | 'productId' | 'quantity'> & {
  orderId: string | null;
  /** Store-local yyyy-mm-dd. */
  day: string;
};

/** Holds units for live reservations, in their order; returns how many units of each no lot has. */
export async function holdMoved(
  tx: Transaction,
  wanted: readonly WantedHold[],
): Promise<Map<string, number>> {
  const missing = new Map<string, number>();
  if (wanted.length === 0) return missing;
  const free = await readFreeLots(tx, [...new Set(wanted.map(({ productId }) => productId))]);
  const holds: Hold[] = [];
  for (const { id, productId, quantity, orderId, day } of wanted) {
    const lots = free.get(productId) ?? [];
    const found = takeFirstOut(lots, quantity, day);
    free.set(productId, without(lots, found.shares));
    holds.push({ reservationId: id, productId, orderId, shares: found.shares });
    if (found.missing > 0) missing.set(id, found.missing);
  }
  const cause = { actorId: null, orderId: null, note: MOVED_HOLD };
  await holdLots(tx, holds, cause);
  await addMissing(
    tx,
    [...missing].map(([reservationId, units]) => ({ reservationId, units })),
  );
  return missing;
}

/** Writes reservations without an order, or brings those that moved before up to date. Returns the units that are missing. */
export async function moveReservations(
  tx: Transaction,
  moved: readonly MovedReservation[],
  clock: StoreClock,
): Promise<Map<string, number>> {
  const ids = moved.map(({ id }) => id);
  const known = await tx
    .select({ id: pickupReservations.id, productId: pickupReservations.productId })
    .from(pickupReservations)
    .where(inArray(pickupReservations.id, ids))
    .orderBy(pickupReservations.id)
    .for('no key update');
  await lockStock(
    tx,
    [...known, ...moved].map(({ productId }) => productId),
  );
  if (known.length > 0) await releaseLots(tx, known, { actorId: null, orderId: null, note: MOVED_HOLD });
  await writeReservations(tx, moved);
  return holdMoved(
    tx,
    moved.flatMap(({ isHistory, id, productId, quantity, pickupTime, holdExpiresAt }) =>
      isHistory
        ? []
        : [
            {
              ...{ id, productId, quantity, orderId: null },
              day: dayNeeded({ pickupTime: pickupTime ?? null, holdExpiresAt: holdExpiresAt ?? null }, clock),
            },
          ],
    ),
  );
}

/** Deletes reservations without an order that moved here, and releases what they hold. */
export async function removeMovedReservations(tx: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .select({ id: pickupReservations.id, productId: pickupReservations.productId })
    .from(pickupReservations)
    .where(inArray(pickupReservations.id, [...ids]));
  await lockStock(
    tx,
    rows.map(({ productId }) => productId),
  );
  await letGoMoved(tx, rows);
}
