import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { readMyOrder } from '#core/sales/orders/orders-queries.server.ts';
import { changeReservationStatus } from '#core/sales/orders/reservations/change-reservation-status.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { events } from '#db/schema/events.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { notifications } from '#db/schema/notifications.ts';
import { lots, productStock, reservationLots, stockLedger } from '#db/schema/stock.ts';
import { reactToEvent } from '#server/run/worker.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { readShortLines } from '../missing-units-queries.server.ts';
import { quarantineLot } from './quarantine-lot.server.ts';
import { type LotDelivery, receiveLot } from './receive-lot.server.ts';
import { releaseLot } from './release-lot.server.ts';
import { retireExpiredLots } from './retire-expired-lots.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
let staff: SignedIn;
/** A Saturday noon in Hancock, NY; the shop opens every day. */
const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
const slotOn = (day: string) => `${day}T18:00:00Z`;

beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin' });
  staff = await aPerson(fresh.db, { role: 'staff' });
});
afterEach(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
});
afterAll(() => fresh.stop());

/** A product without units; the tests receive its lots. */
const anEmptyProduct = async () => {
  const id = await aProduct(fresh.db, { onHand: 0, limitMg: 1 });
  await fresh.db.delete(lots).where(eq(lots.productId, id));
  return id;
};

async function receive(productId: number, wanted: Partial<LotDelivery> = {}): Promise<number> {
  const outcome = await receiveLot(
    admin,
    {
      productId,
      batchNumber: randomUUID(),
      quantity: 5,
      ...PASSED,
      expiresOn: null,
      ...wanted,
    },
    now,
  );
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value.lotId;
}

async function order(actor: SignedIn, productId: number, quantity: number, day = '2026-06-06') {
  return placeOrder(
    actor,
    {
      key: randomUUID(),
      lines: [{ productId, quantity }],
      reservationId: null,
      slotStartsAt: slotOn(day),
      birthDate: null,
      expectedTotal: null,
      again: true,
    },
    now,
  );
}

async function placed(actor: SignedIn, productId: number, quantity: number, day?: string) {
  const outcome = await order(actor, productId, quantity, day);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value;
}

/** Returns 'lot × quantity' of all held or missing units of a product's reservations. */
async function heldOf(productId: number): Promise<string[]> {
  const rows = await fresh.db
    .select({ id: lots.id, held: lots.held, status: lots.status })
    .from(lots)
    .where(eq(lots.productId, productId))
    .orderBy(asc(lots.id));
  return rows.map(({ id, held, status }) => `${id}: ${held} ${status}`);
}

const missingNow = async () =>
  (await fresh.db.select().from(reservationLots).where(isNull(reservationLots.lotId))).map(
    ({ quantity }) => quantity,
  );
const eventsOf = async (subjectId: string) =>
  (
    await fresh.db.select().from(events).where(eq(events.subjectId, subjectId)).orderBy(asc(events.createdAt))
  ).map(({ kind }) => kind);
const reason = { reason: 'Moisture' };

