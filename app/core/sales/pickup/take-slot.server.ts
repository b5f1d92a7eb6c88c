/** Reserves and releases places in pickup slots. Capacity is a setting; the reserved places are counted here. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { statement } from '#db/statement.ts';

/**
 * Reserves one place, or returns false when the slot is full: one conditional statement, safe under any concurrency.
 */
export async function takeSlot(tx: Transaction, startsAt: Date, capacity: number): Promise<boolean> {
  const taken = await takePlace(tx, { startsAt, capacity });
  return taken.length === 1;
}

const takePlace = statement(sql`
  insert into pickup_slots as slot (starts_at, taken) values (${sql.placeholder('startsAt')}::timestamptz, 1)
  on conflict (starts_at) do update set taken = slot.taken + 1 where slot.taken < ${sql.placeholder('capacity')}::int
  returning taken`);

/** Releases a place: the order was canceled or moved. */
export async function releaseSlot(tx: Transaction, startsAt: Date): Promise<void> {
  await tx
    .update(pickupSlots)
    .set({ taken: sql`${pickupSlots.taken} - 1` })
    .where(and(eq(pickupSlots.startsAt, startsAt), gt(pickupSlots.taken, 0)));
}

/**
 * Moves a place to another slot, or returns false when that one is full; the caller then rolls back. In the same slot it
 * stays. The earlier slot comes first, so that two moves that cross never wait for each other.
 */
export async function moveSlot(
  tx: Transaction,
  { from, to }: { from: Date | null; to: Date },
  capacity: number,
): Promise<boolean> {
  if (from?.getTime() === to.getTime()) return true;
  if (from && from < to) {
    await releaseSlot(tx, from);
    return takeSlot(tx, to, capacity);
  }
  if (!(await takeSlot(tx, to, capacity))) return false;
  if (from) await releaseSlot(tx, from);
  return true;
}
