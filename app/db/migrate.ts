/** Migrates a database to the newest schema. Safe to call from several instances at once. */
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { StartError } from '#platform/env.ts';
import { lockMigration } from './advisory-locks.ts';
import { Connection, connectionSettings } from './connection.ts';

/** The lists rely on generated columns, `nulls not distinct` and this planner; nothing older is tested. */
const OLDEST_SERVER = 15;

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
 * Checks for the baseline. The first migration is the schema that 43 earlier ones produced, and has the time of the
 * last of them. So a database with all 43 needs nothing from it; one with only some of them cannot be migrated from
 * here.
 */
async function requireBaseline(client: Connection, migrationsFolder: string): Promise<void> {
  const table = 'drizzle.__drizzle_migrations';
  const { rows: found } = await client.query(`select from pg_class where oid = to_regclass('${table}')`);
  if (found.length === 0) return;
  const { rows } = await client.query<{ newest: string | null }>(
    `select max(created_at) as newest from ${table}`,
  );
  const newest = rows[0]?.newest ?? null;
  const [baseline] = readMigrationFiles({ migrationsFolder });
  if (newest !== null && baseline && Number(newest) < baseline.folderMillis)
    throw new StartError(
      'This database is too old for this version of Farmgate. Start the previous version once, which brings it up to date, then start this one.',
    );
}

/**
 * Applies the missing migrations, one instance at a time. `root` is the project's folder.
 * @throws StartError, in plain words, when PostgreSQL or the database is too old.
 */
export async function migrateDatabase(url: string, root: string): Promise<void> {
  const client = new Connection(connectionSettings({ url, name: 'farmgate migrates', forLongWork: true }));
  await client.connect();
  try {
    await requireServerVersion(client);
    await client.query(lockMigration);
    const migrationsFolder = join(root, 'app/db/migrations');
    await requireBaseline(client, migrationsFolder);
    await migrate(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end();
  }
}
