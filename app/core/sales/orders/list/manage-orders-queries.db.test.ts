/** Tests Order Management's list: filters, sorts, pages, what 'all that match' means, and who may see it. */
import { eq, inArray } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { readPickups } from '#office/dashboard/pickups-queries.server.ts';
import { readManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import {
  AFTER_PICKUP,
  aMug,
  anOrder,
  bringTo,
  LATER_SLOT,
  NEXT_DAY_SLOT,
  NOW,
  openForOrders,
  storedOrder,
} from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { changeOrderStatus, changePaymentStatus } from '../change-order-status.server.ts';
import { passLabel } from '../hand-over/pickup-pass.ts';
import { matchingOrderIds, orderNumbers, readManagedOrders } from './manage-orders-queries.server.ts';
import { countTabs } from './order-filter-queries.server.ts';
import { orderList, orderTabs } from './order-list.ts';

const ZONE = 'America/New_York';
let fresh: FreshDatabase;
let staff: SignedIn;
let customer: SignedIn;
/** ORD001 … ORD060 of one customer, a minute apart; every third order has more units. */
const made: string[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  staff = await aPerson(fresh.db, { role: 'staff' });
  customer = await aPerson(fresh.db, { email: 'Robin_100%@Example.com' });
  const mug = await aMug(fresh.db, { onHand: 500, retailPrice: 1000 });
  for (let index = 0; index < 60; index++) {
    const orderId = await anOrder(
      customer,
      [[mug, index % 3 === 0 ? 2 : 1]],
      index === 7 ? NEXT_DAY_SLOT : undefined,
    );
    made.push(orderId);
    await fresh.db
      .update(orders)
      .set({ createdAt: new Date(Date.UTC(2026, 5, 1, 12, index)) })
      .where(eq(orders.orderId, orderId));
  }
});
afterAll(() => fresh.stop());

const state = (query: string) => orderList.parse(new URLSearchParams(query));
async function read(query: string, now = NOW) {
  const page = await readManagedOrders(staff, state(query), ZONE, now);
  if (!page) throw new Error('refused');
  return page;
}
const numbersOf = (page: Awaited<ReturnType<typeof read>>) => page.rows.map(({ number }) => number);

