/** Migrates a database to the newest schema. Safe to call from several instances at once. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { z } from 'zod';
import { StartError } from '#platform/env.ts';
import { lockMigration } from './advisory-locks.ts';
import { Connection, connectionSettings } from './connection.ts';

/** The lists rely on generated columns, `nulls not distinct` and this planner; nothing older is tested. */
const OLDEST_SERVER = 15;

const TABLE = 'drizzle.__drizzle_migrations';

/** @throws StartError, in one sentence, when PostgreSQL is too old. */
export async function requireServerVersion(client: Connection): Promise<void> {
  const { rows } = await client.query<{ version: string }>('show server_version');
  const version = rows[0]?.version ?? '';
  if (Number.parseInt(version, 10) < OLDEST_SERVER)
    throw new StartError(
      `Farmgate needs PostgreSQL ${OLDEST_SERVER} or newer; the one that DATABASE_URL names is ${version}.`,
    );
}

/**
 * Checks for the baseline. The first migration is the schema that 43 earlier ones produced, and has the time of the
 * last of them. So a database with all 43 needs nothing from it; one with only some of them cannot be migrated from
 * here.
 */
async function requireBaseline(client: Connection, migrationsFolder: string): Promise<void> {
  const newest = await migrationOf(client);
  const [baseline] = readMigrationFiles({ migrationsFolder });
  if (newest > 0 && baseline && newest < baseline.folderMillis)
    throw new StartError(
      'This database is too old for this version of Farmgate. Start the previous version once, which brings it up to date, then start this one.',
    );
}

const folderOf = (root: string) => join(root, 'app/db/migrations');

/** The time of this release's newest migration, which names a version of the schema. */
export function newestMigration(root: string): number {
  return readMigrationFiles({ migrationsFolder: folderOf(root) }).at(-1)?.folderMillis ?? 0;
}

/** The newest migration that a database has; 0 for an empty one. */
export async function migrationOf(client: Connection): Promise<number> {
  const { rows: found } = await client.query(`select from pg_class where oid = to_regclass('${TABLE}')`);
  if (found.length === 0) return 0;
  const { rows } = await client.query<{ newest: string | null }>(
    `select max(created_at) as newest from ${TABLE}`,
  );
  return Number(rows[0]?.newest ?? 0);
}

/** The version of the job queue's schema; null for a database without one. */
export async function jobQueueVersion(client: Pick<Connection, 'query'>): Promise<number | null> {
  const { rows: found } = await client.query(
    `select from pg_class where oid = to_regclass('pgboss.version')`,
  );
  if (found.length === 0) return null;
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  return rows[0]?.version ?? null;
}

/**
 * Applies the missing migrations, one instance at a time. `root` is the project's folder.
 * @param upTo the last migration to apply, by its time; all of them if omitted
 * @throws StartError, in plain words, when PostgreSQL or the database is too old.
 */
export async function migrateDatabase(url: string, root: string, upTo?: number): Promise<void> {
  const client = new Connection(connectionSettings({ url, name: 'farmgate migrates', forLongWork: true }));
  await client.connect();
  try {
    await requireServerVersion(client);
    await client.query(lockMigration);
    await requireBaseline(client, folderOf(root));
    if (upTo === undefined) await migrate(drizzle({ client }), { migrationsFolder: folderOf(root) });
    else
      await withMigrationsUpTo(root, upTo, (migrationsFolder) =>
        migrate(drizzle({ client }), { migrationsFolder }),
      );
  } finally {
    await client.end();
  }
}

/** A temporary folder with the first migrations: the library takes a folder, and applies all of it. */
async function withMigrationsUpTo(
  root: string,
  upTo: number,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'farmgate-migrations-'));
  try {
    const journal = z
      .object({ entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })) })
      .loose()
      .parse(JSON.parse(await readFile(join(folderOf(root), 'meta/_journal.json'), 'utf8')));
    const entries = journal.entries.filter(({ when }) => when <= upTo);
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) await cp(join(folderOf(root), `${tag}.sql`), join(folder, `${tag}.sql`));
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
