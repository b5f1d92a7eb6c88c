/** Tests a customer changing the items of an order: what follows, and what is refused. */
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import { type Actor, guest, type SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings, readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots } from '#db/schema/stock.ts';
import { readManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import {
  aMug,
  anOrder,
  auditOf,
  bringTo,
  edit,
  eventsOf,
  NEXT_DAY_SLOT,
  NOW,
  SLOT,
  stockOf as stockIn,
  storedOrder,
  takenIn,
} from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { cancelOrder } from '../cancel-order.server.ts';
import { changePaymentStatus } from '../change-order-status.server.ts';
import { movePickup } from '../hand-over/move-pickup.server.ts';
import { readOrderDetails } from '../order-details-queries.server.ts';
import { changeItems } from './change-items.server.ts';
import { MOST_ITEM_CHANGES } from './items-change.ts';

const ZONE = 'America/New_York';
const fresh = freshShop(afterEach);
let staff: SignedIn;
let admin: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
  admin = await aPerson(fresh.db, { role: 'admin' });
});
beforeEach(async () => {
  customer = await aPerson(fresh.db);
});

type Lines = readonly (readonly [productId: number, quantity: number])[];
type Asked = { by?: Actor; now?: Temporal.Instant; expectedTotal?: number | null };

/** Changes the items as a customer who has just loaded the order. */
async function change(
  orderId: string,
  to: Lines,
  { by = customer, now = NOW, expectedTotal = null }: Asked = {},
) {
  const order = await storedOrder(fresh.db, orderId);
  const lines = to.map(([productId, quantity]) => ({ productId, quantity }));
  return changeItems(
    by,
    orderId,
    { lines, seen: { version: order.version, lines: order.items }, expectedTotal },
    now,
  );
}
const refused = (problem: object) => ({ ok: false, problem });
const stockOf = (productId: number) => stockIn(fresh.db, productId);
const profile = (wanted: Partial<typeof customerProfiles.$inferInsert>) =>
  fresh.db.update(customerProfiles).set(wanted).where(eq(customerProfiles.userId, customer.userId));

/** Saves a group of settings for one test. */
async function withSettings(name: 'holds' | 'ordering' | 'pickup', value: object, work: () => Promise<void>) {
  const before = (await readSettings())[name];
  const save = async (now: object) => {
    await fresh.db
      .insert(storeSettings)
      .values({ name, value: now })
      .onConflictDoUpdate({ target: storeSettings.name, set: { value: now } });
    invalidateSettings();
  };
  await save({ ...before, ...value });
  try {
    await work();
  } finally {
    await save(before);
  }
}

