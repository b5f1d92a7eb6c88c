/** Tests staff edits of an order: stock, slot, tax and total follow. */
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateTaxRules, readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { products } from '#db/schema/catalogue.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { lots, reservationLots } from '#db/schema/stock.ts';
import { cents } from '#kernel/money.ts';
import { instantOf, storeDate } from '#kernel/time.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import {
  aMug,
  anOrder,
  auditOf,
  bringTo,
  edit as editAs,
  eventsOf,
  LATER_SLOT,
  NEXT_DAY_SLOT,
  NOW,
  SLOT,
  stockOf as stockIn,
  storedOrder,
  takenIn,
} from '#tests/support/orders.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { changePaymentStatus } from './change-order-status.server.ts';
import { quote } from './quote.ts';

const fresh = freshShop(afterEach);
let staff: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
  admin = await aPerson(fresh.db, { role: 'admin' });
});

const edit = (orderId: string, wanted: Parameters<typeof editAs>[3] = {}) =>
  editAs(fresh.db, staff, orderId, wanted);
const stockOf = (productId: number) => stockIn(fresh.db, productId);

/** Checks that the order's amounts equal what `quote` computes from its lines. */
async function expectQuoted(orderId: string): Promise<void> {
  const order = await storedOrder(fresh.db, orderId);
  const placed = storeDate(instantOf(order.createdAt), 'America/New_York');
  const quoted = quote(
    order.items.map((item) => ({
      ...item,
      unitPrice: cents(item.unitPrice),
      unitDiscount: cents(item.unitDiscount),
    })),
    await readTaxRules(),
    placed,
  );
  expect({
    subtotal: order.subtotal,
    tax: order.tax,
    total: order.total,
    taxParts: order.taxParts,
    lines: order.items.map(({ amount, tax, total, taxParts }) => ({ amount, tax, total, taxParts })),
  }).toEqual({
    subtotal: quoted.subtotal,
    tax: quoted.tax,
    total: quoted.total,
    taxParts: quoted.taxParts,
    lines: quoted.lines.map(({ amount, tax, total, taxParts }) => ({ amount, tax, total, taxParts })),
  });
}

describe('an edit of a ready order', () => {
  async function readyOrder(...lines: Parameters<typeof anOrder>[1]) {
    const orderId = await anOrder(await aPerson(fresh.db), lines);
    await bringTo(staff, orderId, 'ready');
    return orderId;
  }
  const statusOf = async (orderId: string) => (await storedOrder(fresh.db, orderId)).status;

  test('to replace missing units returns it to packing, because the replacement is not in the bag', async () => {
    const [mug, gone, cap] = [
      await aMug(fresh.db),
      await aMug(fresh.db),
      await aMug(fresh.db, { name: 'Cap' }),
    ];
    const orderId = await readyOrder([mug, 1], [gone, 1]);
    const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, gone));
    await recallLot(admin, { lotId: lot?.id ?? 0, reason: 'Mold' }, NOW);
    const version = (await storedOrder(fresh.db, orderId)).version;
    const to: [number, number][] = [
      [mug, 1],
      [cap, 1],
    ];
    expect(await edit(orderId, { to })).toEqual({
      ok: true,
      value: { changed: true, version: version + 1, toPack: ['Cap'] },
    });
    expect(await storedOrder(fresh.db, orderId)).toMatchObject({ status: 'packing', version: version + 1 });
    // The customer is notified of the change once; packing concerns only staff.
    expect((await eventsOf(fresh.db, orderId)).slice(-3)).toEqual([
      'order-short',
      'order-packing',
      'order-changed',
    ]);
  });

  test('to remove units or write a note leaves it ready', async () => {
    const [mug, gone] = [await aMug(fresh.db), await aMug(fresh.db)];
    const orderId = await readyOrder([mug, 2], [gone, 1]);
    await edit(orderId, { note: 'By the door' });
    await edit(orderId, {
      to: [
        [mug, 1],
        [gone, 1],
      ],
    });
    const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, gone));
    await recallLot(admin, { lotId: lot?.id ?? 0, reason: 'Mold' }, NOW);
    expect(await edit(orderId, { to: [[mug, 1]] })).toMatchObject({ ok: true, value: { toPack: [] } });
    expect(await statusOf(orderId)).toBe('ready');
    expect(await edit(orderId, { to: [[mug, 2]] })).toMatchObject({ ok: true });
    expect(await statusOf(orderId)).toBe('packing');
  });
});

