/** Migrates a database to the newest schema. Safe to call from several instances at once. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { NEWER_DATABASE, OLDER_DATABASE, OLDEST_SERVER } from '#kernel/release.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { StartError } from '#platform/env.ts';
import { log } from '#platform/log.ts';
import { lockMigration } from './advisory-locks.ts';
import { Connection, connectionSettings } from './connection.ts';

const TABLE = 'drizzle.__drizzle_migrations';

/** @throws StartError, in one sentence, when PostgreSQL is too old. */
export async function requireServerVersion(client: Connection): Promise<void> {
  const { rows } = await client.query<{ version: string }>('show server_version');
  const version = rows[0]?.version ?? '';
  if (Number.parseInt(version, 10) < OLDEST_SERVER)
    throw new StartError(
      `Farmgate needs PostgreSQL ${OLDEST_SERVER} or newer; the one that DATABASE_URL names is ${version}.`,
    );
}

/**
 * Refuses a database that this release cannot bring up to its schema: one of a newer release, and one from before the
 * baseline. A release does not know which columns and rules a later one relies on, so it must not write there, although
 * an instance that was running during the upgrade does (CONTRIBUTING.md): migrations of one release serve both.
 *
 * The baseline is the schema that 43 earlier migrations produced, and has the time of the last of them. So a database
 * with all 43 needs nothing from it; one with only some of them cannot be migrated from here.
 * @returns its newest migration; 0 for an empty one
 * @throws StartError in one sentence
 */
export async function requireKnownDatabase(client: Connection, root: string): Promise<number> {
  const applied = await migrationOf(client);
  const known = readMigrationFiles({ migrationsFolder: folderOf(root) }).map(
    ({ folderMillis }) => folderMillis,
  );
  if (applied > Math.max(...known)) throw new StartError(NEWER_DATABASE);
  if (applied > 0 && applied < Math.min(...known)) throw new StartError(OLDER_DATABASE);
  return applied;
}

const folderOf = (root: string) => join(root, 'app/db/migrations');

/** The time of this release's newest migration, which names a version of the schema. */
export function newestMigration(root: string): number {
  return readMigrationFiles({ migrationsFolder: folderOf(root) }).at(-1)?.folderMillis ?? 0;
}

/** The newest migration that a database has; 0 for an empty one. */
export async function migrationOf(client: Pick<Connection, 'query'>): Promise<number> {
  const { rows: found } = await client.query(`select from pg_class where oid = to_regclass('${TABLE}')`);
  if (found.length === 0) return 0;
  const { rows } = await client.query<{ newest: string | null }>(
    `select max(created_at) as newest from ${TABLE}`,
  );
  return Number(rows[0]?.newest ?? 0);
}

/** The version of the job queue's schema; null for a database without one. */
export async function jobQueueVersion(client: Pick<Connection, 'query'>): Promise<number | null> {
  const { rows: found } = await client.query(
    `select from pg_class where oid = to_regclass('pgboss.version')`,
  );
  if (found.length === 0) return null;
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  return rows[0]?.version ?? null;
}

/**
 * How long a statement of a migration waits for its table. Meanwhile everyone who asks for the table waits behind it,
 * so this is shorter than the 4 s that a request waits. It is longer than `deadlock_timeout` (1 s), after which
 * PostgreSQL ends an automatic vacuum that is in the way.
 */
const LOCK_TIMEOUT_MS = 1500;
/** How long a migration is tried again. A backup, the longest transaction, takes a minute. */
const PATIENCE_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 1000;

/** Errors after which a migration, rolled back, is tried again: lock timeout, deadlock. */
const inTheWay = new Set(['55P03', '40P01']);

/**
 * Applies the missing migrations, one instance at a time and each in a transaction of its own, while other instances
 * serve. `root` is the project's folder.
 * @param upTo the last migration to apply, by its time; all of them if omitted
 * @throws StartError, in plain words, when PostgreSQL is too old, the database is of a newer release or too old, or its
 * tables are never free. Nothing is changed then.
 */
export async function migrateDatabase(
  url: string,
  root: string,
  upTo = Number.POSITIVE_INFINITY,
): Promise<void> {
  const client = new Connection(connectionSettings({ url, name: 'farmgate migrates', forLongWork: true }));
  await client.connect();
  try {
    await requireServerVersion(client);
    await client.query(lockMigration);
    await requireKnownDatabase(client, root);
    await client.query(`
      create schema if not exists drizzle;
      create table if not exists ${TABLE} (id serial primary key, hash text not null, created_at bigint);
      set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const newest = await migrationOf(client);
    for (const migration of readMigrationFiles({ migrationsFolder: folderOf(root) }))
      if (migration.folderMillis > newest && migration.folderMillis <= upTo) await apply(client, migration);
  } finally {
    await client.end();
  }
}

/** A try that waited too long is rolled back, so that everyone who waited behind it goes on before the next try. */
async function apply(client: Connection, { sql, hash, folderMillis }: MigrationMeta): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await client.query('begin');
      for (const statement of sql) await client.query(statement);
      await client.query(`insert into ${TABLE} (hash, created_at) values ($1, $2)`, [hash, folderMillis]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (!inTheWay.has(databaseErrorCode(error) ?? '')) throw error;
      if (performance.now() > end)
        throw new StartError(
          'The database was not migrated, because a transaction had its tables for ten minutes: end it (see pg_stat_activity), then start again.',
        );
      log.warn({ migration: folderMillis }, 'a migration waits for a table');
      await pause(Math.random() * LONGEST_PAUSE_MS);
    }
  }
}
