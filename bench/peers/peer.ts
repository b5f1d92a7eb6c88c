/** A shop that is not ours, with a folder, a database and processes of its own. */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseConnection } from '#platform/embedded-database/connection.ts';
import { fetchBytes } from '../fetch-bytes.ts';

const run = promisify(execFile);

export type Peer = {
  folder: string;
  version: string;
  environment: NodeJS.ProcessEnv;
  /** The file that its set-up writes. */
  made: string;
};

export type PeerProcess = {
  pid: number;
  /** What it sends when it is ready, if it does. */
  origin: Promise<string>;
  /** The end of its output, when it has ended. */
  ended: Promise<string>;
  stop(): Promise<void>;
};

/** @param scratch a folder that is deleted at the end. */
export function peerOf(
  name: 'vendure' | 'medusa',
  mainPackage: string,
  database: DatabaseConnection,
  goods: string,
  scratch: string,
): Peer {
  const folder = join(import.meta.dirname, name);
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const made = join(scratch, `${name}.json`);
  return {
    folder,
    version: dependencies[mainPackage],
    made,
    environment: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      MEDUSA_DISABLE_TELEMETRY: 'true',
      VENDURE_DISABLE_TELEMETRY: 'true',
      PEER_DATABASE: JSON.stringify(database),
      PEER_SECRET: randomBytes(32).toString('hex'),
      PEER_GOODS: goods,
      PEER_MADE: made,
    },
  };
}

/** Runs one step of the set-up. Returns what the set-up has written so far. */
export async function setUp<Made>(peer: Peer, script: readonly string[]): Promise<Made> {
  await run(process.execPath, script, {
    cwd: peer.folder,
    env: peer.environment,
    maxBuffer: 64 * 1024 * 1024,
  });
  return readMade(peer) as Made;
}

function readMade({ made }: Peer): unknown {
  return statSync(made, { throwIfNoEntry: false }) ? JSON.parse(readFileSync(made, 'utf8')) : null;
}

export async function startProcess(
  { folder, environment }: Peer,
  [script = '', ...options]: readonly string[],
): Promise<PeerProcess> {
  const child: ChildProcess = fork(script, options, {
    cwd: folder,
    env: environment,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      printed = (printed + chunk).slice(-4000);
    });
  }
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', () => {
      process.off('exit', endWithUs);
      resolve(printed);
    });
  });
  const origin = new Promise<string>((resolve, reject) => {
    child.once('message', ({ ready }: { ready: string }) => resolve(ready));
    ended.then((words) => reject(new Error(`${script} ended: ${words}`)));
  });
  // A caller that does not use it must not end because it is rejected.
  origin.catch(() => {});
  return {
    pid: child.pid ?? 0,
    origin,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(patience);
    },
  };
}

export async function untilItAnswers(url: string, server: PeerProcess): Promise<void> {
  let words: string | null = null;
  server.ended.then((last) => {
    words = last;
  });
  for (let tries = 0; tries < 600; tries++) {
    if (words !== null) throw new Error(`the server ended: ${words}`);
    const answer = await fetchBytes(url).catch(() => null);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} does not answer`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
