/**
 * `npm run restore -- NAME` (or `latest`): restores a backup on an empty machine, into the bundled database of an empty
 * DATA_FOLDER or into an empty DATABASE_URL. `npm run restore -- --until '2026-11-26 14:05'` restores the bundled database
 * of a continuous backup as it was at a moment, with `--base NAME` from that copy of the cluster. Without either it lists
 * what there is. Asks nothing.
 */

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseBackupName } from '#core/running/backups/backup.ts';
import { type BackupPlan, type BackupSettings, backupPlan } from '#core/running/backups/backup-plan.ts';
import { backupSettings } from '#core/running/backups/backup-settings.server.ts';
import { readChains } from '#core/running/backups/continuous/chain.ts';
import {
  chooseReach,
  endOf,
  parseMoment,
  readReach,
} from '#core/running/backups/continuous/choose-moment.server.ts';
import { restoreMoment } from '#core/running/backups/continuous/restore-moment.server.ts';
import { problemOf } from '#core/running/backups/make-backup.server.ts';
import { listBackups, readManifest } from '#core/running/backups/parts.server.ts';
import {
  type OpenBackup,
  requireEmptyDatabase,
  requireKnownSchema,
  restoreFiles,
  restoreRows,
} from '#core/running/backups/restore-backup.server.ts';
import { restoreKeys } from '#core/running/backups/restore-keys.server.ts';
import { withScratchCluster, withScratchFolder } from '#core/running/backups/scratch-cluster.server.ts';
import { settleRestored } from '#core/running/backups/settle-restored.server.ts';
import { namesBackups } from '#core/running/connections/backup-connection.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { Connection, connectionSettings } from '#db/connection.ts';
import { migrateDatabase, migrationOf, newestMigration } from '#db/migrate.ts';
import { becomeAnotherShop, fileStoreId } from '#db/shop-id.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { hasCluster } from '#platform/embedded-database/cluster.ts';
import { embeddedDatabaseUrl } from '#platform/embedded-database/embedded-database.ts';
import { lockDataFolder } from '#platform/embedded-database/folder-lock.ts';
import { databaseLayout, prepareDataFolder } from '#platform/embedded-database/layout.ts';
import { type Env, readEnv, StartError, sessionUrlOf } from '#platform/env.ts';
import { isOfBucket } from '#platform/files/file-store.ts';
import { fileStoreOf, files, openFiles } from '#platform/files/files.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';

const root = join(import.meta.dirname, '..');
const USAGE =
  'npm run restore -- latest, or a name, or --until with a moment (and --base with a copy to begin with); --copy for a test copy, --send-queued to send waiting messages';

type Wanted = {
  name: string | null;
  until: string | null;
  /** The copy of the cluster to begin with; null for the newest one before the moment. */
  base: string | null;
  /** The last six characters of a shop's backups; null while a place has those of one shop. */
  shop: string | null;
  isCopy: boolean;
  sendQueued: boolean;
};

function readWanted(): Wanted {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        until: { type: 'string' },
        base: { type: 'string' },
        shop: { type: 'string' },
        copy: { type: 'boolean', default: false },
        'send-queued': { type: 'boolean', default: false },
      },
    });
    const isTwo = positionals.length > (values.until === undefined ? 1 : 0);
    const isAlone = values.base !== undefined && values.until === undefined;
    if (isTwo || isAlone || (values.copy && values['send-queued'])) throw new Error('too much');
    return {
      ...{ name: positionals[0] ?? null, until: values.until ?? null, base: values.base ?? null },
      shop: values.shop ?? null,
      ...{ isCopy: values.copy, sendQueued: values['send-queued'] },
    };
  } catch {
    throw new StartError(`The restore takes one name: ${USAGE}`);
  }
}

async function completeNames(plan: BackupPlan): Promise<string[]> {
  const found = await listBackups(plan.store);
  return [...found]
    .filter(([, { isComplete }]) => isComplete)
    .map(([name]) => name)
    .sort();
}

const ownerOfName = (name: string) => parseBackupName(name)?.owner ?? '';

/**
 * Whose backups are meant: of the one shop that has some here, or of the one that is named.
 * @throws StartError for a place with several shops: the newest backup could be that of a test copy.
 */
function chooseShop(names: readonly string[], { shop }: Wanted): string | undefined {
  const owners = [...new Set(names.map(ownerOfName))];
  if (shop !== null || owners.length <= 1) return shop ?? owners[0];
  throw new StartError(
    `There are backups of several shops here (${owners.join(', ')}): add --shop with the one you mean; names of its backups end in it.`,
  );
}

