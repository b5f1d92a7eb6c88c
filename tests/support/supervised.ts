/** The shop under what `npm start` runs, which starts it again when it ends. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '../..');
/** An error that nothing catches, when a test asks for it by SIGUSR2. */
const CRASH = "process.on('SIGUSR2', () => { throw new TypeError('made by a test') })";

export type Supervised = {
  origin: string;
  dataFolder: string;
  supervisor: ChildProcess;
  output(): string;
  /** Waits until it has opened so many times. */
  untilOpen(times: number): Promise<void>;
  /** The process of the shop itself. */
  shopPid(): number;
  /** SIGTERM to the supervisor; returns its exit code. */
  stop(): Promise<number | null>;
};

export async function startSupervised(port?: number): Promise<Supervised> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'farmgate restart '));
  const own = port ?? (await freePort());
  const origin = `http://localhost:${own}`;
  const supervisor = spawn('sh', ['server/supervise.sh'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
      HOME: process.env.HOME,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CRASH)}`,
      ...{ NODE_ENV: 'production', PORT: String(own), PUBLIC_ORIGIN: origin, DATA_FOLDER: dataFolder },
    },
  });
  let printed = '';
  supervisor.stdout.on('data', (chunk) => (printed += chunk));
  supervisor.stderr.on('data', (chunk) => (printed += chunk));
  const ended = new Promise<number | null>((resolve) => supervisor.once('close', resolve));
  const stop = () => {
    supervisor.kill('SIGTERM');
    return ended;
  };
  onTestFinished(async () => {
    if (supervisor.exitCode === null) await stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  return {
    ...{ origin, dataFolder, supervisor, stop },
    output: () => printed,
    untilOpen: (times) =>
      expect
        .poll(() => (supervisor.exitCode === null ? [...printed.matchAll(/is open at/g)].length : printed), {
          timeout: 60_000,
        })
        .toBe(times),
    shopPid: () => {
      const all = execFileSync('ps', ['-eo', 'pid=,ppid=']).toString().trim().split('\n');
      const found = all
        .map((line) => line.trim().split(/\s+/))
        .find(([, of]) => Number(of) === supervisor.pid);
      return Number(found?.[0]);
    },
  };
}
