/** Tests walk-ins: the ID check, limits by ID and day, the order, the hand-over, and what ends by itself. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encryptLicense } from '#core/accounts/customers/encrypt-license.server.ts';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { changePickupName } from '#core/sales/orders/change-pickup-name.server.ts';
import { readMailedOrder, readWalkInReceipt } from '#core/sales/orders/emails/mailed-order-queries.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { forgetIdsOfDay } from '#core/sales/orders/hand-over/id-owner.server.ts';
import { packUnit } from '#core/sales/orders/packing/pack-unit.server.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { mailWalkInReceipt } from '#core/sales/orders/receipts/mail-walk-in-receipt.server.tsx';
import { readScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import { traceStateOf } from '#core/sales/recalls/trace.ts';
import { countTrace, readSales } from '#core/sales/recalls/trace-queries.server.ts';
import { readWalkIn } from '#counter/walk-in/walk-in-queries.server.ts';
import { counterTablets } from '#db/schema/cash-desk.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { idChecks, orders, walkInIds } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots } from '#db/schema/stock.ts';
import { walkIns } from '#db/schema/walk-ins.ts';
import { newId } from '#kernel/ids.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { openTestMail } from '#tests/support/mail.ts';
import { auditOf, edit, NOW, roundCash, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { addScanned, endWalkIn, setQuantity } from './change-walk-in.server.ts';
import { endAbandonedWalkIns } from './end-walk-ins.server.ts';
import { packScanned } from './pack-scanned.server.ts';
import { placeWalkIn } from './place-walk-in.server.ts';
import { startWalkIn, type WalkInId } from './start-walk-in.server.ts';

const fresh = freshShop(afterAll);
const HOST = 'shop.example';
let staff: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
  other = await aPerson(fresh.db, { role: 'staff', name: 'Lee Ford' });
});

let number = 0;
beforeEach(() => {
  number += 1;
});

const anId = (wanted: Partial<WalkInId> = {}): WalkInId => ({
  key: randomUUID(),
  idKind: 'driver_license',
  idIssuer: 'New York',
  idExpiresOn: '2027-01-31',
  idBirthDate: '1995-06-15',
  idNumber: `900 000 ${String(number).padStart(3, '0')}`,
  nameMatches: true,
  ...wanted,
});

async function started(wanted: Partial<WalkInId> = {}, now = NOW): Promise<string> {
  const outcome = await startWalkIn(staff, anId(wanted), now);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value.id;
}

/** Two units at $45.00 plus 12 %. */
const TWO = 10_080;

async function withTwo(productId: number, wanted: Partial<WalkInId> = {}): Promise<string> {
  const id = await started(wanted);
  expect(await setQuantity(staff, id, { productId, quantity: 2 }, NOW)).toMatchObject({ ok: true });
  return id;
}

const stockOf = async (productId: number) => {
  const [lot] = await fresh.db
    .select({ onHand: lots.onHand, held: lots.held })
    .from(lots)
    .where(eq(lots.productId, productId));
  return lot;
};

const counts = async () => ({
  walkIns: await fresh.db.$count(walkIns),
  ids: await fresh.db.$count(walkInIds),
  users: await fresh.db.$count(users),
  checks: await fresh.db.$count(idChecks),
});

test('its cash is rounded like that of an order, and its total is not', async () => {
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const product = await aProduct(fresh.db, { onHand: 10, retailPrice: 1609 });
  const id = await started();
  await setQuantity(staff, id, { productId: product, quantity: 1 }, NOW);
  await roundCash(fresh.db, admin, true);
  expect(await readWalkIn(staff, id, NOW)).toMatchObject({ total: 1802, rounding: -2 });
  await roundCash(fresh.db, admin, false);
  expect(await readWalkIn(staff, id, NOW)).toMatchObject({ total: 1802, rounding: 0 });
});

