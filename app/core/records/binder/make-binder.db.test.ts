/** The inspector's binder: what is in it, what is not, whose days, and what happens when something goes wrong. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { addOrderNote } from '#core/sales/orders/hand-over/add-order-note.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { userRoles } from '#db/schema/identity.ts';
import { idChecks } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { type CsvRow, readCsv } from '#platform/csv/csv-reader.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { openUploads } from '#platform/uploads/receive-upload.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, bringTo, edit, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { anAct } from '#tests/support/state-acts.ts';
import { binderFiles } from './binder-files-queries.server.ts';
import { makeBinder } from './make-binder.server.ts';

const fresh = freshShop(afterAll);
const day = (text: string) => Temporal.PlainDate.from(text);
/** Everything so far, whatever day the tests run on. */
const all = { from: day('2020-01-01'), to: day('2090-12-31') };
let folder: string;
let ada: SignedIn;
let customer: SignedIn;
let mug: number;
let flower: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmgate-binder-'));
  await openUploads(join(folder, 'uploads'));
  openFiles(folderStore(join(folder, 'files')));
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  customer = await aPerson(fresh.db, { name: 'Juniper Vale', email: 'juniper@example.com' });
  mug = await aMug(fresh.db, { onHand: 50, retailPrice: 1799, name: '=HYPERLINK("http://x")' });
  flower = await aProduct(fresh.db, { onHand: 20, name: 'Kestrel Moon' });
});
afterEach(async () => {
  expect(await readdir(join(folder, 'uploads'))).toEqual([]);
});
afterAll(() => rm(folder, { recursive: true }));

async function sell(units: number, at = NOW): Promise<string> {
  const number = await anOrder(customer, [[mug, units]]);
  await bringTo(ada, number, 'ready');
  const { version, total } = await storedOrder(fresh.db, number);
  const sold = await handOverOrder(
    ada,
    number,
    { version, key: crypto.randomUUID(), nameMatches: false, cashReceived: total } as never,
    at,
  );
  expect(sold).toMatchObject({ ok: true });
  return number;
}

async function make(days = all, actor: SignedIn = ada) {
  const made = await makeBinder(actor, days, {});
  if (!made.ok) throw new Error(made.problem.kind);
  const response = made.value.response({}, new AbortController().signal);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  return unzipSync(bytes);
}

type Binder = Awaited<ReturnType<typeof make>>;
const text = (binder: Binder, name: string) => strFromU8(binder[name] ?? new Uint8Array());
async function table(binder: Binder, name: string): Promise<Record<string, string>[]> {
  const csv = text(binder, name).replace(/^\ufeff/, '');
  const read: CsvRow[] = [];
  for await (const rows of readCsv(Readable.from([csv]))) read.push(...rows);
  const [head, ...rows] = read;
  return rows.map(({ cells }) =>
    Object.fromEntries((head?.cells ?? []).map((column, n) => [column, cells[n] ?? ''])),
  );
}

test('a sale is in the binder with its line, batch, tax, cash and ledger, and the sums of the index agree', async () => {
  const number = await sell(2);
  const { version, items, total } = await storedOrder(fresh.db, number);
  const units = new Map(items.map((item) => [item.id, 1]));
  await recordRefund(ada, number, { units, goods: 'kept', reason: 'Broken', version }, NOW);
  const binder = await make();
  expect(await table(binder, 'sales/orders.csv')).toMatchObject([
    {
      ...{ order_id: number, status: 'completed', taken_by: 'Ada Owner', total: (total / 100).toFixed(2) },
      ...{ subtotal: '35.98', tax: '4.32', cash_rounding: '0.00', refunded: '20.15', net: '20.15' },
    },
  ]);
  expect(await table(binder, 'sales/order-lines.csv')).toMatchObject([
    {
      ...{ order_id: number, quantity: '2', list_price: '17.99', discount: '0.00', unit_price: '17.99' },
      ...{ amount: '35.98', tax_base: '35.98', tax: '4.32', total: '40.30' },
    },
  ]);
  expect(await table(binder, 'sales/order-batches.csv')).toMatchObject([
    { order_id: number, batch_number: 'B-1', units: '2', handed_over: 'true' },
  ]);
  expect(await table(binder, 'sales/order-taxes.csv')).toMatchObject([
    { rule: 'Estimated Tax', rate_percent: '12', taxed_amount: '35.98', tax: '4.32' },
  ]);
  expect(await table(binder, 'cash/days.csv')).toMatchObject([
    { day: '2026-06-06', payments: '1', taken: '40.30', refunds: '1', returned: '20.15', cash: '20.15' },
  ]);
  const ledger = await table(binder, 'stock/ledger.csv');
  expect(ledger.filter(({ order_id: order }) => order === number).map(({ reason }) => reason)).toContain(
    'Sold',
  );
  const lot = (await table(binder, 'stock/lots.csv')).find(({ units_after: after }) => after === '48');
  expect(lot).toMatchObject({ units_before: '0', change: '48' });
  const index = text(binder, 'index.html');
  expect(index).toContain('total, neither canceled nor missed: 40.30');
  expect(index).toContain('by Ada Owner');
});