async function sayWhichThereAre(plan: BackupPlan): Promise<void> {
  const names = await completeNames(plan);
  console.log(
    names.length > 0 ? `${plan.place} has these backups (times are UTC):` : `${plan.place} has no backup.`,
  );
  for (const name of names) console.log(`  ${name}`);
  const { reach, unreadable } = await readReach(plan);
  for (const [owner, all] of Map.groupBy(reach, ({ base }) => ownerOfName(base.name))) {
    const [first, last] = [all[0], all.at(-1)];
    if (first && last)
      console.log(
        `  and of ${owner} every moment from ${first.base.completeAt} to about ${endOf(last).toISOString()} (--until)`,
      );
    console.log(`  from these copies (--base): ${all.map(({ base }) => base.name).join(', ')}`);
  }
  sayUnreadable(unreadable);
  if (names.length > 0) console.log(USAGE);
}

function sayUnreadable(names: readonly string[]): void {
  for (const name of names)
    console.log(`The copy ${name} cannot be read with this passphrase, or is damaged; it is left out.`);
}

/**
 * The server's settings, or what the office of the shop on this machine says while its database runs. On a new machine
 * there is none, and the printed page has place and passphrase.
 */
async function settingsOfShop(env: Env): Promise<BackupSettings> {
  // Opening secrets where there are none would make some.
  const hasSecret = env.FARMGATE_SECRET !== undefined || existsSync(join(env.dataFolder, 'secret'));
  const url =
    namesBackups(env) || !hasSecret
      ? null
      : (sessionUrlOf(env) ?? (await embeddedDatabaseUrl(env.dataFolder)));
  if (!url) return env;
  openDatabase({ url, max: 1 });
  try {
    openSecrets({ given: env.FARMGATE_SECRET, dataFolder: env.dataFolder });
    return await backupSettings(env);
  } catch (error) {
    // An empty database, or none.
    if (databaseErrorCode(error) === null && !(error instanceof Error && 'code' in error)) throw error;
    return env;
  } finally {
    await closeDatabase();
  }
}

/** Before anything is written. */
async function requireEmptyTarget(env: Env, backup: OpenBackup, { isCopy }: Wanted): Promise<void> {
  const url = sessionUrlOf(env);
  if (url) {
    const client = new Connection(connectionSettings({ url, name: 'farmgate restores', forLongWork: true }));
    await client.connect();
    await requireEmptyDatabase(client).finally(() => client.end());
  } else if (hasCluster(env.dataFolder))
    throw new StartError(
      `The data folder ${env.dataFolder} has a database already: move its folder ${basename(databaseLayout(env.dataFolder).home)} away, or name an empty DATA_FOLDER.`,
    );
  const id = await fileStoreId();
  if (id !== null && id !== backup.manifest.shopId)
    throw new StartError(
      `The file store (${files().place ?? 'of this machine'}) belongs to another shop: name an empty one.`,
    );
  if (isCopy && id !== null)
    throw new StartError(
      'A copy needs an empty file store of its own: name another DATA_FOLDER, or another bucket.',
    );
}

async function restore(env: Env, plan: BackupPlan, name: string, wanted: Wanted): Promise<void> {
  const started = performance.now();
  const backup: OpenBackup = {
    store: plan.store,
    ...(await readManifest(plan.store, name, plan.passphrase)),
  };
  const { manifest } = backup;
  requireKnownSchema(backup, root);
  openFiles(fileStoreOf(env));
  await requireEmptyTarget(env, backup, wanted);
  const layout = databaseLayout(env.dataFolder);
  prepareDataFolder(layout);
  const unlock = lockDataFolder(layout);
  try {
    for (const file of await restoreKeys(backup, plan, env)) console.log(`Restored the keys in ${file}.`);
    const count = await restoreFiles(backup, files());
    const rows = (url: string) => restoreAndSettle(backup, url, wanted);
    const url = sessionUrlOf(env);
    if (url) await rows(url);
    else await withScratchCluster(env.dataFolder, 'restoring', rows, layout.home);
    const all = manifest.tables.reduce((sum, table) => sum + Number(table.rows), 0);
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(
      `Restored ${name}: ${all} rows of ${manifest.tables.length} tables, compared, and ${count} files, in ${seconds} s.`,
    );
    console.log(`It is the shop of ${manifest.takenAt} (UTC). What happened since is not in it.`);
    console.log(
      wanted.isCopy
        ? 'It is a copy: start it without SMTP_URL, SMS_URL and BACKUP_*, so that it writes to no customer and to no backup.'
        : 'Start the shop with the same settings as before.',
    );
  } finally {
    unlock();
  }
}