describe('an edit of an order', () => {
  test('changes a quantity, adds a line and removes one, and updates stock, money, audit and customer', async () => {
    const customer = await aPerson(fresh.db);
    const [flower, mug, cap] = [
      await aProduct(fresh.db, { name: 'Flower', onHand: 10 }),
      await aMug(fresh.db, { name: 'Mug', onHand: 4, retailPrice: 1833 }),
      await aMug(fresh.db, { name: 'Cap', onHand: 3, retailPrice: 2799 }),
    ];
    const orderId = await anOrder(customer, [
      [flower, 2],
      [mug, 1],
    ]);
    const before = await storedOrder(fresh.db, orderId);
    const outcome = await edit(orderId, {
      to: [
        [flower, 5],
        [mug, 0],
        [cap, 3],
      ],
      note: 'Two bags',
    });
    expect(outcome).toEqual({ ok: true, value: { version: 2, changed: true, toPack: [] } });
    const after = await storedOrder(fresh.db, orderId);
    expect(after).toMatchObject({ version: 2, note: 'Two bags', status: 'pending' });
    expect(after.items.map(({ productName, quantity }) => [productName, quantity])).toEqual([
      ['Flower', 5],
      ['Cap', 3],
    ]);
    await expectQuoted(orderId);
    expect(after.total).toBe(5 * 4500 + 3 * 2799 + after.tax);
    expect(after.cannabisTax).toBe(after.items[0]?.tax);
    expect([await stockOf(flower), await stockOf(mug), await stockOf(cap)]).toEqual([
      { onHand: 10, held: 5 },
      { onHand: 4, held: 0 },
      { onHand: 3, held: 3 },
    ]);
    expect(await auditOf(fresh.db, orderId)).toEqual([
      {
        action: 'order.edited',
        who: 'Sam Counter',
        before: {
          lines: ['2 × Flower', '1 × Mug'],
          pickup: 'Jun 6, 2026 2:00 PM',
          note: '',
          totalInCents: before.total,
        },
        after: {
          lines: ['5 × Flower', '3 × Cap'],
          pickup: 'Jun 6, 2026 2:00 PM',
          note: 'Two bags',
          totalInCents: after.total,
        },
        reason: 'The customer called',
      },
    ]);
    expect(await eventsOf(fresh.db, orderId)).toEqual(['order-placed', 'order-changed']);
  });

  test('uses the reserved price for an existing line, and the menu price for a new one', async () => {
    const [old, added] = [await aMug(fresh.db), await aMug(fresh.db, { retailPrice: 500 })];
    const orderId = await anOrder(await aPerson(fresh.db), [[old, 1]]);
    await fresh.db.update(products).set({ retailPrice: 9900 }).where(eq(products.id, old));
    await edit(orderId, {
      to: [
        [old, 2],
        [added, 1],
      ],
    });
    const { items } = await storedOrder(fresh.db, orderId);
    expect(items.map(({ unitPrice }) => unitPrice)).toEqual([1800, 500]);
    await expectQuoted(orderId);
  });

  test('uses the tax rules of the day the order was placed', async () => {
    const mug = await aMug(fresh.db);
    const orderId = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
    await fresh.db
      .update(orders)
      .set({ createdAt: new Date('2025-06-01T12:00:00Z') })
      .where(eq(orders.orderId, orderId));
    const [rule] = await fresh.db
      .insert(taxRules)
      .values({ taxClass: '*', name: 'More', rate: 500, from: '2025-06-02' })
      .returning({ id: taxRules.id });
    invalidateTaxRules();
    await edit(orderId, { to: [[mug, 2]] });
    expect(await storedOrder(fresh.db, orderId)).toMatchObject({ subtotal: 3600, tax: 432, total: 4032 });
    await expectQuoted(orderId);
    await fresh.db.delete(taxRules).where(eq(taxRules.id, rule?.id ?? ''));
    invalidateTaxRules();
  });

  test('moves the pickup, with the places of both slots and lots that are good on the new day', async () => {
    const customer = await aPerson(fresh.db);
    const flower = await aProduct(fresh.db, { onHand: 5, expiresOn: '2026-06-06' });
    await receiveLot(
      admin,
      {
        productId: flower,
        batchNumber: 'B-2',
        quantity: 5,
        ...PASSED,
        expiresOn: '2026-07-01',
      },
      NOW,
    );
    const orderId = await anOrder(customer, [[flower, 2]]);
    const before = [await takenIn(fresh.db, SLOT), await takenIn(fresh.db, NEXT_DAY_SLOT)];
    const batches = async () => {
      const rows = await fresh.db
        .select({ batch: lots.batchNumber, quantity: reservationLots.quantity })
        .from(reservationLots)
        .innerJoin(pickupReservations, eq(pickupReservations.id, reservationLots.reservationId))
        .innerJoin(lots, eq(lots.id, reservationLots.lotId))
        .where(eq(pickupReservations.productId, flower));
      return rows;
    };
    expect(await batches()).toEqual([{ batch: 'B-1', quantity: 2 }]);
    expect((await edit(orderId, { slotStartsAt: NEXT_DAY_SLOT })).ok).toBe(true);
    expect(await batches()).toEqual([{ batch: 'B-2', quantity: 2 }]);
    expect([await takenIn(fresh.db, SLOT), await takenIn(fresh.db, NEXT_DAY_SLOT)]).toEqual([
      (before[0] ?? 0) - 1,
      (before[1] ?? 0) + 1,
    ]);
    const order = await storedOrder(fresh.db, orderId);
    expect(order.pickupStartsAt).toEqual(new Date(NEXT_DAY_SLOT));
    expect(order.pickupEndsAt?.getTime()).toBeGreaterThan(new Date(NEXT_DAY_SLOT).getTime());
    const [reservation] = await fresh.db
      .select()
      .from(pickupReservations)
      .where(eq(pickupReservations.productId, flower));
    expect(reservation?.pickupTime).toEqual(new Date(NEXT_DAY_SLOT));
  });

  test('of the note alone adds an audit entry and does not notify the customer, and leaves open forms valid', async () => {
    const orderId = await anOrder(await aPerson(fresh.db), [[await aMug(fresh.db), 1]]);
    expect(await edit(orderId, { note: 'Rings twice' })).toEqual({
      ok: true,
      value: { version: 1, changed: true, toPack: [] },
    });
    expect(await eventsOf(fresh.db, orderId)).toEqual(['order-placed']);
    expect((await auditOf(fresh.db, orderId)).at(-1)).toMatchObject({
      before: { note: '' },
      after: { note: 'Rings twice' },
    });
  });

  test('that changes nothing leaves no trace', async () => {
    const orderId = await anOrder(await aPerson(fresh.db), [[await aMug(fresh.db), 1]]);
    const before = await storedOrder(fresh.db, orderId);
    expect(await edit(orderId)).toEqual({ ok: true, value: { version: 1, changed: false, toPack: [] } });
    expect(await storedOrder(fresh.db, orderId)).toEqual(before);
    expect(await auditOf(fresh.db, orderId)).toEqual([]);
  });

  test('can add a removed line again, and use every available unit', async () => {
    const [mug, cap] = [await aMug(fresh.db, { onHand: 3 }), await aMug(fresh.db)];
    const orderId = await anOrder(await aPerson(fresh.db), [
      [mug, 2],
      [cap, 1],
    ]);
    await edit(orderId, { to: [[cap, 1]] });
    expect(await stockOf(mug)).toEqual({ onHand: 3, held: 0 });
    expect(
      await edit(orderId, {
        to: [
          [cap, 1],
          [mug, 3],
        ],
      }),
    ).toMatchObject({ ok: true });
    expect(await stockOf(mug)).toEqual({ onHand: 3, held: 3 });
    await expectQuoted(orderId);
  });

  test('stores the birth date with the order once something restricted is on it', async () => {
    const customer = await aPerson(fresh.db, { birthDate: '1990-01-02' });
    const [mug, flower] = [await aMug(fresh.db), await aProduct(fresh.db)];
    const orderId = await anOrder(customer, [[mug, 1]]);
    expect((await storedOrder(fresh.db, orderId)).birthDate).toBeNull();
    await edit(orderId, {
      to: [
        [mug, 1],
        [flower, 1],
      ],
    });
    expect(await storedOrder(fresh.db, orderId)).toMatchObject({
      birthDate: '1990-01-02',
      orderType: 'cannabis_pickup',
    });
  });

  test('frees units for orders with missing units', async () => {
    const mug = await aMug(fresh.db, { onHand: 2 });
    const waiting = await anOrder(await aPerson(fresh.db), [[mug, 2]]);
    await receiveLot(
      admin,
      { productId: mug, batchNumber: 'B-2', quantity: 2, testStatus: null, expiresOn: null },
      NOW,
    );
    const cap = await aMug(fresh.db);
    const later = await anOrder(await aPerson(fresh.db), [
      [mug, 2],
      [cap, 1],
    ]);
    const [first] = await fresh.db
      .select({ id: lots.id })
      .from(lots)
      .where(and(eq(lots.productId, mug), eq(lots.batchNumber, 'B-1')));
    await recallLot(admin, { lotId: first?.id ?? 0, reason: 'Chipped' }, NOW);
    await edit(later, { to: [[cap, 1]] });
    expect((await eventsOf(fresh.db, waiting)).at(-1)).toBe('order-complete-again');
    expect(await stockOf(mug)).toEqual({ onHand: 2, held: 2 });
  });
});

