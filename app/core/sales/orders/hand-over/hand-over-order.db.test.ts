/**
 * Tests the hand-over: ID check, payment and completion in one step or not at all; and the refusal, which ends the
 * order.
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashLicense } from '#core/accounts/customers/encrypt-license.server.ts';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings, readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { purchasesCountingToday } from '#core/sales/compliance/purchases-queries.server.ts';
import { readCounterOrder } from '#counter/hand-over/hand-over-queries.server.ts';
import { inTransaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { handOvers, idChecks, orders, pickupReservations, walkInIds } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots } from '#db/schema/stock.ts';
import { storeDate } from '#kernel/time.ts';
import { readManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import {
  aMug,
  anOrder,
  auditOf,
  bringTo,
  eventsOf,
  NOW,
  SLOT,
  storedOrder,
  takenIn,
} from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { changePaymentStatus } from '../change-order-status.server.ts';
import { editOrder } from '../edit-order.server.ts';
import { readMyOrder } from '../orders-queries.server.ts';
import { addOrderNote } from './add-order-note.server.ts';
import type { CounterProblem } from './counter-problem.ts';
import { handOverOrder, refuseHandOver } from './hand-over-order.server.ts';
import type { HandOverInput } from './id-check.ts';
import { ownerOfId } from './id-owner.server.ts';

const fresh = freshShop(afterAll);
let staff: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
});

/** An order of two units at $45.00 plus 12 %, $100.80, ready for pickup. */
async function readyOrder(onHand = 5): Promise<{ orderId: string; productId: number; version: number }> {
  customer = await aPerson(fresh.db);
  const productId = await aProduct(fresh.db, { onHand });
  const orderId = await anOrder(customer, [[productId, 2]]);
  await bringTo(staff, orderId, 'ready');
  return { orderId, productId, version: 4 };
}

const input = (version: number, wanted: Partial<HandOverInput> = {}): HandOverInput => ({
  version,
  idKind: 'driver_license',
  idIssuer: 'New York',
  idExpiresOn: '2027-01-31',
  idBirthDate: '1995-06-15',
  nameMatches: true,
  cashReceived: 10_080,
  ...wanted,
});

const NOTHING_WRONG = {
  kind: 'counter',
  ...{ notPacked: false, missing: [], toPack: [], takeOut: [], ban: null, id: [], limit: null, cash: null },
};

const cashOf = (orderId: string) =>
  fresh.db
    .select({
      owed: handOvers.owed,
      received: handOvers.cashReceived,
      by: handOvers.handedOverByName,
    })
    .from(handOvers)
    .innerJoin(orders, eq(orders.id, handOvers.orderId))
    .where(eq(orders.orderId, orderId));

const checksOf = (orderId: string) =>
  fresh.db
    .select({
      outcome: idChecks.outcome,
      kind: idChecks.idKind,
      issuer: idChecks.issuer,
      expiresOn: idChecks.expiresOn,
      refusal: idChecks.refusal,
      note: idChecks.note,
      by: idChecks.checkedByName,
    })
    .from(idChecks)
    .innerJoin(orders, eq(orders.id, idChecks.orderId))
    .where(eq(orders.orderId, orderId));

const stockOf = async (productId: number) => {
  const [lot] = await fresh.db
    .select({ onHand: lots.onHand, held: lots.held })
    .from(lots)
    .where(eq(lots.productId, productId));
  return lot;
};

