/** Copies a whole shop from one database into another, which may be of another version of PostgreSQL. */
import { Connection, connectionSettings } from '#db/connection.ts';
import { type Copied, copyDatabase } from '#db/copy-database.ts';
import { leaveEmptyOnFailure } from '#db/leave-empty.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';

export async function connectForCopy(url: string): Promise<Connection> {
  const client = new Connection(connectionSettings({ url, name: 'farmgate moves', forLongWork: true }));
  await client.connect();
  return client;
}

/** Creates this release's schema and its job queue's schema; the queues themselves are rows, which are copied. */
async function makeSchema(url: string, root: string): Promise<void> {
  await migrateDatabase(url, root);
  await startJobs({ url, kinds: [] });
  await stopJobs();
}

/**
 * Brings the source to this release's schema and copies every row; both sides are compared before the target commits. A
 * copy that fails leaves the target empty.
 * @param target is open on `to`, and empty
 * @param root the project's folder
 */
export async function copyShop(from: string, to: string, target: Connection, root: string): Promise<Copied> {
  await makeSchema(from, root);
  const copied = await leaveEmptyOnFailure(target, async () => {
    await makeSchema(to, root);
    const source = await connectForCopy(from);
    return copyDatabase(source, target).finally(() => source.end());
  });
  await target.query('analyze');
  return copied;
}
