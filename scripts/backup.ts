/**
 * `npm run backup`: makes a backup while the shop runs or not, where the server's settings or the office
 * say, and deletes those that it replaces. `npm run backup -- --check NAME` (or `latest`) restores one into a scratch database and
 * compares. The shop runs this file every night (`app/core/running/backups/run-backup.server.ts`).
 */

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BackupPlan, backupPlan } from '#core/running/backups/backup-plan.ts';
import { backupSettings } from '#core/running/backups/backup-settings.server.ts';
import { failedCheck, lastCheck } from '#core/running/backups/backups-queries.server.ts';
import { checkBackup, nameToCheck } from '#core/running/backups/check-backup.server.ts';
import { makeBackup, problemOf } from '#core/running/backups/make-backup.server.ts';
import { namesBackups } from '#core/running/connections/backup-connection.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { type BackupCause, backupCauses } from '#kernel/statuses.ts';
import { embeddedDatabaseUrl, startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { type Env, readEnv, StartError, sessionUrlOf } from '#platform/env.ts';
import { isOfBucket } from '#platform/files/file-store.ts';
import { fileStoreOf, openFiles } from '#platform/files/files.ts';
import { openKeyring } from '#platform/secrets/keyring.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';

const root = join(import.meta.dirname, '..');
const USAGE = 'npm run backup, or npm run backup -- --check latest';
/** The nightly run checks its backup when none was checked for this long. */
const CHECK_AFTER_MS = 7 * 24 * 3_600_000;

type Wanted = { check: string | null; cause: BackupCause };

function readWanted(): Wanted {
  try {
    const { values } = parseArgs({ options: { check: { type: 'string' }, cause: { type: 'string' } } });
    const cause = backupCauses.find((each) => each === values.cause) ?? 'command';
    return { check: values.check ?? null, cause };
  } catch {
    throw new StartError(
      `The backup takes --check with latest or a name, or nothing: ${USAGE}. npm run restore lists the names.`,
    );
  }
}

async function withDatabase(env: Env, work: (url: string) => Promise<void>): Promise<void> {
  const running = sessionUrlOf(env) ?? (await embeddedDatabaseUrl(env.dataFolder));
  if (running) return work(running);
  const embedded = await startEmbeddedDatabase({ dataFolder: env.dataFolder, onNotice: console.log });
  try {
    await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

async function run(env: Env, { check, cause }: Wanted, url: string): Promise<void> {
  openDatabase({ url, max: 2, forLongWork: true });
  try {
    openSecrets({ given: env.FARMGATE_SECRET, dataFolder: env.dataFolder });
    openKeyring(env.ENCRYPTION_KEY_FILE ?? null);
    const plan = await backupPlan(await backupSettings(env));
    openFiles(fileStoreOf(env));
    if (check !== null) return await checkAndSay(await nameToCheck(check), plan, env);
    const started = performance.now();
    const { manifest, bytes, rows, removed } = await makeBackup({ url, root, env, plan, cause });
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(
      `Backup ${manifest.name}: ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.count} files.`,
    );
    console.log(
      `${plan.place}: ${(bytes / 1e6).toFixed(1)} MB, in ${seconds} s; ${removed.length} older ones deleted.`,
    );
    if (!plan.keys)
      console.log(
        'Without the keys (BACKUP_KEYS_FOLDER is not set): store FARMGATE_SECRET or data/secret, and ENCRYPTION_KEY_FILE, elsewhere. Without them no photo can be read.',
      );
    // After a check that failed any new backup is checked, so that the finding ends with the proof that one restores.
    if ((await failedCheck()) !== null || (cause === 'schedule' && (await isCheckDue())))
      await checkAndSay(manifest.name, plan, env);
  } finally {
    await closeDatabase();
  }
}

const isCheckDue = async () => Date.now() - ((await lastCheck())?.getTime() ?? 0) > CHECK_AFTER_MS;

async function checkAndSay(name: string, plan: BackupPlan, env: Env): Promise<void> {
  await checkBackup(name, plan, env, root);
  console.log(`Checked: ${name} restores, with every row, and its files and keys can be read.`);
}

// Run by the shop, it ends with it.
process.on('disconnect', () => process.exit(1));

try {
  const wanted = readWanted();
  const env = readEnv();
  // A wrong setting needs no database to be found.
  if (namesBackups(env)) await backupPlan(env);
  await withDatabase(env, (url) => run(env, wanted, url));
  // The shop's channel would keep this process alive.
  if (process.connected) process.removeAllListeners('disconnect').disconnect();
} catch (error) {
  const isPlain = error instanceof Error && ['StartError', 'DatabaseStartError'].includes(error.name);
  const isOfPlace = error instanceof Error && ('code' in error || isOfBucket(error));
  console.error(isPlain ? error.message : isOfPlace ? problemOf(error) : error);
  process.exit(1);
}