describe('a hand-over', () => {
  test('checks the ID, takes the cash, completes the order and moves the units out in one step', async () => {
    const { orderId, productId, version } = await readyOrder();
    const outcome = await handOverOrder(staff, orderId, input(version, { cashReceived: 12_000 }), NOW);
    expect(outcome).toEqual({ ok: true, value: { change: 1920 } });
    expect(await storedOrder(fresh.db, orderId)).toMatchObject({
      status: 'completed',
      paymentStatus: 'paid',
      completedAt: new Date(NOW.epochMilliseconds),
      version: version + 2,
    });
    expect(await checksOf(orderId)).toEqual([
      {
        outcome: 'accepted',
        kind: 'driver_license',
        issuer: 'New York',
        expiresOn: '2027-01-31',
        refusal: null,
        note: '',
        by: 'Sam Counter',
      },
    ]);
    expect((await auditOf(fresh.db, orderId)).at(-1)).toMatchObject({
      action: 'order.handed-over',
      who: 'Sam Counter',
      before: { status: 'ready', paymentStatus: 'pay_on_pickup' },
      after: { status: 'completed', paymentStatus: 'paid', cashReceived: 12_000, change: 1920 },
    });
    expect((await eventsOf(fresh.db, orderId)).at(-1)).toBe('order-completed');
    expect(await stockOf(productId)).toEqual({ onHand: 3, held: 0 });
    const [reservation] = await fresh.db
      .select()
      .from(pickupReservations)
      .where(eq(pickupReservations.productId, productId));
    expect(reservation?.status).toBe('fulfilled');
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('asks for no cash if the order is already paid', async () => {
    const { orderId, version } = await readyOrder();
    await changePaymentStatus(staff, { orderId, to: 'paid', reason: '', version }, NOW);
    expect(await handOverOrder(staff, orderId, input(version + 1, { cashReceived: 0 }), NOW)).toEqual({
      ok: true,
      value: { change: 0 },
    });
  });

  test('of merchandise needs no ID', async () => {
    customer = await aPerson(fresh.db);
    const orderId = await anOrder(customer, [[await aMug(fresh.db), 1]]);
    await bringTo(staff, orderId, 'ready');
    const plain = { version: 4, idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: false };
    expect(await handOverOrder(staff, orderId, { ...plain, cashReceived: 2016 }, NOW)).toEqual({
      ok: true,
      value: { change: 0 },
    });
    expect(await checksOf(orderId)).toEqual([]);
  });

  test('sent again by the same form returns the same change, and any other request reads that it is done', async () => {
    const { orderId, productId, version } = await readyOrder();
    const key = randomUUID();
    const press = input(version, { key, cashReceived: 12_000 });
    const change = { ok: true, value: { change: 1920 } };
    expect(await handOverOrder(staff, orderId, press, NOW)).toEqual(change);
    const kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
    const again = await Promise.all([
      handOverOrder(staff, orderId, press, NOW),
      // Someone else has signed in on the page since, and typed another amount.
      handOverOrder(kim, orderId, { ...press, cashReceived: 20_000 }, NOW),
      handOverOrder(kim, orderId, { ...press, key: randomUUID() }, NOW),
      handOverOrder(kim, orderId, { ...press, key: undefined }, NOW),
    ]);
    const done = { ok: false, problem: { kind: 'handed-over' } };
    expect(again).toEqual([change, change, done, done]);
    expect(await cashOf(orderId)).toEqual([{ owed: 10_080, received: 12_000, by: 'Sam Counter' }]);
    expect(await stockOf(productId)).toEqual({ onHand: 3, held: 0 });
  });

  test('happens once when it is sent twenty times at once', async () => {
    const { orderId, version, productId } = await readyOrder();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => handOverOrder(staff, orderId, input(version), NOW)),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.problem.kind === 'handed-over')).toHaveLength(
      19,
    );
    expect(await checksOf(orderId)).toHaveLength(1);
    expect(await stockOf(productId)).toEqual({ onHand: 3, held: 0 });
  });
});

test('a note that a colleague added since does not refuse ‘Paid’, and an edit that would overwrite it is refused', async () => {
  const { orderId, version } = await readyOrder();
  const base = { note: '' };
  expect(await addOrderNote(staff, { orderId, text: 'Left side door' }, NOW)).toMatchObject({ ok: true });
  const over = { version, slotStartsAt: '', note: 'Mine', reason: 'Test', lines: [] };
  expect(await editOrder(staff, orderId, over, { base, mine: { note: 'Mine' } }, NOW)).toMatchObject({
    problem: { kind: 'stale' },
  });
  expect(await handOverOrder(staff, orderId, input(version), NOW)).toMatchObject({ ok: true });
});

