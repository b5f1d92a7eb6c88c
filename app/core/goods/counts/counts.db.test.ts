/** Count sheets: blind rows, sales while counting, approval, and people who work at the same time. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { countRows, countSheets } from '#db/schema/counts.ts';
import { lots, stockLedger } from '#db/schema/stock.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { anOrder, NOW } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { approveAll, approveRow } from './approve-row.server.ts';
import { closeCount } from './close-count.server.ts';
import { countList } from './count.ts';
import { countRow } from './count-row.server.ts';
import { readCountRows, readSheet } from './counts-queries.server.ts';
import { startCount } from './start-count.server.ts';

const fresh = freshShop(afterAll);
const zone = 'America/New_York';
let admin: SignedIn;
let owner: SignedIn;
let staff: SignedIn;
let customer: SignedIn;
beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin' });
  owner = await aPerson(fresh.db, { role: 'admin' });
  staff = await aPerson(fresh.db, { role: 'staff' });
  customer = await aPerson(fresh.db);
});
beforeEach(async () => {
  await fresh.db.update(countSheets).set({ closedAt: sql`now()` });
});

/** A sheet of everything, and its row of a lot with so many units. */
async function aSheet(onHand: number) {
  const productId = await aProduct(fresh.db, { onHand });
  const started = await startCount(staff, null);
  if (!started.ok) throw new Error(started.problem.kind);
  const { sheetId } = started.value;
  const [row] = await fresh.db.select().from(countRows).where(eq(countRows.productId, productId));
  if (!row) throw new Error('no row');
  const { id: rowId, lotId } = { ...row, lotId: row.lotId ?? 0 };
  const count = (counted: number | null, version = 0, actor = staff) =>
    countRow(actor, { sheetId, rowId, counted, version });
  const approve = (version = 1, actor = admin, reason: 'count' | 'theft' = 'count') =>
    approveRow(
      actor,
      { sheetId, rowId, version, reason, note: reason === 'theft' ? 'Lock was open' : '' },
      NOW,
    );
  return { productId, sheetId, rowId, lotId, count, approve };
}
const lotOf = async (lotId: number) => (await fresh.db.select().from(lots).where(eq(lots.id, lotId)))[0];
const rowOf = async (sheetId: number, rowId: number, actor = staff) =>
  (await readCountRows(actor, sheetId, countList.parse(new URLSearchParams()), zone))?.rows.find(
    ({ id }) => id === rowId,
  );

test('a row shows no expected units before it is counted, and no cost to staff', async () => {
  const { sheetId, rowId, count } = await aSheet(10);
  expect(await rowOf(sheetId, rowId, admin)).toMatchObject({
    expected: null,
    value: null,
    state: 'to-count',
  });
  expect(await count(8)).toMatchObject({ ok: true });
  expect(await rowOf(sheetId, rowId)).toMatchObject({
    expected: 10,
    counted: 8,
    value: null,
    state: 'differs',
  });
  expect((await rowOf(sheetId, rowId, admin))?.value).toEqual(expect.any(Number));
});

test('sales before and after the count make no difference, and reserved units count', async () => {
  const { productId, lotId, count, approve } = await aSheet(10);
  await anOrder(customer, [[productId, 3]]);
  expect(await count(9)).toMatchObject({ ok: true });
  await anOrder(customer, [[productId, 2]]);
  expect(await approve()).toEqual({ ok: true, value: { change: -1 } });
  expect(await lotOf(lotId)).toMatchObject({ onHand: 9, held: 5 });
  const ledger = await fresh.db.select().from(stockLedger).where(eq(stockLedger.lotId, lotId));
  expect(ledger.filter(({ reason }) => reason === 'count')).toMatchObject([{ onHandChange: -1 }]);
  expect(await approve(2)).toMatchObject({ problem: { kind: 'changed' } });
});

test('a lot adjusted after its count needs a new count, and is not overwritten', async () => {
  const { lotId, count, approve } = await aSheet(10);
  await count(8);
  await countLot(staff, { lotId, counted: 9, expected: 10, reason: 'damaged', note: '' }, NOW);
  expect(await approve()).toMatchObject({ problem: { kind: 'recount' } });
  expect(await lotOf(lotId)).toMatchObject({ onHand: 9 });
  expect(await count(9, 1)).toMatchObject({ ok: true });
  expect(await approve(2)).toMatchObject({ problem: { kind: 'not-counted' } });
});

