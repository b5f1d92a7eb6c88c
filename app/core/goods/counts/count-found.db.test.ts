/** Lots found on the shelf in a count: empty ones, those of another category, and batches that are no lot. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import { releaseLot } from '#core/goods/stock/lots/release-lot.server.ts';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { countSheets } from '#db/schema/counts.ts';
import { lots, stockLedger } from '#db/schema/stock.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, NOW, stockOf } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { approveRow } from './approve-row.server.ts';
import { closeCount } from './close-count.server.ts';
import { countList } from './count.ts';
import { countFound } from './count-found.server.ts';
import { countRow } from './count-row.server.ts';
import { readCountRows, readSheet } from './counts-queries.server.ts';
import { readFoundProducts } from './found-products-queries.server.ts';
import { startCount } from './start-count.server.ts';

const fresh = freshShop(afterAll);
const zone = 'America/New_York';
let admin: SignedIn;
let owner: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin' });
  owner = await aPerson(fresh.db, { role: 'admin' });
  staff = await aPerson(fresh.db, { role: 'staff' });
  await aMug(fresh.db, { onHand: 1 });
});
beforeEach(async () => {
  await fresh.db.update(countSheets).set({ closedAt: sql`now()` });
});

async function aSheet(): Promise<number> {
  const started = await startCount(staff, null);
  if (!started.ok) throw new Error(started.problem.kind);
  return started.value.sheetId;
}
const lotOf = async (productId: number) =>
  (await fresh.db.select().from(lots).where(eq(lots.productId, productId)).orderBy(lots.id)).at(-1);
const found = (sheetId: number, productId: number, code: string, counted = 3, actor = staff) =>
  countFound(actor, { sheetId, productId, code, counted });
const rowOf = async (sheetId: number, rowId: number) => {
  const state = countList.parse(new URLSearchParams({ view: 'differs' }));
  return (await readCountRows(admin, sheetId, state, zone))?.rows.find(({ id }) => id === rowId);
};
async function foundRow(sheetId: number, productId: number, code: string, counted = 3): Promise<number> {
  const outcome = await found(sheetId, productId, code, counted);
  if (!outcome.ok) throw new Error(outcome.problem.kind);
  return outcome.value.rowId;
}
const approve = (sheetId: number, rowId: number, version = 1, reason: 'count' | 'return' = 'count') =>
  approveRow(admin, { sheetId, rowId, version, reason, note: '' }, NOW);
const ledgerOf = (productId: number) =>
  fresh.db.select().from(stockLedger).where(eq(stockLedger.productId, productId)).orderBy(stockLedger.id);

test('an empty lot joins the sheet by its batch number or tag, and approval books its units', async () => {
  const productId = await aMug(fresh.db, { onHand: 0 });
  const batchNumber = `Mug-${randomUUID()}`;
  const delivery = { productId, batchNumber, quantity: 2, testStatus: null, expiresOn: null };
  const received = await receiveLot(admin, { ...delivery, packageTag: `1A4${randomUUID()}` }, NOW);
  const lotId = received.ok ? received.value.lotId : 0;
  await countLot(staff, { lotId, counted: 0, expected: 2, reason: 'count', note: '' }, NOW);
  const sheetId = await aSheet();
  const before = (await readSheet(staff, sheetId, zone))?.lots ?? 0;
  const tag = (await lotOf(productId))?.packageTag ?? '';
  expect(await readFoundProducts(staff, tag.toUpperCase(), '')).toMatchObject([{ productId }]);
  const rowId = await foundRow(sheetId, productId, tag);
  expect((await readSheet(staff, sheetId, zone))?.lots).toBe(before + 1);
  expect(await rowOf(sheetId, rowId)).toMatchObject({
    ...{ lotId, batchNumber, expected: 0, counted: 3, state: 'differs' },
    found: 'Approval puts its units on sale.',
  });
  expect(await found(sheetId, productId, batchNumber.toLowerCase())).toMatchObject({
    problem: { kind: 'on-sheet' },
  });
  expect(await closeCount(admin, sheetId)).toMatchObject({ problem: { kind: 'open-differences' } });
  expect(await approve(sheetId, rowId)).toEqual({ ok: true, value: { change: 3 } });
  expect(await stockOf(fresh.db, productId)).toEqual({ onHand: 3, held: 0 });
  expect((await ledgerOf(productId)).at(-1)).toMatchObject({ reason: 'count', onHandChange: 3, lotId });
});

test('a new batch of cannabis becomes a lot that waits for its test, and stays off sale without one', async () => {
  const productId = await aProduct(fresh.db, { onHand: 0 });
  const sheetId = await aSheet();
  const code = `BVK-${randomUUID()}`;
  expect(await readFoundProducts(staff, code, '')).toEqual([]);
  expect(await readFoundProducts(staff, code, String(productId))).toMatchObject([{ productId }]);
  const rowId = await foundRow(sheetId, productId, code);
  expect(await rowOf(sheetId, rowId)).toMatchObject({
    ...{ lotId: null, batchNumber: code, expected: 0, counted: 3 },
    found: expect.stringContaining('It does not go on sale.'),
  });
  expect(await approve(sheetId, rowId, 1, 'return')).toMatchObject({ problem: { kind: 'wrong-reason' } });
  expect(await approve(sheetId, rowId)).toEqual({ ok: true, value: { change: 3 } });
  const lot = await lotOf(productId);
  expect(lot).toMatchObject({ batchNumber: code, status: 'untested', testStatus: null, onHand: 3, held: 0 });
  expect(await stockOf(fresh.db, productId)).toEqual({ onHand: 0, held: 0 });
  expect(await ledgerOf(productId)).toMatchObject([
    { reason: 'count', onHandChange: 0, setAsideChange: 3, note: `Count ${sheetId}` },
  ]);
  expect(await releaseLot(admin, { lotId: lot?.id ?? 0, reason: 'Found' }, NOW)).toMatchObject({
    problem: { kind: 'not-tested' },
  });
  expect(await closeCount(admin, sheetId)).toMatchObject({ ok: true });
});

test.each(['quarantined', 'recalled'] as const)('units found of a %s lot stay off sale', async (status) => {
  const productId = await aMug(fresh.db, { onHand: 2 });
  const lot = await lotOf(productId);
  const about = { lotId: lot?.id ?? 0, reason: 'Cracks' };
  await (status === 'recalled' ? recallLot : quarantineLot)(admin, about, NOW);
  await countLot(admin, { lotId: about.lotId, counted: 0, expected: 2, reason: 'count', note: '' }, NOW);
  const sheetId = await aSheet();
  const rowId = await foundRow(sheetId, productId, lot?.batchNumber ?? '');
  expect((await rowOf(sheetId, rowId))?.found).toContain(`This lot is ${status}.`);
  expect(await approve(sheetId, rowId)).toMatchObject({ ok: true });
  expect(await lotOf(productId)).toMatchObject({ status, onHand: 3 });
  expect(await stockOf(fresh.db, productId)).toEqual({ onHand: 0, held: 0 });
});

test('a batch received after it was found needs a new count, and is not booked twice', async () => {
  const productId = await aMug(fresh.db, { onHand: 0 });
  const sheetId = await aSheet();
  const code = `Late-${randomUUID()}`;
  const rowId = await foundRow(sheetId, productId, code);
  await receiveLot(
    admin,
    { productId, batchNumber: code, quantity: 3, testStatus: null, expiresOn: null },
    NOW,
  );
  expect(await approve(sheetId, rowId)).toMatchObject({ problem: { kind: 'recount' } });
  expect(await countRow(staff, { sheetId, rowId, counted: 3, version: 1 })).toMatchObject({ ok: true });
  expect(await approve(sheetId, rowId, 2)).toMatchObject({ problem: { kind: 'not-counted' } });
  expect((await lotOf(productId))?.onHand).toBe(3);
});

test('a lot that the sheet expects is counted in its own row', async () => {
  const productId = await aMug(fresh.db, { onHand: 4 });
  const sheetId = await aSheet();
  const before = (await readSheet(staff, sheetId, zone))?.lots;
  await foundRow(sheetId, productId, (await lotOf(productId))?.batchNumber ?? '', 5);
  expect((await readSheet(staff, sheetId, zone))?.lots).toBe(before);
});

test('when several people find one batch at once, or two admins approve it, one succeeds', async () => {
  const productId = await aMug(fresh.db, { onHand: 0 });
  const sheetId = await aSheet();
  const code = `Twice-${randomUUID()}`;
  const outcomes = await Promise.all(
    [3, 4, 5, 6].map((units) => found(sheetId, productId, units % 2 ? code : code.toUpperCase(), units)),
  );
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(outcomes.filter((each) => !each.ok && each.problem.kind === 'on-sheet')).toHaveLength(3);
  const rowId = outcomes.flatMap((each) => (each.ok ? each.value.rowId : []))[0] ?? 0;
  const approval = { sheetId, rowId, version: 1, reason: 'count', note: '' } as const;
  const approvals = await Promise.all([admin, owner, admin].map((who) => approveRow(who, approval, NOW)));
  expect(approvals.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await ledgerOf(productId)).toHaveLength(1);
});

test('guests, closed sheets, unknown products and invalid text or numbers are refused', async () => {
  const productId = await aMug(fresh.db, { onHand: 0 });
  const sheetId = await aSheet();
  const kindOf = async (outcome: ReturnType<typeof found>) => {
    const done = await outcome;
    return done.ok ? 'ok' : done.problem.kind;
  };
  expect(await kindOf(found(sheetId, productId, 'X', 1, guest as never))).toBe('not-allowed');
  expect(await readFoundProducts(guest, 'X', '')).toEqual([]);
  expect(await kindOf(found(sheetId, productId, '  '))).toBe('batch-missing');
  expect(await kindOf(found(sheetId, productId, 'A\u202eB'))).toBe('batch-invalid');
  expect(await kindOf(found(sheetId, productId, 'x'.repeat(101)))).toBe('batch-invalid');
  expect(await kindOf(found(sheetId, productId, 'X', -1))).toBe('count-invalid');
  expect(await kindOf(found(sheetId, 2_000_000_000, 'X'))).toBe('product-unknown');
  expect(await kindOf(found(999_999, productId, 'X'))).toBe('not-found');
  expect(await closeCount(admin, sheetId)).toMatchObject({ ok: true });
  expect(await kindOf(found(sheetId, productId, 'X'))).toBe('closed');
});
