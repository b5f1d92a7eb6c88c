/** Finished and canceled orders are found like open ones, and from a product or lot one comes to who bought it. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerList } from '#core/accounts/customers/list/customer-list.ts';
import { readCustomers } from '#core/accounts/customers/list/customers-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { readManagedOrders } from '#core/sales/orders/list/manage-orders-queries.server.ts';
import { orderList } from '#core/sales/orders/list/order-list.ts';
import { lots } from '#db/schema/stock.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, bringTo, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { SHOWN_ID } from '#tests/support/shown-id.ts';
import { searchBackOffice } from './admin-search-queries.server.ts';

const ZONE = 'America/New_York';
const fresh = freshShop(afterAll);
let staff: SignedIn;
let admin: SignedIn;
let zelda: SignedIn;
let other: SignedIn;
let mug: number;
let cap: number;
let done: string;
let canceled: string;
let open: string;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff' });
  admin = await aPerson(fresh.db, { role: 'admin' });
  zelda = await aPerson(fresh.db, { name: 'Zelda Quillfeather' });
  other = await aPerson(fresh.db, { name: 'Otto Marsh' });
  mug = await aMug(fresh.db, { name: 'Thistledown mug', onHand: 20 });
  cap = await aMug(fresh.db, { name: 'Waxed cap', onHand: 20 });
  done = await anOrder(zelda, [[mug, 1]]);
  await bringTo(admin, done, 'ready');
  const { version } = await storedOrder(fresh.db, done);
  const handed = await handOverOrder(admin, done, { version, ...SHOWN_ID, cashReceived: 100_000 }, NOW);
  expect(handed).toMatchObject({ ok: true });
  canceled = await anOrder(zelda, [[mug, 2]]);
  await changeOrderStatus(
    admin,
    { orderId: canceled, to: 'cancelled', reason: 'Called', version: null },
    NOW,
  );
  open = await anOrder(other, [
    [mug, 1],
    [cap, 1],
  ]);
});

const listed = async (query: string) =>
  (await readManagedOrders(staff, orderList.parse(new URLSearchParams(query)), ZONE, NOW))?.rows
    .map(({ number }) => number)
    .sort();
const found = async (typed: string) =>
  (await searchBackOffice(staff, typed)).find(({ label }) => label === 'Orders')?.rows ?? [];

test('the list and the one search find handed-over and canceled orders, by number, name and product', async () => {
  for (const [typed, wanted] of [
    [done, [done]],
    [canceled, [canceled]],
    ['quillfeather', [done, canceled]],
    ['thistledown', [done, canceled, open]],
    ['nobody at all', []],
  ] as const) {
    expect([typed, await listed(new URLSearchParams({ find: typed }).toString())]).toEqual([
      typed,
      [...wanted].sort(),
    ]);
    expect([typed, (await found(typed)).map(({ title }) => title).sort()]).toEqual([
      typed,
      [...wanted].sort(),
    ]);
  }
  expect((await found('quillfeather')).map(({ detail }) => detail.split(' · ')[1]).sort()).toEqual([
    'Canceled',
    'Completed',
  ]);
});

test('the one search leads to all orders that match', async () => {
  const groups = await searchBackOffice(staff, 'thistledown');
  expect(groups.find(({ label }) => label === 'Orders')?.all).toBe('/admin/orders?find=thistledown');
});

test('Enter in the one search opens the person or product of a name, and the order of a number', async () => {
  for (const [typed, first] of [
    ['quillfeather', 'Customers'],
    ['thistledown', 'Products'],
    [done, 'Orders'],
  ] as const)
    expect([typed, (await searchBackOffice(staff, typed))[0]?.label]).toEqual([typed, first]);
});

test('a product and a lot lead to their orders, in any status', async () => {
  const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, mug));
  const [capLot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, cap));
  expect(await listed(`product=${mug}`)).toEqual([done, canceled, open].sort());
  expect(await listed(`lot=${lot?.id}&status=completed`)).toEqual([done]);
  expect(await listed(`lot=${capLot?.id}`)).toEqual([open]);
  for (const bad of ['0', 'x', '1 or 1=1', '99999999999', '-1'])
    expect(await listed(new URLSearchParams({ lot: bad }).toString())).toEqual([]);
});

test('customers who took a product or a lot home are those whose order was handed over', async () => {
  const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, mug));
  const people = async (query: string) =>
    (await readCustomers(staff, customerList.parse(new URLSearchParams(query)), ZONE))?.rows.map(
      ({ name }) => name,
    );
  expect(await people(`product=${mug}`)).toEqual(['Zelda Quillfeather']);
  expect(await people(`lot=${lot?.id}`)).toEqual(['Zelda Quillfeather']);
  expect(await people(`product=${cap}`)).toEqual([]);
  for (const bad of ['x', '1;--', '99999999999'])
    expect(await people(new URLSearchParams({ product: bad }).toString())).toEqual([]);
});

test('a batch without a unit says that none are left, not that it is on sale', async () => {
  const gone = await aMug(fresh.db, { name: 'Gone mug', onHand: 0 });
  const rows = await fresh.db
    .select({ id: lots.id, batch: lots.batchNumber, productId: lots.productId })
    .from(lots);
  const detail = async (productId: number) => {
    const lot = rows.find((row) => row.productId === productId);
    const groups = await searchBackOffice(staff, lot?.batch ?? '');
    const batches = groups.find(({ label }) => label === 'Batches')?.rows ?? [];
    return batches.find(({ id }) => id === String(lot?.id))?.detail;
  };
  expect(await detail(gone)).toMatch(/ · None left$/);
  expect(await detail(mug)).toMatch(/ · On sale · \d+ on hand$/);
});
