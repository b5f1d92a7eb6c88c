/**
 * A bundled database in a folder of its own inside the data folder: filled there, it either gets its place by one
 * rename, or is deleted. What a killed run has left, a server included, is removed by the next one.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { syncFolder } from '#platform/embedded-database/cluster.ts';
import { startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { databaseLayout } from '#platform/embedded-database/layout.ts';

/** Below the data folder. */
type Scratch = 'restoring' | 'checking' | 'moving' | 'upgrading';

/** The database is only for one load: larger steps, and for a check no waiting for the disk. */
const LOADING = { max_wal_size: '2GB', maintenance_work_mem: '256MB', autovacuum: 'off' };

/**
 * Runs the work on an empty bundled database, and then deletes it.
 * @param place the folder that the database gets instead, if the work succeeds
 */
export function withScratchCluster<T>(
  dataFolder: string,
  scratch: Scratch,
  work: (url: string) => Promise<T>,
  place: string | null = null,
): Promise<T> {
  const settings = place !== null ? LOADING : { ...LOADING, fsync: 'off' };
  return withScratchFolder(
    dataFolder,
    scratch,
    async (folder) => {
      const database = await startEmbeddedDatabase({ dataFolder: folder, settings });
      return work(database.url).finally(() => database.stop());
    },
    place,
  );
}

/** The same for work that makes the database itself, in the folder it is given, and stops it. */
export async function withScratchFolder<T>(
  dataFolder: string,
  scratch: Scratch,
  work: (folder: string) => Promise<T>,
  place: string | null,
): Promise<T> {
  const { dataFolder: folder, home } = databaseLayout(`${dataFolder}/${scratch}`);
  await clear(folder);
  try {
    const result = await work(folder);
    if (place !== null) {
      renameSync(home, place);
      syncFolder(dataFolder);
    }
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function clear(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  // A server that a killed run has left is taken over, to stop it. A folder without a whole cluster has none.
  if (existsSync(databaseLayout(folder).cluster)) {
    const left = await startEmbeddedDatabase({ dataFolder: folder }).catch(() => null);
    await left?.stop();
  }
  rmSync(folder, { recursive: true, force: true });
}
