/** Stopped in the middle of everything: no error is logged, and nothing is lost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { closeDatabase, type Database, inTransaction, openDatabase } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { orders } from '#db/schema/orders.ts';
import { embeddedDatabaseUrl, startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';
import { startApplication } from '#tests/support/application.ts';
import { inParallel } from '#tests/support/requests.ts';

const EVENTS = 1_000;

let dataFolder: string;
beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'farmgate stop '));
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

/** The number of event jobs in each state. */
async function eventJobs(db: Database): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ state: string; n: number }>(
    sql`select state::text, count(*)::int as n from pgboss.job where name = 'events' group by state`,
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

test('a shop with a thousand pending events stops at once and silently, and loses none', async () => {
  const app = await startApplication({}, { dataFolder });
  expect(app.output()).toContain('Other computers can reach this demo store.');
  expect(app.output()).toContain('/admin/sent-mail');
  const menu = await (await fetch(`${app.origin}/products`)).text();
  expect(menu.match(/href="\/products\/\d+"/g)?.length).toBeGreaterThan(20);
  const url = await embeddedDatabaseUrl(dataFolder);
  if (!url) throw new Error('the embedded database does not run');
  const beside = openDatabase({ url, max: 4 });
  await startJobs({ url, kinds: [] });
  const [order] = await beside.select({ id: orders.id }).from(orders).limit(1);
  if (!order) throw new Error('the demo store has no orders');
  const [before] = await beside.select({ n: count() }).from(mailMessages);
  await inParallel(Array.from({ length: EVENTS }), 4, () =>
    inTransaction((tx) => recordEvent(tx, { kind: 'order-placed', orderId: order.id }, null)),
  );
  await stopJobs();
  await closeDatabase();
  // Every connection of the application's pool is open at the stop.
  await Promise.all(Array.from({ length: 60 }, () => fetch(`${app.origin}/healthz`)));

  const began = performance.now();
  expect(await app.stop()).toBe(0);
  const stoppedAfterMs = Math.round(performance.now() - began);
  console.info({ stoppedAfterMs });
  expect(stoppedAfterMs).toBeLessThan(5000);
  // Log lines are JSON; a clean stop logs none.
  expect(app.output()).not.toMatch(/^\{/m);

  const embedded = await startEmbeddedDatabase({ dataFolder });
  const afterwards = openDatabase({ url: embedded.url, max: 2 });
  const [after] = await afterwards.select({ n: count() }).from(mailMessages);
  const { completed, ...left } = await eventJobs(afterwards);
  await closeDatabase();
  await embedded.stop();
  // Some are done, and the others wait untouched.
  const mailed = (after?.n ?? 0) - (before?.n ?? 0);
  expect(completed).toBeGreaterThanOrEqual(mailed);
  expect(left).toEqual({ created: EVENTS - mailed });
});
