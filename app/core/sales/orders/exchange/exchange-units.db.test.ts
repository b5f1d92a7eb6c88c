/** Tests exchanges: what came back is refunded and waste, what went out is sold, and money, stock, limits and reports agree. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveOffer } from '#core/goods/discounts/save-offer.server.ts';
import type { Approver, SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { drawerCash, openSession } from '#core/sales/cash-desk/drawer-cash-queries.server.ts';
import { openDrawer } from '#core/sales/cash-desk/open-drawer.server.ts';
import { purchasesSeenToday } from '#core/sales/compliance/purchases-queries.server.ts';
import { staffPins } from '#db/schema/identity.ts';
import { exchanges, handOvers, idChecks, refunds } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { stockLedger, waste } from '#db/schema/stock.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import {
  aMug,
  anOrder,
  auditOf,
  bringTo,
  eventsOf,
  NEXT_DAY_SLOT,
  NOW,
  stockOf,
  storedOrder,
} from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { handOverOrder } from '../hand-over/hand-over-order.server.ts';
import { readReceipt } from '../receipts/receipt-queries.server.ts';
import { readRefundable } from '../refunds/refunds-queries.server.ts';
import { readExchange } from './exchange-queries.server.ts';
import { type ExchangeInput, exchangeUnits } from './exchange-units.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
let staff: SignedIn;
let customer: SignedIn;
let jar: number;
let other: number;
let number: string;

const ID = {
  idKind: 'driver_license',
  ...{ idIssuer: 'New York', idExpiresOn: '2030-01-01', idBirthDate: '1995-06-15' },
  ...{ nameMatches: true, scanned: null },
} as const;
const DAY_START = new Date('2026-06-05T04:00:00Z');
const LATER = NOW.add({ hours: 48 });

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
  await openDrawer(staff, { key: randomUUID(), amount: 20_000, pieces: null }, NOW);
});
/** Two jars at $45.00 and a tax of 12 %, handed over; another jar at $55.00. */
beforeEach(async () => {
  customer = await aPerson(fresh.db);
  jar = await aProduct(fresh.db, { onHand: 5, limitMg: 3_500 });
  other = await aProduct(fresh.db, { onHand: 5, limitMg: 3_500, retailPrice: 5_500 });
  number = await anOrder(customer, [[jar, 2]]);
  await bringTo(staff, number, 'ready');
  const { version } = await storedOrder(fresh.db, number);
  const done = await handOverOrder(staff, number, { version, ...ID, cashReceived: 100_000 }, NOW);
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
});

async function exchange(more: Partial<ExchangeInput> = {}, actor = staff, now = NOW) {
  const { version, items } = await storedOrder(fresh.db, number);
  const input: ExchangeInput = {
    ...{ key: randomUUID(), version, back: { itemId: items[0]?.id ?? '', quantity: 1 } },
    ...{
      out: { productId: other, quantity: 1 },
      reason: 'Wrong jar',
      due: 1120,
      cashReceived: 2000,
      id: null,
    },
    ...more,
  };
  return exchangeUnits(actor, number, input, now);
}
const expectSound = async () => expect(await checkInvariants(fresh.db)).toEqual([]);
const drawerOf = async () => {
  const open = await openSession(fresh.db);
  if (!open) throw new Error('no drawer');
  return drawerCash(fresh.db, open);
};

test('the page says where what came back goes: cannabis to waste, other goods to stock', async () => {
  const mug = await aMug(fresh.db, { onHand: 5 });
  const mugs = await anOrder(customer, [[mug, 1]]);
  await bringTo(staff, mugs, 'ready');
  const { version } = await storedOrder(fresh.db, mugs);
  const done = await handOverOrder(staff, mugs, { version, ...ID, cashReceived: 100_000 }, NOW);
  expect(done).toMatchObject({ ok: true });
  const shown = async (from: string) => {
    const order = await readRefundable(staff, from);
    const back = { itemId: order?.lines[0]?.id ?? '', quantity: 1 };
    return order && (await readExchange(order, { back, out: { productId: other, quantity: 1 } }, NOW));
  };
  expect(await shown(number)).toMatchObject({ backIsWaste: true });
  expect(await shown(mugs)).toMatchObject({ backIsWaste: false });
});

