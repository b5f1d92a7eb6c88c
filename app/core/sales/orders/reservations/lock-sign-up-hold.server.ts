/** Locks what a sign-up holds, and counts what all of them hold. */
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { lockAdvisory } from '#db/advisory-locks.ts';
import type { Transaction } from '#db/client.ts';
import { pickupReservations, signUpHolds } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';

/** Locks the sign-up's reservations that still hold units, lowest id first. */
export function lockReservationsOfSignUp(tx: Transaction, signUpId: string) {
  return (
    tx
      .select()
      .from(pickupReservations)
      .where(and(eq(pickupReservations.signUpId, signUpId), eq(pickupReservations.status, 'pending')))
      .orderBy(asc(pickupReservations.id))
      // Does not lock the key: a recall binds other lots to the reservation while this waits for its product's stock.
      .for('no key update')
  );
}

/** The sign-up that holds a reservation, or held it before it ended; null for any other reservation. */
export async function readReservationOfSignUp(
  tx: Transaction,
  reservationId: string,
): Promise<{ signUpId: string } | null> {
  if (!isUuid(reservationId)) return null;
  const [row] = await tx
    .select({ signUpId: pickupReservations.signUpId })
    .from(pickupReservations)
    .where(and(eq(pickupReservations.id, reservationId), isNotNull(pickupReservations.signUpId)));
  return row?.signUpId ? { signUpId: row.signUpId } : null;
}

/** Locks the sign-up's place in a slot, under the locks on its reservations; null if the hold has ended. */
export async function lockPlace(tx: Transaction, signUpId: string) {
  const [place] = await tx
    .select()
    .from(signUpHolds)
    .where(eq(signUpHolds.signUpId, signUpId))
    .for('no key update');
  return place ?? null;
}

/** Passes the place to an order or to another hold, which has it from now on. */
export async function passPlaceOn(tx: Transaction, signUpId: string): Promise<void> {
  await tx.delete(signUpHolds).where(eq(signUpHolds.signUpId, signUpId));
}

/**
 * Waits for other sign-ups that are about to hold something, until this transaction ends, then counts: holds of the
 * client and of the slot, and held units by product. Taken after the terms of sale and before stock (docs/locks.md).
 */
export async function countOpenHolds(
  tx: Transaction,
  { client, slotStartsAt }: { client: string; slotStartsAt: Date },
): Promise<{ ofClient: number; ofSlot: number; units: number; unitsOf: ReadonlyMap<number, number> }> {
  await lockAdvisory(tx, 'signUpHolds');
  const [holds] = await tx
    .select({
      ofClient: sql<number>`(count(*) filter (where ${signUpHolds.client} = ${client}))::int`,
      ofSlot: sql<number>`(count(*) filter (where ${signUpHolds.pickupStartsAt} = ${slotStartsAt.toISOString()}::timestamptz))::int`,
    })
    .from(signUpHolds);
  const lines = await tx
    .select({
      productId: pickupReservations.productId,
      units: sql<number>`sum(${pickupReservations.quantity})::int`,
    })
    .from(signUpHolds)
    .innerJoin(pickupReservations, eq(pickupReservations.signUpId, signUpHolds.signUpId))
    .where(eq(pickupReservations.status, 'pending'))
    .groupBy(pickupReservations.productId);
  return {
    ofClient: holds?.ofClient ?? 0,
    ofSlot: holds?.ofSlot ?? 0,
    units: lines.reduce((sum, { units }) => sum + units, 0),
    unitsOf: new Map(lines.map(({ productId, units }) => [productId, units])),
  };
}
