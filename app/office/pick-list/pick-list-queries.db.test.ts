/** Tests which orders are on a pick list, and with which lots. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { readManagedOrders } from '#core/sales/orders/list/manage-orders-queries.server.ts';
import { orderList } from '#core/sales/orders/list/order-list.ts';
import { packUnit } from '#core/sales/orders/packing/pack-unit.server.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { readPackingOrder } from '#counter/packing/packing-queries.server.ts';
import { lots } from '#db/schema/stock.ts';
import { parseDate } from '#kernel/time.ts';
import { readPickups } from '#office/dashboard/pickups-queries.server.ts';
import { answerBulk } from '#office/orders/answer-bulk.server.ts';
import { readManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import {
  aMug,
  anOrder,
  bringTo,
  LATER_SLOT,
  NEXT_DAY_SLOT,
  NOW,
  openForOrders,
  storedOrder,
} from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { readPicked } from './pick-list.ts';
import { readPickList } from './pick-list-queries.server.ts';

const ZONE = 'America/New_York';
const day = parseDate('2026-06-06');
let fresh: FreshDatabase;
let staff: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  staff = await aPerson(fresh.db, { role: 'staff' });
  customer = await aPerson(fresh.db, { name: 'Wren Hale' });
});
afterAll(() => fresh.stop());

test('a day’s list has what is still to pick, by time, with lots, and a list by numbers has their open orders', async () => {
  if (!day) throw new Error('no day');
  const [cannabis, mug] = [
    await aProduct(fresh.db, { limitMg: 1, size: '3.5 g' }),
    await aMug(fresh.db, { onHand: 50 }),
  ];
  await fresh.db.update(lots).set({ shelfPlace: 'A2' }).where(eq(lots.productId, cannabis));
  const late = await anOrder(customer, [[mug, 1]], LATER_SLOT);
  const soon = await anOrder(customer, [
    [cannabis, 2],
    [mug, 1],
  ]);
  const [ready, cancelled] = [await anOrder(customer, [[mug, 2]]), await anOrder(customer, [[mug, 3]])];
  const tomorrow = await anOrder(customer, [[mug, 4]], NEXT_DAY_SLOT);
  await bringTo(staff, ready, 'ready');
  await changeOrderStatus(staff, { orderId: cancelled, to: 'cancelled', reason: 'x', version: null }, NOW);

  const today = await readPickList(staff, { day }, ZONE);
  expect(today.orders.map(({ number }) => number)).toEqual([soon, late]);
  expect(today.orders[0]).toMatchObject({
    customer: 'Wren Hale',
    pickup: '2:00 PM',
    status: 'Reserved',
    lines: [
      {
        ...{ productId: cannabis, size: '3.5 g', quantity: 2, shelves: ['A2'], missing: 0 },
        batches: [{ number: 'B-1', quantity: 2 }],
      },
      { productId: mug, size: null, quantity: 1, shelves: [] },
    ],
  });

  // What is in the bag is not taken again.
  await startPacking(staff, { orderId: soon, takeOver: false }, NOW);
  const [line] = (await readPackingOrder(staff, soon))?.lines ?? [];
  const press = { orderId: soon, key: randomUUID(), reservationId: line?.reservationId ?? '', all: false };
  expect(await packUnit(staff, press, NOW)).toMatchObject({ ok: true });
  const left = (await readPickList(staff, { day }, ZONE)).orders[0]?.lines;
  expect(left).toMatchObject([
    { productId: cannabis, quantity: 1, batches: [{ number: 'B-1', quantity: 1 }] },
    { productId: mug, quantity: 1 },
  ]);

  const numbers = [tomorrow, ready, cancelled, 'ORD999999'];
  const chosen = await readPickList(staff, { numbers }, ZONE);
  expect(chosen.orders.map(({ number, pickup }) => [number, pickup])).toEqual([
    [ready, 'Jun 6, 2026 2:00 PM'],
    [tomorrow, 'Jun 7, 2026 2:00 PM'],
  ]);
  expect(await readPickList(customer, { day }, ZONE)).toEqual({ orders: [], more: false });
  expect(await readPickList(staff, { numbers: [] }, ZONE)).toEqual({ orders: [], more: false });
});

test('a list opened from selected orders has exactly those, including tomorrow’s, and links back to the filtered list', async () => {
  const mug = await aMug(fresh.db, { onHand: 50 });
  const chosen = [await anOrder(customer, [[mug, 1]]), await anOrder(customer, [[mug, 1]], NEXT_DAY_SLOT)];
  await anOrder(customer, [[mug, 1]]);
  const form = new FormData();
  form.set('intent', 'pick-list');
  form.set('query', 'tab=all&customer=Wren+Hale&status=pending');
  for (const number of chosen) form.append('ids', (await storedOrder(fresh.db, number)).id);
  const answer = await answerBulk(staff, form);
  if (!(answer instanceof Response)) throw new Error('no redirect');
  const query = new URL(answer.headers.get('location') ?? '', 'http://localhost').searchParams;
  const { numbers, back } = readPicked(query);
  const shown = await readPickList(staff, { numbers: numbers ?? [] }, ZONE);
  expect(shown.orders.map(({ number }) => number).toSorted()).toEqual(chosen.toSorted());
  expect(Object.fromEntries(new URL(back, 'http://localhost').searchParams)).toMatchObject({
    status: 'pending',
  });
});

test('a packed bag with a recalled unit is on the list of its day, and each list and page of the office says to take it out', async () => {
  if (!day) throw new Error('no day');
  const jar = await aProduct(fresh.db, { onHand: 2, limitMg: 1 });
  const number = await anOrder(customer, [[jar, 2]]);
  await bringTo(staff, number, 'ready');
  const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, jar));
  const said = async () => ({
    picked: (await readPickList(staff, { day }, ZONE)).orders.find((order) => order.number === number)
      ?.takeOut,
    page: (await readManagedOrder(staff, number, ZONE, NOW))?.takeOut,
    listed: (
      await readManagedOrders(staff, orderList.parse(new URLSearchParams({ find: number })), ZONE, NOW)
    )?.rows.map(({ mustTakeOut }) => mustTakeOut),
    today: (await readPickups(staff, NOW))?.lines.find((line) => line.number === number)?.mustTakeOut,
  });
  expect(await said()).toEqual({ picked: undefined, page: [], listed: [false], today: false });
  const admin = await aPerson(fresh.db, { role: 'admin' });
  await recallLot(admin, { lotId: lot?.id ?? 0, reason: 'Mold' }, NOW);
  const out = [{ productId: jar, units: 2, lotStatus: 'recalled' }];
  expect(await said()).toMatchObject({ picked: out, page: out, listed: [true], today: true });
  // The whole bag of an order that has ended goes back: End of day lists it.
  const { id } = await storedOrder(fresh.db, number);
  await changeOrderStatus(staff, { orderId: number, to: 'cancelled', reason: 'x', version: null }, NOW);
  expect((await readUnitsOut(fresh.db, [id])).size).toBe(1);
  expect(await said()).toEqual({ picked: undefined, page: [], listed: [false], today: undefined });
});