test('a jar for a dearer one: one is waste, one is sold, and the difference is paid into the drawer', async () => {
  const before = await drawerOf();
  const done = await exchange();
  expect(done).toMatchObject({ ok: true, value: { due: 1120 } });
  const out = done.ok ? done.value.number : '';
  const made = await storedOrder(fresh.db, out);
  expect(made).toMatchObject({
    status: 'completed',
    paymentStatus: 'paid',
    total: 6160,
    userId: customer.userId,
  });
  expect(await storedOrder(fresh.db, number)).toMatchObject({ paymentStatus: 'paid' });
  expect(await stockOf(fresh.db, jar)).toEqual({ onHand: 3, held: 0 });
  expect(await stockOf(fresh.db, other)).toEqual({ onHand: 4, held: 0 });
  const rows = await fresh.db.select().from(stockLedger).where(eq(stockLedger.productId, jar));
  expect(rows.map(({ reason, setAsideChange }) => [reason, setAsideChange]).slice(-2)).toEqual([
    ['return', 1],
    ['waste', -1],
  ]);
  const original = await storedOrder(fresh.db, number);
  expect(await fresh.db.$count(waste, eq(waste.orderId, original.id))).toBe(1);
  const after = await drawerOf();
  expect(after.sales - before.sales - (after.refunds - before.refunds)).toBe(1120);
  const [hand] = await fresh.db.select().from(handOvers).where(eq(handOvers.orderId, made.id));
  expect(hand).toMatchObject({ owed: 1120, cashReceived: 2000 });
  // The customer gets the receipt, and no message that it was confirmed or is ready.
  expect((await eventsOf(fresh.db, out)).filter((kind) => kind !== 'receipt-requested')).toEqual([
    'order-completed',
  ]);
  expect((await auditOf(fresh.db, number)).at(-1)).toMatchObject({
    action: 'order.exchanged',
    who: 'Sam Counter',
  });
  await expectSound();
});

test('its receipt has both halves and the difference', async () => {
  const done = await exchange();
  const found = await readReceipt(customer, done.ok ? done.value.number : '');
  expect(found?.receipt).toMatchObject({
    total: '$61.60',
    exchange: { back: expect.stringContaining(`1 × `), amount: '$50.40', due: '$11.20' },
  });
});

test('the same form sent again, also twice at once, exchanges once', async () => {
  const key = randomUUID();
  const { version } = await storedOrder(fresh.db, number);
  const both = await Promise.all([exchange({ key, version }), exchange({ key, version })]);
  expect(both[0]).toEqual(both[1]);
  expect(await exchange({ key, version })).toEqual(both[0]);
  expect(await fresh.db.$count(exchanges, eq(exchanges.key, key))).toBe(1);
  await expectSound();
});

test('two exchanges of one jar at once: the second reads that it came too late', async () => {
  const { version } = await storedOrder(fresh.db, number);
  const both = await Promise.all([exchange({ version }), exchange({ version })]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: { kind: 'stale' } });
  await expectSound();
});

test('the same jar for the same jar costs nothing, and leaves one on the shelf less', async () => {
  expect(await exchange({ out: { productId: jar, quantity: 1 }, due: 0, cashReceived: null })).toMatchObject({
    ok: true,
  });
  expect(await stockOf(fresh.db, jar)).toEqual({ onHand: 2, held: 0 });
  await expectSound();
});

test('what is refused leaves everything as it was', async () => {
  const before = await storedOrder(fresh.db, number);
  const refused = async (more: Partial<ExchangeInput>, kind: string, now = NOW) => {
    expect(await exchange(more, staff, now), kind).toMatchObject({ ok: false, problem: { kind } });
  };
  await refused({ due: 1119 }, 'price-changed');
  await refused({ cashReceived: 1000 }, 'cash');
  await refused({ reason: '' }, 'reason-missing');
  await refused({ out: { productId: other, quantity: 6 }, due: 31_920 }, 'not-available');
  await refused({ out: { productId: 999_999, quantity: 1 } }, 'not-on-menu');
  await refused({ back: { itemId: before.items[0]?.id ?? '', quantity: 3 } }, 'too-many');
  await refused({ version: before.version - 1 }, 'stale');
  await refused({}, 'id', LATER);
  expect(await storedOrder(fresh.db, number)).toEqual(before);
  expect(await stockOf(fresh.db, other)).toEqual({ onHand: 5, held: 0 });
  expect(await fresh.db.$count(refunds, eq(refunds.orderId, before.id))).toBe(0);
  await expectSound();
});

test('on a later day the ID is checked again, and on record for the order that went out', async () => {
  const done = await exchange({ id: ID }, staff, LATER);
  const out = await storedOrder(fresh.db, done.ok ? done.value.number : '');
  const checks = await fresh.db.select().from(idChecks).where(eq(idChecks.orderId, out.id));
  expect(checks).toMatchObject([
    { outcome: 'accepted', idKind: 'driver_license', checkedByName: 'Sam Counter' },
  ]);
  const minor = { ...ID, idBirthDate: '2010-01-01' };
  expect(await exchange({ id: minor }, staff, LATER)).toMatchObject({ problem: { kind: 'id' } });
});

