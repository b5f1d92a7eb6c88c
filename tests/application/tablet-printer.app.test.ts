/**
 * A tablet that prints, over HTTP: its own loop against the built shop. Only the device is a stand-in, an object that takes
 * bytes, fails, or hangs: a browser reaches a real one only through a person's press and a cable.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Ask, type PaperNote, printNext, settlePaper } from '#counter/printer/print-next.ts';
import { printers, printJobs } from '#db/schema/printing.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { readRoll } from '#tests/support/roll-reader.ts';
import { openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let app: Application;
let cookies: { admin: string; staff: string; customer: string };
let printerId: string;
const start = () => startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  const of = async (role?: 'admin' | 'staff') =>
    `age_verified=1; ${await signedIn(fresh.db, await aPerson(fresh.db, role ? { role } : {}))}`;
  cookies = { admin: await of('admin'), staff: await of('staff'), customer: await of() };
  app = await start();
});
afterAll(async () => {
  await app?.stop();
  await fresh?.stop();
});
beforeEach(async () => {
  await fresh.db.delete(printers);
  const form = { intent: 'add', name: 'Register 1', maker: 'epson', connection: 'tablet', width: '80' };
  await postForm(app, '/admin/settings/printers', form, { cookie: cookies.admin });
  const [row] = await fresh.db.select().from(printers).where(eq(printers.name, 'Register 1'));
  printerId = row?.id ?? '';
});

const aTest = () =>
  postForm(
    app,
    '/counter/printer',
    { intent: 'test', printer: printerId, key: randomUUID() },
    { cookie: cookies.staff },
  );
const statuses = async () =>
  (await fresh.db.select().from(printJobs).orderBy(printJobs.number)).map(({ status }) => status);

/** A tablet whose notes outlive its pages. `lose`: answers to these intents never arrive, though the shop gave them. */
function aTablet() {
  let note: PaperNote | null = null;
  const notes = {
    read: () => note,
    write: (next: PaperNote | null) => {
      note = next;
    },
  };
  const printed: Uint8Array[] = [];
  const lose = new Set<string>();
  const ask: Ask = async (form) => {
    try {
      const answer = await postForm(app, '/counter/printer/papers', form, { cookie: cookies.staff });
      return lose.delete(form.intent ?? '') ? null : answer;
    } catch {
      return null;
    }
  };
  const take = async (bytes: Uint8Array): Promise<void> => {
    printed.push(bytes);
  };
  const step = async (write = take) => {
    const settled = await settlePaper(ask, notes);
    return settled === 'again' ? printNext(printerId, { ask, notes, write, patience: 200 }) : settled;
  };
  return { printed, lose, step, noted: () => note?.phase ?? null };
}

test('a tablet prints what staff ask for, each once, and says so', async () => {
  await aTest();
  await aTest();
  const tablet = aTablet();
  expect([await tablet.step(), await tablet.step(), await tablet.step()]).toEqual(['again', 'again', 'idle']);
  expect(tablet.printed.map((bytes) => readRoll(bytes, 'epson', 80).join(' '))).toEqual([
    expect.stringContaining('Printer: Register 1'),
    expect.stringContaining('Printer: Register 1'),
  ]);
  expect(await statuses()).toEqual(['printed', 'printed']);
});

test.each(['next', 'take', 'end'])(
  'an answer to %s that never arrives prints nothing twice',
  async (intent) => {
    await aTest();
    const tablet = aTablet();
    tablet.lose.add(intent);
    await tablet.step();
    await tablet.step();
    // What was offered and not fetched is offered again after a while.
    await fresh.db.update(printJobs).set({ offeredAt: new Date(Date.now() - 16_000) });
    for (let turn = 0; turn < 4; turn += 1) await tablet.step();
    expect(tablet.printed).toHaveLength(1);
    expect(await statuses()).toEqual(['printed']);
  },
);

test('a page that ends while the device takes a paper, and a cable that is pulled, are asked about', async () => {
  for (const write of [() => new Promise<void>(() => undefined), () => Promise.reject(new Error('gone'))]) {
    await fresh.db.delete(printJobs);
    await aTest();
    const tablet = aTablet();
    expect(await tablet.step(write)).toBe('device-lost');
    expect(tablet.noted()).toBe('writing');
    expect(await tablet.step()).toBe('idle');
    expect(await statuses()).toEqual(['asked']);
    expect(tablet.printed).toHaveLength(0);
  }
});

test('a shop that is killed after the device took a paper hears of it when it is back', async () => {
  await aTest();
  const tablet = aTablet();
  expect(await tablet.step()).toBe('again');
  app.process.kill('SIGKILL');
  expect(await tablet.step()).toBe('no-network');
  app = await start();
  expect(await tablet.step()).toBe('idle');
  expect(tablet.printed).toHaveLength(1);
  expect(await statuses()).toEqual(['printed']);
});

test('two tablets with one printer print each paper once', async () => {
  for (let paper = 0; paper < 4; paper += 1) await aTest();
  const tablets = [aTablet(), aTablet()];
  for (let turn = 0; turn < 12; turn += 1) await Promise.all(tablets.map((tablet) => tablet.step()));
  expect(tablets.reduce((sum, { printed }) => sum + printed.length, 0)).toBe(4);
  expect(await statuses()).toEqual(['printed', 'printed', 'printed', 'printed']);
});

test('customers and odd forms get nothing, a removed printer ends it, and only the counter may reach devices', async () => {
  await aTest();
  const post = (form: Record<string, string>, who: keyof typeof cookies = 'staff') =>
    postForm(app, '/counter/printer/papers', form, { cookie: cookies[who] });
  expect((await post({ intent: 'next', printer: printerId }, 'customer')).status).not.toBe(200);
  for (const form of [
    {},
    { intent: 'x' },
    { intent: 'next', printer: 'x' },
    { intent: 'take', printer: printerId, job: "1'" },
  ])
    expect((await post(form as Record<string, string>)).status).toBe(400);
  expect((await post({ intent: 'take', printer: printerId, job: '1-1' })).status).toBeGreaterThanOrEqual(400);
  expect(await statuses()).toEqual(['waiting']);
  const policy = async (path: string) =>
    (await fetch(app.origin + path, { headers: { cookie: cookies.staff } })).headers.get(
      'permissions-policy',
    );
  expect(await policy('/counter')).toContain('usb=(self)');
  expect(await policy('/admin/dashboard')).toContain('usb=()');
  expect(await policy('/')).toContain('bluetooth=()');
  const tablet = aTablet();
  await fresh.db.delete(printers);
  expect(await tablet.step()).toBe('removed');
});
