/** Tests the warning before a hold ends: sent once, in time, and only while the hold is active. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { events } from '#db/schema/events.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { cancelReservation } from './cancel-reservation.server.ts';
import { warnOfExpiringHolds } from './warn-of-expiring-holds.server.ts';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());

/** A hold of this many hours that starts now. */
async function aHold(hours: number) {
  const person = await aPerson(opened.db);
  const productId = await aProduct(opened.db);
  const made = await reserveProduct(person, { productId, quantity: 1, key: randomUUID() });
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  const own = eq(pickupReservations.userId, person.userId);
  const [row] = await opened.db.select().from(pickupReservations).where(own);
  if (!row) throw new Error('no reservation');
  const begins = Temporal.Instant.fromEpochMilliseconds(row.createdAt.getTime());
  await opened.db
    .update(pickupReservations)
    .set({ holdExpiresAt: new Date(begins.add({ hours }).epochMilliseconds) })
    .where(own);
  const told = async () =>
    (
      await opened.db
        .select()
        .from(events)
        .where(and(eq(events.subjectId, row.id), eq(events.kind, 'reservation-expiring')))
    ).length;
  return { person, id: row.id, told, after: (minutes: number) => begins.add({ minutes }) };
}

test.each([
  [24, 21 * 60 - 1, 0],
  [24, 21 * 60 + 1, 1],
  [24, 24 * 60 + 1, 0],
  [4, 3 * 60 - 1, 0],
  [4, 3 * 60 + 1, 1],
])('a hold of %i hours, after %i minutes, notifies %i people', async (hours, minutes, expected) => {
  const hold = await aHold(hours);
  await warnOfExpiringHolds(hold.after(minutes));
  expect(await hold.told()).toBe(expected);
});

test('a hold notifies once, however many workers run at once', async () => {
  const hold = await aHold(24);
  const now = hold.after(22 * 60);
  await Promise.all(Array.from({ length: 5 }, () => warnOfExpiringHolds(now)));
  await warnOfExpiringHolds(now);
  expect(await hold.told()).toBe(1);
});

test('a canceled hold notifies no one', async () => {
  const hold = await aHold(24);
  expect((await cancelReservation(hold.person, hold.id)).ok).toBe(true);
  await warnOfExpiringHolds(hold.after(22 * 60));
  expect(await hold.told()).toBe(0);
});
