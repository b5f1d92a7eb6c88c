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

/**
 * Clones the template, or another one, and opens it as the process's database, with jobs, secrets and sign-in ready.
 */
export async function freshDatabase(template?: string): Promise<FreshDatabase> {
  const { url, name } = await cloneTemplate(template);
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
export async function cloneTemplate(
  template = inject('templateDatabase'),
): Promise<{ url: string; name: string }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying files takes 41 ms of a core, writing pages through the log 89 ms: without fsync a checkpoint costs
  // nothing.
  await asAdmin((client) =>
    client.query(
      `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)} strategy file_copy`,
    ),
  );
  return { url: urlOf(name), name };
}

/**
 * Makes a template from an empty production database, once per run: other workers that ask for it wait. Returns its
 * name.
 */
export async function makeTemplate(name: string, make: (url: string) => Promise<void>): Promise<string> {
  await asAdmin(async (client) => {
    // Ends with the connection.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const made = await client.query('select from pg_database where datname = $1', [name]);
    if (made.rowCount) return;
    const empty = await cloneTemplate();
    const shop = new pg.Client({ connectionString: empty.url });
    await shop.connect();
    // The template for all other tests is open, which no shop begins as.
    await shop.query("delete from store_settings where name = 'opening'");
    await shop.end();
    await make(empty.url);
    await client.query(
      `alter database ${pg.escapeIdentifier(empty.name)} rename to ${pg.escapeIdentifier(name)}`,
    );
  });
  return name;
}

function urlOf(name: string): string {
  const url = new URL(inject('clusterUrl'));
  url.pathname = `/${name}`;
  return url.href;
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
