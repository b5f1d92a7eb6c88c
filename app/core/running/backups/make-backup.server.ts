/**
 * Makes a backup while the shop serves: the rows of one snapshot, then the files, then the keys, and the manifest last.
 * docs/decisions/0062-a-backup-is-ours-to-read.md says why it is not a dump.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { connectionTrouble } from '#core/running/connections/connection.ts';
import { tryLockBackup } from '#db/advisory-locks.ts';
import { Connection, connectionSettings } from '#db/connection.ts';
import { jobQueueVersion, migrationOf, newestMigration } from '#db/migrate.ts';
import { COPY_SETTINGS, rowsOut, sequencesOf, sumOf, tablesOf, titleOf } from '#db/table-copies.ts';
import { NEWER_DATABASE } from '#kernel/release.ts';
import type { BackupCause } from '#kernel/statuses.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { type Env, StartError } from '#platform/env.ts';
import { BucketRefusal, EndlessAnswer } from '#platform/files/file-store.ts';
import { files } from '#platform/files/files.ts';
import { type TarEntry, tarBytes } from '#platform/files/tar.ts';
import { newStreamKey, type StreamKey } from '#platform/secrets/encrypted-stream.ts';
import { keyFingerprints } from '#platform/secrets/keyring.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';
import {
  FILES,
  KEYS,
  type Manifest,
  ownerOf,
  parseBackupName,
  replaced,
  replacedDamaged,
  tablePart,
  type WrittenPart,
} from './backup.ts';
import type { BackupPlan } from './backup-plan.ts';
import { gzipped, listBackups, removeBackup, writeManifest, writePart } from './parts.server.ts';
import {
  damagedBackups,
  endKilledRuns,
  recordFailure,
  recordGood,
  recordRemoved,
  recordStart,
  unusedName,
} from './record-run.server.ts';

export type BackupJob = { url: string; root: string; env: Env; plan: BackupPlan; cause: BackupCause };
export type MadeBackup = { manifest: Manifest; bytes: number; rows: number; removed: string[] };

/**
 * Makes a backup, and deletes those that it replaces. The database, its files and its keys must be open.
 * @throws StartError when another backup is running, or the database has not been updated yet. Any failure leaves the
 * backups before it as they were, and is recorded.
 */
export async function makeBackup(job: BackupJob): Promise<MadeBackup> {
  const { url, root, plan, cause } = job;
  const client = new Connection(connectionSettings({ url, name: 'farmgate backs up', forLongWork: true }));
  await client.connect();
  try {
    await client.query(COPY_SETTINGS);
    const { rows } = await client.query<{ isMine: boolean }>(tryLockBackup);
    if (!rows[0]?.isMine) throw new StartError('Another backup is running; wait for it to end.');
    const [applied, newest] = [await migrationOf(client), newestMigration(root)];
    if (applied > newest) throw new StartError(NEWER_DATABASE);
    if (applied < newest)
      throw new StartError('The database is of an earlier release of Farmgate: start this one once.');
    const shopId = await shopIdOf(client);
    const existing = await ownBackups(plan, shopId);
    await endKilledRuns(existing.filter(({ isComplete }) => isComplete).map(({ name }) => name));
    // What a run that was killed has left.
    for (const { name, isComplete } of existing) if (!isComplete) await removeWhole(plan, name);
    await removeEmptyFolders(plan, isOf(shopId));
    const now = systemClock();
    const name = await unusedName(now, shopId ?? '');
    await recordStart({ name, place: plan.place, cause, startedAt: asDate(now) });
    try {
      const made = await write(job, client, name, shopId);
      return { ...made, removed: await removeReplaced(plan, shopId) };
    } catch (error) {
      await recordFailure(name, problemOf(error));
      // The disk may be full: half a backup is useless and takes space.
      await removeUnfinished(plan, name).catch(() => undefined);
      await removeEmptyFolders(plan, (each) => each === name);
      throw error;
    }
  } finally {
    await client.end();
  }
}

async function shopIdOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>('select id::text from file_stores');
  return rows[0]?.id ?? null;
}

async function write(
  { plan, env }: BackupJob,
  client: Connection,
  name: string,
  shopId: string | null,
): Promise<Omit<MadeBackup, 'removed'>> {
  const key = await newStreamKey(plan.passphrase);
  let bytes = 0;
  const part = async (of: string, plain: AsyncIterable<Uint8Array>) => {
    const written = await writePart(plan.store, key, name, of, plain);
    bytes += written.bytes;
    return written;
  };
  await client.query('begin transaction isolation level repeatable read, read only');
  const { rows } = await client.query<{ takenAt: Date; postgres: string }>(
    `select now() as "takenAt", current_setting('server_version') as postgres`,
  );
  const [moment] = rows;
  if (!moment) throw new Error('the database does not know the time');
  const migration = await migrationOf(client);
  const tables = await writeTables(client, part);
  const sequences = await sequencesOf(client);
  await client.query('commit');

  const counted = { count: 0 };
  const stored = { ...(await part(FILES, tarBytes(allFiles(counted)))), ...counted };
  // After the files: a file may be encrypted with a key that was added while they were copied.
  if (plan.keys) await writeKeys(plan, key, name, env);
  // Without the connection the lock is gone, and files may be deleted before they are copied.
  await client.query('select');
  const manifest: Manifest = {
    format: 1,
    name,
    takenAt: moment.takenAt.toISOString(),
    ...{ migration, postgres: moment.postgres, shopId, tables, sequences },
    jobQueue: await jobQueueVersion(client),
    files: stored,
    keys: {
      secret: secretFingerprint(),
      file: keyFingerprints(),
      areIncluded: plan.keys !== null,
    },
  };
  bytes += (await writeManifest(plan.store, key, manifest)).bytes;
  const rowCount = tables.reduce((sum, table) => sum + Number(table.rows), 0);
  await recordGood(name, { bytes, rowCount, fileCount: counted.count, hasKeys: plan.keys !== null });
  return { manifest, bytes, rows: rowCount };
}