describe('an order', () => {
  test('holds the lots that expire first, and names their batches', async () => {
    const robin = await aPerson(fresh.db);
    const product = await anEmptyProduct();
    await receive(product, { batchNumber: 'LATE', expiresOn: '2026-08-01' });
    await receive(product, { batchNumber: 'SOON', expiresOn: '2026-06-20', quantity: 2 });
    const { orderId } = await placed(robin, product, 3);
    const view = await readMyOrder(robin, orderId, now);
    expect(view?.items[0]?.batches).toBe('Batches SOON (2), LATE (1)');
  });

  test('gets no lot that has expired by its pickup day', async () => {
    const robin = await aPerson(fresh.db);
    const product = await anEmptyProduct();
    const soon = await receive(product, { expiresOn: '2026-06-07', quantity: 4 });
    const late = await receive(product, { expiresOn: '2026-07-01', quantity: 1 });
    await placed(robin, product, 1, '2026-06-09');
    expect(await heldOf(product)).toEqual([`${soon}: 0 sellable`, `${late}: 1 sellable`]);
    expect(await order(robin, product, 1, '2026-06-08')).toMatchObject({
      ok: false,
      problem: { kind: 'expires-before-pickup', lines: [{ goodThen: 0, lastDay: '2026-06-07' }] },
    });
    await placed(robin, product, 4, '2026-06-07');
  });

  test('is refused a lot that has expired but is not retired yet', async () => {
    const robin = await aPerson(fresh.db);
    const product = await anEmptyProduct();
    const lot = await receive(product, { expiresOn: '2026-06-10' });
    await fresh.db.update(lots).set({ expiresOn: '2026-06-05' }).where(eq(lots.id, lot));
    expect(await order(robin, product, 1)).toMatchObject({ ok: false, problem: { kind: 'not-available' } });
  });
});

describe('a reservation without a time', () => {
  const reserve = (actor: SignedIn, productId: number, quantity: number) =>
    reserveProduct(actor, { productId, quantity, key: randomUUID(), again: true }, now);

  test('gets lots that are good until its hold ends', async () => {
    const robin = await aPerson(fresh.db);
    const product = await anEmptyProduct();
    await receive(product, { expiresOn: '2026-06-06' });
    expect(await reserve(robin, product, 1)).toMatchObject({
      ok: false,
      problem: { kind: 'expires-before-pickup', lastDay: '2026-06-06' },
    });
    await receive(product, { expiresOn: '2026-06-07' });
    expect((await reserve(robin, product, 1)).ok).toBe(true);
  });

  test('changes its lots when its pickup is later than they are good', async () => {
    const robin = await aPerson(fresh.db);
    const product = await anEmptyProduct();
    const soon = await receive(product, { expiresOn: '2026-06-08' });
    const held = await reserve(robin, product, 2);
    if (!held.ok) throw new Error(JSON.stringify(held.problem));
    const become = (day: string) =>
      placeOrder(
        robin,
        {
          key: randomUUID(),
          lines: [],
          reservationId: held.value.reservationId,
          slotStartsAt: slotOn(day),
          birthDate: null,
          expectedTotal: null,
        },
        now,
      );
    expect(await become('2026-06-10')).toMatchObject({
      ok: false,
      problem: { kind: 'expires-before-pickup', lines: [{ lastDay: '2026-06-08' }] },
    });
    const late = await receive(product, { expiresOn: '2026-07-01' });
    expect((await become('2026-06-10')).ok).toBe(true);
    expect(await heldOf(product)).toEqual([`${soon}: 0 sellable`, `${late}: 2 sellable`]);
  });
});

describe.each([
  ['quarantined', (lotId: number) => quarantineLot(staff, { lotId, ...reason }, now)],
  ['recalled', (lotId: number) => recallLot(admin, { lotId, ...reason }, now)],
  [
    'expired',
    async (lotId: number) => {
      await fresh.db.update(lots).set({ expiresOn: '2026-06-05' }).where(eq(lots.id, lotId));
      await retireExpiredLots(now);
    },
  ],
] as const)('a lot that is %s', (status, leave) => {
  test('passes its held units to other lots as far as possible, and the rest waits for staff, who are notified', async () => {
    const [robin, kim] = [await aPerson(fresh.db), await aPerson(fresh.db)];
    const product = await anEmptyProduct();
    const first = await receive(product, { expiresOn: '2026-06-20', quantity: 4 });
    const sooner = await placed(robin, product, 2, '2026-06-07');
    const later = await placed(kim, product, 2, '2026-06-08');
    const second = await receive(product, { expiresOn: '2026-07-20', quantity: 3 });
    await leave(first);
    expect(await heldOf(product)).toEqual([`${first}: 0 ${status}`, `${second}: 3 sellable`]);
    const [stock] = await fresh.db.select().from(productStock).where(eq(productStock.productId, product));
    expect(stock).toMatchObject({ onHand: 3, held: 3 });
    expect(await missingNow()).toEqual([1]);
    expect((await readShortLines(staff, { zone: 'America/New_York', limit: 5 })).lines).toMatchObject([
      { orderId: later.orderId, missing: 1, quantity: 2, pickup: 'Jun 8, 2026 2:00 PM' },
    ]);
    expect(await readShortLines(robin, { zone: 'America/New_York', limit: 5 })).toEqual({
      total: 0,
      lines: [],
    });
    expect(await eventsOf(sooner.id)).toEqual(['order-placed']);
    expect(await eventsOf(later.id)).toEqual(['order-placed', 'order-short']);
    await cancelOrder(kim, later.orderId, now);
    expect(await missingNow()).toEqual([]);
    await cancelOrder(robin, sooner.orderId, now);
    expect(await heldOf(product)).toEqual([`${first}: 0 ${status}`, `${second}: 0 sellable`]);
  });
});

