/** The three-way close against a database: the ledger at the end of any day, counts, the state's file, closings. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveRow } from '#core/goods/counts/approve-row.server.ts';
import { countRow } from '#core/goods/counts/count-row.server.ts';
import { startCount } from '#core/goods/counts/start-count.server.ts';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { countRows } from '#db/schema/counts.ts';
import { dayClosings, stateFiles } from '#db/schema/reconciliation.ts';
import { lots } from '#db/schema/stock.ts';
import { systemClock } from '#kernel/time.ts';
import { openUploads } from '#platform/uploads/receive-upload.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { anOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { closeDay } from './close-day.server.ts';
import { readDay } from './day-queries.server.ts';
import { exportReconciliation } from './export-day.server.ts';
import { receiveMessage, receiveStateFile, storeStateFile } from './receive-state-file.server.ts';

const zone = 'America/New_York';
const fresh = freshShop(afterAll);
const today = systemClock().toZonedDateTimeISO(zone).toPlainDate();
let folder: string;
let ada: SignedIn;
let kim: SignedIn;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmgate-day-'));
  await openUploads(folder);
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
});
afterAll(() => rm(folder, { recursive: true }));

let tags = 0;
async function aLot(onHand = 10) {
  tags += 1;
  const tag = `1A4${String(tags).padStart(21, '0')}`;
  const productId = await aProduct(fresh.db, { onHand });
  const [lot] = await fresh.db
    .update(lots)
    .set({ packageTag: tag })
    .where(eq(lots.productId, productId))
    .returning({ lotId: lots.id });
  if (!lot) throw new Error('no lot');
  return { productId, tag, lotId: lot.lotId };
}

async function read(day = today) {
  const found = await readDay(ada, day, zone);
  if (!found) throw new Error('refused');
  return found;
}
const lotIn = async (lotId: number, day = today) => (await read(day)).lots.find((lot) => lot.lotId === lotId);
const kindsOf = async (lotId: number) => (await lotIn(lotId))?.differences.map(({ kind }) => kind);

async function count(lotId: number, counted: number) {
  const sheet = await startCount(kim, null);
  const sheetId = sheet.ok ? sheet.value.sheetId : await newestSheet();
  const [row] = await fresh.db
    .select()
    .from(countRows)
    .where(and(eq(countRows.sheetId, sheetId), eq(countRows.lotId, lotId)));
  if (!row) throw new Error('the lot is not on the sheet');
  expect(await countRow(kim, { sheetId, rowId: row.id, counted, version: row.version })).toMatchObject({
    ok: true,
  });
  return { sheetId, rowId: row.id, version: row.version + 1 };
}

async function newestSheet(): Promise<number> {
  const { rows } = await fresh.db.execute<{ id: number }>(sql`select max(id) as id from count_sheets`);
  return rows[0]?.id ?? 0;
}

const closeSheets = () =>
  fresh.db.execute(
    sql`update count_sheets set closed_at = now(), closed_by_name = 'Kim' where closed_at is null`,
  );

const store = (packages: { tag: string; quantity: number | null }[], key = randomUUID(), day = today) =>
  storeStateFile(
    ada,
    { key, day },
    packages.map((each) => ({ ...each, item: 'Jar', unit: each.quantity === null ? 'Grams' : 'Each' })),
  );

test('the ledger of a past day is what was in the building at its end, also when clocks change', async () => {
  const { lotId, productId } = await aLot(0);
  // Mar 14, 2027 has 23 hours: it ends at 04:00Z. Nov 7, 2027 has 25: it ends at 05:00Z on the 8th.
  for (const [at, units] of [
    ['2027-03-14T04:59:59Z', 5],
    ['2027-03-14T12:00:00Z', 2],
    ['2027-03-15T03:59:59Z', -1],
    ['2027-03-15T04:00:00Z', 3],
    ['2027-11-08T04:59:59Z', 4],
    ['2027-11-08T05:00:00Z', -2],
  ] as const)
    await fresh.db.execute(sql`
      insert into stock_ledger (product_id, lot_id, on_hand_change, reason, created_at)
      values (${productId}, ${lotId}, ${units}, 'adjustment', ${at})`);
  await fresh.db.execute(sql`update lots set on_hand = 11 where id = ${lotId}`);
  await fresh.db.execute(sql`update product_stock set on_hand = 11 where product_id = ${productId}`);
  const at = async (text: string) => (await lotIn(lotId, Temporal.PlainDate.from(text)))?.ledger;
  expect(await at('2027-03-13')).toBe(5);
  expect(await at('2027-03-14')).toBe(6);
  expect(await at('2027-03-15')).toBe(9);
  expect(await at('2027-11-07')).toBe(13);
  expect(await at('2027-11-08')).toBe(11);
});

test('a count of the day is the shelf; its difference is open until an admin approves it', async () => {
  const { lotId } = await aLot();
  expect(await lotIn(lotId)).toMatchObject({ ledger: 10, shelf: null, differences: [] });
  const row = await count(lotId, 8);
  expect(await lotIn(lotId)).toMatchObject({
    ...{ ledger: 10, shelf: 8, sheetId: row.sheetId },
    differences: [{ kind: 'shelf', units: -2 }],
  });
  expect(await approveRow(ada, { ...row, reason: 'damaged', note: '' })).toMatchObject({ ok: true });
  expect(await lotIn(lotId)).toMatchObject({ ledger: 8, shelf: 8, differences: [] });
  await closeSheets();
});

test('what is sold after a count is no difference', async () => {
  const { lotId, productId } = await aLot();
  await count(lotId, 10);
  await fresh.db.execute(sql`
    insert into stock_ledger (product_id, lot_id, on_hand_change, reason, order_id)
    values (${productId}, ${lotId}, -3, 'sale', ${randomUUID()})`);
  await fresh.db.execute(sql`update lots set on_hand = 7 where id = ${lotId}`);
  await fresh.db.execute(sql`update product_stock set on_hand = 7 where product_id = ${productId}`);
  expect(await lotIn(lotId)).toMatchObject({ ledger: 7, shelf: 7, differences: [] });
  await closeSheets();
});

test('a count before someone changed the units by hand is not the shelf any more', async () => {
  const { lotId } = await aLot();
  await count(lotId, 9);
  const adjusted = { lotId, counted: 9, expected: 10, reason: 'damaged', note: '' } as const;
  expect(await countLot(ada, adjusted)).toMatchObject({ ok: true });
  expect(await lotIn(lotId)).toMatchObject({ ledger: 9, shelf: null, differences: [] });
  await closeSheets();
});

test('the newest file of the day counts; one of another day does not; the same form counts once', async () => {
  const { lotId, tag } = await aLot();
  await store([{ tag, quantity: 10 }], randomUUID(), today.subtract({ days: 1 }));
  expect((await read()).file).toBeNull();
  const key = randomUUID();
  for (let again = 0; again < 3; again += 1)
    expect(await store([{ tag, quantity: 12 }], key)).toMatchObject({ ok: true, value: { packages: 1 } });
  expect(await fresh.db.$count(stateFiles, eq(stateFiles.key, key))).toBe(1);
  expect(await lotIn(lotId)).toMatchObject({ state: 12 });
  expect(await kindsOf(lotId)).toEqual(['state']);
  await store([{ tag, quantity: 10 }]);
  expect(await lotIn(lotId)).toMatchObject({ state: 10, differences: [] });
  expect((await read(today.subtract({ days: 1 }))).file).toMatchObject({ packages: 1, by: 'Ada Owner' });
});

const upload = (csv: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ day: today.toString(), key: randomUUID(), ...more }))
    form.set(name, value);
  form.set('file', new File([csv], 'packages.csv', { type: 'text/csv' }));
  return new Request('http://localhost/admin/state-files', { method: 'POST', body: form });
};
const answered = async (csv: string | Uint8Array<ArrayBuffer>, more?: Record<string, string>) => {
  const outcome = await receiveStateFile(ada, upload(csv, more));
  return outcome.ok ? outcome.value.packages : receiveMessage(outcome.problem);
};
const head = 'Tag,Item,Quantity,Unit of Measure\r\n';

test('a file is stored whole, or refused with its line and reason and not at all', async () => {
  const before = await fresh.db.$count(stateFiles);
  const tag = '1A4999999999999999999999';
  expect(await answered(`${head}${tag},Jar,4,Each\r\n17,Jar,1,Each\r\n`)).toBe(
    'Nothing was saved. Line 3: ‘17’ is not a package tag of 24 letters and digits.',
  );
  expect(await answered(`${head}"${tag},Jar`)).toBe('The quote that opens on line 2 is never closed.');
  expect(await answered(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).toContain('not a CSV file');
  expect(await answered('')).toBe('Choose a CSV file first.');
  expect(await answered(`${head}${tag},Jar,4,Each\r\n`, { day: '2026-02-30' })).toBe(
    'Choose today or an earlier day.',
  );
  expect(await answered(`${head}${tag},Jar,4,Each\r\n`, { key: 'x' })).toBe(
    'Choose today or an earlier day.',
  );
  const tomorrow = today.add({ days: 1 }).toString();
  expect(await answered(`${head}${tag},Jar,4,Each\r\n`, { day: tomorrow })).toBe(
    'Choose today or an earlier day.',
  );
  expect(await answered(head + 'x'.repeat(5_200_000))).toContain('larger than 5 MB');
  expect(await fresh.db.$count(stateFiles)).toBe(before);
  expect(await answered(`${head}${tag},"=cmd|' /C calc'!A0",4,Each\r\n`)).toBe(1);
  expect((await read()).onlyAtState).toMatchObject([{ tag, quantity: 4, item: "=cmd|' /C calc'!A0" }]);
  expect(await receiveStateFile(kim, upload(head))).toMatchObject({ problem: { kind: 'not-allowed' } });
});

test('a day is closed with what is open and why; without a reason it is not', async () => {
  const { tag } = await aLot(6);
  await store([{ tag, quantity: 7 }]);
  const { fingerprint: seen } = await read();
  const close = (more: Partial<Parameters<typeof closeDay>[1]> = {}) =>
    closeDay(ada, { key: randomUUID(), day: today, note: 'The state corrects it tomorrow', seen, ...more });
  expect(await close({ note: ' ' })).toMatchObject({ problem: { kind: 'note-missing' } });
  expect(await close({ note: 'a\u202eb' })).toMatchObject({ problem: { kind: 'note-invalid' } });
  expect(await close({ day: today.add({ days: 1 }) })).toMatchObject({ problem: { kind: 'future' } });
  expect(await closeDay(kim, { key: randomUUID(), day: today, note: 'x', seen })).toMatchObject({
    problem: { kind: 'not-allowed' },
  });
  const key = randomUUID();
  const outcomes = await Promise.all([close({ key }), close({ key }), close({ key })]);
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true]);
  const stored = await fresh.db.select().from(dayClosings).where(eq(dayClosings.key, key));
  expect(stored).toMatchObject([
    { day: today.toString(), note: 'The state corrects it tomorrow', closedByName: 'Ada Owner' },
  ]);
  expect(stored[0]?.open).toContainEqual(
    expect.objectContaining({ what: 'The state has 7 units, the ledger 6 units', cure: 'Count it first' }),
  );
  expect(await fresh.db.$count(auditLog, eq(auditLog.action, 'day.closed'))).toBe(1);
  // The page has not seen that closing.
  expect(await close()).toMatchObject({ problem: { kind: 'changed' } });
  expect(await close({ seen: (await read()).fingerprint })).toMatchObject({ ok: true });
  expect((await read()).closings.map(({ attempt }) => attempt)).toEqual([2, 1]);
});

test('a unit that moves between the look and the press refuses the closing', async () => {
  const { productId } = await aLot(5);
  const { fingerprint: seen } = await read();
  const { lotId } = await aLot(1);
  expect(await closeDay(ada, { key: randomUUID(), day: today, note: 'Fine', seen })).toMatchObject({
    problem: { kind: 'changed' },
  });
  // A reservation moves nothing in the building.
  const now = await read();
  await anOrder(await aPerson(fresh.db), [[productId, 1]]);
  expect((await read()).fingerprint).toBe(now.fingerprint);
  expect(lotId).toBeGreaterThan(0);
});

test('of two admins who close a day at once, one does', async () => {
  const bo = await aPerson(fresh.db, { role: 'admin' });
  const { fingerprint: seen } = await read();
  const both = await Promise.all(
    [ada, bo].map((admin) => closeDay(admin, { key: randomUUID(), day: today, note: 'Fine', seen })),
  );
  expect(both.map((each) => (each.ok ? 'closed' : each.problem.kind)).sort()).toEqual(['changed', 'closed']);
});

test('in the export of a day, opening and what moved add up to closing for every lot', async () => {
  const { lotId } = await aLot(9);
  await countLot(ada, { lotId, counted: 8, expected: 9, reason: 'waste', note: 'Broken jar' });
  const exported = await exportReconciliation(ada, today, zone);
  if (!exported.ok) throw new Error('refused');
  const rows = exported.value.filter(({ opening }) => opening !== null);
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) {
    const parts = [
      row.opening,
      row.received,
      row.sold,
      row.returned,
      row.waste,
      row.damaged,
      row.sample,
      row.theft,
    ];
    const sum = [...parts, row.counted, row.moved].reduce<number>((all, units) => all + Number(units), 0);
    expect({ batch: row.packageTag, sum }).toEqual({ batch: row.packageTag, sum: row.ledger });
  }
  expect(rows).toContainEqual(expect.objectContaining({ opening: 0, received: 9, waste: -1, ledger: 8 }));
  expect(await exportReconciliation(kim, today, zone)).toMatchObject({ problem: { kind: 'not-allowed' } });
});

test('closings, files and packages are never changed or deleted', async () => {
  for (const table of ['day_closings', 'state_files', 'state_packages'])
    await expect(fresh.db.execute(sql`delete from ${sql.identifier(table)}`)).rejects.toThrow();
});

test('staff read nothing of it', async () => {
  expect(await readDay(kim, today, zone)).toBeNull();
});
