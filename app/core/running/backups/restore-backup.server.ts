/** Restores a backup: rows into an empty database, files into a file store, and the keys if they were backed up. */
import type { Client } from 'pg';
import { Connection, connectionSettings } from '#db/connection.ts';
import { leaveEmptyOnFailure } from '#db/leave-empty.ts';
import { jobQueueVersion, migrateDatabase, newestMigration, requireServerVersion } from '#db/migrate.ts';
import {
  COPY_SETTINGS,
  fillTables,
  rowsIn,
  setSequences,
  sumOf,
  tableDifference,
  tablesOf,
  titleOf,
} from '#db/table-copies.ts';
import { StartError } from '#platform/env.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { tarEntries } from '#platform/files/tar.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';
import type { StreamKey } from '#platform/secrets/encrypted-stream.ts';
import { FILES, type Manifest, tablePart } from './backup.ts';
import { DamagedBackup, gunzipped, inWords, readPart } from './parts.server.ts';

/** A backup whose manifest was read. */
export type OpenBackup = { store: FileStore; manifest: Manifest; key: StreamKey };

/** @throws StartError when this release cannot read the backup's tables. */
export function requireKnownSchema({ manifest }: OpenBackup, root: string): void {
  if (manifest.migration > newestMigration(root))
    throw new StartError(
      `The backup ${manifest.name} was made by a newer Farmgate: install that version and restore with it.`,
    );
}

/** @throws StartError when the database contains anything. */
export async function requireEmptyDatabase(client: Client): Promise<void> {
  const { rows } = await client.query(`
    select from pg_class join pg_namespace space on space.oid = relnamespace
    where relkind in ('r', 'p') and nspname in ('public', 'pgboss', 'drizzle') limit 1`);
  if (rows.length > 0)
    throw new StartError('The target database has tables already. Create an empty one: createdb farmgate');
}

/**
 * Fills an empty database in one transaction and brings it to this release's schema: as many rows as the backup counted,
 * with the same sums. On failure the database is empty again.
 * @param root the project's folder
 * @throws StartError, in one sentence, when the backup is damaged or the database is not empty
 */
export async function restoreRows(backup: OpenBackup, url: string, root: string): Promise<void> {
  const client = new Connection(connectionSettings({ url, name: 'farmgate restores', forLongWork: true }));
  await client.connect();
  // The transaction that loads may lose its connection.
  const loader = new Connection(connectionSettings({ url, name: 'farmgate restores', forLongWork: true }));
  try {
    await requireServerVersion(client);
    await requireEmptyDatabase(client);
    await leaveEmptyOnFailure(client, async () => {
      await migrateDatabase(url, root, backup.manifest.migration);
      await makeJobQueue(client, url, backup.manifest);
      await loader.connect();
      await load(backup, loader);
      await loader.end();
      await migrateDatabase(url, root);
    });
    await client.query('analyze');
  } finally {
    loader.destroy();
    await client.end();
  }
}

async function makeJobQueue(client: Client, url: string, { name, jobQueue }: Manifest): Promise<void> {
  if (jobQueue === null) return;
  await startJobs({ url, kinds: [] });
  await stopJobs();
  const version = await jobQueueVersion(client);
  if (version !== jobQueue)
    throw new StartError(
      `The backup ${name} has version ${jobQueue} of the job queue, and this Farmgate ${version}: restore with the version of Farmgate that made it, then start this one.`,
    );
}

async function load({ store, manifest, key }: OpenBackup, client: Connection): Promise<void> {
  const { name, tables, sequences } = manifest;
  await client.query(`${COPY_SETTINGS}; begin`);
  const difference = tableDifference(
    tables.map(({ schema, name, columns }) => ({ schema, name, columns })),
    await tablesOf(client),
  );
  if (difference !== null) throw new Error(`The backup ${name} has other tables: ${difference}.`);
  await inWords(name, () =>
    fillTables(client, tables, async () => {
      for (const table of tables)
        await rowsIn(client, table, gunzipped(readPart(store, key, name, tablePart(titleOf(table)), table)));
      await setSequences(client, sequences);
    }),
  );
  for (const table of tables) {
    const { rows, sum } = await sumOf(client, table);
    if (rows !== table.rows || sum !== table.sum)
      throw new DamagedBackup(name, `${tablePart(titleOf(table))} has other rows than were written`);
  }
  await client.query('commit');
}

/** Stores every file of the backup; with `into` null it only reads them. Returns how many there were. */
export async function restoreFiles(
  { store, manifest, key }: OpenBackup,
  into: FileStore | null,
): Promise<number> {
  let count = 0;
  await inWords(manifest.name, async () => {
    for await (const { name, content } of tarEntries(
      readPart(store, key, manifest.name, FILES, manifest.files),
    )) {
      const parts: Uint8Array[] = [];
      for await (const bytes of content) parts.push(bytes);
      await into?.put(name, Buffer.concat(parts), contentTypeOf(name));
      count += 1;
    }
  });
  if (count !== manifest.files.count)
    throw new DamagedBackup(manifest.name, `it has ${count} of ${manifest.files.count} files`);
  return count;
}

const types: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
};
const contentTypeOf = (name: string) => types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
