/** The database is lost repeatedly, in every way, under load, and the application is killed repeatedly. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Application, startApplication } from '#tests/support/application.ts';
import { startCheckouts } from '#tests/support/checkout-load.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import {
  type Customers,
  connectionsOf,
  expectMail,
  expectOrders,
  get,
  health,
  killDatabase,
  type LossyShop,
  lostOrders,
  makeCustomers,
  slot,
  startLossyShop,
  terminateConnections,
  untilAnswers,
  untilReady,
  withDatabase,
} from '#tests/support/lossy-shop.ts';
import { seen, whole } from '#tests/support/seen.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 50);
const TERMINATIONS = 4 * ROUNDS;
/** As in docs/evidence/reliability.md. */
const isFull = ROUNDS === 50;
/** Most connections of an idle shop: two for jobs, three that listen. */
const AT_REST = 5;
/** The email waits behind those of thousands of earlier orders, and behind jobs whose worker lost its connection. */
const MAIL_PATIENCE = 120_000;

/** Median and maximum of milliseconds, in words. */
function summary(times: readonly number[]): string {
  const sorted = [...times].sort((one, other) => one - other);
  return `${whole(sorted[sorted.length >> 1] ?? 0)} ms (longest ${whole(sorted.at(-1) ?? 0)})`;
}

const inTime = (times: readonly number[]) => times.filter((ms) => ms <= 5000).length;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

describe('a database on another server', () => {
  let shop: LossyShop;
  beforeAll(async () => {
    shop = await startLossyShop();
  });
  afterAll(() => shop.stop());

  test('a database that falls silent blocks no one, and the shop is back within thirty seconds', async () => {
    const { app, way, cookies } = shop;
    await expectOrders(app, shop);
    await get(app, '/');
    way.mute();
    const muted = performance.now();
    const firstHealth = await health(app);
    expect(firstHealth.status).toBe(503);
    expect(firstHealth.ms).toBeLessThan(1000);
    // Over an existing connection, and over a new one that gets no greeting.
    const held = await Promise.all(
      cookies.map(async (cookie) => {
        const began = performance.now();
        const { status } = await get(app, '/orders', { cookie });
        return { status, ms: performance.now() - began };
      }),
    );
    for (const { status, ms } of held) {
      expect(status).toBe(503);
      expect(ms).toBeLessThan(12_000);
    }
    expect((await get(app, '/')).status).toBe(200);
    way.unmute();
    const unmuted = performance.now();
    await untilReady(app, 30_000);
    await expectOrders(app, shop);
    await expectMail(app, { ...shop, patience: 30_000 });
    seen(
      'database-silent',
      `silent for ${seconds(unmuted - muted)}: health told so after ${whole(firstHealth.ms)} ms, all requests answered 503, orders and mail after ${seconds(performance.now() - unmuted)}`,
    );
    expect(performance.now() - unmuted).toBeLessThan(30_000);
    expect(app.process.exitCode).toBeNull();
  });

  test(`after ${TERMINATIONS} connections ended in mid-checkout the pool recovers all of them`, async () => {
    const { app, db, cookies, productId } = shop;
    // PostgreSQL does not notice that its side of the muted connections has no peer.
    await terminateConnections(db);
    // Those of requests close by themselves when idle.
    await expect.poll(() => connectionsOf(db), { timeout: 30_000 }).toBeLessThanOrEqual(AT_REST);
    const load = startCheckouts(app, cookies, { productId, slot });
    onTestFinished(load.stop);
    const times: number[] = [];
    let most = 0;
    for (let round = 0; round < TERMINATIONS; round++) {
      await pause(Math.random() * 200);
      most = Math.max(most, await connectionsOf(db));
      await terminateConnections(db);
      times.push(await load.nextOrder(15_000));
    }
    await load.stop();
    const lost = await lostOrders(db, load.acknowledged);
    await expectOrders(app, shop);
    const mailMs = await expectMail(app, { ...shop, patience: MAIL_PATIENCE });
    await expect.poll(() => connectionsOf(db), { timeout: 30_000 }).toBeLessThanOrEqual(AT_REST);
    seen(
      'database-connections-ended',
      `next order after ${summary(times)}; ${whole(load.acknowledged.length)} acknowledged, ${lost.length} lost; ` +
        `at most ${most} connections, then ${await connectionsOf(db)}; mail ${seconds(mailMs)} later`,
      isFull,
    );
    expect(load.surprises).toEqual([]);
    expect(lost).toEqual([]);
    expect(Math.max(...times)).toBeLessThan(5000);
    // The idle ones and six for requests; a new one may be counted together with one that is closing.
    expect(most).toBeLessThanOrEqual(16);
    expect(await checkInvariants(db)).toEqual([]);
  });
});

