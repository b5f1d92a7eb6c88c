/** Tries the place for backups, also before there is a passphrase. */

import { resolve } from 'node:path';
import type { Actor } from '#core/ground/access/actor.ts';
import { namesBackups } from '#core/running/connections/backup-connection.ts';
import type { ConnectionOutcome } from '#core/running/connections/connection.ts';
import { testWith } from '#core/running/connections/test-connection.server.ts';
import { failed, tryStore } from '#core/running/connections/try-store.server.ts';
import { newId } from '#kernel/ids.ts';
import { readEnv, StartError } from '#platform/env.ts';
import { statOf } from '#platform/files/path-facts.ts';
import { type BackupSettings, backupPlace, storeOf } from './backup-plan.ts';
import { readOfficeBackups } from './backup-settings.server.ts';
import { folderTrouble, isFile, notThere } from './place-trouble.ts';

/** What to know of a place that works: null if nothing. */
export async function placeCaution(settings: BackupSettings): Promise<string | null> {
  const folder = settings.BACKUP_FOLDER ? resolve(settings.BACKUP_FOLDER) : null;
  return folder !== null && (await isOnSameDisk(folder, settings.dataFolder))
    ? 'The folder is on the same disk as the shop: if that disk fails, the backups are lost with it. Choose another disk.'
    : null;
}

/** The place that counts: the server's, or the office's; null if neither names one. */
export async function placeOfBackups(): Promise<BackupSettings | null> {
  const env = readEnv();
  return namesBackups(env) ? env : (await readOfficeBackups(env)).settings;
}

/** Writes a small file there, reads it back and deletes it. @throws what a bucket refuses */
async function tryPlace(): Promise<ConnectionOutcome> {
  const settings = await placeOfBackups();
  const place = settings && backupPlace(settings);
  if (!settings || place === null) return failed('No place for backups is set.');
  const folder = settings.BACKUP_FOLDER ? resolve(settings.BACKUP_FOLDER) : null;
  try {
    const store = await storeOf(settings);
    const found = folder === null ? null : await statOf(folder);
    if (folder !== null && found === null) return failed(notThere(place));
    if (found?.isDirectory() === false) return failed(isFile(place));
    const outcome = await tryStore(store, `trial-${newId()}`);
    const caution = outcome.works ? await placeCaution(settings) : null;
    return caution === null ? outcome : { works: true, message: `${outcome.message} ${caution}` };
  } catch (error) {
    if (error instanceof StartError) return failed(error.message);
    if (folder !== null) return failed(folderTrouble(place, error));
    throw error;
  }
}

/** Tries the place for an admin, and stores what came of it. Refuses what `testConnection` refuses. */
export const testBackupPlace = (actor: Actor) =>
  testWith(actor, 'backup', { who: 'The place for backups', run: tryPlace });

/** Whether a backup there would be lost with the shop's own disk; false where that cannot be told. */
async function isOnSameDisk(folder: string, dataFolder: string): Promise<boolean> {
  try {
    const [one, other] = await Promise.all([statOf(folder), statOf(dataFolder)]);
    return one !== null && one.dev === other?.dev;
  } catch {
    return false;
  }
}