describe('the list of orders', () => {
  test('counts each order with a line of a type or category once, and no others', async () => {
    const [line] = await fresh.db.select().from(orderItems).limit(1);
    const kind = `type=${line?.productType}&category=${encodeURIComponent(line?.categoryName ?? '')}`;
    expect((await read(kind)).counted).toBe(60);
    expect((await read(`${kind}&from=2026-06-02`)).counted).toBe(0);
    expect((await read(`${kind}&customer=new`)).counted).toBe(1);
    expect((await read(`product=${line?.productId}`)).counted).toBe(60);
    expect((await read('category=Nothing is called so')).counted).toBe(0);
  });

  test('is newest first with 25 per page, and pages through every order once in both directions', async () => {
    const seen: string[] = [];
    let page = await read('');
    expect(page.counted).toBe(60);
    expect(page.previous).toBeNull();
    expect(page.rows.slice(0, 4).map(({ units }) => units)).toEqual([1, 1, 2, 1]);
    for (;;) {
      seen.push(...numbersOf(page));
      if (!page.next) break;
      page = await read(orderList.query(state(''), { position: page.next }));
    }
    expect(seen).toEqual(made.toReversed());
    const middle = await read(orderList.query(state(''), { position: page.previous }));
    expect(numbersOf(middle)).toEqual(made.toReversed().slice(25, 50));
    const first = await read(orderList.query(state(''), { position: middle.previous }));
    expect(numbersOf(first)).toEqual(made.toReversed().slice(0, 25));
    expect(first.previous).toBeNull();
  });

  test('finds one order by its number or pickup pass, however it is typed, and nothing by half of one', async () => {
    const wanted = made[41] ?? '';
    const { passCode } = await storedOrder(fresh.db, wanted);
    const label = passLabel(passCode);
    const find = async (text: string) => numbersOf(await read(`find=${encodeURIComponent(text)}`));
    for (const text of [
      wanted,
      wanted.toLowerCase(),
      ` ${wanted} `,
      `#${Number(wanted.slice(3))}`,
      passCode,
      label,
      label.toLowerCase(),
    ])
      expect(await find(text), text).toEqual([wanted]);
    for (const text of ['ORD9999999', passCode.slice(0, 8), `${passCode}0`, '%%', "' or true --"])
      expect(await find(text), text).toEqual([]);
    // Digits alone may mean something else, too.
    expect(await find(String(Number(wanted.slice(3))))).toContain(wanted);
    // Both filters must match.
    expect(numbersOf(await read(`find=${wanted}&status=completed`))).toEqual([]);
  });

  test('gives every order its own pass', async () => {
    const codes = await fresh.db.select({ code: orders.passCode }).from(orders);
    expect(codes.every(({ code }) => /^[0-9A-F]{12}$/.test(code))).toBe(true);
    expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
  });

  test('sorts by total and by date in both directions, with a fixed order for equal totals', async () => {
    for (const sort of ['total', '-total', 'created', '-created', 'pickup', '-pickup']) {
      const seen: { number: string; total: number }[] = [];
      let page = await read(`sort=${sort}`);
      for (;;) {
        seen.push(...page.rows);
        if (!page.next) break;
        page = await read(orderList.query(state(`sort=${sort}`), { position: page.next }));
      }
      expect(new Set(seen.map(({ number }) => number)).size).toBe(60);
      const totals = seen.map(({ total }) => total);
      const ordered = totals.toSorted((left, right) => left - right);
      if (sort.endsWith('total')) expect(totals).toEqual(sort === 'total' ? ordered : ordered.toReversed());
      else if (sort.endsWith('created'))
        expect(seen.map(({ number }) => number)).toEqual(sort === 'created' ? made : made.toReversed());
      else expect(seen.at(sort === 'pickup' ? -1 : 0)?.number).toBe(made[7]);
    }
  });

  test('filters by part of the email in any case, and treats pattern characters literally', async () => {
    expect((await read('email=ROBIN')).counted).toBe(60);
    expect((await read('email=n_1')).counted).toBe(60);
    expect((await read('email=0%25@ex')).counted).toBe(60);
    expect((await read('email=r%25n')).counted).toBe(0);
    expect((await read('email=rob_n')).counted).toBe(0);
    expect((await read('email=nobody')).rows).toEqual([]);
  });

  test('filters by status, payment and pickup day, separately and together', async () => {
    const [one = '', two = ''] = made;
    await changeOrderStatus(staff, { orderId: one, to: 'confirmed', reason: '', version: null }, NOW);
    await changePaymentStatus(staff, { orderId: two, to: 'paid', reason: '', version: null }, NOW);
    expect(numbersOf(await read('status=confirmed'))).toEqual([one]);
    expect(numbersOf(await read('payment=paid'))).toEqual([two]);
    expect((await read('status=confirmed&payment=paid')).rows).toEqual([]);
    expect(numbersOf(await read('pickup=2026-06-07'))).toEqual([made[7]]);
    expect((await read('pickup=2026-06-06')).counted).toBe(59);
    // Unknown filter values are ignored.
    expect((await read('status=lost&pickup=soon&payment=')).counted).toBe(60);
  });

  test('shows a new order as Reserved, with its dates and money', async () => {
    const [row] = (await read('')).rows;
    expect(row).toMatchObject({
      number: made.at(-1),
      created: 'Jun 1, 2026 8:59 AM',
      email: 'Robin_100%@Example.com',
      pickup: 'Jun 6, 2026 2:00 PM',
      total: 1120,
      status: { label: 'Reserved', tone: 'yellow-1' },
      payment: { label: 'Pay on pickup', tone: 'yellow' },
    });
  });

  test('is readable only by staff', async () => {
    const [first] = made;
    const { id } = await storedOrder(fresh.db, first ?? '');
    for (const actor of [customer, guest]) {
      expect(await readManagedOrders(actor, state(''), ZONE)).toBeNull();
      expect(await matchingOrderIds(actor, state(''), ZONE, 10)).toEqual([]);
      expect((await orderNumbers(actor, [id])).size).toBe(0);
      expect(await readManagedOrder(actor, first ?? '', ZONE, NOW)).toBeNull();
    }
  });
});

test('a selection of all matches follows the filters, not the page, newest first', async () => {
  expect(await matchingOrderIds(staff, state('email=robin'), ZONE, 1000)).toHaveLength(60);
  const few = await matchingOrderIds(staff, state('status=pending'), ZONE, 2);
  const numbers = await orderNumbers(staff, few);
  expect(few.map((id) => numbers.get(id))).toEqual([made[59], made[58]]);
});

test('an order has its lines, lots and money as sold, and its possible next steps', async () => {
  const order = await readManagedOrder(staff, made[3] ?? '', ZONE, NOW);
  expect(order).toMatchObject({
    number: made[3],
    status: { value: 'pending', label: 'Reserved' },
    nextStatuses: [{ value: 'confirmed' }, { value: 'cancelled' }],
    nextPayments: [{ value: 'paid' }],
    customer: { email: 'Robin_100%@Example.com' },
    lines: [{ quantity: 2, unitPrice: 1000, amount: 2000, tax: 240, total: 2240, missing: 0 }],
    subtotal: 2000,
    tax: 240,
    taxParts: [{ name: 'Estimated Tax', amount: 240 }],
    total: 2240,
    pickup: { starts: 'Jun 6, 2026 2:00 PM' },
    missing: 0,
  });
  expect(order?.lines[0]?.batches).toEqual([{ number: 'B-1', quantity: 2 }]);
  for (const unknown of ['ORD999', 'ord001', "ORD001'", '']) {
    expect(await readManagedOrder(staff, unknown, ZONE, NOW)).toBeNull();
  }
});

