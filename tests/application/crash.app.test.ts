/**
 * Killed without warning, application and database, while customers check out: what was acknowledged is
 * there, nothing is half there, and a retry of the attempt that was cut off makes one order.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { embeddedDatabaseUrl } from '#platform/embedded-database/embedded-database.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { inParallel, postForm } from '#tests/support/requests.ts';
import { aSlot, openPickup } from '#tests/support/shop.ts';

const slot = aSlot();
let dataFolder: string;
beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'farmgate crash '));
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

/** Speaks to the application's own database for as long as `work` takes. */
async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const url = await embeddedDatabaseUrl(dataFolder);
  if (!url) throw new Error('the embedded database does not run');
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => undefined);
  try {
    return await work(drizzle({ client: pool, schema, casing: 'snake_case' }));
  } finally {
    await pool.end();
  }
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Customers check out one order after another until the application is gone; answers what was acknowledged. */
async function underLoad(app: Application, cookies: string[], productId: number, kill: () => void) {
  const acknowledged: string[] = [];
  const cutOff: { cookie: string; key: string }[] = [];
  let ends = false;
  const load = inParallel(cookies, cookies.length, async (cookie) => {
    while (!ends) {
      const key = randomUUID();
      try {
        const response = await postForm(app, '/checkout', { key, lines: `${productId}:1`, slot }, { cookie });
        const orderId = response.headers.get('location')?.match(/order=(ORD\d+)/)?.[1];
        if (orderId) acknowledged.push(orderId);
        else if (response.status >= 500) cutOff.push({ cookie, key });
      } catch {
        cutOff.push({ cookie, key });
        return;
      }
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 1200));
  kill();
  await new Promise((resolve) => setTimeout(resolve, 300));
  ends = true;
  await load;
  return { acknowledged, cutOff };
}

test('the application and the database may be killed at any moment', async () => {
  let app = await startApplication({}, { dataFolder });
  const { cookies, productId } = await withDatabase(async (db) => {
    await openPickup(db);
    const product = await aProduct(db, { onHand: 1_000_000, limitMg: 1 });
    const people = await inParallel(Array.from({ length: 8 }), 4, async () =>
      signedIn(db, await aPerson(db)),
    );
    return { cookies: people, productId: product };
  });
  await app.stop();
  app = await startApplication({}, { dataFolder });

  const everything: string[] = [];
  const attempts: { cookie: string; key: string }[] = [];
  const kills: [string, (running: Application) => void][] = [
    ['the application', (running) => running.process.kill('SIGKILL')],
    ['the database', () => process.kill(postmasterPid(), 'SIGKILL')],
    [
      'both',
      (running) => {
        process.kill(postmasterPid(), 'SIGKILL');
        running.process.kill('SIGKILL');
      },
    ],
  ];
  for (const [what, kill] of kills) {
    const running = app;
    const { acknowledged, cutOff } = await underLoad(running, cookies, productId, () => kill(running));
    expect(acknowledged.length, `orders before ${what} was killed`).toBeGreaterThan(5);
    everything.push(...acknowledged);
    attempts.push(...cutOff);
    running.process.kill('SIGKILL');
    const started = Date.now();
    app = await startApplication({}, { dataFolder });
    expect(Date.now() - started, `ms to open again after ${what} was killed`).toBeLessThan(15_000);
    const kept = await withDatabase((db) => db.select({ orderId: orders.orderId }).from(orders));
    const present = new Set(kept.map((order) => order.orderId));
    expect(everything.filter((orderId) => !present.has(orderId))).toEqual([]);
    expect(await withDatabase(checkInvariants)).toEqual([]);
  }

  // The browser does not know whether the order was made, so it sends the attempt again, twice.
  expect(attempts.length).toBeGreaterThan(0);
  for (const { cookie, key } of attempts) {
    const again = async () => {
      const response = await postForm(app, '/checkout', { key, lines: `${productId}:1`, slot }, { cookie });
      return response.headers.get('location')?.match(/order=(ORD\d+)/)?.[1] ?? `answered ${response.status}`;
    };
    const first = await again();
    expect(first).toMatch(/^ORD/);
    expect(await again()).toBe(first);
  }
  expect(await withDatabase(checkInvariants)).toEqual([]);
  expect(await withDatabase((db) => db.select().from(storeSettings))).not.toEqual([]);
  await app.stop();
});