describe('a change of items', () => {
  test('does what the same edit by staff does: lines, stock, tax and total', async () => {
    const [flower, mug, cap] = [
      await aProduct(fresh.db, { name: 'Flower', onHand: 20 }),
      await aMug(fresh.db, { name: 'Mug', onHand: 10, retailPrice: 1833 }),
      await aMug(fresh.db, { name: 'Cap', onHand: 10, retailPrice: 2799 }),
    ];
    const before: Lines = [
      [flower, 2],
      [mug, 1],
    ];
    const after: Lines = [
      [flower, 5],
      [mug, 0],
      [cap, 3],
    ];
    const [own, other] = [await anOrder(customer, before), await anOrder(await aPerson(fresh.db), before)];
    await edit(fresh.db, staff, other, { to: after });
    const byStaff = await storedOrder(fresh.db, other);
    expect(await change(own, after)).toEqual({ ok: true, value: { changed: true, total: byStaff.total } });
    const byCustomer = await storedOrder(fresh.db, own);
    const money = ({
      subtotal,
      tax,
      taxParts,
      total,
      cannabisTax,
      orderType,
      version,
      items,
    }: typeof byStaff) => ({
      ...{ subtotal, tax, taxParts, total, cannabisTax, orderType, version },
      lines: items.map(({ productName, quantity, unitPrice, amount, tax: own, total: sum }) => [
        ...[productName, quantity, unitPrice, amount, own, sum],
      ]),
    });
    expect(money(byCustomer)).toEqual(money(byStaff));
    expect(byCustomer).toMatchObject({ status: 'pending', pickupStartsAt: new Date(SLOT) });
    expect([await stockOf(flower), await stockOf(mug), await stockOf(cap)]).toEqual([
      { onHand: 20, held: 10 },
      { onHand: 10, held: 0 },
      { onHand: 10, held: 6 },
    ]);
  });

  test('is one event in both histories and not in the audit log, and leaves the place in the slot alone', async () => {
    const [mug, cap] = [await aMug(fresh.db, { name: 'Mug' }), await aMug(fresh.db, { name: 'Cap' })];
    const orderId = await anOrder(customer, [
      [mug, 1],
      [cap, 2],
    ]);
    const taken = await takenIn(fresh.db, SLOT);
    await change(orderId, [[cap, 1]]);
    expect(await eventsOf(fresh.db, orderId)).toEqual(['order-placed', 'order-items-changed']);
    expect(await auditOf(fresh.db, orderId)).toEqual([]);
    expect(await takenIn(fresh.db, SLOT)).toBe(taken);
    const managed = await readManagedOrder(staff, orderId, ZONE, NOW);
    const detail = '– Mug removed, 1 × Cap instead of 2';
    expect(managed?.timeline.at(-1)).toMatchObject({ label: 'Items changed by the customer', detail });
    const details = await readOrderDetails(customer, orderId, NOW);
    expect(details?.timeline.at(-1)).toMatchObject({ label: 'Items changed', detail });
  });

  test('uses the reserved price for a line that grows, and the current price for a line added again', async () => {
    const [mug, cap] = [await aMug(fresh.db), await aMug(fresh.db)];
    const orderId = await anOrder(customer, [
      [mug, 1],
      [cap, 1],
    ]);
    await fresh.db.update(products).set({ retailPrice: 9900 }).where(eq(products.id, mug));
    const prices = async () => (await storedOrder(fresh.db, orderId)).items.map(({ unitPrice }) => unitPrice);
    await change(orderId, [
      [mug, 2],
      [cap, 1],
    ]);
    expect(await prices()).toEqual([1800, 1800]);
    await change(orderId, [[cap, 1]]);
    await change(orderId, [
      [cap, 1],
      [mug, 2],
    ]);
    expect(await prices()).toEqual([1800, 9900]);
  });

  test('to the existing lines leaves no trace, whatever page it comes from', async () => {
    const mug = await aMug(fresh.db);
    const orderId = await anOrder(customer, [[mug, 1]]);
    const before = await storedOrder(fresh.db, orderId);
    const input = {
      lines: [{ productId: mug, quantity: 1 }],
      seen: { version: 77, lines: [] },
      expectedTotal: 5,
    };
    expect(await changeItems(customer, orderId, input, NOW)).toEqual({
      ok: true,
      value: { changed: false, total: before.total },
    });
    expect(await storedOrder(fresh.db, orderId)).toEqual(before);
  });

  test('can reduce a line with missing units, and cannot add unavailable ones', async () => {
    const mug = await aMug(fresh.db, { name: 'Mug', onHand: 2 });
    const orderId = await anOrder(customer, [[mug, 2]]);
    const more = { productId: mug, batchNumber: 'B-2', quantity: 1, testStatus: null, expiresOn: null };
    await receiveLot(admin, more, NOW);
    const [first] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, mug));
    await recallLot(admin, { lotId: first?.id ?? 0, reason: 'Chipped' }, NOW);
    expect(await readOrderDetails(customer, orderId, NOW)).toMatchObject({ view: { missing: '1 of Mug' } });
    expect(await change(orderId, [[mug, 3]])).toEqual(
      refused({ kind: 'not-available', name: 'Mug', available: 1 }),
    );
    expect(await change(orderId, [[mug, 1]])).toMatchObject({ ok: true });
    expect(await readOrderDetails(customer, orderId, NOW)).toMatchObject({ view: { missing: null } });
  });

  test('stores the birth date with the order once something restricted is on it', async () => {
    const [mug, flower] = [await aMug(fresh.db), await aProduct(fresh.db)];
    const orderId = await anOrder(customer, [[mug, 1]]);
    await profile({ birthDate: '1990-01-02' });
    await change(orderId, [
      [mug, 1],
      [flower, 1],
    ]);
    expect(await storedOrder(fresh.db, orderId)).toMatchObject({
      birthDate: '1990-01-02',
      orderType: 'cannabis_pickup',
    });
  });

  test(`is possible ${MOST_ITEM_CHANGES} times, and each one is mailed to the customer`, async () => {
    const mug = await aMug(fresh.db, { onHand: 30 });
    const orderId = await anOrder(customer, [[mug, 1]]);
    for (let nth = 1; nth <= MOST_ITEM_CHANGES; nth++)
      expect(await change(orderId, [[mug, 1 + nth]])).toMatchObject({ ok: true });
    expect(await change(orderId, [[mug, 1]])).toEqual(refused({ kind: 'changed-often' }));
  });
});

