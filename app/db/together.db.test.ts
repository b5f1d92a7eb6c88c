/** Several queries in one round trip: their order, what each sees, and what happens when one fails. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseErrorCode } from '#platform/database-error.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { countAsked } from '#tests/support/round-trips.ts';
import { database, inTransaction, type Transaction, together } from './client.ts';
import { statement } from './statement.ts';

let fresh: FreshDatabase;
let beside: pg.Client;
beforeAll(async () => {
  fresh = await freshDatabase();
  beside = new pg.Client(fresh.url);
  await beside.connect();
  await beside.query('create table said (nth int generated always as identity, word text not null)');
  await beside.query('create table amount (id int primary key, units int not null)');
  await beside.query('insert into amount values (1, 10)');
});
afterAll(async () => {
  await beside.end();
  await fresh.stop();
});

const say = (tx: Transaction, word: string) =>
  tx.execute<{ word: string }>(sql`insert into said (word) values (${word}) returning word`);
const sayPrepared = statement<{ word: string }>(
  sql`insert into said (word) values (${sql.placeholder('word')}) returning word`,
);
const said = async () =>
  (await database().execute<{ word: string }>(sql`select word from said order by nth`)).rows.map(
    ({ word }) => word,
  );

test('queries of one round trip run in order, and each caller gets its own result', async () => {
  await beside.query('truncate said');
  const asked = await countAsked(() =>
    inTransaction(async (tx) => {
      const [one, two, , three] = await together(
        sayPrepared(tx, { word: 'one' }),
        // A command of its own makes no difference.
        (async () => (await sayPrepared(tx, { word: 'two' }))[0]?.word)(),
        null,
        sayPrepared(tx, { word: 'three' }),
      );
      expect([one[0]?.word, two, three[0]?.word]).toEqual(['one', 'two', 'three']);
    }),
  );
  expect(await said()).toEqual(['one', 'two', 'three']);
  // BEGIN, the three queries, COMMIT.
  expect([asked.roundTrips, asked.statements.length]).toEqual([3, 5]);
});

test('Drizzle queries run in order, once each', async () => {
  await beside.query('truncate said');
  const asked = await countAsked(() => inTransaction((tx) => together(say(tx, 'one'), say(tx, 'two'))));
  expect(await said()).toEqual(['one', 'two']);
  expect([asked.roundTrips, asked.statements.length]).toEqual([3, 4]);
});

test('a read after a lock sees what the previous holder committed', async () => {
  await beside.query('begin');
  await beside.query('update amount set units = 3 where id = 1');
  const reading = inTransaction((tx) =>
    together(
      tx.execute(sql`select from amount where id = 1 for update`),
      tx.execute<{ units: number }>(sql`select units from amount`),
    ),
  );
  await expect
    .poll(async () => {
      const { rows } = await beside.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length;
    })
    .toBe(1);
  await beside.query('commit');
  const [, { rows }] = await reading;
  expect(rows).toEqual([{ units: 3 }]);
});

test('a failed query rolls back all of them, is the reported error, and leaves the connection usable', async () => {
  await beside.query('truncate said');
  const outcome = inTransaction((tx) =>
    together(say(tx, 'before'), tx.execute(sql`select 1 / 0`), say(tx, 'after')),
  );
  await expect(outcome).rejects.toSatisfy((error) => databaseErrorCode(error) === '22012');
  expect(await said()).toEqual([]);
  await Promise.all(Array.from({ length: 40 }, () => inTransaction((tx) => say(tx, 'again'))));
  expect(await said()).toHaveLength(40);
});

test('a failed query deep within commands is the error thrown, not the queries it aborted', async () => {
  const within = async (tx: Transaction, depth: number): Promise<unknown> =>
    depth === 0 ? tx.execute(sql`select 1 / 0`) : (await together(within(tx, depth - 1)))[0];
  const outcome = inTransaction((tx) => together(within(tx, 3), say(tx, 'behind it')));
  await expect(outcome).rejects.toSatisfy((error) => databaseErrorCode(error) === '22012');
});

test('a repeated query is prepared once and stays usable after it fails', async () => {
  const divide = (by: number) =>
    inTransaction(async (tx) => {
      const { rows } = await tx.execute<{ result: number }>(sql`select 12 / ${by}::int as result`);
      return rows[0]?.result;
    });
  for (let round = 0; round < 3; round++) {
    for (let by = 1; by <= 12; by++) expect(await divide(by)).toBe(Math.trunc(12 / by));
    await expect(divide(0)).rejects.toSatisfy((error) => databaseErrorCode(error) === '22012');
  }
  const { rows } = await inTransaction((tx) =>
    tx.execute<{ times: number }>(sql`
      select generic_plans + custom_plans as times from pg_prepared_statements where statement like 'select 12 /%'`),
  );
  expect(rows).toHaveLength(1);
  expect(Number(rows[0]?.times)).toBeGreaterThan(20);
});
