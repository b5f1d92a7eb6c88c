/**
 * An owner connects the shop to a stand-in for Metrc, without scripts: the keys are tried and then seen no more, lots are
 * compared, and nothing but reading is asked of the state.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lots } from '#db/schema/stock.ts';
import { stateReporting } from '#db/schema/tracking.ts';
import { stateReasons } from '#kernel/statuses.ts';
import { type Metrc, startMetrc } from '#seed/metrc/start-metrc.ts';
import { addPackage, newMetrcState } from '#seed/metrc/state.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { PlainBrowser } from '#tests/support/browser.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { openShop } from '#tests/support/shop.ts';
import { aTask, isReporting } from '#tests/support/state-acts.ts';

const LICENSE = 'OCM-MICR-24-000001';
const keys = { softwareKey: 'software-hunter2', licenseKey: 'farm-hunter3' };
const LONG_AGO = new Date('2025-01-01T12:00:00Z');
const SETTINGS = '/admin/settings/state-tracking';
const TRACKING = '/admin/state-tracking';

let fresh: FreshDatabase;
let app: Application;
let metrc: Metrc;
const owner = new PlainBrowser();
const staff = new PlainBrowser();

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  const { softwareKey: integratorKey, licenseKey: userKey } = keys;
  const state = newMetrcState({ integratorKey, userKey, license: LICENSE });
  metrc = await startMetrc({ zone: 'America/New_York', state });
  app = await startApplication({
    ...{ DATABASE_URL: fresh.url, NODE_ENV: 'production', LOG_LEVEL: 'trace' },
    ...{ TRACKING_ADDRESS: metrc.origin },
  });
  for (const [browser, role] of [
    [owner, 'admin'],
    [staff, 'staff'],
  ] as const) {
    const cookies = `age_verified=1; ${await signedIn(fresh.db, await aPerson(fresh.db, { role }))}`;
    for (const cookie of cookies.split('; ')) browser.setCookie(app.origin, cookie);
  }
});
afterAll(async () => {
  await app?.stop();
  await metrc?.stop();
  await fresh?.stop();
});

const texts: string[] = [];
/** The words of a page, without marks. */
const wordsOf = (html: string) =>
  html
    .replaceAll(/<script.*?<\/script>|<style.*?<\/style>/gs, '')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll(/\s+/g, ' ');
async function read(browser: PlainBrowser, path: string) {
  const { text, status } = await browser.visit(app.origin + path);
  texts.push(text);
  return { status, words: wordsOf(text) };
}
async function press(browser: PlainBrowser, path: string, fields: Record<string, string>) {
  const { text, status, url } = await browser.post(app.origin + path, fields);
  texts.push(text);
  return { status, url, words: wordsOf(text) };
}

async function aLot(onHand: number, tag: string) {
  const productId = await aProduct(fresh.db, { onHand });
  await fresh.db.update(lots).set({ packageTag: tag }).where(eq(lots.productId, productId));
}

test('a shop that is not connected says so; an owner connects it, staff see what differs, and no page has a key', async () => {
  expect((await read(owner, TRACKING)).words).toContain('The shop is not connected to the state’s system.');
  expect((await read(staff, TRACKING)).words).toContain('An admin can connect it in Settings.');
  const tag = (number: number) => `1A4FF01000000220000${String(number).padStart(5, '0')}`;
  await aLot(10, tag(1));
  await aLot(10, tag(2));
  await aLot(3, tag(3));
  const inMetrc = (number: number, quantity: number) =>
    addPackage(metrc.state, { label: tag(number), license: LICENSE, quantity }, LONG_AGO);
  inMetrc(1, 10);
  inMetrc(2, 8);
  inMetrc(4, 12);

  const form = { intent: 'save', service: 'metrc-other', version: '0', address: metrc.origin };
  const wrong = await press(owner, SETTINGS, { ...form, license: 'OCM 1', ...keys });
  expect(wrong.status).toBe(400);
  expect(wrong.words).toContain('Enter the license number as Metrc shows it');
  const saved = await press(owner, SETTINGS, { ...form, license: LICENSE, ...keys });
  expect(saved.words).toContain(
    `The keys work for Farm store, license ${LICENSE}. It may sell to consumers.`,
  );
  expect(saved.words).toContain('Watch only: the shop sends nothing.');

  const differs = () => read(staff, TRACKING).then(({ words }) => words);
  await expect.poll(differs, { timeout: 20_000 }).toContain('Last read');
  const words = await differs();
  expect(words).toContain('3 packages in the state’s system. 2 of 3 lots with units have one.');
  for (const line of [
    '10 units here, 8 units in Metrc',
    '3 units here; no active package in Metrc has this tag',
    '12 units in Metrc; no lot here has this tag',
  ])
    expect(words).toContain(line);
  expect(words).toContain('Enter them there first, then compare again.');
  expect(words).not.toContain('Compare now');
  expect((await press(staff, TRACKING, {})).url.pathname).toBe('/admin/dashboard');
  expect((await read(owner, SETTINGS)).words).toContain('Packages without a lot');
  expect((await read(owner, '/admin/reconciliation')).words).toContain(
    'Read from the state’s system: 3 packages',
  );
});

