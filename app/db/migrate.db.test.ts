import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { NEWER_DATABASE } from '#kernel/release.ts';
import { StartError } from '#platform/env.ts';
import { dropDatabase } from '#tests/support/drop-database.ts';
import { migrateDatabase } from './migrate.ts';

const root = join(import.meta.dirname, '../..');
const migrations = readMigrationFiles({ migrationsFolder: join(root, 'app/db/migrations') });
const [baseline] = migrations;
if (!baseline) throw new Error('there is no migration');
/** The number of migrations that the baseline replaced, and the `when` of the last one (0042_refunds_of_goods_kept). */
const REPLACED = 43;
const LAST_REPLACED = 1_795_432_495_136;

let name: string;
let url: string;
let client: pg.Client;
beforeEach(async () => {
  name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: inject('clusterUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`).finally(() => admin.end());
  const named = new URL(inject('clusterUrl'));
  named.pathname = `/${name}`;
  url = named.href;
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await dropDatabase(inject('clusterUrl'), name);
});

/** Creates the schema as the replaced migrations made it, and a journal with the first `count` of them. */
async function migrateAsBefore(count: number): Promise<void> {
  for (const statement of baseline?.sql ?? []) await client.query(statement);
  await client.query(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at)
     select 'earlier ' || nth, $1::bigint - 1000 * ($2::int - nth) from generate_series(1, $3::int) as nth`,
    [LAST_REPLACED, REPLACED, count],
  );
  await client.query(`insert into categories (name, slug) values ('Flower', 'flower')`);
}

async function journal(): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id',
  );
  return rows.map(({ hash }) => hash);
}

const earlier = (count: number) => Array.from({ length: count }, (_, nth) => `earlier ${nth + 1}`);
const categories = async () => (await client.query('select name from categories')).rows;

test('an empty database gets the schema', async () => {
  await migrateDatabase(url, root);
  expect(await categories()).toEqual([]);
  expect(await journal()).toEqual(migrations.map(({ hash }) => hash));
});

test('a database with every migration that the baseline replaced gets only the later ones', async () => {
  await migrateAsBefore(REPLACED);
  await migrateDatabase(url, root);
  const later = migrations.slice(1).map(({ hash }) => hash);
  expect(await journal()).toEqual([...earlier(REPLACED), ...later]);
  expect(await categories()).toEqual([{ name: 'Flower' }]);
});

test('a database with fewer of them stops the start and stays unchanged', async () => {
  await migrateAsBefore(REPLACED - 1);
  const start = migrateDatabase(url, root);
  await expect(start).rejects.toThrow(StartError);
  await expect(start).rejects.toThrow('Start the previous version once');
  expect(await journal()).toEqual(earlier(REPLACED - 1));
});

test('a database of a newer release stops the start in one sentence and stays unchanged, while who uses it goes on', async () => {
  await migrateDatabase(url, root);
  await client.query(`
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later release', 9999999999999);
    insert into categories (name, slug) values ('Flower', 'flower')`);
  const before = await journal();
  await expect(migrateDatabase(url, root)).rejects.toEqual(new StartError(NEWER_DATABASE));
  expect(await journal()).toEqual(before);
  // An instance of this release that was running already.
  await client.query(`insert into categories (name, slug) values ('Seeds', 'seeds')`);
  expect(await categories()).toEqual([{ name: 'Flower' }, { name: 'Seeds' }]);
});

/** The first migration that changes a table which every checkout uses. */
const toOrders = migrations.findIndex(
  ({ sql }, nth) => nth > 0 && sql.some((text) => text.includes('ALTER TABLE "orders"')),
);

test('a migration behind a long transaction stops readers for no longer than its lock timeout', async () => {
  await migrateDatabase(url, root, migrations[toOrders - 1]?.folderMillis);
  // The lock timeout is 1.5 s.
  const reader = new pg.Client({ connectionString: url, statement_timeout: 3000 });
  await reader.connect();
  await client.query('begin');
  await client.query('select from orders');
  let isMigrated = false;
  const migration = migrateDatabase(url, root).then(() => {
    isMigrated = true;
  });
  const waits: number[] = [];
  for (const end = performance.now() + 4000; performance.now() < end; ) {
    const began = performance.now();
    await reader.query('select from orders');
    waits.push(performance.now() - began);
  }
  await reader.end();
  // It did wait behind the migration.
  expect(Math.max(...waits)).toBeGreaterThan(500);
  expect(isMigrated).toBe(false);
  expect(await journal()).toHaveLength(toOrders);
  await client.query('commit');
  await migration;
  expect(await journal()).toEqual(migrations.map(({ hash }) => hash));
});
