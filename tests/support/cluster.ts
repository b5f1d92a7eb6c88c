/** Before all tests: one PostgreSQL for the run, with a migrated template database to clone from. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '#db/migrate.ts';
import { startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';
import { jobs } from '#server/run/worker.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Reaches the cluster as a role that may create databases. */
    clusterUrl: string;
    /** The migrated, empty database to clone. */
    templateDatabase: string;
  }
}

/** The projects of a run share a cluster; the long tests, which time queries, have one of their own. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const holder = project.name === 'long' ? project : project.vitest.getRootProject();
  if ('clusterUrl' in holder.getProvidedContext()) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'farmgate-test-'));
  const embedded = await startEmbeddedDatabase({
    dataFolder: folder,
    // Only the embedded database's own tests are about surviving a crash, and they start their own.
    settings: {
      ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
      // Without statistics of its tables PostgreSQL starts processes for queries of a millisecond, which take fifty.
      // Long tests have as many rows as a shop.
      ...(project.name === 'long' ? {} : { max_parallel_workers_per_gather: '0' }),
    },
  });
  await migrateDatabase(embedded.url, join(import.meta.dirname, '../..'));
  await openTheShop(embedded.url);
  // The job queue's tables are in the template too: creating them takes longer than the clone.
  await startJobs({ url: embedded.url, kinds: jobs.map(({ kind }) => kind) });
  await stopJobs();
  const adminUrl = new URL(embedded.url);
  adminUrl.pathname = '/postgres';
  holder.provide('clusterUrl', adminUrl.href);
  holder.provide('templateDatabase', embedded.connection.database);
  return async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Opened, as its owner would do: a production start on an empty database is closed until then. */
async function openTheShop(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into store_settings (name, value) values ('opening', '{"isOpen":true}')`);
  await client.end();
}
