/** `npm run upgrade-database` on the demo store of the major version before the bundled one, killed and finished. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseReach, readReach } from '#core/running/backups/continuous/choose-moment.server.ts';
import { handOverLog } from '#core/running/backups/continuous/log-segment.ts';
import { restoreMoment } from '#core/running/backups/continuous/restore-moment.server.ts';
import { backUpOnce, type ContinuousJob } from '#core/running/backups/continuous/run-continuous.server.ts';
import { examineReplacedDatabases } from '#core/running/operations/doctor/examine-machine.server.ts';
import { systemClock } from '#kernel/time.ts';
import { type DatabaseBinaries, findBinaries } from '#platform/embedded-database/binaries.ts';
import { clusterVersion } from '#platform/embedded-database/cluster.ts';
import {
  administratorConnection,
  bundledVersion,
  type EmbeddedDatabase,
  embeddedDatabaseUrl,
  startEmbeddedDatabase,
} from '#platform/embedded-database/embedded-database.ts';
import { databaseLayout, upgradedHome } from '#platform/embedded-database/layout.ts';
import { readPasswords } from '#platform/embedded-database/passwords.ts';
import { readEnv } from '#platform/env.ts';
import { folderStore } from '#platform/files/files.ts';
import { newStreamKey } from '#platform/secrets/encrypted-stream.ts';
import { startCommand } from '#tests/support/start-command.ts';
import { installBeside } from '../../scripts/install-beside.ts';

const root = join(import.meta.dirname, '../..');
const BESIDE = join(root, 'scripts/earlier-postgres');
const PASSPHRASE = 'correct horse battery';

let folder: string;
let dataFolder: string;
let ours: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farmgate-upgrade-'));
  dataFolder = join(folder, 'data');
  await installBeside(BESIDE);
  const earlier = findBinaries(BESIDE);
  await withDatabase(earlier, async (old) => {
    const shop = await startCommand({
      dataFolder: join(folder, 'files'),
      environment: { DATABASE_URL: old.url },
    });
    expect(shop.origin, shop.output()).not.toBeNull();
    await shop.stop();
    await backUp();
  });
  ours = bundledVersion(dataFolder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

async function withDatabase<T>(
  binaries: DatabaseBinaries | undefined,
  work: (database: EmbeddedDatabase) => Promise<T>,
): Promise<T> {
  const database = await startEmbeddedDatabase({
    ...{ dataFolder, settings: { ...handOverLog, fsync: 'off' } },
    ...(binaries && { binaries }),
  });
  return work(database).finally(() => database.stop());
}

const place = () => ({ store: folderStore(join(folder, 'backups')), passphrase: PASSPHRASE });

/** One round of the continuous backup of the database that runs. */
async function backUp(): Promise<void> {
  const layout = databaseLayout(dataFolder);
  const connection = administratorConnection(dataFolder);
  if (!connection) throw new Error('It does not run');
  const job: ContinuousJob = {
    ...place(),
    cluster: { folder: layout.cluster, connection, passwords: readPasswords(layout) },
    ...{ shopId: '019aaaaa-0000-7000-8000-00000012abcd', zone: 'America/New_York' },
  };
  expect((await backUpOnce(job, await newStreamKey(PASSPHRASE))).problem).toBeNull();
}

/** The number of rows in every table, the job queue's included. */
async function countRows(url: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string; count: number }>(`
    select format('%I.%I', schemaname, tablename) as name,
      (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', schemaname, tablename),
        false, true, '')))[1]::text::int as count
    from pg_tables where schemaname in ('public', 'pgboss', 'drizzle')`);
  await client.end();
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Whether rows are being copied into the new database. */
async function isCopying(scratch: string): Promise<boolean> {
  const url = await embeddedDatabaseUrl(scratch);
  if (url === null) return false;
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query(
    `select from pg_stat_activity where query ilike 'copy%' and pid <> pg_backend_pid()`,
  );
  await client.end();
  return rows.length > 0;
}

type Upgrade = {
  process: ChildProcess;
  output: () => string;
  ended: Promise<{ code: number | null; output: string }>;
};

function upgrade(): Upgrade {
  const child = spawn(process.execPath, ['scripts/upgrade-database.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_FOLDER: dataFolder },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  // Not 'close': the databases of a killed upgrade still hold its output.
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('exit', (code) => setTimeout(() => resolve({ code, output }), 100)),
  );
  return { process: child, output: () => output, ended };
}

test('an upgrade is refused while a shop runs, survives being killed, and then has every row', async () => {
  const earlier = findBinaries(BESIDE);
  const scratch = join(dataFolder, 'upgrading');
  let before: Record<string, number> = {};
  await withDatabase(earlier, async ({ url }) => {
    before = await countRows(url);
    expect(await upgrade().ended).toMatchObject({
      code: 1,
      output: expect.stringContaining('stop that one first'),
    });
  });
  expect(before['public.products']).toBeGreaterThan(20);

  const moments = [
    (one: Upgrade) => one.output().includes('Making a database'),
    (one: Upgrade) => one.output().includes('Copying every row'),
    (one: Upgrade) => one.output().includes('Copying every row') && isCopying(scratch),
  ];
  for (const isMoment of moments) {
    const killed = upgrade();
    while (!(await isMoment(killed))) {
      expect(killed.process.exitCode, killed.output()).toBeNull();
      await pause(10);
    }
    killed.process.kill('SIGKILL');
    await killed.ended;
    expect(existsSync(upgradedHome(dataFolder, ours))).toBe(false);
    const start = await startCommand({ dataFolder });
    expect(start.origin).toBeNull();
    expect(start.output()).toContain('run `npm run upgrade-database`');
  }
  // The Farmgate that made it still starts it, and takes over the server that the killed upgrade left.
  expect(await withDatabase(earlier, ({ url }) => countRows(url))).toEqual(before);

  expect(await upgrade().ended).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Copied \d+ rows of \d+ tables.*old database stays in \S+\/postgres as/s),
  });
  expect(existsSync(scratch)).toBe(false);
  expect(clusterVersion(databaseLayout(dataFolder))).toBe(ours);
  expect(await withDatabase(undefined, ({ url }) => countRows(url))).toEqual(before);
  await expect(withDatabase(earlier, async () => undefined)).rejects.toThrow(
    'start the Farmgate it was made',
  );

  const env = readEnv({ DATA_FOLDER: dataFolder });
  expect(examineReplacedDatabases(env)).toMatchObject([{ state: 'warning' }]);
  const shop = await startCommand({ dataFolder });
  expect((await fetch(`${shop.origin}/products`)).status, shop.output()).toBe(200);
  expect(await shop.stop()).toBe(0);
});

test('the continuous backup begins a new chain, and the earlier one asks for its own version', async () => {
  const upgradedAt = systemClock();
  await withDatabase(undefined, backUp);
  const { reach } = await readReach(place());
  expect(reach.map(({ base }) => base.postgres)).toEqual([ours - 1, ours]);
  expect(new Set(reach.map(({ chain }) => chain.name)).size).toBe(2);
  const restore = (nth: number, name: string) => {
    const one = reach.slice(nth, nth + 1);
    return restoreMoment(place(), chooseReach(one, null), null, join(folder, name), async (url) => {
      expect((await countRows(url))['public.products']).toBeGreaterThan(20);
    });
  };
  await expect(restore(0, 'of-before')).rejects.toThrow(`made by PostgreSQL ${ours - 1}`);
  await restore(1, 'of-now');
  expect(Date.parse(reach[1]?.base.completeAt ?? '')).toBeGreaterThan(upgradedAt.epochMilliseconds);
});
