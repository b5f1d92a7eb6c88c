/** Scheduled tasks are independent: a failure of one task or one item stops no other. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { expireHolds } from '#core/sales/orders/reservations/expire-holds.server.ts';
import { inTransaction } from '#db/client.ts';
import { enqueue, scheduledTask, startJobs, stopJobs, work } from '#platform/jobs.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { scheduledTasks } from './scheduled-tasks.ts';

const zone = 'America/New_York';
let fresh: FreshDatabase;
let beside: pg.Client;
beforeEach(async () => {
  fresh = await freshDatabase();
  beside = new pg.Client(fresh.url);
  await beside.connect();
});
afterEach(async () => {
  await beside.end();
  await fresh.stop();
});

const everyMinute = scheduledTasks.filter(({ kind }) => kind.cron === '* * * * *');

const runAll = async (tasks: typeof scheduledTasks) => {
  await inTransaction(async (tx) => {
    for (const { kind } of tasks) await enqueue(tx, kind, {});
  });
  for (const task of tasks) await work(task, zone);
};

async function states(): Promise<Record<string, string[]>> {
  const { rows } = await fresh.db.execute<{ name: string; state: string }>(
    sql`select name, state::text from pgboss.job where name not like '\\_\\_%' order by name`,
  );
  return Object.fromEntries(
    Object.entries(Object.groupBy(rows, ({ name }) => name)).map(([name, jobs]) => [
      name,
      (jobs ?? []).map(({ state }) => state),
    ]),
  );
}

/** Holds by different customers on different products, all expired an hour later. */
async function expiredHolds(count: number): Promise<{ productId: number; reservationId: string }[]> {
  const holds: { productId: number; reservationId: string }[] = [];
  for (let n = 0; n < count; n++) {
    const productId = await aProduct(fresh.db);
    const held = await reserveProduct(await aPerson(fresh.db), { productId, quantity: 1, key: randomUUID() });
    if (!held.ok) throw new Error(JSON.stringify(held.problem));
    holds.push({ productId, reservationId: held.value.reservationId });
  }
  await fresh.db.execute(sql`update pickup_reservations set hold_expires_at = now() - interval '1 hour'`);
  return holds;
}

const statuses = async () => {
  const { rows } = await fresh.db.execute<{ id: string; status: string }>(
    sql`select id, status from pickup_reservations where status <> 'pending'`,
  );
  return rows.map(({ id }) => id).toSorted();
};

/** No stock of this product can change. */
const poison = (productId: number) =>
  fresh.db.execute(
    sql.raw(`
      create function poison() returns trigger language plpgsql as $$ begin raise 'poisoned'; end $$;
      create trigger poison before update on product_stock for each row
      when (old.product_id = ${productId}) execute function poison()`),
  );

test('a poisoned hold and a hold behind a lock block no other hold', async () => {
  const holds = await expiredHolds(5);
  const [poisoned, locked, ...others] = holds;
  if (!poisoned || !locked) throw new Error('no holds');
  await poison(poisoned.productId);
  await beside.query('begin');
  await beside.query('select from product_stock where product_id = $1 for update', [locked.productId]);
  expect(await expireHolds()).toBe(3);
  expect(await statuses()).toEqual(others.map(({ reservationId }) => reservationId).toSorted());

  await beside.query('rollback');
  await fresh.db.execute(sql.raw('drop trigger poison on product_stock'));
  expect(await expireHolds()).toBe(2);
});

test('a failing task and one behind a lock block no other, and neither is retried before its next run', async () => {
  const [hold] = await expiredHolds(1);
  // The task that notifies waiting customers waits for this table; the one that folds sales fails.
  await beside.query('begin');
  await beside.query('lock table stock_alerts in access exclusive mode');
  await fresh.db.execute(sql.raw('alter table sales_zone rename to sales_zone_gone'));
  await runAll(everyMinute);
  await expect.poll(states, { timeout: 3000 }).toMatchObject({
    'end-expired-holds': ['completed'],
    'warn-of-expiring-holds': ['completed'],
    'retire-expired-lots': ['completed'],
    'announce-back-in-stock': ['active'],
    'fold-sales': ['failed'],
  });
  expect(await statuses()).toEqual([hold?.reservationId]);
  await expect
    .poll(states, { timeout: 8000 })
    .toMatchObject({ 'announce-back-in-stock': ['failed'], 'fold-sales': ['failed'] });
}, 20_000);

test('a task has one job at a time, also in a queue created with another policy', async () => {
  const [task] = everyMinute;
  if (!task) throw new Error('no task');
  await stopJobs();
  await fresh.db.execute(
    sql`update pgboss.queue set policy = 'standard', retry_limit = 500 where name = ${task.kind.name}`,
  );
  await startJobs({ url: fresh.url, kinds: [task.kind] });
  let [running, most, runs] = [0, 0, 0];
  let end = () => {};
  const long = new Promise<void>((over) => (end = over));
  const counted = scheduledTask({
    name: task.kind.name,
    cron: '0 0 1 1 *',
    retryLimit: 0,
    run: async () => {
      runs += 1;
      running += 1;
      most = Math.max(most, running);
      await long;
      running -= 1;
    },
  });
  await work(counted, zone);
  await work(counted, zone);
  const tick = () => inTransaction((tx) => enqueue(tx, counted.kind, {}));
  await tick();
  await expect.poll(() => runs, { timeout: 5000 }).toBe(1);
  await tick();
  await tick();
  expect(await states()).toEqual({ [task.kind.name]: ['active'] });
  end();
  await expect.poll(states, { timeout: 5000 }).toEqual({ [task.kind.name]: ['completed'] });
  expect([runs, most]).toEqual([1, 1]);
}, 20_000);

test('every task has its own name and queue', () => {
  const names = scheduledTasks.map(({ kind }) => kind.name);
  expect(new Set(names).size).toBe(names.length);
  for (const { kind } of everyMinute) expect(kind.retryLimit).toBe(0);
});
