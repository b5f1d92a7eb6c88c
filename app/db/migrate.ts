/** Brings a database to the newest schema. Safe to call from several instances at once. */
import { join } from 'node:path';
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

/** Applies what is missing, one instance at a time. `root` is the folder of the project. */
export async function migrateDatabase(url: string, root: string): Promise<void> {
  const client = new Connection(connectionSettings({ url, name: 'farmgate migrates', forLongWork: true }));
  await client.connect();
  try {
    await requireServerVersion(client);
    await client.query(lockMigration);
    await migrate(drizzle({ client }), { migrationsFolder: join(root, 'app/db/migrations') });
  } finally {
    await client.end();
  }
}
