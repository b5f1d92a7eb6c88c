/** Brings a database to the newest schema. Safe to call from several instances at once. */
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { StartError } from '#platform/env.ts';
import { lockMigration } from './advisory-locks.ts';
import { Connection, connectionSettings } from './connection.ts';

/** Generated columns, `nulls not distinct` and the planner that the lists count on: nothing older is tested. */
const OLDEST_SERVER = 15;

/** @throws StartError, in one sentence, for a PostgreSQL that is too old. */
export async function requireServerVersion(client: Connection): Promise<void> {
  const { rows } = await client.query<{ version: string }>('show server_version');
  const version = rows[0]?.version ?? '';
  if (Number.parseInt(version, 10) < OLDEST_SERVER)
    throw new StartError(
      `Farmgate needs PostgreSQL ${OLDEST_SERVER} or newer; the one that DATABASE_URL names is ${version}.`,
    );
}

/**
 * The first migration is the schema as 43 earlier ones had made it and has the time of the last of them. So a database
 * with all 43 needs nothing of it; one with only some of them cannot be brought there from here.
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
 * Applies what is missing, one instance at a time. `root` is the folder of the project.
 * @throws StartError, in plain words, for a PostgreSQL or a database that is too old.
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