test('staff cannot approve, and an admin cannot approve their own count while the store has another admin', async () => {
  const { count, approve, lotId } = await aSheet(10);
  await count(8, 0, admin);
  expect(await approve(1, staff)).toMatchObject({ problem: { kind: 'not-allowed' } });
  expect(await approve(1, admin)).toMatchObject({ problem: { kind: 'own-count' } });
  expect(await lotOf(lotId)).toMatchObject({ onHand: 10 });
  expect(await approve(1, owner, 'theft')).toMatchObject({ ok: true });
  const ledger = await fresh.db.select().from(stockLedger).where(eq(stockLedger.lotId, lotId));
  expect(ledger.at(-1)).toMatchObject({ reason: 'theft', onHandChange: -2, note: 'Lock was open' });
});

test('a difference that takes reserved units cannot be approved, because someone must choose whose', async () => {
  const { productId, lotId, count, approve } = await aSheet(3);
  await anOrder(customer, [[productId, 3]]);
  await count(2);
  expect(await approve()).toMatchObject({ problem: { kind: 'choose' } });
  expect(await lotOf(lotId)).toMatchObject({ onHand: 3, held: 3 });
});

test('when two people count one row, or two admins approve it, one succeeds and the other gets a message', async () => {
  const { count, approve, lotId } = await aSheet(10);
  const colleague = await aPerson(fresh.db, { role: 'staff' });
  const counts = await Promise.all([count(8), count(7, 0, colleague), count(6, 0, colleague)]);
  expect(counts.filter(({ ok }) => ok)).toHaveLength(1);
  expect(counts.filter((each) => !each.ok && each.problem.kind === 'changed')).toHaveLength(2);
  const approvals = await Promise.all([approve(1, admin), approve(1, owner), approve(1, admin)]);
  expect(approvals.filter(({ ok }) => ok)).toHaveLength(1);
  const lot = await lotOf(lotId);
  const ledger = await fresh.db.select().from(stockLedger).where(eq(stockLedger.lotId, lotId));
  expect(ledger.filter(({ reason }) => reason === 'count')).toHaveLength(1);
  expect(lot?.onHand).toBeLessThan(10);
});

test('approval during checkouts removes the difference from the lot and leaves reserved units reserved', async () => {
  const { productId, lotId, count, approve } = await aSheet(30);
  await count(25);
  const buyers = await Promise.all(Array.from({ length: 10 }, () => aPerson(fresh.db)));
  const [approved] = await Promise.all([
    approve(),
    ...buyers.map((buyer) => anOrder(buyer, [[productId, 2]]).catch(() => null)),
  ]);
  expect(approved).toMatchObject({ ok: true });
  expect(await lotOf(lotId)).toMatchObject({ onHand: 25, held: 20 });
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('a sheet closes without open differences and then takes no counts; each category has one open sheet', async () => {
  const { sheetId, count } = await aSheet(10);
  expect(await startCount(staff, null)).toMatchObject({ problem: { kind: 'already-open' } });
  await count(8);
  expect(await closeCount(staff, sheetId)).toMatchObject({ problem: { kind: 'not-allowed' } });
  expect(await closeCount(admin, sheetId)).toMatchObject({ problem: { kind: 'open-differences' } });
  expect(await approveAll(admin, sheetId)).toEqual({ approved: 1, refused: [] });
  expect(await closeCount(admin, sheetId)).toMatchObject({ ok: true });
  expect(await count(9, 2)).toMatchObject({ problem: { kind: 'closed' } });
  expect(await readSheet(staff, sheetId, zone)).toMatchObject({ counted: 1, differs: 0 });
  for (const actor of [guest, customer]) {
    expect(await startCount(actor, null)).toMatchObject({ problem: { kind: 'not-allowed' } });
    expect(await readSheet(actor, sheetId, zone)).toBeNull();
  }
});

test('when two people start the same count at once, one succeeds', async () => {
  await aProduct(fresh.db, { onHand: 1 });
  const started = await Promise.all([startCount(staff, null), startCount(admin, null)]);
  expect(started.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await startCount(staff, 999_999)).toMatchObject({ problem: { kind: 'not-found' } });
});
