/**
 * `npm run move -- postgres://…`: copies the bundled database into your own PostgreSQL, which must be empty. The shop
 * must not be running. Files, secret and encryption keys stay in place; afterwards start with DATABASE_URL.
 */
import { join } from 'node:path';
import { Connection, connectionSettings } from '#db/connection.ts';
import { copyDatabase } from '#db/copy-database.ts';
import { leaveEmptyOnFailure } from '#db/leave-empty.ts';
import { migrateDatabase, requireServerVersion } from '#db/migrate.ts';
import { startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { readEnv, StartError } from '#platform/env.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';

const root = join(import.meta.dirname, '..');
const USAGE = 'npm run move -- postgres://user:password@host/database';

async function connect(url: string): Promise<Connection> {
  const client = new Connection(connectionSettings({ url, name: 'farmgate moves', forLongWork: true }));
  await client.connect();
  return client;
}

/** Refuses a target that already contains anything: the copy fills every table. */
async function requireEmpty(client: Connection): Promise<void> {
  const { rows } = await client.query(`
    select from pg_class join pg_namespace space on space.oid = relnamespace
    where relkind in ('r', 'p') and nspname in ('public', 'pgboss', 'drizzle') limit 1`);
  if (rows.length > 0)
    throw new StartError('The target database has tables already. Create an empty one: createdb farmgate');
}

/** Creates this release's schema and its job queue's schema; the queues themselves are rows, which are copied. */
async function makeSchema(url: string): Promise<void> {
  await migrateDatabase(url, root);
  await startJobs({ url, kinds: [] });
  await stopJobs();
}

try {
  const [url = ''] = process.argv.slice(2);
  if (!/^postgres(ql)?:\/\//.test(url)) throw new StartError(`Say where to: ${USAGE}`);
  const env = readEnv();
  const target = await connect(url);
  try {
    await requireServerVersion(target);
    await requireEmpty(target);
    const embedded = await startEmbeddedDatabase({ dataFolder: env.dataFolder, onNotice: console.log });
    try {
      await makeSchema(embedded.url);
      const { tables, rows } = await leaveEmptyOnFailure(target, async () => {
        await makeSchema(url);
        const source = await connect(embedded.url);
        return copyDatabase(source, target).finally(() => source.end());
      });
      await target.query('analyze');
      console.log(`Moved ${rows} rows of ${tables} tables; both sides were compared and are the same.`);
      console.log('Start the shop with DATABASE_URL set to the new database.');
      console.log(`The bundled database stays in ${env.dataFolder} as it was at this moment.`);
    } finally {
      await embedded.stop();
    }
  } finally {
    await target.end();
  }
} catch (error) {
  const isPlain = error instanceof Error && ['StartError', 'DatabaseStartError'].includes(error.name);
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}
