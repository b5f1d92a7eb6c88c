/** Copying a shop's database into another: every row arrives, or none does. */

import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { cloneTemplate, type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { dropDatabase } from '#tests/support/drop-database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { Connection } from './connection.ts';
import { copyDatabase } from './copy-database.ts';

let shop: FreshDatabase;
let target: { url: string; name: string };
let clients: Connection[];

beforeEach(async () => {
  shop = await freshDatabase();
  target = await cloneTemplate();
  clients = [
    new Connection({ connectionString: shop.url }),
    new Connection({ connectionString: target.url }),
  ];
  for (const client of clients) await client.connect();
  await aPerson(shop.db, { name: 'Zoë “Zed” O’Hara\n;--' });
  for (let made = 0; made < 3; made++) await aProduct(shop.db, { onHand: 7 });
});

afterEach(async () => {
  for (const client of clients) await client.end();
  await shop.stop();
  await dropDatabase(inject('clusterUrl'), target.name);
});

const pair = () => clients as [Connection, Connection];
const one = async (client: Connection, query: string) =>
  (await client.query({ text: query, rowMode: 'array' })).rows;

test('the copy has every row, sequence, foreign key and trigger', async () => {
  const [source, copy] = pair();
  const { rows } = await copyDatabase(source, copy);
  expect(rows).toBeGreaterThan(10);
  for (const query of [
    'select * from users order by id',
    'select * from stock_ledger order by id',
    'select * from pgboss.queue order by name',
    'select schemaname, sequencename, last_value from pg_sequences order by 1, 2',
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint order by 1, 2`,
    `select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
  ])
    expect(await one(copy, query), query).toEqual(await one(source, query));
  const refused = copy.query('update stock_ledger set on_hand = 0');
  await expect(refused, 'the ledger stays append-only').rejects.toThrow();
});

test('a table missing from the target stops the move before anything is written', async () => {
  const [source, copy] = pair();
  await source.query('create table extra_notes (id int)');
  await expect(copyDatabase(source, copy)).rejects.toThrow('extra_notes');
  expect(await one(copy, 'select count(*)::int from users')).toEqual([[0]]);
});

test('a row that arrives changed rolls back the whole move', async () => {
  const [source, copy] = pair();
  // This column type pads with blanks, so the names arrive longer than they were.
  await copy.query('alter table users alter column name type char(300)');
  await expect(copyDatabase(source, copy)).rejects.toThrow('public.users differs after the copy');
  expect(await one(copy, 'select count(*)::int from users')).toEqual([[0]]);
  expect(await one(copy, `select count(*)::int from pg_trigger where tgenabled = 'D'`)).toEqual([[0]]);
});

test('a table of many megabytes arrives as it was: rows longer and shorter than what is read at once', async () => {
  const [source, copy] = pair();
  for (const client of [source, copy]) await client.query('create table long_notes (id int, words text)');
  await source.query(`insert into long_notes select n, repeat(chr(97 + n % 26) || E'\\t\\n', (n * 7919) % 9000)
    from generate_series(1, 3000) n`);
  const { rows } = await copyDatabase(source, copy);
  expect(rows).toBeGreaterThan(3000);
});
