/**
 * Application and database are killed without warning during checkouts: every acknowledged order exists, none is half
 * saved, and a retry of an interrupted attempt makes one order.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { storeSettings } from '#db/schema/settings.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type CheckoutLoad, orderIn, placeOrder, startCheckouts } from '#tests/support/checkout-load.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import {
  type Customers,
  expectOrders,
  killDatabase,
  lostOrders,
  makeCustomers,
  slot,
  untilAnswers,
  withDatabase,
} from '#tests/support/lossy-shop.ts';
import { openShop } from '#tests/support/shop.ts';

/** With its own database, and without the demo store, which takes longer to create than everything else here. */
const environment = { NODE_ENV: 'production' };
let dataFolder: string;
let app: Application;
let customers: Customers;
const acknowledged: string[] = [];
const cutOff: CheckoutLoad['cutOff'] = [];

beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'farmgate crash '));
  app = await startApplication(environment, { dataFolder });
  customers = await withDatabase(dataFolder, async (db) => {
    await openShop(db);
    await db
      .update(storeSettings)
      .set({ value: { isOpen: true } })
      .where(eq(storeSettings.name, 'opening'));
    return makeCustomers(db);
  });
  await app.stop();
  app = await startApplication(environment, { dataFolder });
});
afterAll(async () => {
  await app.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** Customers check out while `work` runs; the responses they got are compared at the end. */
async function underLoad(work: (load: CheckoutLoad) => Promise<void>): Promise<void> {
  const load = startCheckouts(app, customers.cookies, { productId: customers.productId, slot });
  onTestFinished(load.stop);
  await load.nextOrder(60_000);
  await pause(Math.random() * 500);
  await work(load);
  await load.stop();
  acknowledged.push(...load.acknowledged);
  cutOff.push(...load.cutOff);
}

async function expectSound(): Promise<void> {
  expect(await withDatabase(dataFolder, (db) => lostOrders(db, acknowledged))).toEqual([]);
  expect(await withDatabase(dataFolder, checkInvariants)).toEqual([]);
}

test('killing the database at any moment needs no restart of the application', async () => {
  // `database-loss.long.test.ts` kills it fifty times.
  await underLoad(async (load) => {
    const killed = performance.now();
    killDatabase(dataFolder);
    await untilAnswers(dataFolder, 60_000);
    const databaseMs = Math.round(performance.now() - killed);
    console.info({ databaseMs, shopMs: Math.round(await load.nextOrder(60_000)) });
  });
  await expectSound();
  expect(app.process.exitCode).toBeNull();
  await expectOrders(app, customers);
});

test.each([
  ['the application', () => app.process.kill('SIGKILL')],
  [
    'both',
    () => {
      killDatabase(dataFolder);
      app.process.kill('SIGKILL');
    },
  ],
])('%s may be killed at any moment, and the next start has every order', async (what, kill) => {
  await underLoad(async () => {
    kill();
    await pause(100);
  });
  const started = performance.now();
  app = await startApplication(environment, { dataFolder });
  console.info({ killed: what, msToOpenAgain: Math.round(performance.now() - started) });
  await expectSound();
});

test('a customer who repeats an interrupted attempt has one order', async () => {
  expect(cutOff.length).toBeGreaterThan(0);
  const { productId } = customers;
  for (const { cookie, key } of cutOff.slice(-20)) {
    const again = async () => {
      const response = await placeOrder(app, { cookie, key, productId, slot });
      return orderIn(response) ?? `answered ${response.status}`;
    };
    const first = await again();
    expect(first).toMatch(/^ORD/);
    expect(await again()).toBe(first);
  }
  await expectSound();
  expect(await withDatabase(dataFolder, (db) => db.select().from(storeSettings))).not.toEqual([]);
});