test('what the person of the ID took home today counts, on another account too; an ID without a number is refused', async () => {
  const ofPerson = { ...ID, idNumber: 'D7654321' };
  const jars = await aProduct(fresh.db, { onHand: 9, limitMg: 84_000 });
  const friend = await aPerson(fresh.db);
  const theirs = await anOrder(friend, [[jars, 1]], NEXT_DAY_SLOT);
  await bringTo(staff, theirs, 'ready');
  const { version } = await storedOrder(fresh.db, theirs);
  const left = await handOverOrder(staff, theirs, { version, ...ofPerson, cashReceived: 100_000 }, LATER);
  expect(left).toMatchObject({ ok: true });
  expect(await exchange({ id: ofPerson }, staff, LATER)).toMatchObject({ problem: { kind: 'over-limit' } });
  const another = await exchange({ id: { ...ID, idNumber: 'D1112223' } }, staff, LATER);
  expect(another).toMatchObject({ ok: true });
  const out = await storedOrder(fresh.db, another.ok ? another.value.number : '');
  const [record] = await fresh.db.select().from(handOvers).where(eq(handOvers.orderId, out.id));
  expect(record?.pickerId).not.toBeNull();
  expect(await exchange({ id: { ...ID, idNumber: '' } }, staff, LATER)).toMatchObject({
    problem: { kind: 'id', problems: [{ kind: 'id-number-missing' }] },
  });
  await expectSound();
});

test('cash back counts toward what staff may return; an admin’s yes allows more', async () => {
  await fresh.db.execute(
    sql`update store_settings set value = value || '{"staffLimit": 1000}' where name = 'refunds'`,
  );
  const cheap = await aProduct(fresh.db, { onHand: 5, limitMg: 3_500, retailPrice: 1_000 });
  const swap = { out: { productId: cheap, quantity: 1 }, due: -3920, cashReceived: null };
  expect(await exchange(swap)).toMatchObject({ ok: false });
  const approver = { userId: admin.userId, name: admin.name, pinHash: 'x' } as Approver;
  await fresh.db.insert(staffPins).values({ userId: admin.userId, hash: 'x' });
  expect(await exchange({ ...swap, approver: { ...approver, pinHash: 'y' } as Approver })).toMatchObject({
    problem: { kind: 'not-allowed' },
  });
  expect(await exchange({ ...swap, approver })).toMatchObject({ ok: true, value: { due: -3920 } });
  expect((await auditOf(fresh.db, number)).at(-1)).toMatchObject({
    ...{ action: 'order.exchanged', who: 'Ada Owner' },
    after: expect.objectContaining({ askedBy: 'Sam Counter' }),
  });
  await expectSound();
});

test('what came back no longer counts toward the day’s limits, what went out does', async () => {
  const flower = async () => (await purchasesSeenToday(customer.userId, DAY_START)).usage;
  const before = await flower();
  await exchange();
  expect(await flower()).toEqual(before);
});

test('a unit that comes back makes room in its offer for the one that goes out, so a bad jar costs nothing', async () => {
  await fresh.db.insert(storeSettings).values({ name: 'discounts', value: { enabled: true } });
  invalidateSettings();
  const offer = {
    ...{ name: 'Noon', terms: 'Today.', kind: 'percent' as const, amount: 20, hours: null },
    startsAt: NOW.subtract({ hours: 1 }).epochMilliseconds,
    endsAt: NOW.add({ hours: 1 }).epochMilliseconds,
    parts: [{ products: [other], categories: [], units: 1 }],
    ...{ mostPerPerson: 2, mostUnits: null },
  };
  expect(await saveOffer(admin, null, { version: 0, leavesOut: false, offer }, NOW)).toMatchObject({
    ok: true,
  });
  number = await anOrder(customer, [[other, 2]]);
  await bringTo(staff, number, 'ready');
  const { version, items } = await storedOrder(fresh.db, number);
  expect(await handOverOrder(staff, number, { version, ...ID, cashReceived: 100_000 }, NOW)).toMatchObject({
    ok: true,
  });
  const units = { back: { itemId: items[0]?.id ?? '', quantity: 1 }, out: { productId: other, quantity: 1 } };
  for (const _ of ['first', 'second']) {
    const order = await readRefundable(staff, number);
    expect(order && (await readExchange(order, units, NOW))).toMatchObject({ due: 0 });
    expect(await exchange({ ...units, due: 0, cashReceived: null })).toMatchObject({ value: { due: 0 } });
  }
});
