/**
 * `npm run move -- postgres://…`: copies the bundled database into your own PostgreSQL, which must be empty.
 * `npm run move -- --back postgres://…`: copies yours into a new bundled database. The shop must not be running. Files,
 * secret and encryption keys stay in place; afterwards start with DATABASE_URL, or without it.
 */
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectForCopy, copyShop } from '#core/running/backups/copy-shop.server.ts';
import { withScratchCluster } from '#core/running/backups/scratch-cluster.server.ts';
import type { Connection } from '#db/connection.ts';
import { requireServerVersion } from '#db/migrate.ts';
import { hasCluster } from '#platform/embedded-database/cluster.ts';
import { startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { lockDataFolder } from '#platform/embedded-database/folder-lock.ts';
import { databaseLayout, prepareDataFolder } from '#platform/embedded-database/layout.ts';
import { readEnv, StartError } from '#platform/env.ts';

const root = join(import.meta.dirname, '..');
const USAGE =
  'npm run move -- postgres://user:password@host/database, with --back in front of it to move from there';

function readWanted(): { url: string; isBack: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { back: { type: 'boolean', default: false } },
    });
    const [url = '', ...more] = positionals;
    if (more.length > 0 || !/^postgres(ql)?:\/\//.test(url)) throw new Error('not one address');
    return { url, isBack: values.back };
  } catch {
    throw new StartError(`Say where to: ${USAGE}`);
  }
}

/** Refuses a target that already contains anything: the copy fills every table. */
async function requireEmpty(client: Connection): Promise<void> {
  const { rows } = await client.query(`
    select from pg_class join pg_namespace space on space.oid = relnamespace
    where relkind in ('r', 'p') and nspname in ('public', 'pgboss', 'drizzle') limit 1`);
  if (rows.length > 0)
    throw new StartError('The target database has tables already. Create an empty one: createdb farmgate');
}

/** A connection that we closed shows for a moment more. */
const LEAVING_MS = 2000;

/** Refuses a source that a shop still uses, and names it: what it writes after the copy would be lost. */
async function requireUnused(client: Connection): Promise<void> {
  const until = performance.now() + LEAVING_MS;
  for (;;) {
    const { rows } = await client.query<{ shop: string }>(`
      select distinct format('%s on %s', application_name, coalesce(host(client_addr), 'this machine')) as shop
      from pg_stat_activity
      where datname = current_database() and application_name like 'farmgate%' and pid <> pg_backend_pid()
      order by 1`);
    if (rows.length === 0) return;
    if (performance.now() > until)
      throw new StartError(
        `A shop is connected to this database (${rows.map(({ shop }) => shop).join(', ')}), and nothing was moved: stop all of its instances first.`,
      );
    await pause(200);
  }
}

/** @param target is open on `to`, and empty */
async function copy(from: string, to: string, target: Connection): Promise<void> {
  const { rows, tables } = await copyShop(from, to, target, root);
  console.log(`Copied ${rows} rows of ${tables} tables; both sides were compared and are the same.`);
}

async function moveOut(url: string, dataFolder: string): Promise<void> {
  const target = await connectForCopy(url);
  try {
    await requireServerVersion(target);
    await requireEmpty(target);
    const embedded = await startEmbeddedDatabase({ dataFolder, onNotice: console.log });
    await copy(embedded.url, url, target).finally(() => embedded.stop());
  } finally {
    await target.end();
  }
  console.log('Start the shop with DATABASE_URL set to the new database.');
  console.log('Set DATABASE_REPORTS_URL only to a replica of the new database; without one, leave it out.');
  console.log(`The bundled database stays in ${dataFolder} as it was at this moment.`);
}

/** The bundled database appears at the end, by one rename: a move that is interrupted leaves none. */
async function moveBack(url: string, dataFolder: string): Promise<void> {
  if (hasCluster(dataFolder))
    throw new StartError(
      `The data folder ${dataFolder} has a database already: move its folder ${basename(databaseLayout(dataFolder).home)} away first.`,
    );
  const source = await connectForCopy(url);
  try {
    await requireServerVersion(source);
    await requireUnused(source);
  } finally {
    await source.end();
  }
  const layout = databaseLayout(dataFolder);
  prepareDataFolder(layout);
  const unlock = lockDataFolder(layout);
  try {
    await withScratchCluster(
      dataFolder,
      'moving',
      async (bundled) => {
        const target = await connectForCopy(bundled);
        await copy(url, bundled, target).finally(() => target.end());
        // A shop may have started since: what it writes is not in the copy.
        const copied = await connectForCopy(url);
        await requireUnused(copied).finally(() => copied.end());
      },
      layout.home,
    );
  } finally {
    unlock();
  }
  console.log(
    'Start the shop without DATABASE_URL, DATABASE_SESSION_URL and DATABASE_REPORTS_URL: it uses the bundled database again, and reports are read from it.',
  );
  console.log('Your own PostgreSQL stays as it was at this moment.');
}

try {
  const { url, isBack } = readWanted();
  const { dataFolder } = readEnv();
  await (isBack ? moveBack : moveOut)(url, dataFolder);
} catch (error) {
  const isPlain = error instanceof Error && ['StartError', 'DatabaseStartError'].includes(error.name);
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}