test('Metrc that goes down is one sentence on the page, and what differed stays', async () => {
  metrc.faults.choose = () => 'html';
  expect((await press(owner, TRACKING, {})).words).toContain('Comparing');
  const page = () => read(owner, TRACKING).then(({ words }) => words);
  await expect.poll(page, { timeout: 20_000 }).toContain('The last try failed');
  const words = await page();
  expect(words).toContain('The address answers, but not as Metrc does.');
  expect(words).toContain('10 units here, 8 units in Metrc');
  metrc.faults.choose = () => null;
});

test('a refused report is decided by an admin once, without scripts, and staff only see it; before, nothing of it is shown', async () => {
  for (const path of [TRACKING, '/admin/dashboard', '/admin/lots/1'])
    expect((await read(staff, path)).words).not.toMatch(
      /Everything reported|tasks?\b.*decision|State tracking:/,
    );
  expect((await read(staff, `${TRACKING}/reported`)).words).toContain('An admin starts it in Settings');
  await isReporting(fresh.db);
  expect((await read(staff, `${TRACKING}/reported`)).words).toContain(
    'A sale appears here within a minute of its hand-over.',
  );
  const words = 'Quantity 4 exceeds the 3 Each of Package 1A4FF0100000022000000001.';
  const id = await aTask(fresh.db, words, { receiptNumber: 'ORD9' });
  const tasks = await read(staff, `${TRACKING}/tasks`);
  expect(tasks.words).toContain(words);
  expect(tasks.words).toContain('The package has 3 left in Metrc, this receipt says 4.');
  expect(tasks.words).not.toContain('Retry');
  expect((await read(staff, '/admin/dashboard')).words).toContain('State tracking: 1 task');
  const act = `${TRACKING}/acts/${id}`;
  expect((await press(staff, act, { intent: 'skip', id: String(id), reason: 'No' })).url.pathname).toBe(
    '/admin/dashboard',
  );
  const entered = { intent: 'entered', id: String(id), receipt: '0000123456', note: '' };
  expect((await press(owner, act, entered)).words).toContain('Entered by hand, receipt 0000123456.');
  const again = await press(owner, `${TRACKING}/tasks`, { intent: 'retry', id: String(id) });
  expect(again.words).toContain('decided about this report already.');
  expect((await press(owner, act, { intent: 'other', id: String(id) })).status).toBe(400);
  expect((await press(owner, act, { intent: 'retry', id: '999999' })).status).toBe(404);
  expect((await read(owner, `${TRACKING}/acts/none`)).status).toBe(404);
  const file = await owner.visit(`${app.origin}${TRACKING}/reported/export`);
  expect(file.text).toContain('Entered by hand, receipt 0000123456.');
  texts.push(file.text);
});

test('an owner starts reporting: unclear reasons stay open, a day too old is refused beside its field, and removing stops it', async () => {
  await fresh.db.delete(stateReporting);
  const START = `${SETTINGS}/reporting`;
  const page = await owner.visit(app.origin + START);
  expect(wordsOf(page.text)).toContain('None of Metrc’s clearly fits. Choose one.');
  expect(page.text).toMatch(/<option[^>]* selected=""[^>]*>Scale Variance</);
  const reasons = Object.fromEntries(stateReasons.map((reason) => [reason, 'Waste']));
  const old = await press(owner, START, { ...reasons, day: '2020-01-01', return: '' });
  expect(old.status).toBe(409);
  expect(old.words).toContain('entered in Metrc by a person: records are due within 72 hours.');
  expect(old.words).toContain('Choose Metrc’s reason for: Return.');
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const open = await press(owner, START, { ...reasons, day, return: '' });
  expect(open.words).toContain('Choose Metrc’s reason for: Return.');
  expect((await press(owner, START, { ...reasons, day })).words).toContain('The shop reports now.');
  expect((await read(staff, TRACKING)).words).toContain('and reports to it.');
  expect((await press(staff, START, { ...reasons, day })).url.pathname).toBe('/admin/dashboard');
  metrc.faults.choose = () => 'html';
  const unasked = await read(owner, START);
  expect(unasked.words).toContain('The address answers, but not as Metrc does.');
  expect(unasked.words).toContain('Try again');
  metrc.faults.choose = () => null;
  expect((await press(owner, SETTINGS, { intent: 'stop-reporting' })).words).toContain('only watches now');
});

test('the keys are in no page, log, export or list of backups, and the shop only reads', async () => {
  for (const path of [
    '/admin/audit',
    '/admin/settings',
    '/admin/operations',
    '/admin/operations/backups',
    '/admin/settings/connections',
  ])
    await read(owner, path);
  const today = new Date().toISOString().slice(0, 10);
  texts.push((await owner.visit(`${app.origin}/admin/audit/export`)).text);
  texts.push((await owner.visit(`${app.origin}/admin/reconciliation/export?day=${today}`)).text);
  expect(texts.some((text) => text.includes('connection'))).toBe(true);
  const basic = Buffer.from(`${keys.softwareKey}:${keys.licenseKey}`).toString('base64');
  const everything = [...texts, app.output()].join('\n');
  for (const secret of ['hunter2', 'hunter3', basic]) expect(everything).not.toContain(secret);
  expect(metrc.calls.length).toBeGreaterThan(5);
  expect(metrc.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});
