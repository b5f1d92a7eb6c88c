/** Tests that each unit of an order is packed once, by one person, and is free again when it leaves the bag. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { lots, packedUnits, stockLedger } from '#db/schema/stock.ts';
import { newId } from '#kernel/ids.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, auditOf, edit, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { changeOrderStatus } from '../change-order-status.server.ts';
import { handOverOrder } from '../hand-over/hand-over-order.server.ts';
import { readScannedCode } from '../scan/scanned-code.ts';
import { readBagUnits } from './bag-queries.server.ts';
import { packMessage } from './pack-problem.ts';
import { type PackInput, packUnit } from './pack-unit.server.ts';
import { startPacking } from './start-packing.server.ts';
import { takeOutUnit } from './take-out-unit.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
let kim: SignedIn;
let lee: SignedIn;
let customer: SignedIn;
beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin' });
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  lee = await aPerson(fresh.db, { role: 'staff', name: 'Lee Ford' });
  customer = await aPerson(fresh.db, { name: 'Wren Hale' });
});

let lastTag = 0;
/** A lot with a package tag; answers its id, its tag, and its units' codes as a scanner reads them. */
async function aLot(productId: number, quantity: number, expiresOn: string | null = null) {
  lastTag += 1;
  const tag = `1A4FF0100000022${String(lastTag).padStart(9, '0')}`;
  const batchNumber = `T-${lastTag}`;
  const delivery = { productId, batchNumber, quantity, testStatus: null, expiresOn };
  const received = await receiveLot(admin, delivery, NOW);
  if (!received.ok) throw new Error(received.problem.kind);
  const { lotId } = received.value;
  await fresh.db.update(lots).set({ packageTag: tag }).where(eq(lots.id, lotId));
  return {
    lotId,
    tag,
    batchNumber,
    unit: (number: number) => `HTTPS://1A4.COM/${base36(`${tag}${number.toString(16).padStart(2, '0')}`)}`,
  };
}
const base36 = (hex: string) => BigInt(`0x${hex}`).toString(36).toUpperCase();