/** The database of a moment; the files of the newest backup, because a moment has none of its own. */
async function restoreUntil(env: Env, plan: BackupPlan, until: string, wanted: Wanted): Promise<void> {
  if (sessionUrlOf(env))
    throw new StartError('A moment is restored into the bundled database: leave DATABASE_URL out.');
  const every = await completeNames(plan);
  const chains = (await readChains(plan.store)).map(({ name }) => name);
  const shop = chooseShop([...every, ...chains], wanted);
  const { reach, unreadable } = await readReach(plan, shop);
  sayUnreadable(unreadable);
  const moment = parseMoment(until, reach.at(-1)?.base.zone ?? 'UTC');
  const chosen = chooseReach(reach, moment, wanted.base);
  // The first one after the moment has the files of the moment, but for those that were deleted in between.
  const nights = every.filter((name) => ownerOfName(name) === shop);
  const isAfter = (name: string) =>
    moment !== null && (parseBackupName(name)?.moment.epochMilliseconds ?? 0) >= moment.epochMilliseconds;
  const nightly = nights.find(isAfter) ?? nights.at(-1);
  if (nightly === undefined)
    throw new StartError(`${plan.place} has no nightly backup yet, and photos and keys are only in those.`);
  const backup: OpenBackup = {
    store: plan.store,
    ...(await readManifest(plan.store, nightly, plan.passphrase)),
  };
  openFiles(fileStoreOf(env));
  await requireEmptyTarget(env, backup, wanted);
  const layout = databaseLayout(env.dataFolder);
  prepareDataFolder(layout);
  const unlock = lockDataFolder(layout);
  try {
    for (const file of await restoreKeys(backup, plan, env)) console.log(`Restored the keys in ${file}.`);
    const count = await restoreFiles(backup, files());
    const at = await withScratchFolder(
      env.dataFolder,
      'restoring',
      (folder) =>
        restoreMoment(plan, chosen, moment, folder, async (url) => {
          await requireKnownRows(url);
          await migrateDatabase(url, root);
          await settle(chosen.base.name, url, wanted);
        }),
      layout.home,
    );
    console.log(`It is the shop of ${(at ?? new Date(chosen.base.completeAt)).toISOString()} (UTC).`);
    if (moment !== null)
      console.log('The log has no change between that and the moment you asked for, or it is lost.');
    else console.log(`The log reaches about ${endOf(chosen).toISOString()}.`);
    console.log(
      `${count} files are those of ${nightly}: photos and pictures that came or went since are missing.`,
    );
    console.log('Start the shop with the same settings as before.');
  } finally {
    unlock();
  }
}

/** The files of a cluster say nothing of the release that wrote them. */
async function requireKnownRows(url: string): Promise<void> {
  const client = new Connection(connectionSettings({ url, name: 'farmgate restores', forLongWork: true }));
  await client.connect();
  const migration = await migrationOf(client).finally(() => client.end());
  if (migration > newestMigration(root))
    throw new StartError('The shop was run by a newer Farmgate: install that version and restore with it.');
}

async function restoreAndSettle(backup: OpenBackup, url: string, wanted: Wanted): Promise<void> {
  await restoreRows(backup, url, root);
  await settle(backup.manifest.name, url, wanted);
}

async function settle(name: string, url: string, { isCopy, sendQueued }: Wanted): Promise<void> {
  openDatabase({ url, max: 2, forLongWork: true });
  await startJobs({ url, kinds: [] });
  try {
    const { sessions, messages } = await settleRestored(name, { isCopy, sendQueued });
    if (isCopy) await becomeAnotherShop();
    console.log(`Everyone has to sign in again (${sessions} sessions ended).`);
    if (!sendQueued)
      console.log(`${messages} messages that waited to be sent are not sent; Sent Mail shows them.`);
  } finally {
    await stopJobs();
    await closeDatabase();
  }
}

async function latest(plan: BackupPlan, wanted: Wanted): Promise<string | undefined> {
  const names = await completeNames(plan);
  const shop = chooseShop(names, wanted);
  return names.findLast((name) => ownerOfName(name) === shop);
}

try {
  const wanted = readWanted();
  const env = readEnv();
  const plan = await backupPlan(await settingsOfShop(env));
  if (wanted.until !== null) await restoreUntil(env, plan, wanted.until, wanted);
  else if (wanted.name === null) await sayWhichThereAre(plan);
  else {
    const name = wanted.name === 'latest' ? await latest(plan, wanted) : wanted.name;
    if (name === undefined) throw new StartError(`${plan.place} has no backup.`);
    await restore(env, plan, name, wanted);
  }
} catch (error) {
  const isPlain = error instanceof Error && ['StartError', 'DatabaseStartError'].includes(error.name);
  const isOfPlace = error instanceof Error && ('code' in error || isOfBucket(error));
  console.error(isPlain ? error.message : isOfPlace ? problemOf(error) : error);
  process.exitCode = 1;
}
