/**
 * An owner tries the state's system in the demo store before buying a key: it agrees at first, what someone does in it is
 * found, and it stays over a restart. A production start has none of it.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { products } from '#db/schema/catalogue.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { stateReasons } from '#kernel/statuses.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { PlainBrowser } from '#tests/support/browser.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { demoPerson } from '#tests/support/demo-store.ts';
import { storedOrder } from '#tests/support/orders.ts';
import { signedIn } from '#tests/support/people.ts';
import { setStatus } from '#tests/support/set-status.ts';

const TRACKING = '/admin/state-tracking';
const PLAY = `${TRACKING}/play`;
const SETTINGS = '/admin/settings/state-tracking';
const ZONE = 'America/New_York';
const LOADED = 'the stand-in was loaded';

/** Says when a process loads the built stand-in. */
const watching = `--import=data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    if (/\\/play-metrc-[^/]*\\.js$/.test(url)) console.log('${LOADED}');
    return next(url, context);
  } });`,
)}`;

let fresh: FreshDatabase;
let app: Application;
const dataFolder = mkdtempSync(join(tmpdir(), 'farmgate-play-'));
const running: Application[] = [];
const cookies: Record<'admin' | 'staff', string[]> = { admin: [], staff: [] };

async function start(environment: Record<string, string> = {}, folder?: string): Promise<Application> {
  const started = await startApplication(
    { DATABASE_URL: fresh.url, NODE_OPTIONS: watching, ...environment },
    { dataFolder: folder },
  );
  running.push(started);
  return started;
}

beforeAll(async () => {
  fresh = await freshDatabase();
  app = await start({}, dataFolder);
  for (const role of ['admin', 'staff'] as const)
    cookies[role] = [
      'age_verified=1',
      ...(await signedIn(fresh.db, await demoPerson(fresh.db, role))).split('; '),
    ];
});
afterAll(async () => {
  for (const each of running) await each.stop().catch(() => null);
  await fresh?.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** The words of a page, without marks. */
const wordsOf = (html: string) =>
  html
    .replaceAll(/<script.*?<\/script>|<style.*?<\/style>/gs, '')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll(/\s+/g, ' ');

function browserOf(role: 'admin' | 'staff', at: Application) {
  const browser = new PlainBrowser();
  for (const cookie of cookies[role]) browser.setCookie(at.origin, cookie);
  return browser;
}
async function read(path: string, at = app, role: 'admin' | 'staff' = 'admin') {
  const { text, status } = await browserOf(role, at).visit(at.origin + path);
  return { status, text, words: wordsOf(text) };
}
async function press(
  path: string,
  fields: Record<string, string>,
  at = app,
  role: 'admin' | 'staff' = 'admin',
) {
  const { text, status } = await browserOf(role, at).post(at.origin + path, fields);
  return { status, text, words: wordsOf(text) };
}
/** Compares, and returns the words of the page once it has ended. */
async function compare(at = app) {
  expect((await press(TRACKING, {}, at)).words).toContain('Comparing');
  let words = '';
  await expect
    .poll(
      async () => {
        words = (await read(TRACKING, at)).words;
        return words;
      },
      { timeout: 60_000, interval: 300 },
    )
    .not.toContain('Comparing…');
  return words;
}
/** Packages with several units that the panel offers. */
function severalPackages(html: string) {
  return [...html.matchAll(/<option value="(1A4SAMPLE\w+)">[^<]*, (\d+) units,/g)].map(
    ([, tag = '', units = '']) => ({ tag, units: Number(units) }),
  );
}

test('a new demo is connected to the Metrc that it plays, which starts when it is needed and agrees', async () => {
  expect(app.output()).not.toContain(LOADED);
  const settings = await read(SETTINGS);
  expect(settings.words).toContain('The shop is connected to Metrc for practice, in this demo.');
  expect(settings.words).toContain('Watch only: the shop sends nothing.');
  expect(settings.text).not.toMatch(/type="password"/);
  const words = await compare();
  expect(app.output()).toContain(LOADED);
  expect(words).toContain('units in Metrc; no lot here has this tag');
  expect(words).toContain('Harvest Gift Box');
  expect(words).not.toMatch(/Test state|On hold/);
  // The demo’s Metrc has none of today’s sales yet; nothing else differs.
  for (const [, ours, theirs] of words.matchAll(/(\d+) units? here, (\d+) units? in Metrc/g))
    expect(Number(theirs)).toBeGreaterThan(Number(ours));
});

test('with Report on, an order that is handed over is a receipt in Metrc, and then all agrees', async () => {
  const started = await press(`${SETTINGS}/reporting`, {
    day: Temporal.Now.zonedDateTimeISO(ZONE).toPlainDate().toString(),
    ...Object.fromEntries(stateReasons.map((reason) => [reason, 'Scale Variance'])),
  });
  expect(started.words).toContain('The shop reports now.');

  // Whatever the hour, the demo has an open order with cannabis.
  const [open] = await fresh.db
    .select({ number: orders.orderId })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(
      and(inArray(orders.status, ['pending', 'confirmed', 'packing']), eq(products.productType, 'cannabis')),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1);
  if (!open) throw new Error('no order with cannabis is open');
  await setStatus(fresh.db, open.number, 'ready');
  const ready = await storedOrder(fresh.db, open.number);
  const handedOver = await press(`/counter/orders/${open.number}`, {
    ...{ intent: 'hand-over', version: String(ready.version), key: randomUUID(), cashReceived: '1000' },
    ...{ idKind: 'passport', idIssuer: 'United States', idNumber: 'X1234567', nameMatches: '1' },
    ...{ idExpiresOn: '2040-01-31', idBirthDate: '1980-05-05' },
  });
  expect(handedOver.words).toContain(`${open.number} is handed over`);

  const order = async () => (await read(`/admin/orders/${open.number}`)).words;
  await expect.poll(order, { timeout: 60_000, interval: 500 }).toMatch(/Reported [^,]*, receipt \d+/);
  const receipts = (await read(PLAY)).words;
  expect(receipts).toContain(`${open.number}, 0`);
  expect(receipts).not.toMatch(/Alex|Rivers|X1234567|customer@/);
  const waiting = async () => (await read(TRACKING)).words;
  await expect.poll(waiting, { timeout: 60_000, interval: 500 }).toMatch(/Waiting Nothing/);
  expect(await waiting()).toMatch(/Tasks None/);
  expect(await compare()).not.toMatch(/units? here|as reported|did not report|not among the receipts/);
});

test('a report that Metrc refuses is a task, and a retry cures it', async () => {
  const { text } = await read(PLAY);
  const [wasted] = severalPackages(text);
  if (!wasted) throw new Error('no packages');
  expect((await press(PLAY, { press: 'refuse-next' })).words).toContain('Metrc refuses the next report.');
  const [lot] = await fresh.db.select().from(lots).where(eq(lots.packageTag, wasted.tag));
  const units = { reason: 'damaged', units: '1', note: 'Dropped', expected: String(lot?.onHand) };
  expect((await press(`/admin/lots/${lot?.id}/units`, units)).status).toBe(200);
  const tasks = () => read(`${TRACKING}/tasks`);
  await expect
    .poll(async () => (await tasks()).words, { timeout: 60_000, interval: 500 })
    .toContain('Metrc says The object was refused.');
  const [, id = ''] = /name="id" value="(\d+)"/.exec((await tasks()).text) ?? [];
  await press(`${TRACKING}/tasks`, { intent: 'retry', id });
  await expect
    .poll(async () => (await read(`${TRACKING}/acts/${id}`)).words, { timeout: 60_000, interval: 500 })
    .toMatch(/Reported \d/);
});

test('a hand change in Metrc and a package on hold are found by the next comparison', async () => {
  const { text, words } = await read(PLAY);
  expect(words).toContain('Hollow Creek Processing');
  const [changed, held] = severalPackages(text);
  if (!changed || !held) throw new Error('no packages');
  const quantity = String(changed.units + 3);
  expect((await press(PLAY, { press: 'quantity', tag: changed.tag, quantity })).words).toContain(
    `has ${quantity} units now.`,
  );
  await press(PLAY, { press: 'package', tag: held.tag, what: 'hold' });
  const found = await compare();
  expect(found).toContain(`${changed.units} units here, ${quantity} units in Metrc`);
  expect(found).toContain('On hold in Metrc');
  const wrong = await press(PLAY, { press: 'quantity', tag: changed.tag, quantity: 'many' });
  expect(wrong.words).toContain('Enter a whole number from 0 to 100,000.');
  expect((await press(PLAY, { press: 'burn' })).status).toBe(400);
});

test('Metrc that is down is a sentence on the page, and it comes back', async () => {
  expect((await press(PLAY, { press: 'down' })).words).toContain('Metrc is down until');
  expect(await compare()).toContain('Metrc could not be reached.');
  expect((await press(PLAY, { press: 'up' })).words).toContain('Metrc answers again.');
  expect(await compare()).not.toContain('could not be reached');
});

test('a delivery is accepted with a package rejected and fewer units than shipped', async () => {
  const { text } = await read(PLAY);
  const [, delivery = ''] = /name="delivery" value="(\d+)"/.exec(text) ?? [];
  const fields = [...text.matchAll(/name="(arrived \w+)"[^>]* value="(\d+)"/g)].map(
    ([, name = '', value = '']) => ({
      name,
      value,
    }),
  );
  expect(fields).toHaveLength(4);
  const arrived = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const accepted = await press(PLAY, {
    ...{ press: 'accept', delivery, ...arrived },
    ...{ [fields[0]?.name ?? '']: '0', [fields[1]?.name ?? '']: '20' },
  });
  expect(accepted.words).toContain('Accepted: 3 packages are at the farm, 1 rejected.');
  expect(accepted.words).toContain('No delivery is on the way.');
  expect((await press(PLAY, { press: 'send' })).words).toContain('A delivery is on its way');
});

test('staff have no such page, and no link to it', async () => {
  expect((await read(PLAY, app, 'staff')).status).toBe(404);
  expect((await press(PLAY, { press: 'down' }, app, 'staff')).status).toBe(404);
  expect((await read(TRACKING, app, 'staff')).text).not.toContain(PLAY);
  expect((await read(TRACKING)).text).toContain(`href="${PLAY}"`);
});

test('a second process of the demo plays no other Metrc: it reads the first one’s', async () => {
  const second = await start();
  expect((await read(PLAY, second)).words).toContain('Another process of this demo plays Metrc.');
  expect(await compare(second)).toContain('On hold in Metrc');
  expect(second.output()).not.toContain(LOADED);
  await second.stop();
});

test('a demo that is killed has what was done in Metrc after its next start', async () => {
  const before = (await read(PLAY)).words;
  const records = (words: string) => words.slice(words.indexOf('Adjustments'));
  app.process.kill('SIGKILL');
  await new Promise((resolve) => app.process.once('exit', resolve));
  app = await start({}, dataFolder);
  const after = (await read(PLAY)).words;
  expect(records(after)).toBe(records(before));
  expect(after).toContain('Corrected in Metrc by hand');
  expect(await compare()).toContain('On hold in Metrc');
});

test('a production start of the same store has neither the panel nor the stand-in', async () => {
  await app.stop();
  app = await start({ NODE_ENV: 'production', DEMO_STORE: 'yes' }, dataFolder);
  expect((await read(PLAY)).status).toBe(404);
  expect((await press(PLAY, { press: 'down' })).status).toBe(404);
  const tracking = await read(TRACKING);
  expect(tracking.words).toContain('The shop is not connected to the state’s system.');
  expect(tracking.text).not.toContain(PLAY);
  const settings = await read(SETTINGS);
  expect(settings.words).not.toContain('for practice, in this demo');
  const saved = await press(SETTINGS, { intent: 'save', service: 'metrc-practice', version: '1' });
  expect(saved.status).toBe(400);
  expect(app.output()).not.toContain(LOADED);
});

test('the built shop reads the stand-in’s code only by the one import that a demo reaches', () => {
  const server = 'build/server';
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const codeOf = (name: string) => readFileSync(join(server, name), 'utf8');
  const ofStandIn = files.filter((name) => codeOf(name).includes('is being changed by another request'));
  expect(ofStandIn).toEqual([expect.stringMatching(/^assets\/play-metrc-[^/]*\.js$/)]);
  const reached = new Set<string>();
  const follow = (name: string) => {
    if (reached.has(name)) return;
    reached.add(name);
    for (const [, to = ''] of codeOf(name).matchAll(/(?:from|import)\s*"(\.\.?\/[^"]+\.js)"/g))
      follow(join(dirname(name), to));
  };
  follow('index.js');
  expect(reached.size).toBeGreaterThan(5);
  expect([...reached].filter((name) => ofStandIn.includes(name))).toEqual([]);
  const client = readdirSync('build/client', { recursive: true, encoding: 'utf8' });
  const scripts = client.filter((name) => name.endsWith('.js')).map((name) => join('build/client', name));
  expect(scripts.filter((path) => readFileSync(path, 'utf8').includes('changed by another request'))).toEqual(
    [],
  );
});