/** A product whose only lot is tagged, in an order that Kim packs. */
async function packing(quantity: number, onHand = quantity) {
  const productId = await aMug(fresh.db, { onHand: 0, upcCode: upc() });
  const lot = await aLot(productId, onHand, '2026-12-01');
  const orderId = await order(productId, quantity);
  return { productId, orderId, lot };
}
async function order(productId: number, quantity: number): Promise<string> {
  const orderId = await anOrder(customer, [[productId, quantity]]);
  await startPacking(kim, { orderId, takeOver: false }, NOW);
  return orderId;
}
let lastUpc = 40_000_000_000;
function upc(): string {
  const digits = String(++lastUpc);
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const scan = (who: SignedIn, orderId: string, text: string, more: Partial<PackInput> = {}) =>
  packUnit(
    who,
    { orderId, key: newId(), code: readScannedCode(text, 'shop.example'), otherLotBecause: '', ...more },
    NOW,
  );
/** The title of a refusal; null if it was packed. */
const saidOf = (outcome: Awaited<ReturnType<typeof packUnit>>) =>
  outcome.ok ? null : packMessage(outcome.problem).title;
const said = async (...scanned: Parameters<typeof scan>) => saidOf(await scan(...scanned));
/** By lot: units, and how many of them are in the bag. */
async function bagOf(orderId: string) {
  const { rows } = await fresh.db.execute<{ lot: number; units: number; packed: number }>(sql`
    select share.lot_id as lot, share.quantity as units, share.packed from orders
    join order_items as line on line.order_id = orders.id
    join reservation_lots as share on share.reservation_id = line.reservation_id
    where orders.order_id = ${orderId} order by share.lot_id`);
  return rows.map(({ lot, units, packed }) => [lot, units, packed]);
}
const unitsOf = async (orderId: string) =>
  readBagUnits(fresh.db, [(await storedOrder(fresh.db, orderId)).id]);
const lineOf = async (orderId: string) =>
  (await storedOrder(fresh.db, orderId)).items[0]?.reservationId ?? '';
const ready = (who: SignedIn, orderId: string) =>
  changeOrderStatus(who, { orderId, to: 'ready', reason: '', version: null }, NOW);

describe('a scan packs one unit', () => {
  test('by UPC, batch number, package tag, Retail Item ID or our own label; and records who and when', async () => {
    const { orderId, productId, lot } = await packing(6, 9);
    const { rows } = await fresh.db.execute<{ upc: string }>(
      sql`select upc_code as upc from products where id = ${productId}`,
    );
    const codes = [
      rows[0]?.upc ?? '',
      `0${rows[0]?.upc}`,
      lot.batchNumber.toLowerCase(),
      lot.tag,
      lot.unit(7),
    ];
    for (const [at, code] of codes.entries())
      expect(await scan(kim, orderId, code)).toMatchObject({
        ok: true,
        value: { packed: at + 1, quantity: 6, isAll: false },
      });
    const [{ publicCode } = { publicCode: '' }] = await fresh.db
      .select({ publicCode: lots.publicCode })
      .from(lots)
      .where(eq(lots.id, lot.lotId));
    const label = `https://shop.example/lots/${publicCode}`;
    expect(await scan(kim, orderId, label)).toMatchObject({ ok: true, value: { packed: 6, isAll: true } });
    expect(await bagOf(orderId)).toEqual([[lot.lotId, 6, 6]]);
    const units = await unitsOf(orderId);
    expect(units).toHaveLength(6);
    expect(units.map(({ retailUnit }) => retailUnit).filter(Boolean)).toEqual([`${lot.tag}07`]);
    expect(units[0]).toMatchObject({ packedBy: 'Kim Reyes', packedAt: NOW.epochMilliseconds });
    expect(await said(kim, orderId, lot.tag)).toBe('Too many');
    expect(await ready(kim, orderId)).toMatchObject({ ok: true });
  });

  test('once, however often it is sent', async () => {
    const { orderId, lot } = await packing(3);
    const key = newId();
    for (let again = 0; again < 3; again += 1)
      expect(await scan(kim, orderId, lot.tag, { key })).toMatchObject({ ok: true, value: { packed: 1 } });
    const other = await packing(1);
    expect(await said(kim, other.orderId, other.lot.tag, { key })).toBe('Order changed');
  });

  test('of the order alone: passes, licenses, other hosts and other products pack nothing', async () => {
    const { orderId, lot } = await packing(1);
    const other = await packing(1);
    const { passCode } = await storedOrder(fresh.db, other.orderId);
    expect(await said(kim, orderId, passCode)).toBe('Another order');
    expect(await said(kim, orderId, (await storedOrder(fresh.db, orderId)).passCode)).toBe('This order');
    expect(await said(kim, orderId, other.orderId)).toBe('Another order');
    expect(await said(kim, orderId, other.lot.unit(1))).toBe('Wrong product');
    expect(await said(kim, orderId, lot.unit(1).replace('1A4.COM', '1A4.COM.EVIL.EXAMPLE'))).toBe(
      'Unknown code',
    );
    expect(await said(kim, orderId, '@ANSI 636001070002DL')).toBe('Unknown code');
    expect(await said(kim, orderId, '1A4FF0100000022999999999')).toBe('Unknown code');
    expect(await bagOf(orderId)).toEqual([[lot.lotId, 1, 0]]);
  });
});

describe('a unit with a code of its own', () => {
  test('is in one bag, and free again when it is taken out, or its order is canceled', async () => {
    const { orderId, productId, lot } = await packing(2, 10);
    const second = await order(productId, 2);
    const unit = lot.unit(1);
    expect(await said(kim, orderId, unit)).toBeNull();
    expect(await said(kim, orderId, unit)).toBe('Packed already');
    expect(await said(kim, second, unit)).toBe('Packed already');
    const [packed] = await unitsOf(orderId);
    expect(await takeOutUnit(kim, { orderId, unitId: packed?.id ?? '' }, NOW)).toMatchObject({
      value: { packed: 0 },
    });
    expect((await auditOf(fresh.db, orderId)).at(-1)).toMatchObject({
      action: 'order.unit-taken-out',
      before: { batchNumber: lot.batchNumber, retailItemId: `${lot.tag}01`, packer: 'Kim Reyes' },
    });
    expect(await takeOutUnit(kim, { orderId, unitId: packed?.id ?? '' }, NOW)).toMatchObject({
      problem: { kind: 'changed' },
    });
    expect(await said(kim, second, unit)).toBeNull();
    await changeOrderStatus(kim, { orderId: second, to: 'cancelled', reason: 'Trial', version: null }, NOW);
    expect(await said(kim, second, lot.unit(2))).toBe('Canceled');
    expect(await said(kim, orderId, unit)).toBeNull();
  });

  test('that was sold is never packed again', async () => {
    const { orderId, productId, lot } = await packing(1, 5);
    await scan(kim, orderId, lot.unit(3));
    await ready(kim, orderId);
    const { version } = await storedOrder(fresh.db, orderId);
    const id = { idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: false };
    expect(await handOverOrder(kim, orderId, { ...id, version, cashReceived: 100_000 }, NOW)).toMatchObject({
      ok: true,
    });
    expect(await said(kim, await order(productId, 1), lot.unit(3))).toBe('Sold already');
  });

  test('is packed once by two tablets at the same moment, and once by two orders', async () => {
    const { orderId, productId, lot } = await packing(4, 40);
    const second = await order(productId, 4);
    for (let number = 1; number <= 4; number += 1) {
      const outcomes = await Promise.all(
        [orderId, orderId, second].map((id) => said(kim, id, lot.unit(number))),
      );
      expect(outcomes.filter((title) => title === null)).toHaveLength(1);
      expect(outcomes.filter((title) => title === 'Packed already')).toHaveLength(2);
    }
    expect(await fresh.db.$count(packedUnits, eq(packedUnits.lotId, lot.lotId))).toBe(4);
  });
});

test('of 60 scans at once of an order of five, five pack', async () => {
  const { orderId, lot } = await packing(5, 300);
  const outcomes = await Promise.all(Array.from({ length: 60 }, () => said(kim, orderId, lot.tag)));
  expect(outcomes.filter((title) => title === null)).toHaveLength(5);
  expect(outcomes.filter((title) => title === 'Too many')).toHaveLength(55);
  expect(await bagOf(orderId)).toEqual([[lot.lotId, 5, 5]]);
  expect(await unitsOf(orderId)).toHaveLength(5);
});

test('one person packs: another reads who it is, and customers read nothing', async () => {
  const { orderId, lot } = await packing(1);
  expect(await said(lee, orderId, lot.tag)).toBe('Kim Reyes packs this order');
  expect(await said(customer, orderId, lot.tag)).toBe('Not allowed');
  await startPacking(lee, { orderId, takeOver: true }, NOW);
  expect(await said(kim, orderId, lot.tag)).toBe('Lee Ford packs this order');
  expect(await said(lee, orderId, lot.tag)).toBeNull();
  const untouched = await anOrder(customer, [[await aMug(fresh.db), 1]]);
  expect(await said(kim, untouched, lot.tag)).toBe('Not started');
  expect(await said(kim, 'ORD999999', lot.tag)).toBe('Not found');
});

test('another lot takes the place of the first to expire for a reason, and the hold moves with it', async () => {
  const { orderId, productId, lot } = await packing(2, 5);
  const later = await aLot(productId, 1, '2027-03-01');
  expect(await said(kim, orderId, later.tag)).toBe('Wrong batch');
  expect(await bagOf(orderId)).toEqual([[lot.lotId, 2, 0]]);
  await scan(kim, orderId, lot.unit(1));
  const otherLotBecause = 'Not on the shelf';
  expect(await scan(kim, orderId, later.unit(1), { otherLotBecause })).toMatchObject({
    value: { isAll: true },
  });
  expect(await bagOf(orderId)).toEqual([
    [lot.lotId, 1, 1],
    [later.lotId, 1, 1],
  ]);
  expect((await unitsOf(orderId)).map(({ retailUnit }) => retailUnit)).toEqual([
    `${lot.tag}01`,
    `${later.tag}01`,
  ]);
  expect((await auditOf(fresh.db, orderId)).at(-1)).toMatchObject({
    action: 'order.lot-changed',
    before: { batchNumber: lot.batchNumber },
    after: { batchNumber: later.batchNumber },
    reason: otherLotBecause,
  });
  const moved = await fresh.db.$count(stockLedger, eq(stockLedger.note, otherLotBecause));
  expect(moved).toBeGreaterThan(0);
  // Its last unit is held now.
  expect(await said(kim, await order(productId, 1), later.tag, { otherLotBecause })).toBe('Wrong batch');
});

test('a lot that leaves sale leaves the bag, and its units cannot be packed', async () => {
  for (const [leave, title] of [
    [recallLot, 'Recalled'],
    [quarantineLot, 'Quarantined'],
  ] as const) {
    const { orderId, productId, lot } = await packing(2, 5);
    const spare = await aLot(productId, 5, '2027-03-01');
    await scan(kim, orderId, lot.unit(1));
    await leave(admin, { lotId: lot.lotId, reason: 'Look again' }, NOW);
    expect(await bagOf(orderId)).toEqual([[spare.lotId, 2, 0]]);
    expect(await unitsOf(orderId)).toEqual([]);
    expect(await said(kim, orderId, lot.unit(1), { otherLotBecause: 'It is in the bag' })).toBe(title);
    expect(await said(kim, orderId, spare.unit(1))).toBeNull();
  }
});

test('an edit, and a loss of units, leave the units that stay in the bag', async () => {
  const { orderId, productId, lot } = await packing(3, 5);
  for (const number of [1, 2]) await scan(kim, orderId, lot.unit(number));
  await edit(fresh.db, kim, orderId, { to: [[productId, 4]] });
  expect((await unitsOf(orderId)).map(({ retailUnit }) => retailUnit)).toEqual([
    `${lot.tag}01`,
    `${lot.tag}02`,
  ]);
  await edit(fresh.db, kim, orderId, { to: [[productId, 1]] });
  expect((await unitsOf(orderId)).map(({ retailUnit }) => retailUnit)).toEqual([`${lot.tag}01`]);
  await edit(fresh.db, kim, orderId, { to: [[productId, 4]] });
  // The one that left the bag is free again.
  expect(await said(kim, orderId, lot.unit(2))).toBeNull();
  await aLot(productId, 5, '2027-03-01');
  await countLot(kim, { lotId: lot.lotId, counted: 1, expected: 5, reason: 'damaged', note: '' }, NOW);
  expect((await unitsOf(orderId)).map(({ retailUnit }) => retailUnit)).toEqual([`${lot.tag}01`]);
  await edit(fresh.db, kim, orderId, { to: [[productId, 1]] });
  expect(await bagOf(orderId)).toEqual([[lot.lotId, 1, 1]]);
});

test('without a scan: one of a line, or all; a ready order is packed again after a unit is taken out', async () => {
  const { orderId, lot } = await packing(3);
  const reservationId = await lineOf(orderId);
  const press = (all: boolean) => packUnit(kim, { orderId, key: newId(), reservationId, all }, NOW);
  expect(await press(false)).toMatchObject({ value: { packed: 1 } });
  expect(await press(true)).toMatchObject({ value: { packed: 3, isAll: true } });
  expect(saidOf(await press(true))).toBe('Too many');
  await ready(kim, orderId);
  expect(saidOf(await press(false))).toBe('Too many');
  const { version } = await storedOrder(fresh.db, orderId);
  const [unit] = await unitsOf(orderId);
  expect(await takeOutUnit(lee, { orderId, unitId: unit?.id ?? '' }, NOW)).toMatchObject({
    value: { packed: 2 },
  });
  expect(await storedOrder(fresh.db, orderId)).toMatchObject({
    status: 'packing',
    packerName: 'Lee Ford',
    version: version + 1,
  });
  expect(await bagOf(orderId)).toEqual([[lot.lotId, 3, 2]]);
});

test('units that were packed all at once are taken out by number', async () => {
  const { orderId, lot } = await packing(2);
  await ready(kim, orderId);
  const out = { orderId, reservationId: await lineOf(orderId), lotId: lot.lotId, packed: 2 };
  const outcomes = await Promise.all([takeOutUnit(kim, out, NOW), takeOutUnit(kim, out, NOW)]);
  expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(await bagOf(orderId)).toEqual([[lot.lotId, 2, 1]]);
});