test('columns with a sign, a unit or a rounding: percents, grams, drawers over and short, reversals, nickels', async () => {
  // A day that no other test of this file sells on.
  const at = '2026-05-04T12:00:00-04:00';
  const [of] = await fresh.db
    .update(lots)
    .set({ totalThcBasisPoints: 1875, totalCbdBasisPoints: 5, coaNumber: 'HL-9' })
    .where(eq(lots.productId, flower))
    .returning({ id: lots.id });
  await fresh.db.execute(sql`
    insert into waste (id, lot_id, units, weight_mg, reason, recorded_by_name, created_at, undone_at, undone_by_name)
    values (gen_random_uuid(), ${of?.id ?? 0}, 3, 28349, 'damaged', 'Ada Owner', ${at}::timestamptz,
      ${at}::timestamptz, 'Ada Owner')`);
  await fresh.db.execute(sql`
    with drawer as (
      insert into drawer_sessions (id, key, holder_id, holder_name, opened_by, opened_by_name, float, opened_at,
        closed_at, closed_by, closed_by_name, count_id, expected, counted, note)
      values (gen_random_uuid(), gen_random_uuid(), ${ada.userId}::uuid, 'Ada Owner', ${ada.userId}::uuid, 'Ada Owner', 10000,
        ${at}::timestamptz, ${at}::timestamptz + interval '8 hours', ${ada.userId}::uuid, 'Ada Owner', gen_random_uuid(), 9005, 8755, 'Short')
      returning id
    ), entry as (
      insert into drawer_entries (id, session_id, key, kind, amount, reason, entered_by, entered_by_name, created_at)
      select md5(kind)::uuid, drawer.id, gen_random_uuid(), kind, amount, 'Change', ${ada.userId}::uuid, 'Ada Owner',
        ${at}::timestamptz + interval '1 hour'
      from drawer, (values ('pay-in', 2005), ('pay-out', 1250), ('drop', 3000)) as each (kind, amount)
      returning session_id
    )
    select count(*) from entry`);
  await fresh.db.execute(sql`
    insert into drawer_entries (id, session_id, key, kind, amount, reason, corrects, entered_by, entered_by_name, created_at)
    select gen_random_uuid(), session_id, gen_random_uuid(), kind, amount, 'Twice', id, entered_by, entered_by_name,
      created_at + interval '1 hour'
    from drawer_entries where id = md5('pay-out')::uuid`);
  const binder = await make({ from: day('2026-05-04'), to: day('2026-05-04') });
  expect(await table(binder, 'stock/waste.csv')).toMatchObject([{ units: '3', grams: '28.349' }]);
  // Its units came in when this file began.
  expect(
    (await table(await make(), 'stock/lots.csv')).filter(({ certificate_number: coa }) => coa === 'HL-9'),
  ).toMatchObject([{ total_thc_percent: '18.75', total_cbd_percent: '0.05' }]);
  expect(await table(binder, 'cash/drawers.csv')).toMatchObject([
    { float: '100.00', expected: '90.05', counted: '87.55', over_or_short: '-2.50' },
  ]);
  expect(await table(binder, 'cash/days.csv')).toMatchObject([
    {
      ...{ day: '2026-05-04', pay_ins: '20.05', pay_outs: '0.00', drops_to_safe: '30.00' },
      over_or_short: '-2.50',
    },
  ]);
  expect(
    (await table(binder, 'cash/entries.csv')).map(({ kind, reversal, amount }) => [kind, reversal, amount]),
  ).toEqual(
    expect.arrayContaining([
      ['pay-out', 'false', '12.50'],
      ['pay-out', 'true', '12.50'],
      ['drop', 'false', '30.00'],
    ]),
  );
  // The day before has none of it: a moment belongs to the store's day.
  const before = await make({ from: day('2026-05-03'), to: day('2026-05-03') });
  expect(await table(before, 'cash/days.csv')).toEqual([]);
});