test('a search finds orders by part of the name, email or phone, by product and by batch', async () => {
  const { db } = fresh;
  const wren = await aPerson(db, { name: 'Wren Halloway', email: 'wren@elsewhere.example' });
  await db
    .update(customerProfiles)
    .set({ phone: '(607) 555-0199' })
    .where(eq(customerProfiles.userId, wren.userId));
  const jar = await aMug(db, { name: 'Heron Jar', onHand: 5 });
  await db.update(lots).set({ batchNumber: 'HRN-2611' }).where(eq(lots.productId, jar));
  const open = await anOrder(wren, [[jar, 1]]);
  const ended = await anOrder(wren, [[jar, 1]]);
  const sold = await anOrder(wren, [[jar, 1]]);
  await setStatus(db, sold, 'completed');
  await changeOrderStatus(staff, { orderId: ended, to: 'no_show', reason: '', version: null }, AFTER_PICKUP);
  const find = async (text: string) => numbersOf(await read(`find=${encodeURIComponent(text)}`)).toSorted();
  for (const text of ['hallo', 'WREN@', '607 555 0199', '5550199'])
    expect(await find(text), text).toEqual([open, ended, sold]);
  expect(await find('heron')).toEqual([open, ended, sold]);
  // An order that was not picked up has no batch.
  expect(await find('hrn-26')).toEqual([open, sold]);
  // A name from before stays known while the order is open.
  await db.update(products).set({ name: 'Egret Jar' }).where(eq(products.id, jar));
  expect(await find('heron')).toEqual([open]);
  expect(await find('egret')).toEqual([open, ended, sold]);
  // The next test counts the day's hand-overs.
  await setStatus(db, sold, 'no_show');
  // Too few digits: they would reveal a masked number piece by piece.
  expect(await find('0199')).toEqual([]);
});

test('a tab lists and counts the open orders of its work by pickup time', async () => {
  const { db } = fresh;
  await db.update(orders).set({ status: 'no_show' }).where(eq(orders.status, 'pending'));
  await db.update(orders).set({ status: 'no_show' }).where(eq(orders.status, 'confirmed'));
  const own = await aPerson(db);
  const mug = await aMug(db, { onHand: 20 });
  const gone = await aMug(db, { onHand: 1 });
  const tomorrow = await anOrder(own, [[mug, 1]], NEXT_DAY_SLOT);
  const later = await anOrder(own, [[mug, 1]], LATER_SLOT);
  const ready = await anOrder(own, [[mug, 1]]);
  const missing = await anOrder(own, [[gone, 1]], LATER_SLOT);
  await bringTo(staff, ready, 'ready');
  // Marked ready before its unit was lost, so it has to be packed again.
  await bringTo(staff, missing, 'ready');
  const [lot] = await db.select({ id: lots.id }).from(lots).where(eq(lots.productId, gone));
  await quarantineLot(staff, { lotId: lot?.id ?? 0, reason: 'Mold' }, NOW);
  const tabs = async (now: Temporal.Instant) => {
    const shown = await Promise.all(
      orderTabs.map(
        async ({ value }) => [value, numbersOf(await read(`tab=${value}&sort=pickup`, now))] as const,
      ),
    );
    const counts = await countTabs(staff, { now, zone: ZONE });
    expect(counts).toEqual({
      ...Object.fromEntries(shown.map(([tab, numbers]) => [tab, numbers.length])),
      all: (await read('')).counted,
    });
    return Object.fromEntries(shown);
  };
  expect(await tabs(NOW)).toEqual({
    today: [ready, later, missing],
    tomorrow: [tomorrow],
    pack: [later, missing, tomorrow],
    ready: [ready],
    late: [],
    missing: [missing],
  });
  // A minute after midnight in New York: yesterday's are late, and tomorrow has become today.
  expect(await tabs(Temporal.Instant.from('2026-06-07T04:01:00Z'))).toMatchObject({
    today: [tomorrow],
    tomorrow: [],
    late: [ready, later, missing],
  });
  expect(await countTabs(customer, { now: NOW, zone: ZONE })).toBeNull();

  const pickups = async (now: Temporal.Instant) => {
    const read = await readPickups(staff, now);
    return { ...read, lines: read?.lines.map(({ number, time, isLate }) => [number, time, isLate]) };
  };
  const { missed = 0 } = await pickups(NOW);
  expect(await pickups(NOW)).toEqual({
    day: 'today',
    lines: [
      [ready, '2:00 PM', false],
      [later, '3:00 PM', false],
      [missing, '3:00 PM', false],
    ],
    done: 0,
    missed,
  });
  // Late ones come first the next day, with their date.
  expect((await pickups(Temporal.Instant.from('2026-06-07T14:00:00Z'))).lines?.[0]).toEqual([
    ready,
    'Jun 6, 2026 2:00 PM',
    true,
  ]);
  await db
    .update(orders)
    .set({ status: 'no_show' })
    .where(inArray(orders.orderId, [ready, later, missing]));
  expect(await pickups(NOW)).toEqual({ day: 'today', lines: [], done: 0, missed: missed + 3 });
  // After closing, with nothing left: tomorrow's.
  expect(await pickups(Temporal.Instant.from('2026-06-07T03:59:30Z'))).toEqual({
    day: 'tomorrow',
    lines: [[tomorrow, '2:00 PM', false]],
    done: 0,
    missed: 0,
  });
});
