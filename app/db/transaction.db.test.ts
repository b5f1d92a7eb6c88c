/** Connections that break in the middle of a transaction, refuse to start one, or fall silent. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseErrorCode, isDatabaseAway, OutcomeUnknown } from '#platform/database-error.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { startProxy } from '#tests/support/proxy.ts';
import { database, databasePool, inLongTransaction, inTransaction, type Transaction } from './client.ts';
import { closePool, openPool } from './pool.ts';
import { categories } from './schema/catalogue.ts';
import { transact } from './transaction.ts';

let fresh: FreshDatabase;
let beside: pg.Client;
beforeAll(async () => {
  fresh = await freshDatabase();
  beside = new pg.Client(fresh.url);
  await beside.connect();
});
afterAll(async () => {
  await beside.end();
  await fresh.stop();
});

/** Ends every connection of this test's pool, whatever it is doing. */
const terminateAll = () =>
  beside.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'farmgate' and datname = current_database()`);

const untilAsleep = (count: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await beside.query(
          "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
        );
        return rows.length;
      },
      { interval: 5 },
    )
    .toBe(count);

const write = (tx: Transaction, slug: string) => tx.insert(categories).values({ name: slug, slug });
const written = async () =>
  (await database().select({ slug: categories.slug }).from(categories)).map((row) => row.slug);

/** The pool has its connections back: its maximum number can be checked out at once. */
async function expectNoLeak(): Promise<void> {
  const pool = databasePool();
  const clients = await Promise.all(Array.from({ length: 20 }, () => pool.connect()));
  for (const client of clients) client.release();
  expect(pool.waitingCount).toBe(0);
  expect(pool.totalCount).toBe(20);
  expect(pool.idleCount).toBe(20);
}

test('connections ended in mid-transaction end it, and the pool gets all of them back', async () => {
  for (let round = 0; round < 10; round++) {
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 6 }, (_, nth) =>
        inTransaction(async (tx) => {
          await write(tx, `ended-${round}-${nth}`);
          await tx.execute(sql`select pg_sleep(20)`);
        }),
      ),
      untilAsleep(6).then(terminateAll),
    ]);
    expect(outcomes.slice(0, 6).map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(isDatabaseAway(outcome.reason)).toBe(true);
    }
  }
  await expectNoLeak();
  expect((await written()).filter((slug) => slug.startsWith('ended-'))).toEqual([]);
});

test('a connection that ends while idle in a transaction fails the next query', async () => {
  const outcome = inTransaction(async (tx) => {
    await write(tx, 'between');
    await terminateAll();
    // The connection ends while no query is waiting: without a listener this ends the process.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await write(tx, 'after');
  });
  await expect(outcome).rejects.toSatisfy(isDatabaseAway);
  await expectNoLeak();
  expect(await written()).not.toContain('between');
});

test('a query after its transaction’s end is refused and joins no other transaction', async () => {
  let late: Transaction | undefined;
  await inTransaction(async (tx) => {
    late = tx;
    await write(tx, 'in-time');
  });
  await expect(late ? write(late, 'too-late') : null).rejects.toMatchObject({
    cause: { message: 'the transaction has ended' },
  });
  expect(await written()).toContain('in-time');
  expect(await written()).not.toContain('too-late');
});

test('a swallowed statement error does not pass for a commit', async () => {
  const outcome = inTransaction(async (tx) => {
    await write(tx, 'minded');
    await tx.execute(sql`select 1 / 0`).catch(() => undefined);
    return 'done';
  });
  await expect(outcome).rejects.toThrow('nothing of it was done');
  expect(await written()).not.toContain('minded');
});

test('a connection lost during COMMIT is an unknown outcome, and nothing is retried', async () => {
  let tries = 0;
  // A deferred trigger runs within COMMIT and kills its own connection there.
  await database().execute(sql`
    create function end_own_connection() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null; end $$`);
  await database().execute(sql`
    create constraint trigger lost after insert on categories deferrable initially deferred
    for each row when (new.slug = 'unknown') execute function end_own_connection()`);
  const outcome = inTransaction(async (tx) => {
    tries += 1;
    await write(tx, 'unknown');
  });
  await expect(outcome).rejects.toBeInstanceOf(OutcomeUnknown);
  expect(tries).toBe(1);
  await expectNoLeak();
});

test('a silent peer fails its queries but costs no connection permanently', async () => {
  const proxy = await startProxy(fresh.url);
  const url = new URL(proxy.url);
  url.searchParams.set('query_timeout', '300');
  const opened = openPool(url.href, 2, false);
  const ask = () => transact(opened.pool, (tx) => tx.execute(sql`select 1`));
  try {
    await Promise.all([ask(), ask()]);
    proxy.mute();
    // Two over existing connections, whose BEGIN is never answered.
    await Promise.all([1, 2].map(() => expect(ask()).rejects.toSatisfy(isDatabaseAway)));
    await expect.poll(() => opened.connections.size).toBe(0);
    // Two over new connections, which get no greeting, and two that wait for a connection.
    const began = performance.now();
    await Promise.all([1, 2, 3, 4].map(() => expect(ask()).rejects.toSatisfy(isDatabaseAway)));
    expect(performance.now() - began).toBeLessThan(8000);
    proxy.unmute();
    await Promise.all(Array.from({ length: 20 }, ask));
    expect(opened.pool.totalCount).toBe(2);
  } finally {
    // A connection that falls silent again does not prevent the pool from closing.
    proxy.mute();
    await closePool(opened);
    await proxy.close();
  }
});

// PostgreSQL's own timers do not fire under libfaketime.
test.skipIf(process.env.FAKETIME)(
  'a lock that lasts too long refuses those waiting and leaves their connection usable',
  async () => {
    await inTransaction((tx) => write(tx, 'held'));
    await beside.query('begin');
    await beside.query("update categories set name = 'x' where slug = 'held'");
    const waiting = inTransaction((tx) =>
      tx.execute(sql`update categories set name = 'y' where slug = 'held'`),
    );
    await expect(waiting).rejects.toSatisfy(
      (error) => databaseErrorCode(error) === '55P03' && isDatabaseAway(error),
    );
    await beside.query('rollback');
    await expectNoLeak();
  },
);

test('a long transaction has no time limits', async () => {
  const limits = await inLongTransaction(async (tx) => {
    const { rows } = await tx.execute<{ statement: string; lock: string; idle: string }>(sql`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`);
    return rows[0];
  });
  expect(limits).toEqual({ statement: '0', lock: '0', idle: '0' });
});