describe('the ID check', () => {
  test.each([
    ['a minor, the day before the birthday', { idBirthDate: '2005-06-07' }, ['id-under-age']],
    ['an ID that has expired', { idExpiresOn: '2026-06-05' }, ['id-expired']],
    ['an ID without a number', { idNumber: ' - ' }, ['id-number-missing']],
    ['a picture that no one compared', { nameMatches: false }, ['id-name-mismatch']],
  ])('refuses %s before anything is stored', async (_what, wanted, kinds) => {
    const before = await counts();
    const outcome = await startWalkIn(staff, anId(wanted), NOW);
    expect(outcome.ok ? null : outcome.problem).toMatchObject({
      kind: 'id',
      problems: kinds.map((kind) => ({ kind })),
    });
    expect(await counts()).toEqual(before);
  });

  test('accepts a person on the 21st birthday, and stores kind, issuer and expiry date alone', async () => {
    const id = await started({ idBirthDate: '2005-06-06', idNumber: 'SECRET-NUMBER-77' });
    const { rows } = await fresh.db.execute<{ all: string }>(sql`
      select concat((select json_agg(w) from walk_ins w where id = ${id}), (select json_agg(i) from walk_in_ids i),
        (select json_agg(u) from users u), (select json_agg(a) from audit_log a)) as all`);
    const all = (rows[0]?.all ?? '').toUpperCase();
    expect(all).toContain('"2027-01-31"');
    expect(all).not.toMatch(/SECRET.?NUMBER|2005-06-06/);
  });

  test('refuses before opening, after closing and customers and guests at any time', async () => {
    const at = (time: string) =>
      Temporal.ZonedDateTime.from(`2026-06-06T${time}[America/New_York]`).toInstant();
    for (const time of ['00:30', '07:59', '23:00']) {
      const outcome = await startWalkIn(staff, anId(), at(time));
      expect(outcome.ok ? null : outcome.problem.kind, time).toBe('closed');
    }
    const customer = await aPerson(fresh.db);
    for (const actor of [guest, customer])
      expect(await startWalkIn(actor, anId(), NOW)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  });

  test('refuses the verified license of a banned account, and not a number that someone only claims', async () => {
    const banned = await aPerson(fresh.db, { isBanned: true });
    const mine = anId();
    const set = (licenseVerified: boolean) =>
      fresh.db
        .update(customerProfiles)
        .set({ ...encryptLicense(mine.idNumber, banned.userId), licenseState: 'NY', licenseVerified })
        .where(eq(customerProfiles.userId, banned.userId));
    await set(false);
    expect(await startWalkIn(staff, { ...mine, key: randomUUID() }, NOW)).toMatchObject({ ok: true });
    await set(true);
    expect(await startWalkIn(staff, mine, NOW)).toEqual({ ok: false, problem: { kind: 'banned' } });
    expect(await startWalkIn(staff, { ...mine, idIssuer: 'Ohio' }, NOW)).toMatchObject({ ok: true });
    // A license whose state is not on file is of any state.
    await fresh.db
      .update(customerProfiles)
      .set({ licenseState: null })
      .where(eq(customerProfiles.userId, banned.userId));
    const again = { ...mine, key: randomUUID(), idIssuer: 'Ohio' };
    expect(await startWalkIn(staff, again, NOW)).toEqual({ ok: false, problem: { kind: 'banned' } });
  });

  test('the same form twice, also at once, starts one walk-in', async () => {
    const form = anId();
    const both = await Promise.all([startWalkIn(staff, form, NOW), startWalkIn(staff, form, NOW)]);
    expect(both[0]).toMatchObject({ ok: true });
    expect(both[1]).toEqual(both[0]);
    expect(await fresh.db.$count(walkIns, eq(walkIns.key, form.key))).toBe(1);
  });
});

test('the form of a press whose answer was lost, with the ID of the next person, is a walk-in of theirs', async () => {
  const form = anId();
  const first = await startWalkIn(staff, form, NOW);
  const next = await startWalkIn(staff, { ...form, idNumber: `804000${number}` }, NOW);
  if (!first.ok || !next.ok) throw new Error('refused');
  expect(next.value.id).not.toBe(first.value.id);
  const rows = await fresh.db.select().from(walkIns);
  const ownerOf = (id: string) => rows.find((row) => row.id === id)?.userId;
  expect(ownerOf(next.value.id)).not.toBe(ownerOf(first.value.id));
});

describe('the order', () => {
  test('is sold with its ID check and its money, holds the first lot to expire, and has no pickup time', async () => {
    const productId = await aProduct(fresh.db, { onHand: 5 });
    const id = await withTwo(productId);
    const placed = await placeWalkIn(staff, { id, expectedTotal: TWO }, NOW);
    if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
    const order = await storedOrder(fresh.db, placed.value.orderId);
    expect(order).toMatchObject({
      ...{ status: 'confirmed', paymentStatus: 'pending', total: TWO, isWalkIn: true, isFirst: false },
      ...{ userName: 'Walk-in customer', userEmail: '', birthDate: null, pickupStartsAt: null },
    });
    expect(await stockOf(productId)).toEqual({ onHand: 5, held: 2 });
    expect(await packScanned(staff, placed.value, HOST, NOW)).toEqual({ isReady: false });
    const again = await placeWalkIn(other, { id, expectedTotal: TWO }, NOW);
    expect(again).toMatchObject({ ok: true, value: { orderId: placed.value.orderId, repeated: true } });
    expect((await auditOf(fresh.db, placed.value.orderId))[0]).toMatchObject({
      action: 'order.created',
      who: 'Sam Counter',
    });
  });

  test('an address of no walk-in is answered like one that has ended', async () => {
    const gone = { ok: false, problem: { kind: 'not-found' } };
    for (const id of ['x', '%00', randomUUID()]) {
      expect(await setQuantity(staff, id, { productId: 1, quantity: 1 }, NOW)).toEqual(gone);
      expect(await placeWalkIn(staff, { id, expectedTotal: 0 }, NOW)).toEqual(gone);
      expect(await endWalkIn(staff, id)).toEqual({ ok: true, value: null });
    }
  });

  test('two presses at once make one order', async () => {
    const productId = await aProduct(fresh.db, { onHand: 5 });
    const id = await withTwo(productId);
    const outcomes = await Promise.all(
      [staff, other, staff].map((actor) => placeWalkIn(actor, { id, expectedTotal: TWO }, NOW)),
    );
    const numbers = new Set(
      outcomes.map((outcome) => (outcome.ok ? outcome.value.orderId : outcome.problem.kind)),
    );
    expect(numbers.size).toBe(1);
    expect(await stockOf(productId)).toEqual({ onHand: 5, held: 2 });
  });

  test('of two budtenders who sell the last unit, one gets it and the other reads that it is sold out', async () => {
    const productId = await aProduct(fresh.db, { onHand: 1 });
    const ids = [await started(), await started({ idNumber: `801000${number}` })];
    for (const id of ids) await setQuantity(staff, id, { productId, quantity: 1 }, NOW);
    const outcomes = await Promise.all(ids.map((id) => placeWalkIn(staff, { id, expectedTotal: 5040 }, NOW)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      problem: { kind: 'not-available', lines: [{ productId, available: 0 }] },
    });
    expect(await stockOf(productId)).toEqual({ onHand: 1, held: 1 });
  });

  test('a total that changed is shown first, an empty list is none, and closing time refuses it', async () => {
    const productId = await aProduct(fresh.db, { onHand: 5 });
    const id = await withTwo(productId);
    const kindOf = async (expectedTotal: number, now = NOW) => {
      const outcome = await placeWalkIn(staff, { id, expectedTotal }, now);
      return outcome.ok ? null : outcome.problem.kind;
    };
    expect(await kindOf(TWO - 1)).toBe('price-changed');
    expect(await kindOf(TWO, NOW.add({ hours: 10 }))).toBe('closed');
    expect(await kindOf(TWO, NOW.add({ hours: 24 }))).toBe('not-found');
    await setQuantity(staff, id, { productId, quantity: 0 }, NOW);
    expect(await kindOf(0)).toBe('empty');
  });

  test('a pause of the shop does not stop the counter', async () => {
    await fresh.db
      .insert(storeSettings)
      .values({ name: 'ordering', value: { paused: true, reason: 'Storm' } });
    invalidateSettings();
    try {
      const id = await withTwo(await aProduct(fresh.db));
      expect(await placeWalkIn(staff, { id, expectedTotal: TWO }, NOW)).toMatchObject({ ok: true });
    } finally {
      await fresh.db.delete(storeSettings).where(eq(storeSettings.name, 'ordering'));
      invalidateSettings();
    }
  });

  test('a scan adds the unit once and packs it; a recalled batch and an order’s label are refused', async () => {
    const productId = await aProduct(fresh.db, { onHand: 3 });
    const batchNumber = `B-${randomUUID().slice(0, 8)}`;
    await fresh.db.update(lots).set({ batchNumber }).where(eq(lots.productId, productId));
    const id = await started();
    const scan = (text: string, key: string = randomUUID()) =>
      addScanned(staff, id, { key, text, code: readScannedCode(text, HOST) }, NOW);
    const key = randomUUID();
    expect(await scan(batchNumber, key)).toMatchObject({ ok: true, value: { quantity: 1 } });
    expect(await scan(batchNumber, key)).toMatchObject({ ok: true, value: { quantity: 1 } });
    expect(await scan(batchNumber)).toMatchObject({ ok: true, value: { quantity: 2 } });
    expect(await scan('B-UNKNOWN')).toEqual({ ok: false, problem: { kind: 'no-goods' } });
    const placed = await placeWalkIn(staff, { id, expectedTotal: TWO }, NOW);
    if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
    const { orderId } = placed.value;
    expect(await packScanned(staff, placed.value, HOST, NOW)).toEqual({ isReady: true });
    expect(await storedOrder(fresh.db, orderId)).toMatchObject({
      status: 'ready',
      packerName: 'Sam Counter',
    });
    const next = await started({ idNumber: `802000${number}` });
    const onNext = (text: string) =>
      addScanned(staff, next, { key: randomUUID(), text, code: readScannedCode(text, HOST) }, NOW);
    expect(await onNext(orderId)).toEqual({ ok: false, problem: { kind: 'order-code', orderId } });
    await aRecalledLot();
    expect(await onNext('B-RECALLED')).toMatchObject({ ok: false, problem: { kind: 'unit' } });
  });

  async function aRecalledLot(): Promise<void> {
    const productId = await aProduct(fresh.db, { onHand: 0 });
    await fresh.db
      .update(lots)
      .set({ batchNumber: 'B-RECALLED', status: 'recalled' })
      .where(eq(lots.productId, productId));
  }
});

describe('an order that is changed', () => {
  const placed = async (productId: number) => {
    const id = await withTwo(productId);
    const outcome = await placeWalkIn(staff, { id, expectedTotal: TWO }, NOW);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
    return outcome.value.orderId;
  };

  test('may get more units on the day of its ID check, within the limits, and not on the next', async () => {
    const productId = await aProduct(fresh.db, { onHand: 9, limitMg: 28_000 });
    const orderId = await placed(productId);
    expect(await edit(fresh.db, staff, orderId, { to: [[productId, 3]] })).toMatchObject({ ok: true });
    expect(await edit(fresh.db, staff, orderId, { to: [[productId, 4]] })).toMatchObject({
      problem: { kind: 'over-limit' },
    });
    expect(await stockOf(productId)).toEqual({ onHand: 9, held: 3 });
    const small = await aProduct(fresh.db, { limitMg: 1 });
    const old = await placed(small);
    const { id } = await storedOrder(fresh.db, old);
    await fresh.db.transaction(async (tx) => {
      // The table is append-only, so only its owner may make a check older.
      await tx.execute(sql`alter table id_checks disable trigger id_checks_append_only`);
      await tx
        .update(idChecks)
        .set({ createdAt: new Date('2026-06-05T16:00:00Z') })
        .where(eq(idChecks.orderId, id));
      await tx.execute(sql`alter table id_checks enable trigger id_checks_append_only`);
    });
    expect(await edit(fresh.db, staff, old, { to: [[small, 3]] })).toMatchObject({
      problem: { kind: 'birth-date-missing' },
    });
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });
});

describe('limits', () => {
  const much = { limitMg: 42_000 };

  test('several walk-ins with one ID on one day add up, also at once, whoever serves them', async () => {
    const productId = await aProduct(fresh.db, { onHand: 20, ...much });
    const ids = [
      await withTwo(productId),
      await withTwo(productId, { idNumber: `900-000-${String(number).padStart(3, '0')}` }),
    ];
    const outcomes = await Promise.all(ids.map((id) => placeWalkIn(staff, { id, expectedTotal: TWO }, NOW)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ problem: { kind: 'over-limit' } });
    const stranger = await withTwo(productId, { idNumber: `803000${number}` });
    expect(await placeWalkIn(other, { id: stranger, expectedTotal: TWO }, NOW)).toMatchObject({ ok: true });
  });

  test('the next day the same ID starts again, and its hash of the day before is deleted', async () => {
    const productId = await aProduct(fresh.db, { onHand: 20, ...much });
    const id = await withTwo(productId);
    expect(await placeWalkIn(staff, { id, expectedTotal: TWO }, NOW)).toMatchObject({ ok: true });
    const midnight = Temporal.Instant.from('2026-06-07T04:00:00Z');
    expect(await forgetIdsOfDay(midnight.subtract({ seconds: 1 }))).toBe(0);
    expect(await fresh.db.$count(walkInIds)).toBeGreaterThan(0);
    expect(await forgetIdsOfDay(midnight)).toBeGreaterThan(0);
    expect(await fresh.db.$count(walkInIds)).toBe(0);
    const tomorrow = NOW.add({ hours: 24 });
    const next = await started({}, tomorrow);
    const [row] = await fresh.db.select().from(walkIns).where(eq(walkIns.id, next));
    const [before] = await fresh.db.select().from(walkIns).where(eq(walkIns.id, id));
    expect(row?.userId).not.toBe(before?.userId);
  });
});

describe('the hand-over', () => {
  async function readyWalkIn(productId: number): Promise<{ orderId: string; version: number }> {
    const id = await withTwo(productId);
    const placed = await placeWalkIn(staff, { id, expectedTotal: TWO }, NOW);
    if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
    const { orderId } = placed.value;
    await changeOrderStatus(staff, { orderId, to: 'ready', reason: '', version: null }, NOW);
    return { orderId, version: (await storedOrder(fresh.db, orderId)).version };
  }
  const press = (version: number) => ({
    ...{ version, idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: false, cashReceived: TWO },
  });

  test('takes the ID check of the start, and the units leave the stock', async () => {
    const productId = await aProduct(fresh.db, { onHand: 5 });
    const { orderId, version } = await readyWalkIn(productId);
    expect(await handOverOrder(other, orderId, press(version), NOW)).toEqual({
      ok: true,
      value: { change: 0 },
    });
    expect(await stockOf(productId)).toEqual({ onHand: 3, held: 0 });
    const order = await storedOrder(fresh.db, orderId);
    const checks = await fresh.db.select().from(idChecks).where(eq(idChecks.orderId, order.id));
    expect(checks).toMatchObject([{ outcome: 'accepted', checkedByName: 'Sam Counter', issuer: 'New York' }]);
    await endAbandonedWalkIns(NOW);
    expect(await fresh.db.$count(walkIns, eq(walkIns.orderId, order.id))).toBe(0);
  });

  test('mails its receipt once for each press, and again to an address that staff corrected', async () => {
    await openTestMail();
    const { orderId, version } = await readyWalkIn(await aProduct(fresh.db, { onHand: 5 }));
    await handOverOrder(staff, orderId, press(version), NOW);
    const key = randomUUID();
    const to = (email: string) => mailWalkInReceipt(staff, orderId, { key, email });
    for (const email of ['wrong@example.com', 'wrong@example.com', 'right@example.com'])
      expect(await to(email)).toMatchObject({ ok: true });
    const mails = await fresh.db.select().from(mailMessages);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([
      'right@example.com',
      'wrong@example.com',
    ]);
    expect(mails.map(({ dedupeKey }) => dedupeKey).join()).not.toContain('example');
  });

  test('is to the person whose ID was checked: staff name no one else', async () => {
    const { orderId } = await readyWalkIn(await aProduct(fresh.db, { onHand: 5 }));
    expect(await changePickupName(staff, orderId, { pickupName: 'Juniper Vale', seen: null }, NOW)).toEqual({
      ok: false,
      problem: { kind: 'walk-in' },
    });
  });

  test('counts for a recall as sold to a person who cannot be reached, and causes no mail', async () => {
    const productId = await aProduct(fresh.db, { onHand: 5 });
    const { orderId, version } = await readyWalkIn(productId);
    expect(await handOverOrder(staff, orderId, press(version), NOW)).toMatchObject({ ok: true });
    const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, productId));
    const lotIds = [lot?.id ?? 0];
    expect(await countTrace(lotIds)).toMatchObject({ sold: 2, buyers: 1, toNotify: 0, unreachable: 1 });
    const { rows } = await readSales(
      staff,
      lotIds,
      traceStateOf(new URLSearchParams()).state,
      'America/New_York',
    );
    expect(rows).toMatchObject([{ orderNumber: orderId, isWalkIn: true, isDeleted: true }]);
    const { id } = await storedOrder(fresh.db, orderId);
    expect(await readMailedOrder(id, 'America/New_York')).toBeNull();
    expect(await readWalkInReceipt(id, 'America/New_York')).toMatchObject({ number: orderId, name: '' });
  });

  test('of the day after is refused: the ID was not checked that day', async () => {
    const { orderId, version } = await readyWalkIn(await aProduct(fresh.db, { onHand: 5 }));
    const outcome = await handOverOrder(staff, orderId, press(version), NOW.add({ hours: 24 }));
    expect(outcome).toMatchObject({
      ok: false,
      problem: { kind: 'counter', id: [{ kind: 'id-check-too-old' }] },
    });
  });
});