test('the index has every file with the SHA-256 of its bytes, and every table is there', async () => {
  const binder = await make();
  const index = text(binder, 'index.html');
  const names = Object.keys(binder).filter((name) => name !== 'index.html');
  expect(names).toEqual(expect.arrayContaining(binderFiles({}).map(({ name }) => name)));
  for (const name of names) {
    const hash = createHash('sha256')
      .update(binder[name] ?? '')
      .digest('hex');
    expect(index).toContain(`href="${name}"`);
    expect(index).toContain(hash);
  }
});

test('no customer’s name, address or ID is in the binder, nor what they wrote', async () => {
  const number = await sell(1);
  const { id } = await storedOrder(fresh.db, number);
  await fresh.db.insert(idChecks).values({
    ...{
      orderId: id,
      outcome: 'accepted',
      idKind: 'driver_license',
      issuer: 'Quebec',
      expiresOn: '2031-03-04',
    },
    ...{ checkedBy: ada.userId, checkedByName: ada.name, note: 'Secret note' },
  });
  // The audit log has what staff wrote about an order.
  expect(await addOrderNote(ada, { orderId: number, text: 'Juniper rings twice' })).toMatchObject({
    ok: true,
  });
  expect(
    await edit(fresh.db, ada, await anOrder(customer, [[mug, 1]]), { note: 'Juniper, side door' }),
  ).toMatchObject({ ok: true });
  const binder = await make();
  const log = await table(binder, 'audit-log.csv');
  expect(log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['order.note-added', 'order.edited']),
  );
  const everything = Object.values(binder)
    .map((bytes) => strFromU8(bytes))
    .join('\n');
  expect(await table(binder, 'id-checks.csv')).toMatchObject([
    {
      order_id: number,
      outcome: 'accepted',
      id_kind: 'driver_license',
      issuer: 'Quebec',
      name: 'as on the order',
    },
  ]);
  for (const personal of ['Juniper', 'juniper@', '1995-06-15', '2031-03-04', 'Secret note'])
    expect(everything).not.toContain(personal);
});

test('text that a spreadsheet would run is text in every table', async () => {
  await sell(1);
  const binder = await make();
  expect(text(binder, 'sales/order-lines.csv')).toContain(`"'=HYPERLINK(""http://x"")"`);
});

test('days are the store’s: the minute before midnight is in, the minute after is not, when clocks change', async () => {
  // Nov 7, 2027 has 25 hours: 04:59Z on the 8th is 11:59 PM on the 7th.
  const number = await sell(1);
  const days = { from: day('2027-11-07'), to: day('2027-11-07') };
  for (const [at, isIn] of [
    ['2027-11-07T03:59:59Z', false],
    ['2027-11-07T04:00:00Z', true],
    ['2027-11-08T04:59:59Z', true],
    ['2027-11-08T05:00:00Z', false],
  ] as const) {
    await fresh.db.execute(sql`update orders set paid_at = ${at} where order_id = ${number}`);
    const binder = await make(days);
    expect((await table(binder, 'sales/orders.csv')).map((row) => row.order_id)).toEqual(
      isIn ? [number] : [],
    );
    expect((await table(binder, 'cash/days.csv')).map((row) => row.day)).toEqual(isIn ? ['2027-11-07'] : []);
  }
});

test('all tables show one moment: what is sold while they are written is in none of them', async () => {
  const before = (await table(await make(), 'sales/orders.csv')).length;
  const store = folderStore(join(folder, 'files'));
  await fresh.db.update(lots).set({ coaKey: 'certificates/1/aaaa' }).where(eq(lots.productId, flower));
  let late = '';
  // Within the making, after the first tables and before the index.
  openFiles({
    ...store,
    get: async (key) => {
      late = await sell(1);
      return store.get(key);
    },
  });
  const binder = await make();
  openFiles(store);
  expect(late).toMatch(/^ORD/);
  expect(await table(binder, 'sales/orders.csv')).toHaveLength(before);
  expect(text(binder, 'stock/ledger.csv')).not.toContain(late);
  expect(text(binder, 'index.html')).toContain('Missing in file storage: B-1');
});

test('a stored certificate is inside, and lots.csv names its file', async () => {
  const pdf = Buffer.from('%PDF-1.7 lab results %%EOF');
  await folderStore(join(folder, 'files')).put('public/certificates/1/aaaa.pdf', pdf, 'application/pdf');
  const binder = await make();
  expect(Buffer.from(binder['certificates/1/aaaa.pdf'] ?? [])).toEqual(pdf);
  expect((await table(binder, 'stock/lots.csv')).map((row) => row.certificate_file)).toContain(
    'certificates/1/aaaa.pdf',
  );
  await fresh.db.update(lots).set({ coaKey: null });
});

