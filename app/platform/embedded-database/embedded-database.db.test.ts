import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedDatabase, embeddedDatabaseUrl, startEmbeddedDatabase } from './embedded-database.ts';
import { databaseLayout } from './layout.ts';
import { ask, startHolder, trialFolder } from './testing/trial.ts';

const QUICK = { fsync: 'off' };

describe('a bundled database', () => {
  const { dataFolder, remove } = trialFolder();
  let database: EmbeddedDatabase;
  beforeAll(async () => {
    database = await startEmbeddedDatabase({ dataFolder, settings: QUICK });
  });
  afterAll(async () => {
    await database.stop();
    await remove();
  });

  test('uses UTF-8 and sorts and folds letters by code point, whatever the machine’s language', async () => {
    const [row] = await ask(
      database.url,
      `SELECT pg_encoding_to_char(encoding) AS encoding, datlocprovider::text AS provider, datlocale AS locale,
              lower('ÉŁÑ') AS folded, current_setting('TimeZone') AS zone
         FROM pg_database WHERE datname = current_database()`,
    );
    expect(row).toEqual({ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', folded: 'éłñ', zone: 'UTC' });
  });

  test('lets the application create its extensions and copy databases without superuser rights', async () => {
    await ask(database.url, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent; CREATE EXTENSION citext');
    await ask(database.url, 'CREATE DATABASE copied TEMPLATE farmgate');
    await ask(database.url, 'DROP DATABASE copied');
    const [role] = await ask(database.url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user');
    expect(role).toEqual({ rolsuper: false });
  });

  test('stays durable by default, and logs no values', async () => {
    const rows = await ask(
      database.url,
      `SELECT name, setting FROM pg_settings
        WHERE name IN ('synchronous_commit', 'full_page_writes', 'fsync', 'log_parameter_max_length') ORDER BY 1`,
    );
    expect(rows.map((row) => row.setting)).toEqual(['off', 'on', '0', 'on']);
  });

  test('is not on the network, and only its owner can reach its socket, passwords and log', async () => {
    const [row] = await ask(database.url, "SELECT current_setting('listen_addresses') AS addresses");
    expect(row).toEqual({ addresses: '' });
    const { home, passwords, log, cluster } = databaseLayout(dataFolder);
    const mode = (file: string) => statSync(file).mode & 0o777;
    expect([home, cluster, database.connection.host].map(mode)).toEqual([0o700, 0o700, 0o700]);
    expect([passwords, log].map(mode)).toEqual([0o600, 0o600]);
    expect(readdirSync(home).sort()).toEqual(['cluster', 'passwords.json']);
  });

  test('refuses a wrong password', async () => {
    const wrong = new URL(database.url);
    wrong.password = 'guess';
    await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  test('refuses a second start, in this process or another, because the folder is in use', async () => {
    await expect(startEmbeddedDatabase({ dataFolder })).rejects.toThrow(
      new RegExp(`^Farmgate is already running on the data folder .* \\(process ${process.pid}\\): stop`),
    );
    const second = await startHolder(dataFolder).first;
    expect(second.refused).toMatch(/^DatabaseStartError: Farmgate is already running/);
    expect(await ask(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('is found by another tool while it runs, and not once stopped', async () => {
    expect(await embeddedDatabaseUrl(dataFolder)).toBe(database.url);
    await database.stop();
    await database.stop();
    expect(await embeddedDatabaseUrl(dataFolder)).toBeNull();
  });

  test('has its data again at the next start', async () => {
    database = await startEmbeddedDatabase({ dataFolder, settings: QUICK });
    await ask(database.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await database.stop();
    database = await startEmbeddedDatabase({ dataFolder, settings: QUICK });
    expect(database.adopted).toBe(false);
    expect(await ask(database.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });
});

test('a data folder with a path too long for a socket gets a short private one elsewhere', async () => {
  const { dataFolder, remove } = trialFolder();
  const deep = path.join(dataFolder, 'a very long name '.repeat(10), 'and another '.repeat(10));
  const database = await startEmbeddedDatabase({ dataFolder: deep, settings: QUICK });
  try {
    const { host } = database.connection;
    expect(host.startsWith(dataFolder)).toBe(false);
    expect(lstatSync(host).mode & 0o777).toBe(0o700);
    expect(await ask(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.stop();
    expect(existsSync(host)).toBe(false);
  } finally {
    await database.stop();
    await remove();
  }
});

test('a folder without a database has no URL', async () => {
  expect(await embeddedDatabaseUrl('/nowhere/at/all')).toBeNull();
});