describe('what ends by itself', () => {
  test('an order whose units someone packs one by one does not end between two of them', async () => {
    const productId = await aProduct(fresh.db, { onHand: 5 });
    const id = await withTwo(productId);
    const placed = await placeWalkIn(staff, { id, expectedTotal: TWO }, NOW);
    if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
    const { orderId } = placed.value;
    await startPacking(staff, { orderId, takeOver: false }, NOW);
    const line = (await storedOrder(fresh.db, orderId)).items[0]?.reservationId ?? '';
    const unit = { orderId, key: randomUUID(), reservationId: line, all: false };
    expect(await packUnit(staff, unit, NOW.add({ minutes: 29 }))).toMatchObject({ ok: true });
    await endAbandonedWalkIns(NOW.add({ minutes: 58 }));
    expect((await storedOrder(fresh.db, orderId)).status).toBe('packing');
    await endAbandonedWalkIns(NOW.add({ minutes: 60 }));
    expect((await storedOrder(fresh.db, orderId)).status).toBe('cancelled');
    expect(await stockOf(productId)).toEqual({ onHand: 5, held: 0 });
  });

  test('an order that no one works on releases its units after the minutes of the setting, and not before', async () => {
    const productId = await aProduct(fresh.db, { onHand: 5 });
    const id = await withTwo(productId);
    const placed = await placeWalkIn(staff, { id, expectedTotal: TWO }, NOW);
    if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
    const { orderId } = placed.value;
    const at = new Date(NOW.epochMilliseconds);
    await fresh.db.update(orders).set({ updatedAt: at }).where(eq(orders.orderId, orderId));
    await endAbandonedWalkIns(NOW.add({ minutes: 29 }));
    expect((await storedOrder(fresh.db, orderId)).status).toBe('confirmed');
    await endAbandonedWalkIns(NOW.add({ minutes: 31 }));
    expect((await storedOrder(fresh.db, orderId)).status).toBe('cancelled');
    expect(await stockOf(productId)).toEqual({ onHand: 5, held: 0 });
    expect(await fresh.db.$count(walkIns, eq(walkIns.id, id))).toBe(0);
  });

  test.each([
    ['holds work that was not sent', { unsent: 1, handsOver: true }, 0],
    ['takes cash and was not seen for minutes', { unsent: 0, handsOver: true }, 25],
  ])(
    'an order of today waits for a tablet that %s; one of yesterday does not',
    async (_, report, seenAfter) => {
      const productId = await aProduct(fresh.db, { onHand: 5 });
      const id = await withTwo(productId);
      const placed = await placeWalkIn(staff, { id, expectedTotal: TWO }, NOW);
      if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
      const { orderId } = placed.value;
      const at = new Date(NOW.epochMilliseconds);
      await fresh.db.update(orders).set({ createdAt: at, updatedAt: at }).where(eq(orders.orderId, orderId));
      const seenAt = new Date(NOW.add({ minutes: seenAfter }).epochMilliseconds);
      const [tablet] = await fresh.db
        .insert(counterTablets)
        .values({ id: newId(), person: 'Kim Reyes', userId: staff.userId, seenAt, ...report })
        .returning();
      await endAbandonedWalkIns(NOW.add({ minutes: 31 }));
      expect((await storedOrder(fresh.db, orderId)).status).toBe('confirmed');
      await fresh.db
        .update(counterTablets)
        .set({ unsent: 0, seenAt: new Date(NOW.add({ minutes: 31 }).epochMilliseconds) });
      await endAbandonedWalkIns(NOW.add({ minutes: 32 }));
      expect((await storedOrder(fresh.db, orderId)).status, 'nothing is left to wait for').toBe('cancelled');

      const late = await placeWalkIn(staff, { id: await withTwo(productId), expectedTotal: TWO }, NOW);
      if (!late.ok) throw new Error(JSON.stringify(late.problem));
      await fresh.db
        .update(orders)
        .set({ createdAt: new Date(NOW.subtract({ hours: 24 }).epochMilliseconds), updatedAt: at })
        .where(eq(orders.orderId, late.value.orderId));
      await fresh.db.update(counterTablets).set({ unsent: 3 });
      await endAbandonedWalkIns(NOW.add({ minutes: 33 }));
      expect((await storedOrder(fresh.db, late.value.orderId)).status).toBe('cancelled');
      await fresh.db.delete(counterTablets).where(eq(counterTablets.id, tablet?.id ?? ''));
    },
  );

  test('a list that never became an order is deleted, by staff or by time', async () => {
    const [mine, forgotten] = [await started(), await started()];
    expect(await endWalkIn(other, mine)).toEqual({ ok: true, value: null });
    expect(await endWalkIn(other, mine)).toEqual({ ok: true, value: null });
    await endAbandonedWalkIns(NOW.add({ minutes: 29 }));
    expect(await fresh.db.$count(walkIns, eq(walkIns.id, forgotten))).toBe(1);
    await endAbandonedWalkIns(NOW.add({ minutes: 31 }));
    expect(await fresh.db.$count(walkIns, eq(walkIns.id, forgotten))).toBe(0);
  });
});
