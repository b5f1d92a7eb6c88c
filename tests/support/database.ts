/**
 * A database for each test file, cloned from a migrated template: the global set-up starts the cluster once
 * (tests/support/cluster.ts), and a clone takes some tens of milliseconds.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { closeDatabase, type Database, openDatabase } from '#db/client.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { dropDatabase } from './drop-database.ts';
import { TEST_SECRET } from './secret.ts';

export type FreshDatabase = { url: string; db: Database; stop(): Promise<void> };

/** Clones the template and opens it as the process's database, with jobs, secrets and sign-in ready. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { url, name } = await cloneTemplate();
  openSecrets({ given: TEST_SECRET, dataFolder: '.' });
  const db = openDatabase({ url, max: 20 });
  invalidateSettings();
  // The template has the queues.
  await startJobs({ url, kinds: [] });
  return {
    url,
    db,
    stop: async () => {
      await stopJobs();
      await closeDatabase();
      await dropDatabase(inject('clusterUrl'), name);
    },
  };
}

/** A clone without opening it in this process, for tests that start the application itself. */
export async function cloneTemplate(): Promise<{ url: string; name: string }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = pg.escapeIdentifier(inject('templateDatabase'));
  // Copying files takes 41 ms of a core, writing pages through the log 89 ms: without fsync a checkpoint costs
  // nothing.
  await asAdmin((client) =>
    client.query(`create database ${pg.escapeIdentifier(name)} template ${template} strategy file_copy`),
  );
  const url = new URL(inject('clusterUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, name };
}

async function asAdmin(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('clusterUrl') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
