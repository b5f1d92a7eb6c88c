/**
 * Printers over HTTP, as the makers' printers speak: from the owner's form to the paper, power off in the middle, kill -9
 * between the taking and the result, wrong tokens and hostile bodies.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { printers, printJobs } from '#db/schema/printing.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, anOrder, storedOrder } from '#tests/support/orders.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { CloudPrntPrinter, ServerDirectPrinter } from '#tests/support/printer-clients.ts';
import { postForm } from '#tests/support/requests.ts';
import { readRoll } from '#tests/support/roll-reader.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';

const PAGE = '/admin/settings/printers';
let fresh: FreshDatabase;
let app: Application;
let staff: SignedIn;
let cookies: { admin: string; staff: string; customer: string };
const start = () => startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  staff = await aPerson(fresh.db, { role: 'staff' });
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const customer = await aPerson(fresh.db);
  const of = async (person: SignedIn) => `age_verified=1; ${await signedIn(fresh.db, person)}`;
  cookies = { admin: await of(admin), staff: await of(staff), customer: await of(customer) };
  app = await start();
});
afterAll(async () => {
  await app?.stop();
  await fresh?.stop();
});

const post = (path: string, fields: Record<string, string>, who: keyof typeof cookies = 'admin') =>
  postForm(app, path, fields, { cookie: cookies[who] });

/** Adds it by the owner's form, and reads its address off the page. */
async function add(name: string, fields: Record<string, string>) {
  const added = await post(PAGE, { intent: 'add', name, place: 'Counter', width: '80', ...fields });
  expect(added.status).toBe(302);
  const [row] = await fresh.db.select().from(printers).where(eq(printers.name, name));
  const page = await (await fetch(app.origin + PAGE, { headers: { cookie: cookies.admin } })).text();
  expect(page).toContain(`/printers/${row?.token}`);
  return { id: row?.id ?? '', url: `${app.origin}/printers/${row?.token}` };
}

async function handedOver(): Promise<string> {
  const now = Temporal.Now.instant();
  const customer = await aPerson(fresh.db);
  const number = await anOrder(customer, [[await aMug(fresh.db, { name: 'Enamel Mug' }), 1]], aSlot(), now);
  await setStatus(fresh.db, number, 'ready');
  const { version } = await storedOrder(fresh.db, number);
  const noId = { idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: false as const };
  const done = await handOverOrder(
    staff,
    number,
    { ...noId, version, cashReceived: 3_000, key: randomUUID() },
    now,
  );
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  return number;
}

const statuses = async (id: string) =>
  (await fresh.db.select().from(printJobs).where(eq(printJobs.printerId, id)).orderBy(printJobs.number)).map(
    ({ status }) => status,
  );
const forget = () => fresh.db.delete(printers);
const text = (bytes: Uint8Array | undefined, maker: 'star' | 'epson') =>
  readRoll(bytes ?? new Uint8Array(), maker, 80).join('\n');

test('both makers’ printers print the slip of an order that arrives and its receipt when it is paid, once', async () => {
  const on = { printsReceipts: 'on', printsSlips: 'on' };
  const star = await add('Star', { maker: 'star', ...on });
  const epson = await add('Epson', { maker: 'epson', ...on });
  const number = await handedOver();
  for (const [printer, maker, id] of [
    [new CloudPrntPrinter(star.url), 'star', star.id],
    [new ServerDirectPrinter(epson.url), 'epson', epson.id],
  ] as const) {
    expect([await printer.tick(), await printer.tick(), await printer.tick()]).toEqual([true, true, false]);
    const paper = text(printer.printed[1], maker);
    for (const part of [
      `Receipt ${number}`,
      'Enamel Mug',
      'Cash received',
      'Change',
      `<qr ${number}>`,
      '<cut>',
    ])
      expect(paper).toContain(part);
    expect(await statuses(id)).toEqual(['printed', 'printed']);
  }
  await forget();
});

test('staff print a receipt at the finished order, and its page names the printer', async () => {
  const { url, id } = await add('Register', { maker: 'star' });
  const number = await handedOver();
  const path = `/counter/orders/${number}`;
  const page = await (await fetch(app.origin + path, { headers: { cookie: cookies.staff } })).text();
  expect(page).toContain('Print receipt');
  const printer = new CloudPrntPrinter(url);
  expect(await printer.tick()).toBe(false);
  const key = randomUUID();
  for (let press = 0; press < 2; press += 1) await post(path, { intent: 'print', printer: id, key }, 'staff');
  expect([await printer.tick(), await printer.tick()]).toEqual([true, false]);
  await post(path, { intent: 'print', printer: id, key: randomUUID() }, 'customer');
  expect(await statuses(id)).toEqual(['printed']);
  await forget();
});

