/**
 * Counts units into and out of orders' bags, one by one. `reservation_lots.packed` is the count, `packed_units` has a row
 * for each of them that someone put in by itself. Everything here runs under the lock on the products' stock.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { packedUnits, reservationLots } from '#db/schema/stock.ts';

export type UnitOfBag = {
  id: string;
  reservationId: string;
  lotId: number;
  /** The state's code of this unit; null without one. */
  retailUnit: string | null;
};

/** Who packs, and when. */
type PackedBy = { userId: string; name: string; at: Date };

/**
 * Puts units that the reservation holds into the bag. False, with nothing written, if a unit with its code is in a bag
 * already; units of a lot beyond what the reservation holds of it fail the transaction.
 */
export async function packUnits(
  tx: Transaction,
  units: readonly UnitOfBag[],
  { userId, name, at }: PackedBy,
): Promise<boolean> {
  const written = await tx
    .insert(packedUnits)
    .values(units.map((unit) => ({ ...unit, packedBy: userId, packedByName: name, createdAt: at })))
    .onConflictDoNothing()
    .returning({ id: packedUnits.id });
  if (written.length < units.length) return false;
  const shares = Map.groupBy(units, ({ reservationId, lotId }) => `${reservationId} ${lotId}`);
  for (const share of shares.values()) {
    const [unit] = share;
    if (unit) await countPacked(tx, unit, share.length);
  }
  return true;
}

/** Takes a unit of this lot out of the bag: the one with this row, or one that was packed without a row. */
export async function removePackedUnit(
  tx: Transaction,
  { id, ...share }: Pick<UnitOfBag, 'reservationId' | 'lotId'> & { id: string | null },
): Promise<void> {
  if (id !== null) await tx.delete(packedUnits).where(eq(packedUnits.id, id));
  await countPacked(tx, share, -1);
}

async function countPacked(
  tx: Transaction,
  { reservationId, lotId }: Pick<UnitOfBag, 'reservationId' | 'lotId'>,
  change: number,
): Promise<void> {
  await tx
    .update(reservationLots)
    .set({ packed: sql`${reservationLots.packed} + ${change}` })
    .where(and(eq(reservationLots.reservationId, reservationId), eq(reservationLots.lotId, lotId)));
}

/**
 * Deletes the rows of units that these reservations no longer have in a bag: canceled, off sale, or fewer than before.
 * Which of several left is not known; those packed first stay. Every command that releases packed units ends with it.
 */
export async function dropPackedUnits(tx: Transaction, reservationIds: readonly string[]): Promise<void> {
  if (reservationIds.length === 0) return;
  await tx.execute(sql`
    delete from packed_units using (
      select unit.id, coalesce(share.packed, 0) as packed,
        row_number() over (partition by unit.reservation_id, unit.lot_id order by unit.created_at, unit.id) as place
      from packed_units as unit
      left join reservation_lots as share on share.reservation_id = unit.reservation_id and share.lot_id = unit.lot_id
      where unit.reservation_id = any(${sql.param([...reservationIds])}::uuid[])
    ) as gone
    where packed_units.id = gone.id and gone.place > gone.packed`);
}
