import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { DatabaseBinaries } from './binaries.ts';
import { asPostgresProblem, asStorageProblem, DatabaseStartError } from './database-start-error.ts';
import { type Launcher, POSTGRES_ENVIRONMENT } from './launcher.ts';
import { type DatabaseLayout, databaseLayout } from './layout.ts';
import { APPLICATION_NAME, newPasswords, readPasswords } from './passwords.ts';
import { sharedMemory } from './settings.ts';
import { startRefusal } from './versions.ts';

const UNFINISHED = '.postgres-unfinished-';

/**
 * Makes sure that the data folder has a complete cluster of our version. A new one is created next to its final place
 * and moved there when complete, so that a start killed at any moment leaves either nothing or everything.
 * @returns whether it was created now.
 * @throws DatabaseStartError for another version's cluster, lost passwords, or a disk that cannot hold it.
 */
export async function ensureCluster(
  layout: DatabaseLayout,
  binaries: DatabaseBinaries,
  launcher: Launcher,
  durable: boolean,
): Promise<boolean> {
  try {
    for (const name of readdirSync(layout.dataFolder)) {
      if (name.startsWith(UNFINISHED)) discard(path.join(layout.dataFolder, name));
    }
    if (existsSync(layout.home)) {
      checkVersion(layout, launcher.version);
      readPasswords(layout);
      return false;
    }
    await createCluster(layout, binaries, launcher, durable);
    return true;
  } catch (error) {
    throw asStorageProblem(error, layout.dataFolder);
  }
}

/** Retries, because the initdb of a killed start may still be writing into the folder for a moment. */
function discard(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

function checkVersion(layout: DatabaseLayout, ours: number): void {
  const refusal = startRefusal(layout.dataFolder, clusterVersion(layout), ours);
  if (refusal !== null) throw new DatabaseStartError(refusal);
}

/**
 * The major version of PostgreSQL that made the data folder's cluster.
 * @throws DatabaseStartError when the folder contains something else.
 */
export function clusterVersion({ cluster, home }: DatabaseLayout): number {
  const versionFile = path.join(cluster, 'PG_VERSION');
  if (existsSync(versionFile)) return Number.parseInt(readFileSync(versionFile, 'utf8'), 10);
  throw new DatabaseStartError(
    `The folder ${home} is not a Farmgate database: move it away and start again, or restore it from a backup.`,
  );
}

async function createCluster(
  layout: DatabaseLayout,
  binaries: DatabaseBinaries,
  launcher: Launcher,
  durable: boolean,
): Promise<void> {
  const unfinished = path.join(layout.dataFolder, `${UNFINISHED}${randomBytes(6).toString('hex')}`);
  const cluster = path.join(unfinished, path.basename(layout.cluster));
  const passwordFile = path.join(unfinished, 'initdb-password');
  const passwords = newPasswords();
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    mkdirSync(cluster, { mode: 0o700 });
    chownSync(cluster, launcher.owner.uid, launcher.owner.gid);
    writeFileSync(path.join(unfinished, path.basename(layout.passwords)), JSON.stringify(passwords), {
      mode: 0o600,
      flush: true,
    });
    writeFileSync(passwordFile, passwords.administrator, { mode: 0o600 });
    const run = (program: string, args: string[], input: string) =>
      runToEnd(launcher, program, args, input, layout.dataFolder);
    await run(
      binaries.initdb,
      [
        `--pgdata=${cluster}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--text-search-config=english',
        '--no-instructions',
        // initdb checks whether /dev/shm exists, but not how much fits into it.
        ...Object.entries(sharedMemory()).map(([name, value]) => `--set=${name}=${value}`),
        ...(durable ? [] : ['--no-sync']),
      ],
      '',
    );
    rmSync(passwordFile);
    const fast = durable ? [] : ['-c', 'fsync=off'];
    await run(
      binaries.postgres,
      ['--single', '-D', cluster, '-c', 'exit_on_error=on', ...fast, 'postgres'],
      firstStatements(passwords.application),
    );
    renameSync(unfinished, layout.home);
    if (durable) syncFolder(layout.dataFolder);
  } catch (error) {
    discard(unfinished);
    throw error;
  }
}

/**
 * The application owns its database, which lets it create the trusted extensions, and may create databases, so that
 * tests can clone one; it is not a superuser. One statement per line, as single-user mode requires.
 */
function firstStatements(password: string): string {
  return [
    `CREATE ROLE ${APPLICATION_NAME} LOGIN CREATEDB PASSWORD '${password}'`,
    `CREATE DATABASE ${APPLICATION_NAME} OWNER ${APPLICATION_NAME}`,
    '',
  ].join('\n');
}

function runToEnd(
  launcher: Launcher,
  program: string,
  args: string[],
  input: string,
  dataFolder: string,
): Promise<void> {
  const [file, fileArgs] = launcher.command(program, args);
  // In its own process group: Ctrl-C reaches only us, and we decide.
  const child = spawn(file, fileArgs, { env: POSTGRES_ENVIRONMENT, detached: true, cwd: dataFolder });
  // If this process exits, the child must not continue; the next start removes what it made.
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  return new Promise((resolve, reject) => {
    let words = '';
    const listen = (chunk: Buffer) => {
      words = `${words}${chunk}`.slice(-8_192);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.stdout.on('error', () => {});
    child.stderr.on('error', () => {});
    // A program that exits early closes its input; its exit code reports why.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', () => process.off('exit', endWithUs));
    child.on('close', (code) => (code === 0 ? resolve() : reject(asPostgresProblem(words, dataFolder))));
  });
}

/**
 * Changes the owner of a cluster's files to the user PostgreSQL runs as, because it requires that; the user changes
 * when root's way of starting it does. Only while no server runs.
 */
export function giveTo(owner: Launcher['owner'], folder: string): void {
  if (process.getuid?.() !== 0 || statSync(folder).uid === owner.uid) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(folder, entry), owner.uid, owner.gid);
  }
  // Last, so that a start killed in between repeats it.
  chownSync(folder, owner.uid, owner.gid);
}

/** Writes the names of a folder's files to disk: without it, a power loss may undo a rename. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Whether a data folder contains a database. */
export function hasCluster(dataFolder: string): boolean {
  return existsSync(databaseLayout(dataFolder).passwords);
}