test('promised units without a lot are covered first by received, returned or released units, with a notification', async () => {
  const people = await Promise.all([1, 2, 3].map(() => aPerson(fresh.db)));
  const product = await anEmptyProduct();
  const bad = await receive(product, { quantity: 6 });
  const orders = [];
  for (const [index, person] of people.entries()) {
    orders.push(await placed(person, product, 2, `2026-06-0${7 + index}`));
  }
  expect(await quarantineLot(staff, { lotId: bad, ...reason }, now)).toEqual({
    ok: true,
    value: { missing: 6 },
  });
  await receive(product, { quantity: 3 });
  expect(await missingNow()).toEqual(expect.arrayContaining([1, 2]));
  expect(await eventsOf(orders[0]?.id ?? '')).toEqual([
    'order-placed',
    'order-short',
    'order-complete-again',
  ]);
  // The second order gets the unit just received, then one that the first order releases.
  await cancelOrder(people[0] ?? guest, orders[0]?.orderId ?? '', now);
  expect(await missingNow()).toEqual([1]);
  expect((await releaseLot(admin, { lotId: bad, reason: 'Looked at again' }, now)).ok).toBe(true);
  expect(await missingNow()).toEqual([]);
  const robin = await aPerson(fresh.db);
  expect(await order(robin, product, 6)).toMatchObject({ ok: false, problem: { lines: [{ available: 5 }] } });
});

test('the customer is notified in the bell and by mail, in neutral words, and again when it is settled', async () => {
  const robin = await aPerson(fresh.db);
  const product = await anEmptyProduct();
  const bad = await receive(product);
  const { id, orderId } = await placed(robin, product, 2, '2026-06-07');
  await recallLot(admin, { lotId: bad, ...reason }, now);
  const react = async (kind: string) => {
    const [event] = await fresh.db
      .select()
      .from(events)
      .where(and(eq(events.subjectId, id), eq(events.kind, kind)));
    await reactToEvent(event?.id ?? '');
  };
  const titles = async () =>
    (await fresh.db.select().from(notifications).where(eq(notifications.userId, robin.userId))).map(
      ({ title }) => title,
    );
  await react('order-short');
  await receive(product);
  await react('order-complete-again');
  // The event runs late, when the order is complete again, so no notification is sent.
  await react('order-short');
  expect(await titles()).toEqual([`Order ${orderId} needs a change`, `Order ${orderId} is complete again`]);
  const mails = await fresh.db.select().from(mailMessages).where(eq(mailMessages.recipient, robin.email));
  expect(mails.map(({ subject }) => subject)).toEqual(await titles());
  expect(mails.map(({ html }) => html).join()).not.toMatch(/recall|Moisture|contamina/i);
});

