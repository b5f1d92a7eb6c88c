/** What the stock was worth is recorded at the prices of the day, and is computed only where it was not recorded. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSnapshot } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { systemClock } from '#kernel/time.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openForOrders } from '#tests/support/orders.ts';
import { aProduct } from '#tests/support/people.ts';
import { inventoryAt } from './inventory-value-queries.server.ts';
import { recordInventory } from './record-inventory.server.ts';

const zone = 'America/New_York';
let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
});
afterAll(() => fresh.stop());

test('a recorded day is valued at that day’s prices, and a day without a record at today’s, marked as late', async () => {
  const id = await aProduct(fresh.db, { onHand: 10, wholesalePrice: 1000 });
  await aProduct(fresh.db, { onHand: 4, wholesalePrice: 0 });
  const now = systemClock();
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const valueAt = (days: number) => inSnapshot((tx) => inventoryAt(tx, today.add({ days }), zone));
  // Tomorrow, so that today has ended.
  await recordInventory(() => now.add({ hours: 24 }));
  await recordInventory(() => now.add({ hours: 24 }));
  await fresh.db.update(products).set({ wholesalePrice: 3000 }).where(eq(products.id, id));
  expect(await valueAt(0)).toMatchObject({ units: 14, value: 10_000, unitsWithoutCost: 4, isLate: false });
  expect(await valueAt(1)).toMatchObject({ units: 14, value: 30_000, isLate: true });
  expect(await valueAt(-1)).toMatchObject({ units: 0, value: 0, isLate: true });
  const { rows } = await fresh.db.execute(sql`select from inventory_by_day`);
  expect(rows).toHaveLength(1);
});
