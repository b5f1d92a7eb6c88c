/** Several queries in one round trip: their order, what each sees, and what happens when one fails. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseErrorCode } from '#platform/database-error.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { countAsked } from '#tests/support/round-trips.ts';
import { database, inTransaction, type Transaction, together } from './client.ts';

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
const said = async () =>
  (await database().execute<{ word: string }>(sql`select word from said order by nth`)).rows.map(
    ({ word }) => word,
  );

test('they are heard in their order, and answered to whoever asked', async () => {
  await beside.query('truncate said');
  const asked = await countAsked(() =>
    inTransaction(async (tx) => {
      const [one, two, three] = await together(
        tx,
        () => say(tx, 'one'),
        // Whether started at once or only when awaited, inside a command or outside, makes no difference.
        async () => {
          await Promise.resolve();
          return (await say(tx, 'two')).rows[0]?.word;
        },
        () => say(tx, 'three'),
      );
      expect([one.rows[0]?.word, two, three.rows[0]?.word]).toEqual(['one', 'two', 'three']);
    }),
  );
  expect(await said()).toEqual(['one', 'two', 'three']);
  // BEGIN, the three queries, COMMIT.
  expect([asked.roundTrips, asked.statements.length]).toEqual([3, 5]);
});

test('a question that is several itself is asked whole before the next one', async () => {
  await beside.query('truncate said');
  const asked = await countAsked(() =>
    inTransaction((tx) =>
      together(
        tx,
        () =>
          together(
            tx,
            () => say(tx, 'a1'),
            async () => {
              for (let hop = 0; hop < 30; hop++) await Promise.resolve();
            },
            async () => null,
            () =>
              together(
                tx,
                () => say(tx, 'a2'),
                () => say(tx, 'a3'),
              ),
            () => say(tx, 'a4'),
          ),
        async () => null,
        () => say(tx, 'b'),
      ),
    ),
  );
  expect(await said()).toEqual(['a1', 'a2', 'a3', 'a4', 'b']);
  expect(asked.roundTrips).toBe(3);
});

test('what is read behind a lock is what whoever held it has left', async () => {
  await beside.query('begin');
  await beside.query('update amount set units = 3 where id = 1');
  const reading = inTransaction((tx) =>
    together(
      tx,
      () => tx.execute(sql`select from amount where id = 1 for update`),
      () => tx.execute<{ units: number }>(sql`select units from amount`),
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

test('one that is refused undoes all of them, is the error, and leaves the connection good', async () => {
  await beside.query('truncate said');
  const outcome = inTransaction((tx) =>
    together(
      tx,
      () => say(tx, 'before'),
      () => tx.execute(sql`select 1 / 0`),
      () => say(tx, 'after'),
    ),
  );
  await expect(outcome).rejects.toSatisfy((error) => databaseErrorCode(error) === '22012');
  expect(await said()).toEqual([]);
  await Promise.all(Array.from({ length: 40 }, () => inTransaction((tx) => say(tx, 'again'))));
  expect(await said()).toHaveLength(40);
});

test('one that is refused deep within commands is the error, not what those behind it hear because of it', async () => {
  const within = async (tx: Transaction, depth: number): Promise<unknown> =>
    depth === 0 ? tx.execute(sql`select 1 / 0`) : (await together(tx, () => within(tx, depth - 1)))[0];
  const outcome = inTransaction((tx) =>
    together(
      tx,
      () => within(tx, 3),
      () => say(tx, 'behind it'),
    ),
  );
  await expect(outcome).rejects.toSatisfy((error) => databaseErrorCode(error) === '22012');
});

test('a statement that comes again and again is prepared once, and one that is refused stays usable', async () => {
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
