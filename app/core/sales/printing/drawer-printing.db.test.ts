/** Tests the cash drawer that a printer opens: for cash, for no sale with a reason, and never later. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Approver, SignedIn } from '#core/ground/access/actor.ts';
import { changeCharge } from '#core/sales/cash-desk/change-charge.server.ts';
import { readInCharge } from '#core/sales/cash-desk/charge-queries.server.ts';
import { renderJob } from '#core/sales/orders/receipts/render-job.server.ts';
import { inTransaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { staffPins } from '#db/schema/identity.ts';
import { printers, printJobs } from '#db/schema/printing.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { openWithoutSale } from './open-without-sale.server.ts';
import { endJob, pollPrinter, takeJob } from './poll-printer.server.ts';
import { DRAWER_SECONDS, jobToken, PRINT_SECONDS } from './printing.ts';
import { openDrawerFor, printPaid } from './queue-print.server.ts';
import { watchPrinters } from './watch-printers.server.ts';

const fresh = freshShop(afterAll);
let staff: SignedIn;
let admin: SignedIn;
let order: string;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ora Owner' });
  const mug = await aMug(fresh.db, { onHand: 9 });
  order = (await storedOrder(fresh.db, await anOrder(await aPerson(fresh.db), [[mug, 1]]))).id;
});
afterEach(async () => {
  await fresh.db.delete(printers);
});

type Maker = 'star' | 'epson';
async function aPrinter(maker: Maker = 'star', more: Partial<typeof printers.$inferInsert> = {}) {
  const token = `2${randomUUID()
    .replaceAll(/[^a-f2-7]/g, 'a')
    .slice(0, 25)}`;
  await fresh.db.insert(printers).values({ name: randomUUID(), maker, token, opensDrawer: true, ...more });
  return { token, maker };
}
const now = () => Temporal.Now.instant();
const after = (seconds: number) => () => now().add({ seconds });
const poll = async (address: { token: string; maker: Maker }, seconds = 0) =>
  (
    await pollPrinter(
      address,
      { paper: 'ok', isBusy: false, failed: null },
      { takes: address.maker === 'epson' },
      after(seconds),
    )
  )?.job ?? null;
const paid = () =>
  inTransaction(async (tx) => {
    await openDrawerFor(tx, order);
    await printPaid(tx, order);
  });
const openings = () => fresh.db.$count(printJobs, eq(printJobs.kind, 'drawer'));

test.each([
  ['epson', '1b401b7410', '1b700064fa'],
  ['star', '1b401b1d7420', '1b07141407'],
] as const)(
  'the drawer at a printer of %s opens for cash, before the receipt prints, and prints nothing',
  async (maker, start, pulse) => {
    const address = await aPrinter(maker, { printsReceipts: true });
    await paid();
    await paid();
    const job = await poll(address);
    expect(job?.kind).toBe('drawer');
    const [printer] = await fresh.db.select().from(printers);
    if (!job || !printer) throw new Error('no job');
    const bytes = Buffer.from(await renderJob({ printer, job }, 'https://farm.example')).toString('hex');
    expect(bytes).toBe(start + pulse);
    if (maker === 'star') await takeJob(address, jobToken(job), after(0));
    await endJob(address, { named: jobToken(job), problem: null, paper: null }, after(0));
    expect((await poll(address))?.kind).toBe('receipt');
  },
);

test('a printer without a drawer opens none', async () => {
  const address = await aPrinter('star', { opensDrawer: false });
  await paid();
  expect(await poll(address)).toBeNull();
});

test('a printer that was away opens no drawer for cash of before, also if it had heard of it', async () => {
  const address = await aPrinter();
  await paid();
  expect(await poll(address)).not.toBeNull();
  expect(await poll(address, DRAWER_SECONDS + 1)).toBeNull();
  expect(await openings()).toBe(0);
});

test('an opening that its printer took is never tried again, and no one is asked about it', async () => {
  const address = await aPrinter();
  await paid();
  const job = await poll(address);
  if (!job) throw new Error('no job');
  await takeJob(address, jobToken(job), after(1));
  await watchPrinters(after(PRINT_SECONDS + 2));
  expect(await openings()).toBe(0);
  await paid();
  const again = await poll(address);
  if (!again) throw new Error('no job');
  await takeJob(address, jobToken(again), after(1));
  await endJob(address, { named: jobToken(again), problem: '410', paper: 'out' }, after(2));
  expect(await openings()).toBe(0);
});

test('no sale opens it once for an admin or the person in charge, with a reason, and is on record', async () => {
  const address = await aPrinter();
  const key = randomUUID();
  const kindOf = async (who: SignedIn, reason = 'Change for a twenty') => {
    const outcome = await openWithoutSale(who, { key, reason });
    return outcome.ok ? outcome.value.changed : outcome.problem.kind;
  };
  expect(await kindOf(staff)).toBe('not-allowed');
  expect(await kindOf(admin, '')).toBe('reason-missing');
  const presses = await Promise.all([1, 2, 3].map(() => kindOf(admin)));
  expect(presses.toSorted()).toEqual([false, false, true]);
  expect((await poll(address))?.kind).toBe('drawer');
  const entries = await fresh.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'drawer.opened-without-sale'));
  expect(entries).toMatchObject([{ actorId: admin.userId, reason: 'Change for a twenty' }]);
  const seenId = (await readInCharge())?.id ?? null;
  await changeCharge(admin, { key: randomUUID(), personId: staff.userId, seenId });
  expect(await openWithoutSale(staff, { key: randomUUID(), reason: 'Change' })).toMatchObject({ ok: true });
  const nextId = (await readInCharge())?.id ?? null;
  await changeCharge(admin, { key: randomUUID(), personId: null, seenId: nextId });
});

test('with a colleague’s yes it is theirs, and a yes that no longer counts opens nothing', async () => {
  await aPrinter();
  await fresh.db.insert(staffPins).values({ userId: admin.userId, hash: 'a' });
  const yes = (pinHash: string) => ({ userId: admin.userId, name: admin.name, pinHash }) as Approver;
  const open = (approver: Approver) =>
    openWithoutSale(staff, { key: randomUUID(), reason: 'Stuck coin', approver });
  expect(await open(yes('b'))).toMatchObject({ problem: { kind: 'not-allowed' } });
  expect(await openings()).toBe(0);
  expect(await open(yes('a'))).toMatchObject({ ok: true });
  const [entry] = await fresh.db.select().from(auditLog).where(eq(auditLog.reason, 'Stuck coin'));
  expect(entry).toMatchObject({ actorId: admin.userId, after: { askedBy: 'Sam Counter' } });
});

test('a store whose printers open no drawer says so', async () => {
  await aPrinter('star', { opensDrawer: false });
  expect(await openWithoutSale(admin, { key: randomUUID(), reason: 'Change' })).toMatchObject({
    problem: { kind: 'no-drawer' },
  });
});
