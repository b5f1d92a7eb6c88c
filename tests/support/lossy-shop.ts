/** A running shop whose database goes down and comes back, with signed-in customers and a product for all. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { expect } from 'vitest';
import { type Database, databaseOn } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { orders } from '#db/schema/orders.ts';
import { embeddedDatabaseUrl } from '#platform/embedded-database/embedded-database.ts';
import { type Application, startApplication } from './application.ts';
import { orderIn, placeOrder } from './checkout-load.ts';
import { cloneTemplate } from './database.ts';
import { aPerson, aProduct, signedIn } from './people.ts';
import { startProxy, type Way } from './proxy.ts';
import { inParallel } from './requests.ts';
import { aSlot, openPickup, openShop } from './shop.ts';

export const slot = aSlot();

export type Customers = { cookies: string[]; productId: number };

/** Eight customers and a product that never runs out. */
export async function makeCustomers(db: Database): Promise<Customers> {
  await openPickup(db);
  const productId = await aProduct(db, { onHand: 1_000_000, limitMg: 1 });
  const cookies = await inParallel(Array.from({ length: 8 }), 4, async () => signedIn(db, await aPerson(db)));
  return { cookies, productId };
}

/** The application on a test's database, through a proxy that can be cut and muted. */
export type LossyShop = Customers & {
  app: Application;
  way: Way;
  /** Bypasses the proxy. */
  db: Database;
  pool: pg.Pool;
  stop(): Promise<void>;
};

export async function startLossyShop(): Promise<LossyShop> {
  const { url } = await cloneTemplate();
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  const db = databaseOn(pool);
  await openShop(db);
  const customers = await makeCustomers(db);
  const way = await startProxy(url);
  const app = await startApplication({ DATABASE_URL: way.url, NODE_ENV: 'production' });
  return {
    ...customers,
    app,
    way,
    db,
    pool,
    stop: async () => {
      way.mend();
      await app.stop();
      await way.close();
      await pool.end();
    },
  };
}

export function get(
  app: Pick<Application, 'origin'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(new URL(path, app.origin), { headers });
}

/** The shop's health, and after how many milliseconds. */
export async function health(app: Pick<Application, 'origin'>): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const response = await get(app, '/healthz');
  await response.text();
  return { status: response.status, ms: performance.now() - began };
}

/** Waits until the shop is ready; returns the milliseconds that took. */
export async function untilReady(app: Pick<Application, 'origin'>, patience: number): Promise<number> {
  const began = performance.now();
  const status = async () => (await health(app)).status;
  await expect.poll(status, { timeout: patience, interval: 50 }).toBe(200);
  return performance.now() - began;
}

/** Every customer checks out as if nothing had happened. */
export async function expectOrders(
  app: Pick<Application, 'origin'>,
  { cookies, productId }: Customers,
): Promise<void> {
  const answers = await Promise.all(
    cookies.map((cookie) => placeOrder(app, { cookie, key: randomUUID(), productId, slot })),
  );
  expect(answers.map((answer) => orderIn(answer) !== null)).toEqual(cookies.map(() => true));
}

/** Jobs run again: an order becomes an email within `patience` milliseconds; returns after how many. */
export async function expectMail(
  app: Pick<Application, 'origin'>,
  { db, productId, patience }: { db: Database; productId: number; patience: number },
): Promise<number> {
  const person = await aPerson(db);
  const cookie = await signedIn(db, person);
  expect(orderIn(await placeOrder(app, { cookie, key: randomUUID(), productId, slot }))).not.toBeNull();
  const ordered = performance.now();
  const count = () => db.$count(mailMessages, eq(mailMessages.recipient, person.email));
  await expect.poll(count, { timeout: patience, interval: 100 }).toBe(1);
  return Math.round(performance.now() - ordered);
}

/** The acknowledged orders that are missing in the database. */
export async function lostOrders(db: Database, acknowledged: readonly string[]): Promise<string[]> {
  const kept = await db.select({ orderId: orders.orderId }).from(orders);
  const present = new Set(kept.map((order) => order.orderId));
  return acknowledged.filter((orderId) => !present.has(orderId));
}

/** Connections of the application, as PostgreSQL counts them. */
export async function connectionsOf(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name like 'farmgate%'`,
  );
  return rows[0]?.count ?? 0;
}

/** Ends every connection of the application, whatever it is doing. */
export async function terminateConnections(db: Database): Promise<void> {
  await db.execute(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'farmgate%'`,
  );
}

/** Connects to the bundled database of a data folder while `work` runs. */
export async function withDatabase<T>(
  dataFolder: string,
  work: (db: Database) => Promise<T>,
  patience = 15_000,
): Promise<T> {
  const url = await untilAnswers(dataFolder, patience);
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => undefined);
  try {
    return await work(databaseOn(pool));
  } finally {
    await pool.end();
  }
}

/** Waits until the bundled database answers; returns its URL. */
export async function untilAnswers(dataFolder: string, patience = 15_000): Promise<string> {
  const end = performance.now() + patience;
  for (;;) {
    const url = await embeddedDatabaseUrl(dataFolder).catch(() => null);
    if (url) return url;
    if (performance.now() > end) throw new Error(`the database did not answer within ${patience} ms`);
    await pause(20);
  }
}

/** Kills the bundled database's first process, which ends all of them. */
export function killDatabase(dataFolder: string): void {
  const [pid] = readFileSync(join(dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
}