test('a lot of cannabis without a passed test is off sale until it is released', async () => {
  const robin = await aPerson(fresh.db);
  const product = await anEmptyProduct();
  const lot = await receive(product, { testStatus: 'NotTested' });
  expect(await order(robin, product, 1)).toMatchObject({ ok: false, problem: { kind: 'not-available' } });
  const release = (testStatus?: 'TestPassed' | 'TestFailed') =>
    releaseLot(admin, { lotId: lot, reason: 'Certificate came', ...(testStatus && { testStatus }) }, now);
  expect(await release()).toEqual({ ok: false, problem: { kind: 'not-tested' } });
  expect(await release('TestFailed')).toEqual({ ok: false, problem: { kind: 'not-tested' } });
  expect((await release('TestPassed')).ok).toBe(true);
  expect((await order(robin, product, 1)).ok).toBe(true);
});

test('a recalled or expired lot is never released, and lots are changed only with permission and a reason', async () => {
  const robin = await aPerson(fresh.db);
  const product = await anEmptyProduct();
  const lot = await receive(product);
  for (const actor of [guest, robin]) {
    for (const change of [quarantineLot, recallLot, releaseLot]) {
      expect(await change(actor, { lotId: lot, ...reason }, now)).toMatchObject({
        problem: { kind: 'not-allowed' },
      });
    }
  }
  expect(await recallLot(staff, { lotId: lot, ...reason }, now)).toMatchObject({
    problem: { kind: 'not-allowed' },
  });
  expect(
    await receiveLot(
      staff,
      { productId: product, batchNumber: 'X', quantity: 1, testStatus: null, expiresOn: null },
      now,
    ),
  ).toMatchObject({ problem: { kind: 'not-allowed' } });
  expect((await recallLot(admin, { lotId: lot, ...reason }, now)).ok).toBe(true);
  expect(await recallLot(admin, { lotId: lot, ...reason }, now)).toMatchObject({
    problem: { kind: 'in-recall' },
  });
  expect(await releaseLot(admin, { lotId: lot, ...reason }, now)).toEqual({
    ok: false,
    problem: { kind: 'wrong-status', status: 'recalled' },
  });
  const trail = await fresh.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(lot)))
    .orderBy(asc(auditLog.createdAt));
  expect(trail.map(({ action, actorId, reason: why }) => [action, actorId, why])).toEqual([
    ['lot.received', admin.userId, 'received'],
    ['lot.recalled', admin.userId, expect.stringMatching(/^Recall \d+: Moisture$/)],
  ]);
});

test('a batch is received once, in whole units, before its last day', async () => {
  const product = await anEmptyProduct();
  const delivery = {
    productId: product,
    batchNumber: 'B-7',
    quantity: 1,
    ...PASSED,
    expiresOn: null,
  } as const;
  const attempt = (wanted: Partial<LotDelivery>) => receiveLot(admin, { ...delivery, ...wanted }, now);
  expect(await attempt({ quantity: 0 })).toMatchObject({ problem: { kind: 'quantity-invalid' } });
  expect(await attempt({ quantity: 1_000_001 })).toMatchObject({ problem: { kind: 'quantity-invalid' } });
  expect(await attempt({ quantity: 1.5 })).toMatchObject({ problem: { kind: 'quantity-invalid' } });
  expect(await attempt({ batchNumber: ' ' })).toMatchObject({ problem: { kind: 'batch-missing' } });
  expect(await attempt({ expiresOn: '2026-06-05' })).toMatchObject({ problem: { kind: 'expired' } });
  expect(await attempt({ productId: 999_999 })).toMatchObject({ problem: { kind: 'not-found' } });
  expect((await attempt({})).ok).toBe(true);
  expect(await attempt({})).toEqual({ ok: false, problem: { kind: 'batch-taken' } });
});

