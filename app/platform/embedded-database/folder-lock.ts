import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { asStorageProblem, DatabaseStartError } from './database-start-error.ts';
import type { DatabaseLayout } from './layout.ts';

const SQLITE_BUSY = 5;

/**
 * Locks the data folder for this process until the returned function is called or the process ends, however it ends.
 * Uses an operating-system lock on a file, through SQLite because Node has no file locks: unlike a file with a process
 * ID, it cannot be left behind by kill -9, mistaken after a reboot, taken by two processes at once, or missed from
 * another container that shares the folder.
 * @throws DatabaseStartError when another process has it.
 */
export function lockDataFolder({ dataFolder, lock }: DatabaseLayout): () => void {
  const holderFile = `${lock}.pid`;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(lock);
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    throw isBusy(error) ? takenBy(holderFile, dataFolder, error) : notLockable(lock, dataFolder, error);
  }
  const held = database;
  const unlock = () => {
    rmSync(holderFile, { force: true });
    held.close();
  };
  try {
    writeFileSync(holderFile, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    held.close();
    throw asStorageProblem(error, dataFolder);
  }
  return unlock;
}

function notLockable(lock: string, dataFolder: string, cause: unknown): DatabaseStartError {
  return new DatabaseStartError(
    `The data folder ${dataFolder} cannot be locked: give this user the file ${lock}, or use a folder on a local disk.`,
    { cause },
  );
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function takenBy(holderFile: string, dataFolder: string, cause: unknown): DatabaseStartError {
  let holder = 'another process or machine';
  try {
    holder = `process ${Number.parseInt(readFileSync(holderFile, 'utf8'), 10)}`;
  } catch {
    // The owner has not written its process ID yet; the message omits it.
  }
  return new DatabaseStartError(
    `Farmgate is already running on the data folder ${dataFolder} (${holder}): stop that one first, or start this one in another folder.`,
    { cause },
  );
}