test('a failure in the middle gives no file at all, leaves nothing on disk, and nothing in the audit log', async () => {
  const entries = () => fresh.db.$count(auditLog, eq(auditLog.action, 'binder.made'));
  const before = await entries();
  const store = folderStore(join(folder, 'files'));
  await fresh.db.update(lots).set({ coaKey: 'certificates/1/aaaa' }).where(eq(lots.productId, flower));
  openFiles({ ...store, get: () => Promise.reject(new Error('the store is away')) });
  await expect(makeBinder(ada, all, {})).rejects.toThrow('the store is away');
  openFiles(store);
  await fresh.db.update(lots).set({ coaKey: null });
  expect(await entries()).toBe(before);
});

test('a browser that reads nothing holds no connection, and no second binder waits for it', async () => {
  const first = await makeBinder(ada, all, {});
  const second = await makeBinder(ada, all, {});
  expect([first.ok, second.ok]).toEqual([true, true]);
  const { rows } = await fresh.db.execute(sql`
    select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`);
  expect(rows).toEqual([]);
  for (const made of [first, second]) if (made.ok) await made.value.close();
});

test('two at once: one is made, the other is told to wait', async () => {
  const store = folderStore(join(folder, 'files'));
  await fresh.db.update(lots).set({ coaKey: 'certificates/1/aaaa' }).where(eq(lots.productId, flower));
  let second: ReturnType<typeof makeBinder> | null = null;
  // Within the making of the first: two that are only started together may be made one after the other.
  openFiles({
    ...store,
    get: async (key) => {
      if (second === null) {
        second = makeBinder(ada, all, {});
        await second;
      }
      return store.get(key);
    },
  });
  const first = await makeBinder(ada, all, {});
  openFiles(store);
  await fresh.db.update(lots).set({ coaKey: null });
  if (first.ok) await first.value.close();
  expect(first.ok).toBe(true);
  expect(await second).toMatchObject({ ok: false, problem: { kind: 'busy' } });
});

test('an admin who is demoted while it is made gets nothing', async () => {
  const bo = await aPerson(fresh.db, { role: 'admin' });
  const store = folderStore(join(folder, 'files'));
  await fresh.db.update(lots).set({ coaKey: 'certificates/1/aaaa' }).where(eq(lots.productId, flower));
  openFiles({
    ...store,
    get: async (key) => {
      await fresh.db.update(userRoles).set({ role: 'staff' }).where(eq(userRoles.userId, bo.userId));
      return store.get(key);
    },
  });
  const made = await makeBinder(bo, all, {});
  openFiles(store);
  await fresh.db.update(lots).set({ coaKey: null });
  expect(made).toMatchObject({ ok: false, problem: { kind: 'not-allowed' } });
});

test('staff are refused, and an admin with an old sign-in confirms first', async () => {
  const kim = await aPerson(fresh.db, { role: 'staff' });
  const old = await aPerson(fresh.db, { role: 'admin', signedInMinutesAgo: 16 });
  expect(await makeBinder(kim, all, {})).toMatchObject({ problem: { kind: 'not-allowed' } });
  expect(await makeBinder(old, all, {})).toMatchObject({ problem: { kind: 'confirm-first' } });
});

test('what was reported to the state is inside with its ids and times, and who left one out', async () => {
  const at = new Date('2026-03-02T17:00:00Z');
  await anAct(fresh.db, {
    ...{ kind: 'adjustment', units: -2, reason: 'theft', tags: ['1A4FF0100000022000000001'], happenedAt: at },
    ...{ status: 'sent', stateId: '00012345', sentAt: new Date('2026-03-02T17:00:30Z'), tries: 1 },
  });
  await anAct(fresh.db, {
    ...{ receiptNumber: 'ORD9', happenedAt: at, status: 'skipped', endedBy: ada.userId },
    ...{ endedByName: 'Ada Owner', endNote: 'Entered by hand, receipt 7.' },
  });
  await anAct(fresh.db, { happenedAt: new Date('2026-03-03T05:00:00Z') });
  const rows = await table(
    await make({ from: day('2026-03-02'), to: day('2026-03-02') }),
    'stock/state-reports.csv',
  );
  expect(rows).toMatchObject([
    {
      ...{ kind: 'adjustment', status: 'sent', units: '-2', reason: 'theft', state_id: '00012345' },
      ...{ happened_at: '2026-03-02 12:00:00', reported_at: '2026-03-02 12:00:30' },
    },
    {
      ...{ kind: 'sale', status: 'skipped', receipt_number: 'ORD9', left_out_by: 'Ada Owner' },
      why: 'Entered by hand, receipt 7.',
    },
  ]);
});
