/** Units in the building, on the inventory's page and in its CSV: the same units, whatever state their lots are in. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unitsInBuilding } from '#core/goods/stock/lots/lots.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import type { LotStatus } from '#kernel/statuses.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { anOrder, bringTo, openForOrders } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { exportInventory } from './export-inventory.server.ts';
import { inventoryList } from './inventory-list.ts';
import { readInventory, readInventoryOptions } from './inventory-queries.server.ts';

const TODAY = '2026-06-06';

let fresh: FreshDatabase;
let admin: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  admin = await aPerson(fresh.db, { role: 'admin' });
  const customer = await aPerson(fresh.db);
  // More than a page, with each state of a lot, alone and beside units that are for sale.
  const states = ['untested', 'quarantined', 'recalled', 'expired'] as const;
  for (const [index, status] of [...states, ...states, ...states].entries()) {
    const id = await aProduct(fresh.db, { name: `Kestrel ${index}`, onHand: index % 3 });
    await aLot(id, status, 7 + index);
    if (index === 3) await aLot(id, 'untested', 2);
  }
  for (let index = 0; index < 12; index++)
    await aProduct(fresh.db, { name: `Heron ${index}`, onHand: index, forSale: index % 2 === 0 });
  const archived = await aProduct(fresh.db, { name: 'Heron archived', onHand: 30 });
  await fresh.db.update(products).set({ archivedAt: new Date() }).where(eq(products.id, archived));
  await aProduct(fresh.db, { name: 'Heron past its day', onHand: 5, expiresOn: '2026-06-05' });
  const wanted = await aProduct(fresh.db, { name: 'Heron wanted', onHand: 9 });
  await aLot(wanted, 'quarantined', 4);
  await anOrder(customer, [[wanted, 2]]);
  await bringTo(admin, await anOrder(customer, [[wanted, 3]]), 'ready');
});
afterAll(() => fresh.stop());

async function aLot(productId: number, status: LotStatus, onHand: number): Promise<void> {
  await fresh.db.insert(lots).values({ productId, batchNumber: `B-${status}`, status, onHand });
}

test.each([
  '',
  'sort=-available',
  'sort=price',
  'sale=archived',
  'sale=yes',
  'sale=no',
  'stock=low',
  'stock=none',
  'lots=untested',
  'lots=quarantined',
  'lots=expired',
  'find=kestrel',
  'find=her&stock=low&sort=-name',
  'type=cannabis&find=wanted',
])('the pages of “%s” and its CSV have the units of its lots', async (query) => {
  const list = inventoryList(await readInventoryOptions());
  const state = list.parse(new URLSearchParams(query));
  const onPages = new Map<number, number>();
  for (let position = state.position; ; ) {
    const page = (await readInventory(admin, { ...state, position }, TODAY)) ?? expect.fail();
    for (const row of page.rows) onPages.set(row.id, unitsInBuilding(row.units));
    if (page.next === null) break;
    position = page.next;
  }
  const exported = await exportInventory(admin, state, TODAY);
  if (!exported.ok) throw new Error('refused');
  const inFile = new Map<number, number>();
  for await (const row of exported.value) inFile.set(Number(row.id), Number(row.stock));
  expect(inFile).toEqual(onPages);
  expect(onPages.size).toBeGreaterThan(0);
  const { rows } = await fresh.db.execute<{ id: number; units: number }>(
    sql`select product_id as id, sum(on_hand)::int as units from ${lots} group by 1`,
  );
  const inLots = new Map(rows.map(({ id, units }) => [id, units]));
  for (const [id, units] of onPages) expect({ id, units }).toEqual({ id, units: inLots.get(id) });
});
