/** Where backups go, with which passphrase, and how long they stay: what the environment says. */
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Env, StartError } from '#platform/env.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { folderStore } from '#platform/files/files.ts';
import { s3Store } from '#platform/files/s3-store.ts';
import type { Retention } from './backup.ts';

export type BackupPlan = {
  store: FileStore;
  /** For people. */
  place: string;
  /** Where the keys go; null if they are not backed up. */
  keys: FileStore | null;
  retention: Retention;
  passphrase: string;
};

const SHORTEST = 12;
const NOT_SET_UP =
  'Backups are not set up: set BACKUP_FOLDER (or BACKUP_S3_BUCKET) and BACKUP_PASSPHRASE_FILE (docs/operations.md, Backups).';

export const isSetUp = (env: Env): boolean => Boolean(env.BACKUP_FOLDER ?? env.BACKUP_S3_BUCKET);

/** For people; null if backups are not set up. */
export function backupPlace(env: Env): string | null {
  if (env.BACKUP_FOLDER) return `The folder ${resolve(env.BACKUP_FOLDER)}`;
  if (!env.BACKUP_S3_BUCKET) return null;
  const host = env.BACKUP_S3_ENDPOINT ? new URL(env.BACKUP_S3_ENDPOINT).host : `S3, ${env.BACKUP_S3_REGION}`;
  return `The bucket ${env.BACKUP_S3_BUCKET} at ${host}`;
}

/** @throws StartError, in one sentence, when backups are not set up or the passphrase cannot be read. */
export async function backupPlan(env: Env): Promise<BackupPlan> {
  const place = backupPlace(env);
  if (place === null) throw new StartError(NOT_SET_UP);
  const passphrase = readPassphrase(env);
  return {
    store: storeOf(env),
    place,
    keys: env.BACKUP_KEYS_FOLDER ? folderStore(resolve(env.BACKUP_KEYS_FOLDER), true) : null,
    retention: {
      daily: env.BACKUP_KEEP_DAILY,
      weekly: env.BACKUP_KEEP_WEEKLY,
      monthly: env.BACKUP_KEEP_MONTHLY,
    },
    passphrase,
  };
}

function storeOf(env: Env): FileStore {
  if (env.BACKUP_FOLDER) {
    const folder = resolve(env.BACKUP_FOLDER);
    if (!relative(env.dataFolder, folder).startsWith('..'))
      throw new StartError(
        `BACKUP_FOLDER ${folder} is inside the data folder, and would be lost with it: name a folder on another disk.`,
      );
    return folderStore(folder, true);
  }
  return s3Store({
    endpoint: env.BACKUP_S3_ENDPOINT,
    region: env.BACKUP_S3_REGION,
    bucket: env.BACKUP_S3_BUCKET ?? '',
    accessKeyId: env.BACKUP_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.BACKUP_S3_SECRET_ACCESS_KEY ?? '',
  });
}

function readPassphrase(env: Env): string {
  const file = env.BACKUP_PASSPHRASE_FILE;
  if (file === undefined) return env.BACKUP_PASSPHRASE ?? '';
  let text: string;
  try {
    text = readFileSync(join(file), 'utf8').trim();
  } catch {
    throw new StartError(
      `BACKUP_PASSPHRASE_FILE ${file} cannot be read: put the file there, readable by this user.`,
    );
  }
  if (text.length < SHORTEST)
    throw new StartError(`The passphrase in ${file} must have at least ${SHORTEST} characters.`);
  return text;
}
