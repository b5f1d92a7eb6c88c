/** Tries what the next backup needs, before the night: its passphrase, its place, and the last good one in it. */

import { constants, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { MANIFEST } from '#core/running/backups/backup.ts';
import { type BackupPlan, type BackupSettings, backupPlan } from '#core/running/backups/backup-plan.ts';
import { readManifest } from '#core/running/backups/parts.server.ts';
import { folderTrouble, isFile, notThere } from '#core/running/backups/place-trouble.ts';
import { namesBackups } from '#core/running/connections/backup-connection.ts';
import { connectionTrouble } from '#core/running/connections/connection.ts';
import { newId } from '#kernel/ids.ts';
import { type Env, StartError } from '#platform/env.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { statOf } from '#platform/files/path-facts.ts';
import { StreamError } from '#platform/secrets/encrypted-stream.ts';
import type { Finding } from './finding.ts';
import { judgeSecretFile } from './machine-rules.ts';

/** Milliseconds for which a trial counts: dashboards ask too. */
const FRESH_MS = 1_000;
/** Milliseconds that a page waits for a trial. */
const PATIENCE_MS = 3_000;
const QUIET = '';

type Trial = { of: string; at: number; isOver: boolean; outcome: Promise<string | null> };
let last: Trial | null = null;

/**
 * Why no backup can be made now, in one sentence that says what to do; null if nothing is in the way, and where backups
 * are not set up. Writes a trial file and deletes it. One trial runs at a time: on a disk that hangs, each one would take
 * one of the threads that all files share.
 * @param newest the last good backup; null if there is none
 */
export async function backupTrouble(env: BackupSettings, newest: string | null): Promise<string | null> {
  if (!namesBackups(env)) return null;
  let plan: BackupPlan;
  try {
    plan = await backupPlan(env);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  const of = JSON.stringify([plan.place, env.BACKUP_KEYS_FOLDER, newest]);
  const isFresh = last?.of === of && (!last.isOver || performance.now() - last.at < FRESH_MS);
  const trial = isFresh && last ? last : begin(of, plan, env, newest);
  const tooLong = Promise.withResolvers<string>();
  const timer = setTimeout(
    () => tooLong.resolve(`${plan.place} does not answer; see the disk or the server that it is on.`),
    PATIENCE_MS,
  );
  const trouble = await Promise.race([trial.outcome, tooLong.promise]).finally(() => clearTimeout(timer));
  return trouble ?? (newest === null ? null : passphraseTrouble(plan, env, newest));
}

function begin(of: string, plan: BackupPlan, env: BackupSettings, newest: string | null): Trial {
  const trial: Trial = { of, at: performance.now(), isOver: false, outcome: Promise.resolve(null) };
  trial.outcome = tryPlaces(plan, env, newest).finally(() => {
    trial.isOver = true;
  });
  last = trial;
  return trial;
}

async function tryPlaces(
  plan: BackupPlan,
  env: BackupSettings,
  newest: string | null,
): Promise<string | null> {
  const folder = env.BACKUP_FOLDER ? resolve(env.BACKUP_FOLDER) : null;
  // Before what is missing there: npm run backup would not help.
  if (folder !== null) {
    try {
      const found = await statOf(folder);
      if (found?.isDirectory() === false) return isFile(plan.place);
      if (found === null && env.office) return notThere(plan.place);
    } catch (error) {
      return folderTrouble(plan.place, error);
    }
  }
  if (newest !== null) {
    // A store that does not answer has its own sentence below.
    const writtenAt = await plan.store.modifiedAt(`${newest}/${MANIFEST}`).catch(() => undefined);
    // Before the trial, which would create the folder of a disk that is not mounted.
    if (writtenAt === null)
      return `${plan.place} does not have the last good backup, ${newest}: ${folder === null ? 'correct the settings' : 'mount its disk'}, or make a new one there with npm run backup.`;
  }
  const keys = env.BACKUP_KEYS_FOLDER ? resolve(env.BACKUP_KEYS_FOLDER) : null;
  return (
    (await tryPlace(plan.place, plan.store, folder)) ??
    (plan.keys && keys !== null ? await tryPlace(`The folder ${keys}`, plan.keys, keys) : null)
  );
}

/** The backup and passphrase that were compared last: deriving its key takes 128 MB and half a second. */
let compared: { of: string; isOther: Promise<boolean> } | null = null;

async function passphraseTrouble(
  plan: BackupPlan,
  env: BackupSettings,
  name: string,
): Promise<string | null> {
  const of = JSON.stringify([plan.place, name, plan.passphrase]);
  if (compared?.of !== of) compared = { of, isOther: isOtherPassphrase(plan, name) };
  if (!(await compared.isOther)) return null;
  return env.office
    ? `The backup passphrase is not the one of the last good backup, ${name}: press Back up now, and keep the page of the old one until that backup is gone.`
    : `The backup passphrase is not the one of the last good backup, ${name}: put that one back, or run npm run backup and write the new one down.`;
}

/** Only the passphrase: a damaged backup is found by its check, and a place that does not answer by its trial. */
async function isOtherPassphrase({ store, passphrase }: BackupPlan, name: string): Promise<boolean> {
  try {
    await readManifest(store, name, passphrase);
    return false;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    return cause instanceof StreamError && cause.kind === 'passphrase';
  }
}

/** @param folder null for a bucket */
async function tryPlace(place: string, store: FileStore, folder: string | null): Promise<string | null> {
  try {
    // The first backup creates it.
    if (folder !== null && (await statOf(folder)) === null) {
      await access(await existingAbove(folder), constants.W_OK);
      return null;
    }
    const key = `trial-${newId()}`;
    await store.put(key, Buffer.from('trial'), 'text/plain');
    await store.remove(key);
    return null;
  } catch (error) {
    return folder === null ? connectionTrouble(place, error, QUIET) : folderTrouble(place, error);
  }
}

async function existingAbove(folder: string): Promise<string> {
  const above = dirname(folder);
  return (await statOf(above)) === null ? existingAbove(above) : above;
}

/** Whether others may read the passphrase. Nothing where there is none, or it cannot be read: then no backup can be made. */
export function examinePassphrase({ BACKUP_PASSPHRASE_FILE: path }: Env): Finding[] {
  const found = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (path === undefined || !found?.isFile()) return [];
  return [judgeSecretFile('Backup passphrase', path, { mode: found.mode & 0o777, isReadable: true }, true)];
}
