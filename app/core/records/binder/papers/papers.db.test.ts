/** Papers for an inspector have the rows of their days and their lot, in order, and no customer’s name. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { idChecks, orders } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { anOrder, bringTo, storedOrder } from '#tests/support/orders.ts';
import { pdfWords } from '#tests/support/pdf-text.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { exportBatchSheet, exportRecordsPaper } from './export-papers.server.ts';
import { MOST_ROWS, paperCell, paperDay, paperTables, paperWords } from './paper-table.ts';

const fresh = freshShop(afterAll);
let ada: SignedIn;
let jar: number;
let lotId: number;
const numbers: string[] = [];

beforeAll(async () => {
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  jar = await aProduct(fresh.db, { name: 'Kestrel Moon', onHand: 20, limitMg: 1 });
  const [lot] = await fresh.db
    .update(lots)
    .set({ batchNumber: 'KM-2026-07', labName: 'Hudson Labs', testStatus: 'TestPassed', grownIn: 'Field 3' })
    .where(eq(lots.productId, jar))
    .returning({ id: lots.id });
  lotId = lot?.id ?? 0;
  for (const units of [3, 2]) {
    const number = await anOrder(await aPerson(fresh.db, { name: 'Wren Hale' }), [[jar, units]]);
    await bringTo(ada, number, 'ready');
    const { version, total } = await storedOrder(fresh.db, number);
    const id = { idKind: 'driver_license', idIssuer: 'New York', idExpiresOn: '2190-01-01' } as const;
    const input = { version, ...id, idBirthDate: '1995-06-15', nameMatches: true, cashReceived: total };
    expect(await handOverOrder(ada, number, input)).toMatchObject({ ok: true });
    numbers.push(number);
  }
  const { version } = await storedOrder(fresh.db, numbers[0] ?? '');
  const refund = { units: 'all', goods: 'returned', reason: 'Broken lid', version } as const;
  expect(await recordRefund(ada, numbers[0] ?? '', refund)).toMatchObject({ ok: true });
});

const today = () => storeDate(systemClock(), 'America/New_York');
const wordsOf = async (made: ReturnType<typeof exportBatchSheet>) => {
  const paper = await made;
  if (!paper.ok) throw new Error(JSON.stringify(paper.problem));
  return pdfWords(paper.value.bytes);
};

test('a batch sheet says where the lot is from, its test, its units and every sale, and names no customer', async () => {
  const words = await wordsOf(exportBatchSheet(ada, lotId));
  for (const said of ['KM-2026-07', 'Hudson Labs', 'Field 3', 'Test passed', ...numbers, 'Units: 5'])
    expect(words).toContain(said);
  expect(words).not.toContain('Wren');
  expect(words).not.toMatch(/\d{4}-\d{2}-\d{2}/);
  const { rows } = await fresh.db.execute<{ onHand: number }>(
    sql`select on_hand as "onHand" from lots where id = ${lotId}`,
  );
  expect(words).toContain(`In the building now: ${rows[0]?.onHand} on hand`);
});

/** A text of a row of each paper. */
const texts: Readonly<Record<string, () => string | undefined>> = {
  'id-checks': () => 'Driver license',
  orders: () => numbers[1],
  refunds: () => 'Broken lid',
  waste: () => 'KM-2026-07',
};

test.each(paperTables.map(({ path }) => path))('the paper of %s has its rows of these days', async (path) => {
  const words = await wordsOf(exportRecordsPaper(ada, { from: today(), to: today() }, path));
  expect(words).toContain('Made ');
  expect(words).not.toContain('Wren');
  expect(words).toContain(texts[path]?.());
  // Moments are for people.
  expect(words).not.toMatch(/\d{4}-\d{2}-\d{2} ?\d{2}:/);
  const before = { from: today().subtract({ days: 9 }), to: today().subtract({ days: 8 }) };
  expect(await wordsOf(exportRecordsPaper(ada, before, path))).toContain('None.');
});

test('a paper adds up its columns by the words above them', async () => {
  const days = { from: today(), to: today() };
  expect(await wordsOf(exportRecordsPaper(ada, days, 'orders'))).toMatch(
    /2 rows\. Before tax, neither canceled nor missed: \d/,
  );
  const refunds = await wordsOf(exportRecordsPaper(ada, days, 'refunds'));
  expect(refunds).toMatch(/1 row\..*Cash: \d/);
  expect(refunds).not.toContain('_');
});

test('what is made is on record, and more rows than a paper takes are refused with their number', async () => {
  await wordsOf(exportBatchSheet(ada, lotId));
  const made = await fresh.db.select().from(auditLog).where(eq(auditLog.action, 'binder.made'));
  expect(made.map(({ after }) => after)).toContainEqual({ lotId, form: 'Batch sheet' });
  const [order] = await fresh.db.select().from(orders).limit(1);
  await fresh.db.insert(idChecks).values(
    Array.from({ length: MOST_ROWS }, () => ({
      ...({ orderId: order?.id ?? '', outcome: 'accepted', idKind: 'passport', issuer: 'Canada' } as const),
      ...{ checkedBy: ada.userId, checkedByName: ada.name },
    })),
  );
  expect(await exportRecordsPaper(ada, { from: today(), to: today() }, 'id-checks')).toEqual({
    ...{ ok: false, problem: { kind: 'too-many-rows', rows: MOST_ROWS + 2 } },
  });
});

test('a table or a lot that there is not is refused, and staff who are not admins are', async () => {
  const days = { from: today(), to: today() };
  const missing = { ok: false, problem: { kind: 'not-found' } };
  expect(await exportRecordsPaper(ada, days, 'nothing')).toEqual(missing);
  expect(await exportBatchSheet(ada, 2_000_000)).toEqual(missing);
  const staff = await aPerson(fresh.db, { role: 'staff' });
  expect(await exportBatchSheet(staff, lotId)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
});

test('codes of the database are words on paper, and texts of people stay as they are', () => {
  expect(
    ['driver_license', 'not-allowed', true, null, 'Ice cream', '2026-11-28 09:00:00', 42].map(paperWords),
  ).toEqual(['Driver license', 'Not allowed', 'Yes', '', 'Ice cream', '2026-11-28 09:00:00', '42']);
});

test('a moment on paper is what the store’s clock showed, for people, also in an hour that it shows twice', () => {
  const asMoment = (text: string | null) => paperCell({ isMoment: true }, text);
  expect(asMoment('2026-11-28 09:05:59')).toBe('Nov 28, 2026 9:05 AM');
  expect(asMoment('2026-11-01 01:30:00')).toBe('Nov 1, 2026 1:30 AM');
  expect(asMoment('2028-02-29 23:59:59')).toBe('Feb 29, 2028 11:59 PM');
  expect(asMoment(null)).toBe('');
  expect(paperDay('2026-11-28')).toBe('Nov 28, 2026');
  // A batch may be named after its day.
  expect(paperCell({}, '2026-11-28')).toBe('2026-11-28');
});
