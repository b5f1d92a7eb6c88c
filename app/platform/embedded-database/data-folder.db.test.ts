import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { embeddedDatabaseUrl, startEmbeddedDatabase } from './embedded-database.ts';
import { databaseLayout } from './layout.ts';
import { startHolder, trialFolder } from './testing/trial.ts';

const isRoot = process.getuid?.() === 0;
/** Some containers deny mounts even to root; trials that need a separate disk are skipped there. */
const mayMount = isRoot && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

let trial: ReturnType<typeof trialFolder>;
beforeEach(() => {
  trial = trialFolder();
});
afterEach(() => trial.remove());

/** The error of a start on a separate disk, mounted with these options. */
async function startOnDisk(options: string): Promise<string | undefined> {
  const disk = path.dirname(trial.dataFolder);
  const script = 'mount -t tmpfs -o "$1" tmpfs "$2" && shift 2 && exec "$@"';
  const wrapper = ['unshare', '-m', '/bin/sh', '-c', script, 'sh', options, disk];
  const holder = startHolder(trial.dataFolder, 'hold', { wrapper });
  const { refused } = await holder.first;
  await holder.kill();
  return refused;
}

describe('a failed start prints one sentence that says what to do', () => {
  const start = () => startEmbeddedDatabase({ dataFolder: trial.dataFolder, settings: { fsync: 'off' } });

  test('when the data folder is a file', async () => {
    writeFileSync(trial.dataFolder, 'a letter');
    await expect(start()).rejects.toThrow(
      `The data folder ${trial.dataFolder} is not a folder: move the file that is in its place and start again.`,
    );
  });

  test('when the data folder would lie inside a file', async () => {
    writeFileSync(trial.dataFolder, 'a letter');
    const inside = startEmbeddedDatabase({ dataFolder: path.join(trial.dataFolder, 'data') });
    await expect(inside).rejects.toThrow('is not a folder: move the file');
  });

  test('when the data folder cannot be made', async () => {
    await expect(startEmbeddedDatabase({ dataFolder: '/proc/farmgate/data' })).rejects.toThrow(
      'The data folder /proc/farmgate/data cannot be made: start Farmgate from a folder on an ordinary disk.',
    );
  });

  test.skipIf(isRoot)('when this user cannot write to the data folder', async () => {
    mkdirSync(trial.dataFolder, { mode: 0o500 });
    await expect(start()).rejects.toThrow('may not be written by this user: give this user the folder');
    chmodSync(trial.dataFolder, 0o700);
  });

  test.runIf(mayMount)('when the disk is read-only', async () => {
    expect(await startOnDisk('ro')).toMatch(
      /^DatabaseStartError: .* is on a read-only disk: make it writable/,
    );
  });

  test.runIf(mayMount)('when the disk is full before or during the database’s creation', async () => {
    const full = /^DatabaseStartError: The disk that holds the data folder .* is full: free some space/;
    expect(await startOnDisk('size=4k')).toMatch(full);
    expect(await startOnDisk('size=16m')).toMatch(full);
  });

  test.runIf(isRoot)('when root is denied every way to start PostgreSQL', async () => {
    const holder = startHolder(trial.dataFolder, 'hold', { env: { PATH: '/nowhere' } });
    const { refused } = await holder.first;
    expect(refused).toMatch(/PostgreSQL refuses to run as root .* as an ordinary user, or set DATABASE_URL/);
  });

  test('when the cluster is another version’s, damaged, or has lost its passwords, which stay untouched', async () => {
    const { home, cluster, passwords } = databaseLayout(trial.dataFolder);
    mkdirSync(cluster, { recursive: true });
    await expect(start()).rejects.toThrow(`The folder ${home} is not a Farmgate database: move it away`);
    writeFileSync(path.join(cluster, 'PG_VERSION'), '15\n');
    await expect(start()).rejects.toThrow('was made by PostgreSQL 15 and this Farmgate brings PostgreSQL 18');
    writeFileSync(path.join(cluster, 'PG_VERSION'), '18\n');
    await expect(start()).rejects.toThrow(`passwords in ${passwords} cannot be read: restore that file`);
    expect(existsSync(cluster)).toBe(true);
    expect(await embeddedDatabaseUrl(trial.dataFolder)).toBeNull();
  });

  test('when PostgreSQL itself reports a damaged cluster', async () => {
    const database = await start();
    await database.stop();
    const { cluster, dataFolder } = databaseLayout(trial.dataFolder);
    rmSync(path.join(cluster, 'global', 'pg_control'));
    await expect(start()).rejects.toThrow(`read ${dataFolder}/postgres.log, or set DATABASE_URL`);
  });
});

test.runIf(isRoot)(
  'root without a user namespace still starts, and with one again starts on the same data',
  async () => {
    const tools = path.join(path.dirname(trial.dataFolder), 'tools');
    mkdirSync(tools);
    const setpriv = spawnSync('/bin/sh', ['-c', 'command -v setpriv'], { encoding: 'utf8' }).stdout.trim();
    spawnSync('ln', ['-s', setpriv, tools]);
    const without = startHolder(trial.dataFolder, 'hold', { env: { PATH: tools } });
    expect((await without.first).adopted).toBe(false);
    await without.kill();
    await trialStop();
    const withIt = startHolder(trial.dataFolder);
    expect((await withIt.first).adopted).toBe(false);
    await withIt.kill();
  },
);

/** No user has this ID, as in a container started under an arbitrary one. */
const STRANGER = 54_321;
const asStranger = ['setpriv', `--reuid=${STRANGER}`, `--regid=${STRANGER}`, '--clear-groups', '--'];
/** A checkout in root's home folder is closed to all other users. */
const mayEnter =
  isRoot && spawnSync('setpriv', [...asStranger.slice(1), 'test', '-r', import.meta.filename]).status === 0;

// Another user may not use the files that libfaketime shares between our processes.
test.runIf(mayEnter && !process.env.FAKETIME)(
  'a user without an entry in /etc/passwd starts where namespaces are allowed',
  async () => {
    chownSync(path.dirname(trial.dataFolder), STRANGER, STRANGER);
    const holder = startHolder(trial.dataFolder, 'hold', {
      wrapper: asStranger,
      env: { PATH: process.env.PATH ?? '' },
    });
    expect((await holder.first).adopted).toBe(false);
    expect(statSync(databaseLayout(trial.dataFolder).cluster).uid).toBe(STRANGER);
    await holder.kill();
  },
);

test.runIf(mayEnter)(
  'a user without an entry in /etc/passwd gets an explanation where they are denied',
  async () => {
    chownSync(path.dirname(trial.dataFolder), STRANGER, STRANGER);
    const holder = startHolder(trial.dataFolder, 'hold', {
      wrapper: [...asStranger, '/usr/bin/env', 'PATH=/nowhere'],
    });
    expect((await holder.first).refused).toMatch(
      /number 54321.* has no entry in \/etc\/passwd.* or set DATABASE_URL/,
    );
  },
);

async function trialStop(): Promise<void> {
  const database = await startEmbeddedDatabase({ dataFolder: trial.dataFolder });
  expect(database.adopted).toBe(true);
  await database.stop();
}
