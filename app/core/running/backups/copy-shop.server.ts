/** Copies a whole shop from one database into another, which may be of another version of PostgreSQL. */
import { Connection, connectionSettings } from '#db/connection.ts';
import { type Copied, copyDatabase } from '#db/copy-database.ts';
import { leaveEmptyOnFailure } from '#db/leave-empty.ts';
import { migrateDatabase, requireKnownDatabase } from '#db/migrate.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';

export async function connectForCopy(url: string): Promise<Connection> {
  const client = new Connection(connectionSettings({ url, name: 'farmgate moves', forLongWork: true }));
  await client.connect();
  return client;
}

/** The queues themselves are rows, which are copied. */
async function makeJobQueue(url: string): Promise<void> {
  await startJobs({ url, kinds: [] });
  await stopJobs();
}

/**
 * Copies every row and brings the target to this release's schema; both sides are compared before the target commits. A
 * copy that fails leaves the target empty. The source gets only this release's job queue, not its migrations: the release
 * before can start on it, as after an upgrade that failed.
 * @param target is open on `to`, and empty
 * @param root the project's folder
 * @throws StartError when the source is of a newer release, or too old
 */
export async function copyShop(from: string, to: string, target: Connection, root: string): Promise<Copied> {
  const source = await connectForCopy(from);
  try {
    const migration = await requireKnownDatabase(source, root);
    await makeJobQueue(from);
    const copied = await leaveEmptyOnFailure(target, async () => {
      await migrateDatabase(to, root, migration);
      await makeJobQueue(to);
      const rows = await copyDatabase(source, target);
      await migrateDatabase(to, root);
      return rows;
    });
    await target.query('analyze');
    return copied;
  } finally {
    await source.end();
  }
}
