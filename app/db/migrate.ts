/** Brings a database to the newest schema. Safe to call from several instances at once. */
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Connection, connectionSettings } from './connection.ts';

/** Any number will do, as long as every instance takes the same one. */
const MIGRATION_LOCK = 7_203_114;

/** Applies what is missing, one instance at a time. `root` is the folder of the project. */
export async function migrateDatabase(url: string, root: string): Promise<void> {
  const client = new Connection(connectionSettings({ url, name: 'farmgate migrates', forLongWork: true }));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: join(root, 'app/db/migrations') });
  } finally {
    await client.end();
  }
}
