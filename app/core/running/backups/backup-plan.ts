/** Where backups go, with which passphrase, and how long they stay. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isAllowed } from '#core/running/connections/office-address.ts';
import { endpointProblem, folderProblem, isInside } from '#core/running/connections/office-place.ts';
import { type Env, StartError } from '#platform/env.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { folderStore } from '#platform/files/files.ts';
import { s3Store } from '#platform/files/s3-store.ts';
import { publicRoute } from '#platform/outgoing/outbound.ts';
import type { Retention } from './backup.ts';

/** The server's settings, in which `backupSettings` puts those of the office where the server has none. */
export type BackupSettings = Env & {
  /** If the office sets the place; `allowed` is the address in an own network that the server's settings allow. */
  readonly office?: { readonly allowed: string | undefined };
};

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
  'Backups are not set up: set them in the office (Settings, Backups), or set BACKUP_FOLDER (or BACKUP_S3_BUCKET) and BACKUP_PASSPHRASE_FILE (docs/operations.md, Backups). To restore on a new machine, set those to what the printed page says.';

/** For people; null if backups are not set up. */
export function backupPlace(env: BackupSettings): string | null {
  if (env.BACKUP_FOLDER) return `The folder ${resolve(env.BACKUP_FOLDER)}`;
  if (!env.BACKUP_S3_BUCKET) return null;
  const host = env.BACKUP_S3_ENDPOINT ? new URL(env.BACKUP_S3_ENDPOINT).host : `S3, ${env.BACKUP_S3_REGION}`;
  return `The bucket ${env.BACKUP_S3_BUCKET} at ${host}`;
}

export const retentionOf = (env: BackupSettings): Retention => ({
  daily: env.BACKUP_KEEP_DAILY ?? 7,
  weekly: env.BACKUP_KEEP_WEEKLY ?? 4,
  monthly: env.BACKUP_KEEP_MONTHLY ?? 12,
});

/** @throws StartError, in one sentence, when backups are not set up or the passphrase cannot be read. */
export async function backupPlan(env: BackupSettings): Promise<BackupPlan> {
  const place = backupPlace(env);
  if (place === null) throw new StartError(NOT_SET_UP);
  const store = await storeOf(env);
  const passphrase = readPassphrase(env);
  return { store, place, keys: keysOf(env, store), retention: retentionOf(env), passphrase };
}

/**
 * The owner's paper has a place and a passphrase, so what the office sets is enough to restore: the keys are beside the
 * rows, encrypted with the same passphrase (docs/decisions/0107-an-owner-sets-backups-in-the-office.md).
 */
function keysOf(env: BackupSettings, store: FileStore): FileStore | null {
  if (env.BACKUP_KEYS_FOLDER) return folderStore(resolve(env.BACKUP_KEYS_FOLDER), true);
  return env.office ? store : null;
}

/** The place alone, for a trial before there is a passphrase. @throws StartError when it is a forbidden one */
export async function storeOf(env: BackupSettings): Promise<FileStore> {
  if (env.BACKUP_FOLDER) {
    const folder = resolve(env.BACKUP_FOLDER);
    const problem = env.office ? await folderProblem(folder, env.dataFolder) : null;
    if (problem !== null) throw new StartError(problem);
    if (isInside(folder, env.dataFolder))
      throw new StartError(
        `The backup folder ${folder} is inside the data folder, and would be lost with it: name a folder on another disk.`,
      );
    return folderStore(folder, true);
  }
  const problem = env.office ? endpointProblem(env.BACKUP_S3_ENDPOINT, env.office.allowed) : null;
  if (problem !== null) throw new StartError(problem);
  return s3Store({
    endpoint: env.BACKUP_S3_ENDPOINT,
    region: env.BACKUP_S3_REGION,
    bucket: env.BACKUP_S3_BUCKET ?? '',
    accessKeyId: env.BACKUP_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.BACKUP_S3_SECRET_ACCESS_KEY ?? '',
    route: env.office && !isAllowed(env.BACKUP_S3_ENDPOINT, env.office.allowed) ? publicRoute : undefined,
  });
}

function readPassphrase(env: BackupSettings): string {
  const file = env.BACKUP_PASSPHRASE_FILE;
  if (file === undefined) return env.BACKUP_PASSPHRASE ?? '';
  let text: string;
  try {
    text = readFileSync(join(file), 'utf8').trim();
  } catch {
    throw new StartError(
      `The backup passphrase in ${file} cannot be read: put the file there, readable by this user.`,
    );
  }
  if (text.length < SHORTEST)
    throw new StartError(`The passphrase in ${file} must have at least ${SHORTEST} characters.`);
  return text;
}
