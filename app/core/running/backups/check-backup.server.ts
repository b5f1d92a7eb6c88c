/** Checks a backup by restoring it: rows into a scratch database, where they are compared; files are read and counted. */
import { type Env, StartError } from '#platform/env.ts';
import type { BackupPlan } from './backup-plan.ts';
import { lastGoodBackup } from './backups-queries.server.ts';
import { problemOf } from './make-backup.server.ts';
import { DamagedBackup, readManifest } from './parts.server.ts';
import { recordCheck } from './record-run.server.ts';
import { requireKnownSchema, restoreFiles, restoreRows } from './restore-backup.server.ts';
import { requireSameKeys } from './restore-keys.server.ts';
import { withScratchCluster } from './scratch-cluster.server.ts';

/** The name of the backup to check; 'latest' is this shop's newest good one. @throws StartError if there is none */
export async function nameToCheck(given: string): Promise<string> {
  if (given !== 'latest') return given;
  const newest = await lastGoodBackup();
  if (!newest) throw new StartError('There is no good backup to check yet; npm run backup makes one.');
  return newest.name;
}

/**
 * The outcome is recorded: one that is damaged is no longer good. The database and the keys must be open. @throws StartError in one sentence
 */
export async function checkBackup(name: string, plan: BackupPlan, env: Env, root: string): Promise<void> {
  try {
    const backup = { store: plan.store, ...(await readManifest(plan.store, name, plan.passphrase)) };
    requireKnownSchema(backup, root);
    requireSameKeys(backup);
    await restoreFiles(backup, null);
    await withScratchCluster(env.dataFolder, 'checking', (url) => restoreRows(backup, url, root));
    await recordCheck(name, null);
  } catch (error) {
    await recordCheck(name, problemOf(error), error instanceof DamagedBackup);
    throw error;
  }
}
