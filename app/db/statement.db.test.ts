/** Statements by hand, prepared once per connection and run with different values. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { database, inTransaction } from './client.ts';
import { placeholders, statement } from './statement.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

const { kind, actorId, payload } = placeholders('kind', 'actorId', 'payload');
const writeEvent = statement<{ kind: string; actorId: string | null; payload: unknown; createdAt: Date }>(sql`
  insert into events (kind, subject_id, actor_id, payload) values (${kind}, 'x', ${actorId}::uuid, ${payload}::jsonb)
  returning kind, actor_id as "actorId", payload, created_at as "createdAt"`);
const anEvent = { kind: 'order-placed', actorId: null, payload: JSON.stringify({ kind: 'order-placed' }) };

test('a statement runs with new values each time, on any connection, in a transaction and outside', async () => {
  const kinds = ['one', 'two', 'three', 'four'];
  const inside = kinds.map((kind) => inTransaction((tx) => writeEvent(tx, { ...anEvent, kind })));
  const outside = kinds.map((kind) => writeEvent(database(), { ...anEvent, kind }));
  const written = await Promise.all([...inside, ...outside]);
  expect(written.flat().map(({ kind }) => kind)).toEqual([...kinds, ...kinds]);
});

test('nulls, objects and instants round-trip unchanged', async () => {
  const [event] = await inTransaction((tx) => writeEvent(tx, anEvent));
  expect(event).toEqual({
    kind: 'order-placed',
    actorId: null,
    payload: { kind: 'order-placed' },
    createdAt: expect.any(Date),
  });
});

test('a statement that lacks a value names the placeholder in its error', async () => {
  const { payload: _, ...others } = anEvent;
  await expect(inTransaction((tx) => writeEvent(tx, others))).rejects.toThrow("no value for 'payload'");
});

test('PostgreSQL parses a statement once per connection', async () => {
  const add = statement<{ sum: number }>(sql`select ${sql.placeholder('left')}::int + 1 as sum`);
  const rows = await inTransaction(async (tx) => {
    for (let left = 0; left < 5; left++) expect(await add(tx, { left })).toEqual([{ sum: left + 1 }]);
    const { rows } = await tx.execute<{ runs: number }>(sql`
      select (generic_plans + custom_plans)::int as runs from pg_prepared_statements
      where statement like '%::int + 1 as sum'`);
    return rows;
  });
  expect(rows).toEqual([{ runs: 5 }]);
});

test('a migration that changes a type while the shop runs breaks no statement, in a transaction or outside', async () => {
  await database().execute(sql`create table weighed (id int primary key, grams int not null)`);
  await database().execute(sql`insert into weighed values (1, 28)`);
  const weigh = statement<{ grams: number | string }>(sql`select grams from weighed where id = 1`);
  const inside = () => inTransaction((tx) => weigh(tx));
  const outside = () => weigh(database());
  const onAllConnections = () =>
    Promise.all(Array.from({ length: 40 }, (_, nth) => (nth % 2 === 0 ? inside() : outside())));
  expect(new Set((await onAllConnections()).map(([row]) => row?.grams))).toEqual(new Set([28]));
  await database().execute(sql`alter table weighed alter column grams type text`);
  expect(await inside()).toEqual([{ grams: '28' }]);
  expect(await outside()).toEqual([{ grams: '28' }]);
  expect(new Set((await onAllConnections()).map(([row]) => row?.grams))).toEqual(new Set(['28']));
});
