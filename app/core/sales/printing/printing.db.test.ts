/** Printers and their papers: each paper is given once, or a person is asked; two requests at once, late and lost answers. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { renderJob } from '#core/sales/orders/receipts/render-job.server.ts';
import { printers, printJobs } from '#db/schema/printing.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, bringTo, NOW } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { readRoll } from '#tests/support/roll-reader.ts';
import { addPrinter, changePrinter, printTestPage, removePrinter } from './change-printers.server.ts';
import type { RollMaker } from './encode-roll.ts';
import type { Poll } from './jobs-of-printer.server.ts';
import { endJob, pollPrinter, takeJob } from './poll-printer.server.ts';
import { printReceipt, settlePrint } from './print-receipt.server.ts';
import { readPrinters, readPrintingNotices } from './printers-queries.server.ts';
import {
  AWAY_SECONDS,
  jobToken,
  MOST_ATTEMPTS,
  MOST_PRINTERS,
  OFFER_SECONDS,
  PRINT_SECONDS,
} from './printing.ts';
import { cleanUpPrintJobs, watchPrinters } from './watch-printers.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
let staff: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin' });
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
  customer = await aPerson(fresh.db);
});
afterEach(async () => {
  await fresh.db.delete(printers);
});

const input = {
  name: 'Register 1',
  place: 'Counter',
  width: 80 as const,
  printsReceipts: false,
  printsSlips: false,
  printsLabels: false,
  opensDrawer: false,
};
const start = Temporal.Instant.from('2026-06-06T16:00:00Z');
const after = (seconds: number) => () => start.add({ seconds });

async function aPrinter(wanted: Partial<Parameters<typeof addPrinter>[1]> = {}) {
  const added = await addPrinter(admin, { ...input, maker: 'star', ...wanted });
  if (!added.ok) throw new Error(added.problem.kind);
  const [row] = await fresh.db.select().from(printers).where(eq(printers.id, added.value));
  if (!row) throw new Error('no printer');
  return { id: row.id, address: { token: row.token, maker: row.maker as 'star' | 'epson' } };
}

const well: Poll = { paper: 'ok', isBusy: false, failed: null };
type Printer = Awaited<ReturnType<typeof aPrinter>>;
const poll = async ({ address }: Printer, seconds = 0, said: Partial<Poll> = {}) => {
  const answer = await pollPrinter(
    address,
    { ...well, ...said },
    { takes: address.maker === 'epson' },
    after(seconds),
  );
  return answer?.job ? jobToken(answer.job) : null;
};
const take = async ({ address }: Printer, named: string | null, seconds = 0) =>
  takeJob(address, named, after(seconds));
const end = ({ address }: Printer, named: string | null, problem: string | null = null, seconds = 0) =>
  endJob(address, { named, problem, paper: null }, after(seconds));
const aTest = async ({ id }: Printer) => printTestPage(admin, { id, key: randomUUID() });
const jobsOf = (printer: Printer) =>
  fresh.db.select().from(printJobs).where(eq(printJobs.printerId, printer.id)).orderBy(printJobs.number);
const statusOf = async (printer: Printer) => (await jobsOf(printer)).map(({ status }) => status);

const aMugOrder = async () => anOrder(customer, [[await aMug(fresh.db), 1]]);

const noId = { idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: false as const };

async function handedOver(): Promise<string> {
  const orderId = await aMugOrder();
  await bringTo(staff, orderId, 'ready');
  const done = await handOverOrder(
    staff,
    orderId,
    { ...noId, version: 4, cashReceived: 2_500, key: randomUUID() },
    NOW,
  );
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  return orderId;
}

test('a printer hears of a paper, takes it, confirms it, and then hears of the next one', async () => {
  const printer = await aPrinter();
  await aTest(printer);
  await aTest(printer);
  const first = await poll(printer);
  expect(await take(printer, first)).toMatchObject({ job: { kind: 'test' } });
  expect(await take(printer, first, 2)).toMatchObject({ job: { kind: 'test' } });
  expect(await poll(printer, 5)).toBeNull();
  expect(await end(printer, first)).toBe(true);
  expect(await end(printer, first)).toBe(true);
  expect(await statusOf(printer)).toEqual(['printed', 'waiting']);
  const second = await poll(printer, 6);
  expect(second).not.toBe(first);
  expect(await take(printer, second, 6)).toMatchObject({ job: { kind: 'test' } });
});

test('two that ask at once with one address get one paper', async () => {
  for (const maker of ['star', 'epson'] as const) {
    const printer = await aPrinter({ name: maker, maker });
    // Its contact is noted, so that nothing else makes the others wait.
    await poll(printer);
    await aTest(printer);
    const told = await Promise.all(Array.from({ length: 6 }, () => poll(printer)));
    expect(told.filter((job) => job !== null)).toHaveLength(1);
  }
});

test('a printer that heard of a paper and did not come hears of it again, because nothing was printed', async () => {
  const printer = await aPrinter();
  await aTest(printer);
  const first = await poll(printer);
  expect(await poll(printer, OFFER_SECONDS - 1)).toBeNull();
  const again = await poll(printer, OFFER_SECONDS);
  expect(again).not.toBeNull();
  expect(again).not.toBe(first);
  // It comes late, by the name of the first time.
  expect(await take(printer, first, OFFER_SECONDS)).toBe('nothing');
});

test('a printer that took a paper and never answered gets the next one, and the board asks about the first', async () => {
  for (const maker of ['star', 'epson'] as const) {
    const printer = await aPrinter({ name: maker, maker });
    await aTest(printer);
    const first = await poll(printer);
    if (maker === 'star') await take(printer, first);
    await aTest(printer);
    expect(await poll(printer, PRINT_SECONDS - 1)).toBeNull();
    expect(await poll(printer, PRINT_SECONDS)).not.toBeNull();
    expect(await statusOf(printer)).toEqual(['asked', 'sent']);
    const [asked] = (await readPrintingNotices()).papers;
    expect(asked).toMatchObject({ what: 'Test page', printer: maker, isAsked: true });
    await fresh.db.delete(printers);
  }
});

test('a printer that was off in the middle and stays off is asked about, and is away on the board', async () => {
  const printer = await aPrinter();
  await aTest(printer);
  await take(printer, await poll(printer));
  await watchPrinters(after(AWAY_SECONDS - 1));
  expect(await statusOf(printer)).toEqual(['asked']);
  expect((await readPrintingNotices()).printers).toEqual([]);
  await aTest(printer);
  await watchPrinters(after(AWAY_SECONDS + 1));
  expect((await readPrintingNotices()).printers).toMatchObject([
    { name: 'Register 1', isAway: true, waiting: 1 },
  ]);
  await poll(printer, AWAY_SECONDS + 10);
  expect((await readPrintingNotices()).printers).toEqual([]);
});

test('a printer that never asked is not away', async () => {
  await aPrinter();
  await watchPrinters(after(1_000_000));
  expect((await readPrintingNotices()).printers).toEqual([]);
});

test('a person says that it was printed, wants it again, or does not need it, once', async () => {
  const printer = await aPrinter();
  const asked = async () => {
    await aTest(printer);
    await take(printer, await poll(printer));
    await watchPrinters(after(PRINT_SECONDS + 1));
    return (await jobsOf(printer)).at(-1)?.id ?? '';
  };
  const printed = await asked();
  expect(await settlePrint(staff, { id: printed, answer: 'printed' })).toMatchObject({ ok: true });
  expect(await settlePrint(staff, { id: printed, answer: 'again' })).toMatchObject({
    problem: { kind: 'settled' },
  });
  const dropped = await asked();
  expect(await settlePrint(staff, { id: dropped, answer: 'drop' })).toMatchObject({ ok: true });
  const again = await asked();
  expect(await settlePrint(staff, { id: again, answer: 'again' })).toMatchObject({ ok: true });
  expect(await statusOf(printer)).toEqual(['printed', 'waiting']);
  expect(await settlePrint(customer, { id: again, answer: 'drop' })).toMatchObject({
    problem: { kind: 'not-allowed' },
  });
});

test('a late word that it was printed counts while it waits for another time, and not for that other time', async () => {
  const printer = await aPrinter();
  await aTest(printer);
  const first = await poll(printer);
  await take(printer, first);
  await watchPrinters(after(PRINT_SECONDS + 1));
  const [job] = await jobsOf(printer);
  await settlePrint(staff, { id: job?.id ?? '', answer: 'again' });
  await end(printer, first, '410', 70);
  expect(await statusOf(printer)).toEqual(['waiting']);
  await end(printer, first, null, 70);
  expect(await statusOf(printer)).toEqual(['printed']);
  await aTest(printer);
  const second = await poll(printer, 80);
  await take(printer, second, 80);
  const [, other] = await jobsOf(printer);
  await fresh.db
    .update(printJobs)
    .set({ attempts: 7 })
    .where(eq(printJobs.id, other?.id ?? ''));
  await end(printer, second, null, 81);
  expect(await statusOf(printer)).toEqual(['printed', 'sent']);
});

test('what a Star printer gives back is tried again when it is well, and not forever', async () => {
  const printer = await aPrinter();
  await aTest(printer);
  for (let time = 1; time <= MOST_ATTEMPTS; time += 1) {
    expect(await take(printer, await poll(printer, time))).toMatchObject({ job: { attempts: time } });
    expect(await poll(printer, time, { paper: 'out', failed: '410' })).toBeNull();
    expect(await poll(printer, time, { paper: 'out', failed: '410' })).toBeNull();
  }
  expect(await jobsOf(printer)).toMatchObject([{ status: 'failed', problem: '410' }]);
  expect((await readPrintingNotices()).printers).toMatchObject([{ paper: 'out', isAway: false }]);
});

test('a printer that prints hears of nothing, and an older one that names no paper means the one it has', async () => {
  const printer = await aPrinter();
  await aTest(printer);
  expect(await poll(printer, 0, { isBusy: true })).toBeNull();
  await poll(printer, 1);
  await end(printer, null, null, 1);
  expect(await statusOf(printer)).toEqual(['sent']);
  await take(printer, null, 1);
  await end(printer, null, null, 2);
  expect(await statusOf(printer)).toEqual(['printed']);
});

test('an address answers one printer, in the protocol of its maker, and a token of someone else nothing', async () => {
  const printer = await aPrinter();
  const other = await aPrinter({ name: 'Other' });
  await aTest(printer);
  const named = await poll(printer);
  await take(printer, named);
  const wrong = (token: string, maker: RollMaker = 'star') =>
    pollPrinter({ token, maker }, well, { takes: false });
  for (const token of [
    '',
    'x',
    "' or 1=1 --",
    'a'.repeat(26),
    `${printer.address.token}0`,
    'x'.repeat(100_000),
  ])
    expect(await wrong(token)).toBeNull();
  expect(await wrong(printer.address.token, 'epson')).toBeNull();
  await end(other, named);
  expect(await statusOf(printer)).toEqual(['sent']);
  expect(await endJob({ token: 'a'.repeat(26), maker: 'star' }, { named, problem: null, paper: null })).toBe(
    false,
  );
});

test('an order that arrives prints a slip and one that is paid a receipt, each once, where a printer is to', async () => {
  const [slips, receipts, none] = [
    await aPrinter({ name: 'Packing', printsSlips: true }),
    await aPrinter({ name: 'Register', printsReceipts: true, maker: 'epson', width: 58 }),
    await aPrinter({ name: 'By hand' }),
  ];
  const orderId = await handedOver();
  expect(await jobsOf(slips)).toMatchObject([{ kind: 'slip' }]);
  expect(await jobsOf(receipts)).toMatchObject([{ kind: 'receipt' }]);
  expect(await jobsOf(none)).toEqual([]);
  const polled = await pollPrinter(receipts.address, well, { takes: true }, after(0));
  if (!polled?.job) throw new Error('no paper');
  const paper = readRoll(
    await renderJob({ printer: polled.printer, job: polled.job }, 'https://farm.example'),
    'epson',
    58,
  ).join('\n');
  for (const part of [
    `Receipt ${orderId}`,
    `<qr ${orderId}>`,
    '$20.16',
    'Cash received',
    '$25.00',
    'Change',
    '$4.84',
  ])
    expect(paper).toContain(part);
});

test('an order that is rolled back leaves no slip', async () => {
  const printer = await aPrinter({ printsSlips: true });
  await expect(anOrder(customer, [[await aMug(fresh.db, { onHand: 1 }), 50]])).rejects.toThrow();
  expect(await jobsOf(printer)).toEqual([]);
});

test('staff print a receipt again, once for a press, and only of an order that was handed over', async () => {
  const printer = await aPrinter();
  const number = await handedOver();
  const key = randomUUID();
  const press = (actor: SignedIn, order = number) =>
    printReceipt(actor, { number: order, printerId: printer.id, key });
  expect(await Promise.all([press(staff), press(staff)])).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await jobsOf(printer)).toMatchObject([{ kind: 'receipt', status: 'waiting' }]);
  expect(await press(customer)).toMatchObject({ problem: { kind: 'not-allowed' } });
  expect(await press(staff, await aMugOrder())).toMatchObject({ problem: { kind: 'not-completed' } });
  expect(await press(staff, 'ORD999999')).toMatchObject({ problem: { kind: 'not-found' } });
});

test('admins add, change and remove printers, and staff do not', async () => {
  const printer = await aPrinter();
  expect(await addPrinter(staff, { ...input, name: 'Mine', maker: 'star' })).toMatchObject({
    problem: { kind: 'not-allowed' },
  });
  expect(await addPrinter(admin, { ...input, name: 'REGISTER 1', maker: 'star' })).toMatchObject({
    problem: { kind: 'name-taken' },
  });
  const other = await aPrinter({ name: 'Packing' });
  expect(await changePrinter(admin, other.id, { ...input, name: 'register 1' })).toMatchObject({
    problem: { kind: 'name-taken' },
  });
  expect(await changePrinter(admin, other.id, { ...input, name: 'packing', width: 58 })).toMatchObject({
    ok: true,
  });
  await aTest(printer);
  const [listed] = (await readPrinters(admin))?.slice(1) ?? [];
  expect(listed).toMatchObject({
    name: 'Register 1',
    lastContact: null,
    jobs: [{ what: 'Test page', status: 'waiting' }],
  });
  expect(listed?.path).toMatch(/^\/printers\/[a-z2-7]{26}$/);
  expect(await readPrinters(staff)).toBeNull();
  expect(await removePrinter(admin, printer.id)).toMatchObject({ ok: true });
  expect(await poll(printer)).toBeNull();
  for (let at = 1; at < MOST_PRINTERS; at += 1) await aPrinter({ name: `Printer ${at}` });
  expect(await addPrinter(admin, { ...input, name: 'One more', maker: 'star' })).toMatchObject({
    problem: { kind: 'too-many' },
  });
});

test('papers are deleted after a week', async () => {
  const printer = await aPrinter();
  await aTest(printer);
  const week = Temporal.Now.instant().add({ hours: 7 * 24 });
  await cleanUpPrintJobs(() => week.subtract({ minutes: 5 }));
  expect(await jobsOf(printer)).toHaveLength(1);
  await cleanUpPrintJobs(() => week.add({ minutes: 5 }));
  expect(await jobsOf(printer)).toEqual([]);
});
