import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { asStorageProblem } from './database-start-error.ts';

/** The paths within a data folder. All are absolute. */
export interface DatabaseLayout {
  dataFolder: string;
  /** Contains the cluster and its passwords; appears completely or not at all. */
  home: string;
  /** PostgreSQL's own data directory. */
  cluster: string;
  passwords: string;
  log: string;
  lock: string;
}

/** The socket file is always named after this port; nothing listens on TCP. */
export const SOCKET_PORT = 5432;

/** The shortest limit of the systems we run on (macOS: 104 bytes with the terminating zero), with a margin. */
const LONGEST_SOCKET_PATH = 100;

/** Not a name that a person gives to a copy. */
const UPGRADED = /^postgres-upgraded-(\d+)$/;

/** Where an upgrade puts the cluster of the new major version; the earlier one stays where it is, unused. */
export const upgradedHome = (dataFolder: string, version: number): string =>
  path.join(path.resolve(dataFolder), `postgres-upgraded-${version}`);

/** The folder of the newest upgrade, else `postgres`. */
function homeIn(folder: string): string {
  const versions = namesIn(folder).flatMap((name) => UPGRADED.exec(name)?.slice(1).map(Number) ?? []);
  return versions.length > 0 ? upgradedHome(folder, Math.max(...versions)) : path.join(folder, 'postgres');
}

/** The databases from before an upgrade that are still in a data folder. */
export function replacedHomes(dataFolder: string): string[] {
  const { dataFolder: folder, home } = databaseLayout(dataFolder);
  return namesIn(folder)
    .filter((name) => name === 'postgres' || UPGRADED.test(name))
    .map((name) => path.join(folder, name))
    .filter((found) => found !== home)
    .sort();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // There is no such folder yet, or this user may not read it, which its preparation reports.
    return [];
  }
}

/** @param dataFolder absolute or relative to the working directory. */
export function databaseLayout(dataFolder: string): DatabaseLayout {
  const folder = path.resolve(dataFolder);
  const home = homeIn(folder);
  return {
    dataFolder: folder,
    home,
    cluster: path.join(home, 'cluster'),
    passwords: path.join(home, 'passwords.json'),
    log: path.join(folder, 'postgres.log'),
    lock: path.join(folder, 'in-use.lock'),
  };
}

/**
 * Creates the data folder if needed and verifies that it is writable.
 * @throws DatabaseStartError when it is a file, read-only, owned by another user or on a full disk.
 */
export function prepareDataFolder({ dataFolder }: DatabaseLayout): void {
  const trial = path.join(dataFolder, `.write-trial-${randomBytes(6).toString('hex')}`);
  try {
    makeFolder(dataFolder);
    try {
      writeFileSync(trial, Buffer.alloc(16_384), { mode: 0o600, flush: true });
    } finally {
      rmSync(trial, { force: true });
    }
  } catch (error) {
    throw asStorageProblem(error, dataFolder);
  }
}

/**
 * Creates a folder and its parents one by one, because Node's recursive mkdir hides the disk's reason for refusing
 * (ENOENT).
 */
function makeFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder, { mode: 0o700 });
}

/** A private folder for the socket: in the data folder, or a short temporary one if that path is too long. */
export function prepareSocketFolder({ dataFolder }: DatabaseLayout): string {
  const inside = path.join(dataFolder, 'socket');
  if (fitsSocket(inside) && makePrivate(inside)) return inside;
  const temporary = fitsSocket(path.join(os.tmpdir(), 'farmgate-0000000000000000')) ? os.tmpdir() : '/tmp';
  const name = `farmgate-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`;
  const short = path.join(temporary, name);
  if (makePrivate(short)) return short;
  // Another user created a folder of that name in the shared location; trusting it would give them our socket.
  return mkdtempSync(path.join(temporary, 'farmgate-'));
}

/** Removes the socket's folder if it is empty. */
export function removeSocketFolder(socketFolder: string): void {
  try {
    rmdirSync(socketFolder);
  } catch {
    // It is still in use; the next start uses it as it is.
  }
}

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`)) <= LONGEST_SOCKET_PATH;
}

function makePrivate(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return false;
    chmodSync(folder, 0o700);
    return true;
  } catch {
    return false;
  }
}