test('a hand-over stays with its batches, and if it is undone after a recall its units are set aside and missing', async () => {
  const robin = await aPerson(fresh.db);
  const product = await anEmptyProduct();
  const lot = await receive(product, { quantity: 3 });
  const held = await reserveProduct(robin, { productId: product, quantity: 2, key: randomUUID() }, now);
  if (!held.ok) throw new Error(JSON.stringify(held.problem));
  const { reservationId } = held.value;
  const change = (status: 'fulfilled' | 'pending' | 'cancelled') =>
    changeReservationStatus(staff, { reservationId, status }, now);
  expect((await change('fulfilled')).ok).toBe(true);
  const shares = () =>
    fresh.db.select().from(reservationLots).where(eq(reservationLots.reservationId, reservationId));
  expect(await shares()).toMatchObject([{ lotId: lot, quantity: 2, sold: true }]);
  await recallLot(admin, { lotId: lot, ...reason }, now);
  expect(await shares()).toMatchObject([{ lotId: lot, quantity: 2, sold: true }]);
  expect((await change('pending')).ok).toBe(true);
  expect(await shares()).toMatchObject([{ lotId: null, quantity: 2, sold: false }]);
  expect(await change('fulfilled')).toEqual({ ok: false, problem: { kind: 'not-available', missing: 2 } });
  expect((await change('cancelled')).ok).toBe(true);
  expect(await change('pending')).toEqual({ ok: false, problem: { kind: 'not-available', missing: 2 } });
  const [row] = await fresh.db.select().from(lots).where(eq(lots.id, lot));
  expect(row).toMatchObject({ onHand: 3, held: 0, status: 'recalled' });
});

test('a recall by hand in SQL is refused while units of the lot are held', async () => {
  const robin = await aPerson(fresh.db);
  const product = await anEmptyProduct();
  const lot = await receive(product);
  await placed(robin, product, 1);
  const byHand = fresh.db.update(lots).set({ status: 'recalled' }).where(eq(lots.id, lot));
  await expect(byHand).rejects.toMatchObject({ cause: { constraint: 'lots_held_sellable_check' } });
});

test('recalls, cancellations, expiry and orders of the same products at once cause no deadlock and lose no unit', async () => {
  const products = await Promise.all(Array.from({ length: 3 }, anEmptyProduct));
  const buyers = await Promise.all(Array.from({ length: 12 }, () => aPerson(fresh.db)));
  const received = await Promise.all(
    products.flatMap((id) => [1, 2, 3].map((n) => receive(id, { quantity: 20, expiresOn: `2026-06-1${n}` }))),
  );
  const buy = async (buyer: SignedIn, index: number) => {
    const lines = products.map((_, at) => ({
      productId: products[(at * (index % 2 ? 1 : 2) + index) % 3] ?? 0,
      quantity: 1,
    }));
    for (let turn = 0; turn < 3; turn++) {
      const outcome = await placeOrder(
        buyer,
        {
          key: randomUUID(),
          lines,
          reservationId: null,
          slotStartsAt: slotOn(`2026-06-0${7 + turn}`),
          birthDate: null,
          expectedTotal: null,
          again: true,
        },
        now,
      );
      if (outcome.ok && turn % 2 === 0) await cancelOrder(buyer, outcome.value.orderId, now);
    }
  };
  await Promise.all([
    ...buyers.map(buy),
    ...received
      .filter((_, index) => index % 3 === 0)
      .map((lotId) => recallLot(admin, { lotId, ...reason }, now)),
    ...received
      .filter((_, index) => index % 3 === 1)
      .map(async (lotId) => {
        await quarantineLot(staff, { lotId, ...reason }, now);
        await releaseLot(admin, { lotId, ...reason }, now);
      }),
  ]);
  const { rows: seen } = await fresh.db.execute<{ deadlocks: number }>(
    sql`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`,
  );
  expect(seen[0]?.deadlocks).toBe(0);
  const rows = await fresh.db.select().from(stockLedger).where(eq(stockLedger.reason, 'recall'));
  expect(rows.length).toBeGreaterThanOrEqual(3);
});
