/** Tests that a receipt names the seller on the day of the sale, even if the store is renamed later. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings, readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, anOrder, bringTo, NOW, openForOrders, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { readMailedOrder } from '../emails/mailed-order-queries.server.ts';
import { handOverOrder } from '../hand-over/hand-over-order.server.ts';
import { readReceipt } from './receipt-queries.server.ts';

let fresh: FreshDatabase;
let staff: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  staff = await aPerson(fresh.db, { role: 'staff' });
});
afterAll(() => fresh.stop());

async function rename(name: string, licenseNumber: string): Promise<void> {
  const { store } = await readSettings();
  const value = { ...store, name, licenseNumber };
  await fresh.db
    .insert(storeSettings)
    .values({ name: 'store', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  invalidateSettings();
}

const sellerOn = async (actor: SignedIn, orderId: string) => {
  const { name, license } = (await readReceipt(actor, orderId))?.receipt?.store ?? {};
  return { name, license };
};

/** Hands over one mug; `more` is what the customer gave beyond what was due. */
async function handedOver(customer: SignedIn, more: number): Promise<string> {
  const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
  await bringTo(staff, orderId, 'ready');
  const { version, total } = await storedOrder(fresh.db, orderId);
  const id = { idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: false };
  const done = await handOverOrder(staff, orderId, { version, ...id, cashReceived: total + more }, NOW);
  expect(done).toMatchObject({ ok: true });
  return orderId;
}

test('a receipt shows the cash that was given and the change, unless it was exact', async () => {
  const customer = await aPerson(fresh.db);
  const changed = (await readReceipt(customer, await handedOver(customer, 795)))?.receipt;
  expect(changed?.tendered?.change).toBe('$7.95');
  const dollars = (text = '') => Number(text.replace('$', ''));
  expect(dollars(changed?.tendered?.received)).toBeCloseTo(dollars(changed?.total) + 7.95, 2);
  expect((await readReceipt(customer, await handedOver(customer, 0)))?.receipt).toMatchObject({
    tendered: null,
  });
});

test('a receipt shows the name and license at the sale, and one from before they were stored shows today’s', async () => {
  const customer = await aPerson(fresh.db);
  const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
  await rename('Old Farm', 'OCM-OLD-1');
  await bringTo(staff, orderId, 'ready');
  const { version } = await storedOrder(fresh.db, orderId);
  const id = { idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: false };
  const done = await handOverOrder(staff, orderId, { version, ...id, cashReceived: 100_000 }, NOW);
  expect(done).toMatchObject({ ok: true });
  await rename('New Farm', 'OCM-NEW-2');
  expect(await sellerOn(customer, orderId)).toEqual({ name: 'Old Farm', license: 'OCM-OLD-1' });

  const [stored] = await fresh.db.select().from(orders).where(eq(orders.orderId, orderId));
  const mailed = await readMailedOrder(stored?.id ?? '', 'America/New_York');
  expect(mailed?.seller).toMatchObject({ name: 'Old Farm', license: 'OCM-OLD-1' });

  await fresh.db.update(orders).set({ seller: null }).where(eq(orders.orderId, orderId));
  expect(await sellerOn(customer, orderId)).toEqual({ name: 'New Farm', license: 'OCM-NEW-2' });
});