describe('a hand-over is refused and changes nothing', () => {
  const ids: [string, Partial<HandOverInput>, string][] = [
    ['without a kind of ID', { idKind: undefined }, 'id-missing'],
    ['without its issuer', { idIssuer: '' }, 'id-issuer-missing'],
    ['without its expiration date', { idExpiresOn: '' }, 'id-expiry-missing'],
    ['with an invalid date', { idExpiresOn: '2027-02-30' }, 'id-expiry-missing'],
    ['with an ID that expired yesterday', { idExpiresOn: '2026-06-05' }, 'id-expired'],
    ['without the birth date on it', { idBirthDate: '' }, 'id-birth-date-missing'],
    ['the day before the 21st birthday', { idBirthDate: '2005-06-07' }, 'id-under-age'],
    ['with another person’s ID', { nameMatches: false }, 'id-name-mismatch'],
  ];
  test.each(ids)('%s', async (_, wanted, kind) => {
    const { orderId, version, productId } = await readyOrder();
    const before = await storedOrder(fresh.db, orderId);
    expect(await handOverOrder(staff, orderId, input(version, wanted), NOW)).toMatchObject({
      ok: false,
      problem: { ...NOTHING_WRONG, id: [{ kind }] },
    });
    expect(await storedOrder(fresh.db, orderId)).toEqual(before);
    expect(await checksOf(orderId)).toEqual([]);
    expect(await stockOf(productId)).toEqual({ onHand: 5, held: 2 });
  });

  describe('to the adult whom the customer named', () => {
    const flowerOf = async (userId: string) =>
      (await inTransaction((tx) => purchasesCountingToday(tx, userId, new Date(0)))).usage.flower;
    const idsOfToday = () => fresh.db.select().from(walkInIds);
    async function orderFor(name = 'Juniper Vale') {
      const ready = await readyOrder();
      await fresh.db.update(orders).set({ pickupName: name }).where(eq(orders.orderId, ready.orderId));
      return ready;
    }
    const hisId = (version: number, wanted: Partial<HandOverInput> = {}) =>
      input(version, { idNumber: 'JV 4711', ...wanted });

    test('needs that person’s ID, with its number, and counts toward both limits', async () => {
      const { orderId, version } = await orderFor();
      const refused = async (wanted: Partial<HandOverInput>) => {
        const outcome = await handOverOrder(staff, orderId, hisId(version, wanted), NOW);
        return outcome.ok ? [] : (outcome.problem as CounterProblem).id;
      };
      expect(await refused({ nameMatches: false })).toEqual([
        { kind: 'id-name-mismatch', name: 'Juniper Vale' },
      ]);
      expect(await refused({ idNumber: '' })).toEqual([{ kind: 'id-number-missing' }]);
      expect(await idsOfToday()).toEqual([]);
      expect(await handOverOrder(staff, orderId, hisId(version), NOW)).toMatchObject({ ok: true });
      const [id] = await idsOfToday();
      expect(await flowerOf(customer.userId)).toBe(7000);
      expect(await flowerOf(id?.userId ?? '')).toBe(7000);
    });

    test('is refused if their ID has taken too much home today, also at once, and not to another ID', async () => {
      const allowed = 3;
      const value = { ...(await readSettings()).compliance, cannabisMg: allowed * 7000 };
      await fresh.db.insert(storeSettings).values({ name: 'compliance', value });
      invalidateSettings();
      const [id] = await idsOfToday();
      const others = [await orderFor(), await orderFor(), await orderFor()];
      const last = await orderFor();
      const outcomes = await Promise.all(
        others.map(({ orderId, version }) => handOverOrder(staff, orderId, hisId(version), NOW)),
      );
      // One is there from the test before.
      expect(outcomes.filter(({ ok }) => ok).length).toBe(allowed - 1);
      expect(await flowerOf(id?.userId ?? '')).toBe(allowed * 7000);
      const { orderId, version } = last;
      expect(await handOverOrder(staff, orderId, hisId(version), NOW)).toMatchObject({
        problem: { id: [], limit: { kind: 'too-much', limit: 'flower' } },
      });
      const other = hisId(version, { idNumber: 'JV 4712' });
      expect(await handOverOrder(staff, orderId, other, NOW)).toMatchObject({ ok: true });
      await fresh.db.delete(storeSettings).where(eq(storeSettings.name, 'compliance'));
      invalidateSettings();
    });

    test('says who picked it up to customer, office and counter: that person, or the customer who came instead', async () => {
      const said = async (orderId: string) => [
        (await readMyOrder(customer, orderId, NOW))?.pickedUpBy,
        (await readManagedOrder(staff, orderId, 'America/New_York', NOW))?.pickedUpBy,
        (await readCounterOrder(staff, orderId, NOW))?.holder,
      ];
      const theirs = await orderFor();
      expect(await said(theirs.orderId)).toEqual([null, null, 'Juniper Vale']);
      const id = hisId(theirs.version, { idNumber: 'JV 4715' });
      expect(await handOverOrder(staff, theirs.orderId, id, NOW)).toMatchObject({ ok: true });
      expect(await said(theirs.orderId)).toEqual(['Juniper Vale', 'Juniper Vale', 'Juniper Vale']);
      const own = await orderFor();
      const comes = input(own.version, { nameMatches: 'customer' });
      expect(await handOverOrder(staff, own.orderId, comes, NOW)).toMatchObject({ ok: true });
      const { name } = customer;
      expect(await said(own.orderId)).toEqual([name, name, name]);
    });

    test('asks for no number if the customer comes, and refuses the license of a banned account', async () => {
      const [own, another] = [await orderFor(), await orderFor()];
      const comes = input(own.version, { nameMatches: 'customer' });
      expect(await handOverOrder(staff, own.orderId, comes, NOW)).toMatchObject({ ok: true });
      const banned = await aPerson(fresh.db);
      await fresh.db
        .update(customerProfiles)
        .set({ isBanned: true, licenseVerified: true, licenseIdHash: hashLicense('JV4713') })
        .where(eq(customerProfiles.userId, banned.userId));
      const his = hisId(another.version, { idNumber: 'jv 4713' });
      expect(await handOverOrder(staff, another.orderId, his, NOW)).toMatchObject({
        problem: { id: [{ kind: 'id-banned' }] },
      });
    });
  });

  describe('to one license', () => {
    const LICENSE = 'WR 8801';
    const usageOf = async (userId: string, othersHold = false) =>
      (await inTransaction((tx) => purchasesCountingToday(tx, userId, new Date(0), { othersHold }))).usage
        .flower;
    async function orderOf(person: SignedIn) {
      const ready = await readyOrder();
      const { userId } = person;
      const [order] = await fresh.db
        .update(orders)
        .set({ userId })
        .where(eq(orders.orderId, ready.orderId))
        .returning({ id: orders.id });
      await fresh.db.execute(sql`update pickup_reservations set user_id = ${userId}
        where id in (select reservation_id from order_items where order_id = ${order?.id})`);
      return ready;
    }

    test('leaves no more than the limit, with three accounts at one moment, and then none to a walk-in', async () => {
      const value = { ...(await readSettings()).compliance, cannabisMg: 2 * 7000 };
      await fresh.db.insert(storeSettings).values({ name: 'compliance', value });
      invalidateSettings();
      const people = await Promise.all([1, 2, 3].map(() => aPerson(fresh.db)));
      const ready = [];
      for (const person of people) ready.push(await orderOf(person));
      const outcomes = await Promise.all(
        ready.map(({ orderId, version }, at) =>
          handOverOrder(staff, orderId, input(version, { idNumber: at === 0 ? LICENSE : 'wr-8801' }), NOW),
        ),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2);
      expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
        problem: { id: [], limit: { kind: 'too-much', limit: 'flower' } },
      });
      const walkIn = await inTransaction((tx) =>
        ownerOfId(tx, { issuer: 'NY', number: LICENSE }, storeDate(NOW, 'America/New_York')),
      );
      expect(await usageOf(walkIn.ok ? walkIn.value : '')).toBe(14_000);
      await fresh.db.delete(storeSettings).where(eq(storeSettings.name, 'compliance'));
      invalidateSettings();
    });

    test('counts at checkout for accounts that staff verified it for, once, and for no one who only typed it', async () => {
      const [mine, verified, typed] = await Promise.all([1, 2, 3].map(() => aPerson(fresh.db)));
      if (!mine || !verified || !typed) throw new Error('no one');
      const license = { licenseIdHash: hashLicense(LICENSE) };
      for (const [person, licenseVerified] of [
        [mine, true],
        [verified, true],
        [typed, false],
      ] as const)
        await fresh.db
          .update(customerProfiles)
          .set({ ...license, licenseVerified })
          .where(eq(customerProfiles.userId, person.userId));
      const before = await usageOf(mine.userId);
      const first = await orderOf(mine);
      await orderOf(typed);
      await handOverOrder(staff, first.orderId, input(first.version, { idNumber: LICENSE }), NOW);
      expect(await usageOf(mine.userId)).toBe(before + 7000);
      await orderOf(verified);
      // What another account only reserved counts before an order is made, and not when one leaves.
      expect(await usageOf(mine.userId)).toBe(before + 7000);
      expect(await usageOf(mine.userId, true)).toBe(before + 14_000);
    });

    test('asks for its number, and a tablet without a network does not send one', async () => {
      const { orderId, version } = await readyOrder();
      expect(await handOverOrder(staff, orderId, input(version, { idNumber: '' }), NOW)).toMatchObject({
        problem: { id: [{ kind: 'id-number-missing' }] },
      });
      expect((await handOverOrder(staff, orderId, input(version), NOW)).ok).toBe(true);
    });
  });

  test('but not with an ID on its last day, or on the 21st birthday', async () => {
    const { orderId, version } = await readyOrder();
    const today = { idExpiresOn: '2026-06-06', idBirthDate: '2005-06-06' };
    expect((await handOverOrder(staff, orderId, input(version, today), NOW)).ok).toBe(true);
  });

  test('of an unpacked order, to a banned customer, with all other problems in the same answer', async () => {
    const { orderId, version, productId } = await readyOrder();
    await fresh.db.update(orders).set({ status: 'packing' }).where(eq(orders.orderId, orderId));
    await fresh.db
      .update(customerProfiles)
      .set({ isBanned: true, banReason: 'Bought for a minor' })
      .where(eq(customerProfiles.userId, customer.userId));
    const wrong = input(version, { idKind: 'passport', idIssuer: 'new york', cashReceived: null });
    const outcome = await handOverOrder(staff, orderId, wrong, NOW);
    expect(outcome).toEqual({
      ok: false,
      problem: {
        ...NOTHING_WRONG,
        notPacked: true,
        ban: { reason: 'Bought for a minor' },
        id: [{ kind: 'id-issuer-no-country' }],
        cash: { kind: 'cash-unreadable' },
      },
    });
    expect(await cashOf(orderId)).toEqual([]);
    expect(await stockOf(productId)).toEqual({ onHand: 5, held: 2 });
  });

  test('with a cent too little', async () => {
    const { orderId, version } = await readyOrder();
    expect(await handOverOrder(staff, orderId, input(version, { cashReceived: 10_079 }), NOW)).toEqual({
      ok: false,
      problem: { ...NOTHING_WRONG, cash: { kind: 'cash-short', missing: 1 } },
    });
    expect(await checksOf(orderId)).toEqual([]);
    expect((await storedOrder(fresh.db, orderId)).paymentStatus).toBe('pay_on_pickup');
  });

  test('while units are missing', async () => {
    const { orderId, version, productId } = await readyOrder(2);
    const admin = await aPerson(fresh.db, { role: 'admin' });
    const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, productId));
    await recallLot(admin, { lotId: lot?.id ?? 0, reason: 'Mold' }, NOW);
    expect(await handOverOrder(staff, orderId, input(version), NOW)).toMatchObject({
      ok: false,
      problem: {
        ...NOTHING_WRONG,
        missing: [{ productId, missing: 2 }],
        takeOut: [{ productId, units: 2, lotStatus: 'recalled' }],
      },
    });
    expect(await storedOrder(fresh.db, orderId)).toMatchObject({
      status: 'ready',
      paymentStatus: 'pay_on_pickup',
    });
    expect(await checksOf(orderId)).toEqual([]);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('over the limit of one person, if the limit was lowered since', async () => {
    const { orderId, version } = await readyOrder();
    await fresh.db.insert(storeSettings).values({ name: 'compliance', value: { cannabisMg: 6999 } });
    invalidateSettings();
    expect(await handOverOrder(staff, orderId, input(version), NOW)).toMatchObject({
      ok: false,
      problem: { kind: 'counter', id: [], limit: { kind: 'too-much', limit: 'flower', wantedMg: 7000 } },
    });
    const wrong = { idExpiresOn: '2020-01-01', idBirthDate: '2010-01-01', nameMatches: false };
    const outcome = await handOverOrder(
      staff,
      orderId,
      input(version, { ...wrong, cashReceived: 1000 }),
      NOW,
    );
    expect(outcome, 'everything that is wrong in one answer').toMatchObject({
      ok: false,
      problem: {
        kind: 'counter',
        id: [
          { kind: 'id-expired' },
          { kind: 'id-under-age', minimum: 21 },
          { kind: 'id-name-mismatch', name: 'Robin Hale' },
        ],
        limit: { kind: 'too-much', limit: 'flower' },
        cash: { kind: 'cash-short', missing: 9080 },
      },
    });
    await fresh.db.delete(storeSettings).where(eq(storeSettings.name, 'compliance'));
    invalidateSettings();
    expect(await storedOrder(fresh.db, orderId)).toMatchObject({ status: 'ready', version });
    expect(await checksOf(orderId)).toEqual([]);
  });

  test('before the order is ready, after it was refunded, on an outdated page, and for people without permission', async () => {
    customer = await aPerson(fresh.db);
    const orderId = await anOrder(customer, [[await aProduct(fresh.db), 1]]);
    const cash = { cashReceived: 100_000 };
    expect(await handOverOrder(staff, orderId, input(1, cash), NOW)).toEqual({
      ok: false,
      problem: { ...NOTHING_WRONG, notPacked: true },
    });
    expect((await storedOrder(fresh.db, orderId)).paymentStatus).toBe('pay_on_pickup');
    await bringTo(staff, orderId, 'ready');
    expect(await handOverOrder(staff, orderId, input(3, cash), NOW)).toEqual({
      ok: false,
      problem: { kind: 'stale' },
    });
    for (const actor of [customer, guest])
      expect(await handOverOrder(actor, orderId, input(4, cash), NOW)).toEqual({
        ok: false,
        problem: { kind: 'not-allowed' },
      });
    expect(await handOverOrder(staff, 'ORD999999', input(4, cash), NOW)).toEqual({
      ok: false,
      problem: { kind: 'not-found' },
    });
    await changePaymentStatus(staff, { orderId, to: 'paid', reason: '', version: 4 }, NOW);
    await fresh.db.update(orders).set({ paymentStatus: 'refunded' }).where(eq(orders.orderId, orderId));
    expect(await handOverOrder(staff, orderId, input(5, cash), NOW)).toEqual({
      ok: false,
      problem: { kind: 'no-such-payment-step', from: 'refunded', to: 'paid' },
    });
    expect(await checksOf(orderId)).toEqual([]);
  });
});

