/**
 * `npm run upgrade-database`: moves the bundled database from the major version of PostgreSQL before the bundled one to
 * the bundled one. The shop must not be running. Installs the earlier version's programs first, which alone can read the
 * old files. The old database stays in place, unused, until the owner deletes it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectForCopy, copyShop } from '#core/running/backups/copy-shop.server.ts';
import { withScratchCluster } from '#core/running/backups/scratch-cluster.server.ts';
import type { Copied } from '#db/copy-database.ts';
import { type DatabaseBinaries, findBinaries } from '#platform/embedded-database/binaries.ts';
import { clusterVersion, hasCluster } from '#platform/embedded-database/cluster.ts';
import { asFullDisk } from '#platform/embedded-database/database-start-error.ts';
import { bundledVersion, startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { lockDataFolder } from '#platform/embedded-database/folder-lock.ts';
import { databaseLayout, upgradedHome } from '#platform/embedded-database/layout.ts';
import { upgradeRefusal } from '#platform/embedded-database/versions.ts';
import { type Env, readEnv, StartError, sessionUrlOf } from '#platform/env.ts';
import { installBeside } from './install-beside.ts';

const root = join(import.meta.dirname, '..');
const BESIDE = join(import.meta.dirname, 'earlier-postgres');

/** The major version whose programs lie beside. */
function earlierVersion(): number {
  const { optionalDependencies } = JSON.parse(readFileSync(join(BESIDE, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  return Number.parseInt(Object.values(optionalDependencies)[0] ?? '', 10);
}

async function installEarlier(version: number): Promise<DatabaseBinaries> {
  try {
    await installBeside(BESIDE);
  } catch (cause) {
    throw new StartError(
      `PostgreSQL ${version}, which the old database needs, could not be installed into ${BESIDE}: run this where npm reaches its registry, as a user who may write there; nothing was changed.`,
      { cause },
    );
  }
  return findBinaries(BESIDE);
}

/**
 * Both databases run until they are the same. The old one ends before the new one gets its place: what a killed upgrade
 * has left running, the next start must find.
 */
async function upgrade(dataFolder: string, binaries: DatabaseBinaries, version: number): Promise<Copied> {
  const old = await startEmbeddedDatabase({ dataFolder, binaries, onNotice: console.log });
  console.log(`Making a database of PostgreSQL ${version} …`);
  let unlock = () => {};
  const copy = async (url: string) => {
    console.log('Copying every row …');
    const target = await connectForCopy(url);
    const copied = await copyShop(old.url, url, target, root).finally(() => target.end());
    await old.stop();
    // It released the folder. If a shop came in between, this throws, and the old database stays in use.
    unlock = lockDataFolder(databaseLayout(dataFolder));
    return copied;
  };
  try {
    return await withScratchCluster(dataFolder, 'upgrading', copy, upgradedHome(dataFolder, version));
  } finally {
    await old.stop();
    unlock();
  }
}

async function run(env: Env): Promise<void> {
  const { dataFolder } = env;
  if (sessionUrlOf(env))
    throw new StartError(
      'DATABASE_URL names your own PostgreSQL, and this command upgrades the bundled one: leave it out, or upgrade yours with its own tools.',
    );
  if (!hasCluster(dataFolder))
    throw new StartError(`The data folder ${dataFolder} has no database: there is nothing to upgrade.`);
  const layout = databaseLayout(dataFolder);
  const theirs = clusterVersion(layout);
  const ours = bundledVersion(dataFolder);
  const earlier = earlierVersion();
  const refusal = upgradeRefusal(dataFolder, theirs, { ours, earlier });
  if (refusal !== null) throw new StartError(refusal);
  if (theirs === ours) {
    console.log(`The database in ${dataFolder} is PostgreSQL ${ours} already: start the shop.`);
    return;
  }
  const binaries = await installEarlier(earlier);
  const { rows, tables } = await upgrade(dataFolder, binaries, ours).catch((error) => {
    throw asFullDisk(error, dataFolder);
  });
  console.log(`Copied ${rows} rows of ${tables} tables; both sides were compared and are the same.`);
  console.log(`Start the shop: it uses PostgreSQL ${ours} from now on.`);
  console.log(
    `The old database stays in ${layout.home} as it was at this moment. It has customers' data: delete that folder once the shop runs well.`,
  );
}

try {
  await run(readEnv());
} catch (error) {
  const isPlain = error instanceof Error && ['StartError', 'DatabaseStartError'].includes(error.name);
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}