describe('an edit of a paid order', () => {
  test('cannot change lines or money, whatever happens to the tax, but can change time and note', async () => {
    const mug = await aMug(fresh.db);
    const orderId = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
    await changePaymentStatus(staff, { orderId, to: 'paid', reason: '', version: 1 }, NOW);
    expect(await edit(orderId, { to: [[mug, 2]] })).toEqual({ ok: false, problem: { kind: 'paid' } });
    const [rule] = await fresh.db
      .insert(taxRules)
      .values({ taxClass: '*', name: 'Forgotten', rate: 100, from: '2024-01-01' })
      .returning({ id: taxRules.id });
    invalidateTaxRules();
    expect((await edit(orderId, { slotStartsAt: LATER_SLOT, note: 'Paid by a friend' })).ok).toBe(true);
    const order = await storedOrder(fresh.db, orderId);
    expect(order).toMatchObject({ total: 2016, tax: 216, note: 'Paid by a friend' });
    expect(order.items[0]).toMatchObject({ tax: 216, total: 2016 });
    await fresh.db.delete(taxRules).where(eq(taxRules.id, rule?.id ?? ''));
    invalidateTaxRules();
    await fresh.db.update(orders).set({ paymentStatus: 'refunded' }).where(eq(orders.orderId, orderId));
    expect(await edit(orderId, { to: [[mug, 2]] })).toEqual({ ok: false, problem: { kind: 'paid' } });
  });
});