describe('a refusal at the counter', () => {
  test('records who refused and why, releases the units and the place, and ends the order', async () => {
    const { orderId, version, productId } = await readyOrder();
    const taken = await takenIn(fresh.db, SLOT);
    expect(
      await refuseHandOver(staff, orderId, { version, refusal: 'expired', note: 'Says 2024' }, NOW),
    ).toEqual({ ok: true, value: null });
    expect(await storedOrder(fresh.db, orderId)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'pay_on_pickup',
    });
    expect(await checksOf(orderId)).toEqual([
      {
        outcome: 'refused',
        kind: null,
        issuer: null,
        expiresOn: null,
        refusal: 'expired',
        note: 'Says 2024',
        by: 'Sam Counter',
      },
    ]);
    expect((await auditOf(fresh.db, orderId)).at(-1)).toMatchObject({
      action: 'order.refused-at-counter',
      after: { status: 'cancelled', refusal: 'expired' },
      reason: 'Says 2024',
    });
    expect(await stockOf(productId)).toEqual({ onHand: 5, held: 0 });
    expect(await takenIn(fresh.db, SLOT)).toBe(taken - 1);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('is not possible if the order has ended, on an outdated page, and for people without permission', async () => {
    const { orderId, version } = await readyOrder();
    const refusal = { refusal: 'other', note: '' } as const;
    expect(await refuseHandOver(staff, orderId, { ...refusal, version: 1 }, NOW)).toEqual({
      ok: false,
      problem: { kind: 'stale' },
    });
    expect(await refuseHandOver(customer, orderId, { ...refusal, version }, NOW)).toEqual({
      ok: false,
      problem: { kind: 'not-allowed' },
    });
    await handOverOrder(staff, orderId, input(version), NOW);
    expect(await refuseHandOver(staff, orderId, { ...refusal, version: version + 2 }, NOW)).toEqual({
      ok: false,
      problem: { kind: 'no-such-step', from: 'completed', to: 'cancelled' },
    });
    expect(await checksOf(orderId)).toHaveLength(1);
  });

  test('and a hand-over each happen once, even on an up-to-date page', async () => {
    const handed = await readyOrder();
    await handOverOrder(staff, handed.orderId, input(handed.version), NOW);
    expect(await handOverOrder(staff, handed.orderId, input(handed.version + 2), NOW)).toEqual({
      ok: false,
      problem: { kind: 'handed-over' },
    });
    const gone = await readyOrder();
    const refusal = { refusal: 'other', note: '' } as const;
    await refuseHandOver(staff, gone.orderId, { ...refusal, version: gone.version }, NOW);
    expect(await refuseHandOver(staff, gone.orderId, { ...refusal, version: gone.version + 1 }, NOW)).toEqual(
      { ok: false, problem: { kind: 'no-such-step', from: 'cancelled', to: 'cancelled' } },
    );
    for (const { orderId } of [handed, gone]) expect(await checksOf(orderId)).toHaveLength(1);
  });
});