test('two of a kind at one address, and a server that is killed between the taking and the result, print once or ask', async () => {
  const { url, id } = await add('Killed', { maker: 'epson' });
  await post(PAGE, { intent: 'test', printer: id, key: randomUUID() });
  const printer = new ServerDirectPrinter(url);
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () =>
      (await printer.send({ ConnectionType: 'GetRequest', ID: '' })).text(),
    ),
  );
  const [paper = ''] = answers.filter((xml) => xml !== '');
  expect(answers.filter((xml) => xml !== '')).toHaveLength(1);
  app.process.kill('SIGKILL');
  await expect(printer.tick()).rejects.toThrow();
  app = await start();
  const again = new ServerDirectPrinter(url.replace(/^http:\/\/[^/]+/, app.origin));
  expect(await again.tick()).toBe(false);
  expect(await statuses(id)).toEqual(['sent']);
  await again.result(/<printjobid>([^<]+)/.exec(paper)?.[1] ?? '', true, '');
  expect(await statuses(id)).toEqual(['printed']);
  await forget();
});

test('a printer that loses power with a paper in its memory is asked about on the board, and staff answer there', async () => {
  const { url, id } = await add('Dark', { maker: 'star' });
  await post(PAGE, { intent: 'test', printer: id, key: randomUUID() });
  const printer = new CloudPrntPrinter(url);
  printer.trouble = 'power-off';
  await printer.tick();
  await fresh.db.update(printJobs).set({ takenAt: new Date(Date.now() - 61_000) });
  printer.trouble = 'none';
  expect(await printer.tick()).toBe(false);
  const board = async () =>
    (await (await fetch(`${app.origin}/counter`, { headers: { cookie: cookies.staff } })).text()).replaceAll(
      '<!-- -->',
      '',
    );
  expect(await board()).toContain('Printed? Test page');
  const [job] = await fresh.db.select().from(printJobs).where(eq(printJobs.printerId, id));
  await post('/counter', { intent: 'paper-again', paper: job?.id ?? '' }, 'staff');
  expect(await board()).not.toContain('Printed? Test page');
  expect(await printer.tick()).toBe(true);
  await forget();
});

test('a printer without paper keeps what it was given, and prints it when it has some', async () => {
  const star = await add('Empty', { maker: 'star' });
  const epson = await add('Empty too', { maker: 'epson' });
  for (const { id } of [star, epson]) await post(PAGE, { intent: 'test', printer: id, key: randomUUID() });
  const first = new CloudPrntPrinter(star.url);
  first.trouble = 'paper-out';
  expect(await first.tick()).toBe(false);
  first.trouble = 'none';
  expect(await first.tick()).toBe(true);
  const second = new ServerDirectPrinter(epson.url);
  second.trouble = 'paper-out';
  expect(await second.tick()).toBe(false);
  expect(await statuses(epson.id)).toEqual(['failed']);
  const page = await (await fetch(app.origin + PAGE, { headers: { cookie: cookies.admin } })).text();
  expect(page).toContain('It is out of paper.');
  await forget();
});

test('a wrong token, another method, and bodies that no printer sends are refused, and change nothing', async () => {
  const { url, id } = await add('Attacked', { maker: 'star' });
  await post(PAGE, { intent: 'test', printer: id, key: randomUUID() });
  const printer = new CloudPrntPrinter(url);
  const wrong = new CloudPrntPrinter(`${app.origin}/printers/${'a'.repeat(26)}`);
  expect((await wrong.poll()).status).toBe(404);
  expect((await wrong.get('application/vnd.star.line', '1-1')).status).toBe(404);
  expect((await wrong.confirm('200 OK', '1-1')).status).toBe(404);
  expect((await fetch(url, { method: 'PUT' })).status).toBe(405);
  expect((await fetch(`${app.origin}/counter`, { method: 'DELETE' })).status).toBe(405);
  const send = (body: string, type = 'application/json') =>
    fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body });
  for (const body of [
    '',
    '{',
    'null',
    '[]',
    '{"statusCode":200}',
    '"x"',
    `{"statusCode":"${'9'.repeat(400)}"}`,
  ])
    expect((await send(body)).status, body.slice(0, 20)).toBe(400);
  expect((await send(JSON.stringify({ statusCode: 'x'.repeat(100_000) }))).status).toBe(413);
  expect((await send('<x/>', 'text/xml')).status).toBe(415);
  for (const file of [
    '',
    'x',
    '<PrintResponseInfo',
    '<PrintResponseInfo><response success="true"',
    '<'.repeat(60_000),
  ])
    expect(
      (
        await send(
          new URLSearchParams({ ConnectionType: 'SetResponse', ResponseFile: file }).toString(),
          'application/x-www-form-urlencoded',
        )
      ).status,
    ).toBeGreaterThanOrEqual(400);
  expect((await printer.get('image/png', '')).status).toBe(415);
  expect((await printer.get('application/vnd.star.line', '')).status).toBe(404);
  expect(await statuses(id)).toEqual(['waiting']);
  await post(PAGE, { intent: 'add', name: 'Mine', maker: 'star', width: '80' }, 'staff');
  expect(await fresh.db.select().from(printers)).toHaveLength(1);
  // A session counts for nothing here: another site's page could bring it.
  const asAdmin = await fetch(wrong.url, {
    method: 'DELETE',
    headers: { cookie: cookies.admin, origin: 'https://evil.example' },
  });
  expect(asAdmin.status).toBe(404);
  await forget();
});