describe('the bundled database', () => {
  let dataFolder: string;
  let app: Application;
  let customers: Customers;
  beforeAll(async () => {
    dataFolder = mkdtempSync(join(tmpdir(), 'farmgate long crash '));
    app = await startApplication({}, { dataFolder });
    customers = await withDatabase(dataFolder, makeCustomers);
    await app.stop();
    app = await startApplication({}, { dataFolder });
  });
  afterAll(async () => {
    await app.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const lost = (acknowledged: readonly string[]) =>
    withDatabase(dataFolder, (db) => lostOrders(db, acknowledged));
  const connectionsNow = () => withDatabase(dataFolder, connectionsOf);

  test(`killed ${ROUNDS} times during checkouts, the database needs no restart of the application`, async () => {
    await expect.poll(connectionsNow, { timeout: 30_000 }).toBeLessThanOrEqual(AT_REST);
    const load = startCheckouts(app, customers.cookies, { productId: customers.productId, slot });
    onTestFinished(load.stop);
    await load.nextOrder(15_000);
    const database: number[] = [];
    const back: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await pause(300 + Math.random() * 700);
      const killed = performance.now();
      killDatabase(dataFolder);
      await untilAnswers(dataFolder, 30_000);
      database.push(performance.now() - killed);
      back.push(await load.nextOrder(30_000));
    }
    await load.stop();
    const missing = await lost(load.acknowledged);
    const mailMs = await withDatabase(dataFolder, (db) =>
      expectMail(app, { db, productId: customers.productId, patience: MAIL_PATIENCE }),
    );
    await expect.poll(connectionsNow, { timeout: 60_000 }).toBeLessThanOrEqual(AT_REST);
    seen(
      'database-killed',
      `${inTime(back)} of ${ROUNDS}: back after ${summary(database)}, first order ${summary(back)} later. ` +
        `${whole(load.acknowledged.length)} orders acknowledged, ${missing.length} lost, ` +
        `${whole(load.cutOff.length)} attempts refused; ${await connectionsNow()} connections. ` +
        `The next mail came ${seconds(mailMs)} later, behind those of all orders before`,
      isFull,
    );
    expect(missing).toEqual([]);
    expect(load.surprises).toEqual([]);
    expect(Math.max(...back)).toBeLessThanOrEqual(5000);
    expect(app.process.exitCode).toBeNull();
    expect(await withDatabase(dataFolder, checkInvariants)).toEqual([]);
  });

  test(`the application restarts after ${ROUNDS} kills during checkouts`, async () => {
    const opened: number[] = [];
    const acknowledged: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const load = startCheckouts(app, customers.cookies, { productId: customers.productId, slot });
      await load.nextOrder(15_000);
      await pause(Math.random() * 500);
      app.process.kill('SIGKILL');
      await load.stop();
      acknowledged.push(...load.acknowledged);
      const started = performance.now();
      app = await startApplication({}, { dataFolder });
      opened.push(performance.now() - started);
    }
    const missing = await lost(acknowledged);
    seen(
      'application-killed',
      `${inTime(opened)} of ${ROUNDS} after ${summary(opened)}; ${whole(acknowledged.length)} acknowledged, ${missing.length} lost`,
      isFull,
    );
    expect(missing).toEqual([]);
    expect(Math.max(...opened)).toBeLessThanOrEqual(5000);
    expect(await withDatabase(dataFolder, checkInvariants)).toEqual([]);
  });
});
