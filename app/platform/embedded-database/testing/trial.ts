import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startEmbeddedDatabase } from '../embedded-database.ts';
import { databaseLayout } from '../layout.ts';
import { stopPostmaster } from '../postmaster.ts';
import { findPostmaster } from '../postmaster-file.ts';

/** A new data folder, in a path with a space; `remove` stops and removes everything in it. */
export function trialFolder(): { dataFolder: string; remove: () => Promise<void> } {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'farm gate '));
  const dataFolder = path.join(parent, 'data');
  return {
    dataFolder,
    remove: async () => {
      const { cluster } = databaseLayout(dataFolder);
      const server = findPostmaster(cluster);
      if (server !== null) await stopPostmaster(server.pid, cluster);
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

/** A stopped database to copy into trial folders, because creating one takes longer than starting it. */
export async function databaseToCopy(): Promise<{
  copyTo: (dataFolder: string) => void;
  remove: () => Promise<void>;
}> {
  const { dataFolder, remove } = trialFolder();
  const database = await startEmbeddedDatabase({ dataFolder, settings: { fsync: 'off' } });
  await database.stop();
  const { home } = databaseLayout(dataFolder);
  return {
    copyTo: (folder) => {
      mkdirSync(folder, { mode: 0o700 });
      // Copies modes and owners too, because PostgreSQL checks them.
      execFileSync('cp', ['-a', home, folder]);
    },
    remove,
  };
}

/** The first line that a holder prints. */
interface HolderWord {
  url?: string;
  adopted?: boolean;
  postmaster?: number;
  refused?: string;
}

/** A separate process that holds the database in a data folder. */
export interface Holder {
  process: ChildProcess;
  first: Promise<HolderWord>;
  /** Ids of the commits acknowledged so far. */
  committed: number[];
  kill(): Promise<void>;
}

/** `wrapper` starts the holder's program; `ownGroup` puts it in a separate process group, as a terminal does. */
export interface HolderCircumstances {
  wrapper?: string[];
  env?: NodeJS.ProcessEnv;
  ownGroup?: boolean;
}

/** Starts `holder.ts` in a separate process. */
export function startHolder(
  dataFolder: string,
  mode: 'hold' | 'write' = 'hold',
  { wrapper = [], env = process.env, ownGroup = false }: HolderCircumstances = {},
): Holder {
  const script = path.join(import.meta.dirname, 'holder.ts');
  const [program = process.execPath, ...args] = [...wrapper, process.execPath, script, dataFolder, mode];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env, detached: ownGroup });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const committed: number[] = [];
  const first = new Promise<HolderWord>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const word: HolderWord & { committed?: number } = JSON.parse(line);
      if (word.committed === undefined) resolve(word);
      else committed.push(word.committed);
    });
    gone.then(() => resolve({ refused: 'ended without a word' }));
  });
  return {
    process: child,
    first,
    committed,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Runs one statement on a separate connection. */
export async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Waits until the condition is true, for at most `patience` milliseconds. */
export async function until(isSo: () => boolean | Promise<boolean>, patience = 15_000): Promise<void> {
  const end = Date.now() + patience;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It was not so within ${patience} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
