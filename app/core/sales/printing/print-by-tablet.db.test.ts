/** Papers of a tablet's printer: each once, or asked about, whatever ends in the middle; labels, and who may ask. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { renderJob } from '#core/sales/orders/receipts/render-job.server.ts';
import { printers, printJobs } from '#db/schema/printing.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { readZpl } from '#tests/support/label-reader.ts';
import { aMug, anOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { addPrinter, changePrinter } from './change-printers.server.ts';
import { pollPrinter } from './poll-printer.server.ts';
import { endForTablet, nextForTablet, printTestHere, takeForTablet } from './print-by-tablet.server.ts';
import { printLabels, printReceipt } from './print-receipt.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
let staff: SignedIn;
let customer: SignedIn;
beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin' });
  staff = await aPerson(fresh.db, { role: 'staff' });
  customer = await aPerson(fresh.db);
});
afterEach(async () => {
  await fresh.db.delete(printers);
});

const zebra = {
  name: 'Labels',
  place: '',
  maker: 'zebra' as const,
  connection: 'tablet' as const,
  width: 102 as const,
  printsReceipts: false,
  printsSlips: false,
  printsLabels: true,
  opensDrawer: false,
};

async function aPrinter(wanted: Partial<Parameters<typeof addPrinter>[1]> = {}): Promise<string> {
  const added = await addPrinter(admin, { ...zebra, ...wanted });
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
  return added.value;
}
const roll = { maker: 'epson', width: 80 } as const;
const aTest = (printerId: string) => printTestHere(staff, { printerId, key: randomUUID() });
const next = async (printerId: string) => {
  const answer = await nextForTablet(staff, printerId);
  return answer.ok ? answer.value : answer.problem.kind;
};
const statuses = async () =>
  (await fresh.db.select().from(printJobs).orderBy(printJobs.number)).map(({ status }) => status);

test('a tablet hears of a paper, takes it as often as it asks, says that it printed, and gets the next one', async () => {
  const printerId = await aPrinter(roll);
  await aTest(printerId);
  await aTest(printerId);
  const job = await next(printerId);
  for (let ask = 0; ask < 2; ask += 1)
    expect(await takeForTablet(staff, { printerId, job: job ?? '' })).toMatchObject({ ok: true });
  expect(await next(printerId)).toBeNull();
  for (let said = 0; said < 2; said += 1) await endForTablet(staff, { printerId, named: job, problem: null });
  expect(await statuses()).toEqual(['printed', 'waiting']);
  expect(await next(printerId)).not.toBe(job);
});

test('tablets that ask at once for one printer get one paper', async () => {
  const printerId = await aPrinter(roll);
  await next(printerId);
  await aTest(printerId);
  const told = await Promise.all(Array.from({ length: 6 }, () => next(printerId)));
  expect(told.filter((job) => job !== null)).toHaveLength(1);
});

test('a paper of which nothing reached the device waits again; one that may be printed is asked about', async () => {
  const printerId = await aPrinter(roll);
  await aTest(printerId);
  const first = await next(printerId);
  await takeForTablet(staff, { printerId, job: first ?? '' });
  await endForTablet(staff, { printerId, named: first, problem: null, lost: 'not-printed' });
  expect(await statuses()).toEqual(['waiting']);
  const second = await next(printerId);
  expect(second).not.toBe(first);
  await takeForTablet(staff, { printerId, job: second ?? '' });
  await endForTablet(staff, { printerId, named: second, problem: null, lost: 'perhaps-printed' });
  expect(await statuses()).toEqual(['asked']);
  // What the tablet said the first time comes late, and is not taken for the second.
  await endForTablet(staff, { printerId, named: first, problem: null, lost: 'not-printed' });
  expect(await statuses()).toEqual(['asked']);
  expect(await next(printerId)).toBeNull();
});

test('customers ask for nothing, a tablet takes no papers of a printer that asks itself, and the other way round', async () => {
  const own = await aPrinter(roll);
  const network = await aPrinter({ name: 'Network', maker: 'epson', width: 80, connection: 'network' });
  await aTest(own);
  expect(await nextForTablet(customer, own)).toMatchObject({ problem: { kind: 'not-allowed' } });
  expect(await nextForTablet(staff, network)).toMatchObject({ problem: { kind: 'not-found' } });
  const [row] = await fresh.db.select().from(printers).where(eq(printers.id, own));
  const poll = { paper: null, isBusy: false, failed: null };
  expect(await pollPrinter({ token: row?.token ?? '', maker: 'epson' }, poll, { takes: true })).toBeNull();
  expect(await statuses()).toEqual(['waiting']);
});

test('labels of an order go to a printer of labels once for a key, and are a bag and each unit', async () => {
  const printerId = await aPrinter();
  const number = await anOrder(customer, [[await aMug(fresh.db, { onHand: 9, name: '^XZ~JR Mug' }), 3]]);
  const key = randomUUID();
  for (let press = 0; press < 2; press += 1)
    expect(await printLabels(staff, { number, printerId, key })).toMatchObject({ ok: true });
  expect(await printReceipt(staff, { number, printerId, key })).toMatchObject({ ok: false });
  expect(await printLabels(customer, { number, printerId, key })).toMatchObject({ ok: false });
  const job = await next(printerId);
  const given = await takeForTablet(staff, { printerId, job: job ?? '' });
  if (!given.ok) throw new Error(given.problem.kind);
  expect(readZpl(await renderJob(given.value, 'https://farm.example'))).toHaveLength(4);
  await endForTablet(staff, { printerId, named: job, problem: null });
  expect(await statuses()).toEqual(['printed']);
});

test('labels are refused on a printer of receipts, and more of them than are printed at once', async () => {
  const printerId = await aPrinter({ ...roll, printsLabels: false });
  const number = await anOrder(customer, [[await aMug(fresh.db, { onHand: 9 }), 1]]);
  const key = randomUUID();
  expect(await printLabels(staff, { number, printerId, key })).toMatchObject({
    problem: { kind: 'not-its-use' },
  });
  expect(await printLabels(staff, { number: 'ORD9999', printerId, key })).toMatchObject({
    problem: { kind: 'not-found' },
  });
});

test('a printer of labels has labels, a tablet, and nothing else to print', async () => {
  for (const wrong of [
    { width: 80 as const },
    { connection: 'network' as const },
    { printsReceipts: true },
    { opensDrawer: true },
    { maker: 'star' as const },
  ])
    expect(await addPrinter(admin, { ...zebra, ...wrong })).toMatchObject({ problem: { kind: 'cannot-be' } });
  const id = await aPrinter();
  expect(await changePrinter(admin, id, { ...zebra, width: 58 })).toMatchObject({
    problem: { kind: 'cannot-be', field: 'width' },
  });
  const rows = await fresh.db.select().from(printers);
  expect(rows.map(({ width }) => width)).toEqual([102]);
});