/** Writes the rows of every table that the open snapshot sees, and sums them up in it. */
export async function writeTables(
  client: Connection,
  part: (of: string, plain: AsyncIterable<Uint8Array>) => Promise<WrittenPart>,
): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = [];
  for (const table of await tablesOf(client)) {
    const written = await part(tablePart(titleOf(table)), gzipped(rowsOut(client, table)));
    tables.push({ ...table, ...(await sumOf(client, table)), ...written });
  }
  return tables;
}

/** By which another copy of the root secret is recognized. */
export const secretFingerprint = (): string => keyedHash('fingerprint', 'backup');

/** Everything in the file store. Nothing that a row of the snapshot references can be deleted: the lock prevents it. */
async function* allFiles(counted: { count: number }): AsyncGenerator<TarEntry> {
  for await (const page of files().list('')) {
    for (const { key } of page) {
      if (key.endsWith('.partial')) continue;
      const found = await files().get(key);
      if (!found) continue;
      counted.count += 1;
      yield { name: key, size: found.size, content: found.body };
    }
  }
}

async function writeKeys(plan: BackupPlan, key: StreamKey, name: string, env: Env): Promise<void> {
  const secret = env.FARMGATE_SECRET ?? readFileSync(join(env.dataFolder, 'secret'), 'utf8').trim();
  const keyFile = env.ENCRYPTION_KEY_FILE ? readFileSync(env.ENCRYPTION_KEY_FILE, 'utf8') : null;
  async function* json() {
    yield Buffer.from(JSON.stringify({ secret, keyFile }));
  }
  if (plan.keys) await writePart(plan.keys, key, name, KEYS, json());
}

type OwnBackup = { name: string; isComplete: boolean };

async function ownBackups(plan: BackupPlan, shopId: string | null): Promise<OwnBackup[]> {
  const isOurs = isOf(shopId);
  return [...(await listBackups(plan.store))].flatMap(([name, backup]) =>
    isOurs(name) ? [{ name, ...backup }] : [],
  );
}

const isOf = (shopId: string | null) => (name: string) =>
  parseBackupName(name)?.owner === ownerOf(shopId ?? '');

async function removeWhole(plan: BackupPlan, name: string): Promise<void> {
  await removeBackup(plan.store, name);
  await plan.keys?.remove(`${name}/${KEYS}.0001`);
}

/** By its name: if the connection is gone, so is the lock, and another run may have started. */
async function removeUnfinished(plan: BackupPlan, unfinished: string): Promise<void> {
  const found = (await listBackups(plan.store)).get(unfinished);
  if (found && !found.isComplete) await removeWhole(plan, unfinished);
}

/** Runs only after a good backup. */
async function removeReplaced(plan: BackupPlan, shopId: string | null): Promise<string[]> {
  const { zone } = (await readSettings()).store;
  const existing = await ownBackups(plan, shopId);
  const complete = existing.filter(({ isComplete }) => isComplete).map(({ name }) => name);
  const known = new Set(await damagedBackups());
  const [good, damaged] = [
    complete.filter((name) => !known.has(name)),
    complete.filter((name) => known.has(name)),
  ];
  const old = replaced(good, plan.retention, zone);
  const stays = good.filter((name) => !old.includes(name));
  const removed = [...old, ...replacedDamaged(damaged, stays, plan.retention)];
  for (const name of removed) await removeWhole(plan, name);
  await removeEmptyFolders(plan, isOf(shopId));
  await recordRemoved(removed);
  return removed;
}

/** What deleted and interrupted backups leave where the place is a folder. */
async function removeEmptyFolders(
  { store, keys }: BackupPlan,
  isOurs: (name: string) => boolean,
): Promise<void> {
  for (const place of [store, keys]) await place?.removeEmptyFolders?.(isOurs);
}

/** A failed backup in one sentence, for the office. */
export function problemOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk for backups is full: free some space there.';
  if (code === 'EROFS') return 'The disk for backups is mounted read-only: mount it for writing.';
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return 'The place for backups is a file, not a folder: move it away.';
  if (['EACCES', 'EPERM', 'ENOENT'].includes(code))
    return 'The folder for backups cannot be written to: give this user the folder.';
  if (error instanceof StartError) return error.message;
  if (error instanceof EndlessAnswer) return connectionTrouble('The bucket for backups', error);
  if (error instanceof BucketRefusal)
    return connectionTrouble('The bucket for backups', error, ` It said ${error.name}.`);
  return error instanceof Error ? `It failed: ${error.message}` : 'It failed.';
}
