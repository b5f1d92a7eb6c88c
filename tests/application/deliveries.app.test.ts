/**
 * On a farm that began empty, without scripts: a delivery on its way, accepted by a person in the stand-in for Metrc, made
 * into lots with one press, sold; then the state holds a package, and the checkout that was open ends without it.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots, productStock } from '#db/schema/stock.ts';
import { enqueue } from '#platform/jobs.ts';
import { acceptDelivery, setHold } from '#seed/metrc/by-hand.ts';
import { type Metrc, startMetrc } from '#seed/metrc/start-metrc.ts';
import { addTransfer, newMetrcState } from '#seed/metrc/state.ts';
import { scheduledTasks } from '#server/run/scheduled-tasks.ts';
import { PlainPage } from '#tests/journeys/plain-page.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FarmShop, farmShop } from '#tests/support/farm-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';

const LICENSE = 'OCM-MICR-24-000123';
const keys = { softwareKey: 'software-hunter2', licenseKey: 'farm-hunter3' };
const DELIVERIES = '/admin/state-tracking/deliveries';
const PATIENCE = { timeout: 60_000, interval: 50 };
const tagOf = (number: number) => `1A4FF0100000022${String(number).padStart(9, '0')}`;
const [known, strange, bulk] = [tagOf(1_204_001), tagOf(1_204_002), tagOf(1_204_003)];

let fresh: FarmShop;
let app: Application;
let metrc: Metrc;
let owner: PlainPage;
let kim: PlainPage;
let product: { id: number; name: string };

beforeAll(async () => {
  fresh = await farmShop();
  const [productId = 0] = fresh.cannabis;
  const [row] = await fresh.db.select().from(products).where(eq(products.id, productId));
  product = { id: productId, name: `${row?.name} ${row?.size}` };
  const { softwareKey: integratorKey, licenseKey: userKey } = keys;
  const state = newMetrcState({ integratorKey, userKey, license: LICENSE });
  metrc = await startMetrc({ zone: 'America/New_York', state });
  app = await startApplication({
    ...{ NODE_ENV: 'production', DATABASE_URL: fresh.url, TRACKING_ADDRESS: metrc.origin },
  });
  const jarOf = (cookies: string) =>
    new Map(cookies.split('; ').map((cookie) => cookie.split(/=(.*)/s).slice(0, 2) as [string, string]));
  owner = new PlainPage(app.origin, {}, jarOf(fresh.owner));
  kim = new PlainPage(app.origin, {}, jarOf(fresh.kim));
});
afterAll(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await app?.stop();
  await metrc?.stop();
  await fresh?.stop();
});

/** The minute's task, now. */
async function aMinutePasses() {
  const task = scheduledTasks.find(({ kind }) => kind.name === 'read-state');
  if (!task) throw new Error('no such task');
  await inTransaction((tx) => enqueue(tx, task.kind, {}));
}
const press = (page: PlainPage, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
const shows = (page: PlainPage, path: string, words: string | RegExp) =>
  expect
    .poll(async () => {
      await page.goto(path);
      return page.words();
    }, PATIENCE)
    .toMatch(words);
const onSale = async () =>
  (await fresh.db.select().from(productStock).where(eq(productStock.productId, product.id)))[0];

test('a connected shop shows what is on its way, and that a person accepts it in Metrc', async () => {
  await owner.goto('/admin/settings/state-tracking?service=metrc-other');
  const form = {
    intent: 'save',
    service: 'metrc-other',
    version: '0',
    address: metrc.origin,
    license: LICENSE,
  };
  const saved = await fetch(`${app.origin}/admin/settings/state-tracking`, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ ...form, ...keys }) },
    headers: { cookie: fresh.owner, origin: app.origin },
  });
  expect(saved.status).toBeLessThan(400);
  addTransfer(
    metrc.state,
    {
      ...{ toLicense: LICENSE, fromLicense: 'OCM-PROC-24-000009', fromName: 'Hudson Extracts' },
      ...{ estimatedDeparture: '2026-11-29T09:00:00.000', estimatedArrival: '2026-11-29T14:00:00.000' },
      packages: [
        { label: known, quantity: 24, item: { name: product.name.toUpperCase() }, wholesalePrice: 240 },
        { label: strange, quantity: 10, item: { name: 'Nobody knows it' } },
        { label: bulk, quantity: 453.6, unit: 'Grams', item: { name: 'Bulk flower' } },
      ],
    },
    new Date(),
  );
  await aMinutePasses();
  await shows(kim, DELIVERIES, /On the wayHudson Extracts, manifest \d+Expected Nov 29, 2026/);
  await kim.getByRole('link', { name: /^Hudson Extracts/ }).click();
  expect(kim.words()).toContain('Count it when it arrives, and accept it in Metrc.');
  expect(kim.words()).toContain('24 units');
  expect(kim.words()).not.toContain('$10.00');
});