describe('a change of items is refused and changes nothing', () => {
  async function expectUntouched(orderId: string, attempt: () => Promise<unknown>, problem: object) {
    const before = [await storedOrder(fresh.db, orderId), await eventsOf(fresh.db, orderId)];
    const held = await Promise.all(
      (await storedOrder(fresh.db, orderId)).items.map((i) => stockOf(i.productId)),
    );
    expect(await attempt()).toMatchObject(refused(problem));
    expect([await storedOrder(fresh.db, orderId), await eventsOf(fresh.db, orderId)]).toEqual(before);
    const after = await Promise.all(
      (await storedOrder(fresh.db, orderId)).items.map((i) => stockOf(i.productId)),
    );
    expect(after).toEqual(held);
  }

  test('to guests, staff, other and banned customers, and for unknown orders, all with the same answer', async () => {
    const mug = await aMug(fresh.db);
    const orderId = await anOrder(customer, [[mug, 1]]);
    const gone = { kind: 'not-found' };
    for (const by of [guest, staff, admin, await aPerson(fresh.db), { ...customer, isBanned: true }])
      await expectUntouched(orderId, () => change(orderId, [[mug, 2]], { by }), gone);
    const input = { lines: [], seen: { version: 1, lines: [] }, expectedTotal: null };
    for (const number of ['ORD9999999', "ORD1' or true"])
      expect(await changeItems(customer, number, input, NOW)).toEqual(refused(gone));
    // Even if the session was read before the ban.
    await profile({ isBanned: true });
    await expectUntouched(orderId, () => change(orderId, [[mug, 0]]), gone);
  });

  test('once packing has started, after payment, and when the pickup time has come', async () => {
    const mug = await aMug(fresh.db, { onHand: 20 });
    for (const status of ['packing', 'ready'] as const) {
      const orderId = await anOrder(customer, [[mug, 2]]);
      await bringTo(staff, orderId, 'confirmed');
      expect(await change(orderId, [[mug, 3]])).toMatchObject({ ok: true });
      await fresh.db.update(orders).set({ status }).where(eq(orders.orderId, orderId));
      await expectUntouched(orderId, () => change(orderId, [[mug, 1]]), { kind: 'too-late', status });
      expect(await readOrderDetails(customer, orderId, NOW)).toMatchObject({ mayChangeItems: false });
    }
    const paid = await anOrder(customer, [[mug, 2]]);
    await changePaymentStatus(staff, { orderId: paid, to: 'paid', reason: '', version: 1 }, NOW);
    await expectUntouched(paid, () => change(paid, [[mug, 1]]), { kind: 'too-late', paymentStatus: 'paid' });
    const due = await anOrder(customer, [[mug, 2]]);
    const then = Temporal.Instant.from(SLOT);
    await expectUntouched(due, () => change(due, [[mug, 1]], { now: then }), { kind: 'too-late' });
    const ended = await anOrder(customer, [[mug, 2]]);
    await cancelOrder(customer, ended, NOW);
    await expectUntouched(ended, () => change(ended, [[mug, 1]]), { kind: 'too-late', status: 'cancelled' });
  });

  test('for more units inside the lead time of the pickup, but not for fewer until its time', async () => {
    const mug = await aMug(fresh.db);
    const orderId = await anOrder(customer, [[mug, 2]]);
    const soon = { now: Temporal.Instant.from(SLOT).subtract({ minutes: 59 }) };
    await expectUntouched(orderId, () => change(orderId, [[mug, 3]], soon), { kind: 'too-close' });
    const atLead = { now: Temporal.Instant.from(SLOT).subtract({ minutes: 60 }) };
    expect(await change(orderId, [[mug, 3]], atLead)).toMatchObject({ ok: true });
    expect(await change(orderId, [[mug, 1]], soon)).toMatchObject({ ok: true });
  });

  test('without lines', async () => {
    const mug = await aMug(fresh.db);
    const orderId = await anOrder(customer, [[mug, 1]]);
    await expectUntouched(orderId, () => change(orderId, [[mug, 0]]), { kind: 'no-lines' });
    await expectUntouched(orderId, () => change(orderId, []), { kind: 'no-lines' });
  });

  test('for a product off the menu, or without enough units that are good on the day of the pickup', async () => {
    const [mug, gone] = [
      await aMug(fresh.db, { name: 'Mug', onHand: 3, expiresOn: '2026-06-06' }),
      await aMug(fresh.db, { name: 'Gone' }),
    ];
    const orderId = await anOrder(customer, [[mug, 1]]);
    await fresh.db.update(products).set({ forSale: false }).where(eq(products.id, gone));
    const withGone: Lines = [
      [mug, 1],
      [gone, 1],
    ];
    await expectUntouched(orderId, () => change(orderId, withGone), { kind: 'not-on-menu', name: 'Gone' });
    await expectUntouched(orderId, () => change(orderId, [[mug, 4]]), {
      kind: 'not-available',
      available: 3,
    });
    const cap = await aMug(fresh.db);
    const tomorrow = await anOrder(customer, [[cap, 1]], NEXT_DAY_SLOT);
    const withMug: Lines = [
      [cap, 1],
      [mug, 1],
    ];
    await expectUntouched(tomorrow, () => change(tomorrow, withMug), { kind: 'not-available', available: 0 });
  });

  test('for more restricted units if the age is rejected, unknown or too low, but not for fewer', async () => {
    const [flower, mug] = [await aProduct(fresh.db), await aMug(fresh.db)];
    const orderId = await anOrder(customer, [
      [flower, 2],
      [mug, 1],
    ]);
    const more: Lines = [
      [flower, 3],
      [mug, 1],
    ];
    await profile({ isVerifiedOver21: false });
    await expectUntouched(orderId, () => change(orderId, more), { kind: 'rejected' });
    await profile({ isVerifiedOver21: null, birthDate: '2005-06-07' });
    await expectUntouched(orderId, () => change(orderId, more), { kind: 'under-age', minimum: 21 });
    const unknown = await aPerson(fresh.db, { birthDate: null });
    const plain = await anOrder(unknown, [[mug, 1]]);
    const by = { by: unknown };
    await expectUntouched(plain, () => change(plain, more, by), { kind: 'birth-date-missing' });
    expect(await change(orderId, [[flower, 1]])).toMatchObject({ ok: true });
  });

  test('until the store’s midnight before the 21st birthday', async () => {
    const flower = await aProduct(fresh.db);
    const mug = await aMug(fresh.db);
    const orderId = await anOrder(customer, [[mug, 1]], NEXT_DAY_SLOT);
    await profile({ birthDate: '2005-06-07' });
    const withFlower: Lines = [
      [mug, 1],
      [flower, 1],
    ];
    const midnight = Temporal.Instant.from('2026-06-07T04:00:00Z');
    const before = { now: midnight.subtract({ seconds: 1 }) };
    await expectUntouched(orderId, () => change(orderId, withFlower, before), { kind: 'under-age' });
    expect(await change(orderId, withFlower, { now: midnight })).toMatchObject({ ok: true });
  });

  test('over New York’s limits, counted with the customer’s other open orders', async () => {
    const flower = await aProduct(fresh.db, { onHand: 50, limitMg: 10_000 });
    await anOrder(customer, [[flower, 4]]);
    const orderId = await anOrder(customer, [[flower, 4]]);
    await expectUntouched(orderId, () => change(orderId, [[flower, 5]]), {
      kind: 'over-limit',
      problem: { kind: 'too-much', limit: 'flower', wantedMg: 90_000 },
    });
    const unknown = await aProduct(fresh.db, { name: 'Unlabeled', limitMg: null });
    const small = await anOrder(await aPerson(fresh.db), [[flower, 1]]);
    const { userId } = await storedOrder(fresh.db, small);
    await fresh.db.update(orders).set({ userId: customer.userId }).where(eq(orders.orderId, small));
    const lines: Lines = [
      [flower, 1],
      [unknown, 1],
    ];
    await expectUntouched(small, () => change(small, lines), {
      kind: 'over-limit',
      problem: { kind: 'content-unknown', name: 'Unlabeled' },
    });
    await fresh.db.update(orders).set({ userId }).where(eq(orders.orderId, small));
  });

  test('for more than the shop holds per customer, and while ordering is paused, but not for fewer', async () => {
    const mug = await aMug(fresh.db, { onHand: 30 });
    const orderId = await anOrder(customer, [[mug, 3]]);
    await withSettings('holds', { unitsPerCustomer: 4 }, async () => {
      await expectUntouched(orderId, () => change(orderId, [[mug, 5]]), {
        ...{ kind: 'too-much-held', counted: 'units', held: 5, allowed: 4 },
      });
      expect(await change(orderId, [[mug, 4]])).toMatchObject({ ok: true });
    });
    await withSettings('ordering', { paused: true, reason: 'We are counting.' }, async () => {
      await expectUntouched(orderId, () => change(orderId, [[mug, 5]]), { kind: 'paused' });
      expect(await change(orderId, [[mug, 2]])).toMatchObject({ ok: true });
    });
  });

  test('if the total differs from the one the customer saw', async () => {
    const [mug, cap] = [await aMug(fresh.db), await aMug(fresh.db, { retailPrice: 1000 })];
    const orderId = await anOrder(customer, [[mug, 1]]);
    const lines: Lines = [
      [mug, 1],
      [cap, 1],
    ];
    await fresh.db.update(products).set({ retailPrice: 2000 }).where(eq(products.id, cap));
    const expectedTotal = Math.round(2800 * 1.12);
    await expectUntouched(orderId, () => change(orderId, lines, { expectedTotal }), {
      ...{ kind: 'price-changed', before: expectedTotal, now: Math.round(3800 * 1.12) },
    });
    expect(await change(orderId, lines, { expectedTotal: Math.round(3800 * 1.12) })).toMatchObject({
      ok: true,
    });
  });

  test('from a page with outdated lines, but not after a note, a move or an acceptance', async () => {
    const [mug, cap] = [await aMug(fresh.db, { name: 'Mug' }), await aMug(fresh.db, { name: 'Cap' })];
    const orderId = await anOrder(customer, [
      [mug, 1],
      [cap, 1],
    ]);
    const { version, items } = await storedOrder(fresh.db, orderId);
    const seen = { version, lines: items };
    const wish = { lines: [{ productId: mug, quantity: 2 }], seen, expectedTotal: null };
    await edit(fresh.db, staff, orderId, { to: [[mug, 3]] });
    await expectUntouched(orderId, () => changeItems(customer, orderId, wish, NOW), {
      kind: 'stale',
      changes: ['It has 3 × Mug now, not 1.', 'Cap is no longer in it.'],
      version: 2,
      lines: [{ productId: mug, quantity: 3 }],
    });
    await edit(fresh.db, staff, orderId, { note: 'Fragile' });
    await bringTo(staff, orderId, 'confirmed');
    const order = await storedOrder(fresh.db, orderId);
    const slot = {
      version: order.version,
      status: order.status,
      total: order.total,
      pickup: '2026-06-06T18:00:00Z',
    };
    expect(
      await movePickup(customer, orderId, { slotStartsAt: NEXT_DAY_SLOT, seen: slot }, NOW),
    ).toMatchObject({
      ok: true,
    });
    const again = { ...wish, seen: { version: 2, lines: [{ productId: mug, quantity: 3 }] } };
    expect(await changeItems(customer, orderId, again, NOW)).toMatchObject({
      ok: true,
      value: { changed: true },
    });
  });
});