test('accepted, its packages become lots with one press, with laboratory and certificate; one that is not in units says so', async () => {
  const delivery = metrc.state.transfers[0]?.deliveries[0];
  acceptDelivery(metrc.state, delivery?.id ?? 0, new Date(), { received: { [known]: 23 } });
  const packageId = metrc.state.packages[known]?.id ?? 0;
  for (const [test, level] of [
    ['Total THC (%)', 24.5],
    ['Total CBD (%)', 0.3],
  ] as const)
    metrc.state.labResults.push({
      ...{ id: metrc.state.labResults.length + 1, packageId, laboratory: 'Finger Lakes Lab', test, level },
      ...{ passed: true, performedDate: '2026-11-02', documentId: 77 },
    });
  const before = (await onSale())?.onHand ?? 0;
  await aMinutePasses();
  await shows(owner, `${DELIVERIES}/${delivery?.id}`, '23 units, 24 shipped · $10.00 a unit');
  expect(owner.words()).toContain('Metrc counts this package in grams, not in units.');
  // The item that no one knows has no product: the others are made.
  await press(owner, 'Make all lots');
  expect(owner.words()).toContain('Batch 1204001On sale');
  expect(owner.words()).toContain('1 not yet a lot');
  expect((await onSale())?.onHand).toBe(before + 23);
  const [lot] = await fresh.db.select().from(lots).where(eq(lots.packageTag, known));
  const pdf = await fetch(`${app.origin}/media/${lot?.coaKey}.pdf`, {
    headers: { cookie: 'age_verified=1' },
  });
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  await press(owner, /^Make a lot/);
  expect(owner.words()).toContain('Choose the product that it is.');
});

test('the state’s hold ends a checkout that was open; staff read why, and no one can put the lot back', async () => {
  const stored = await fresh.db.select().from(lots).where(eq(lots.productId, product.id));
  const made = stored.find(({ packageTag }) => packageTag === known);
  // Only the delivered lot is left on sale.
  for (const { id, status } of stored)
    if (id !== made?.id && status === 'sellable') {
      await owner.goto(`/admin/lots/${id}`);
      await press(owner, 'Stop sales now');
    }
  const guest = new PlainPage(
    app.origin,
    {},
    new Map([
      ['age_verified', '1'],
      ['cart', `${product.id}:1.`],
    ]),
  );
  await guest.goto('/checkout');
  await guest.getByRole('main').locator('input[name="slot"]').last().check();
  for (const [label, text] of [
    ['Full Name', 'Wren Hollis'],
    ['Email', `${randomUUID()}@example.com`],
    ['Password', 'kettle-orbit-mossy'],
    ['Birth Date', '1990-02-28'],
  ] as const)
    await guest.getByRole('main').getByLabel(label).first().fill(text);
  setHold(metrc.state, known, { isOnHold: true, isOnRecall: true }, new Date());
  await aMinutePasses();
  await expect.poll(async () => (await onSale())?.onHand, PATIENCE).toBe(0);
  await press(guest, /^Reserve Items/);
  expect(guest.url()).not.toContain('account-created');
  expect((await onSale())?.held).toBe(0);

  await shows(kim, '/notifications', 'The state holds a lot: sales stopped');
  await kim.goto(`/admin/lots/${made?.id}`);
  expect(kim.words()).toContain('The state holds this lot: on recall, on hold.');
  await owner.goto(`/admin/lots/${made?.id}`);
  expect(owner.words()).toContain('Start a recall of this lot');
  expect(owner.words()).not.toContain('Undo: put it back on sale');
  const forced = await fetch(`${app.origin}/admin/lots/${made?.id}`, {
    ...{
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ intent: 'resume', reason: 'Sell' }),
    },
    headers: { cookie: fresh.owner, origin: app.origin },
  });
  expect(forced.status).toBe(409);
  expect((await onSale())?.onHand).toBe(0);
});
