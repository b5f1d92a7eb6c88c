/** `npm start` with the machine's own npm and Node, and signals to its processes. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';

const root = join(import.meta.dirname, '../..');
const machinesPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

async function until(isSo: () => boolean, patience: number): Promise<void> {
  const end = performance.now() + patience;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`It was not so within ${patience} ms.`);
    await pause(20);
  }
}

/** Starts the shop, and waits until it is open. */
async function open(dataFolder: string) {
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: machinesPath, HOME: process.env.HOME, PORT: '0', DATA_FOLDER: dataFolder },
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  child.stderr.on('data', (chunk) => (printed += chunk));
  const isOpen = () => /is open at \S+/.test(printed);
  await until(() => isOpen() || child.exitCode !== null, 300_000);
  if (!isOpen()) throw new Error(`it ended with ${child.exitCode}:\n${printed}`);
  const origin = /is open at (\S+)/.exec(printed)?.[1] ?? '';
  return { child, origin, output: () => printed, processes: [...lineage(child), postmaster(dataFolder)] };
}

/** The process ids from the command's own down to the shop's. */
function lineage({ pid }: ChildProcess): number[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,args=']).toString().trim().split('\n');
  const parents = all.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []);
  const found = [pid ?? 0];
  for (;;) {
    const next = parents.find(
      ([, , ppid, args]) => Number(ppid) === found.at(-1) && !/postgres/.test(args ?? ''),
    );
    if (!next) return found;
    found.push(Number(next[1]));
  }
}

const postmaster = (dataFolder: string): number =>
  Number(readFileSync(join(dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);

/** A half-sent form: the shop has its headers and waits for the rest. */
async function halfSent(origin: string): Promise<{ rest: () => Promise<number> }> {
  const body = new URLSearchParams({ email: 'nobody@mail.example', password: 'x'.repeat(2_000) }).toString();
  const sending: ClientRequest = request(`${origin}/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
      expect: '100-continue',
      origin,
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    sending.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
  });
  answered.catch(() => undefined);
  sending.flushHeaders();
  await new Promise((heard) => sending.once('continue', heard));
  sending.write(body.slice(0, 1_000));
  return {
    rest: () => {
      sending.end(body.slice(1_000));
      return answered;
    },
  };
}

/** Who gets a signal: given the processes from the started one down to the shop and its database. */
type Target = { signal: NodeJS.Signals; choose: (processes: number[]) => number | undefined };

/** The processes that a supervisor may know. */
export const targets = {
  'npm itself': { signal: 'SIGTERM', choose: ([npm]) => npm },
  'npm’s child process': { signal: 'SIGTERM', choose: ([, shell]) => shell },
  'the shop itself': { signal: 'SIGTERM', choose: (processes) => processes.at(-2) },
  'npm by force': { signal: 'SIGKILL', choose: ([npm]) => npm },
} as const satisfies Record<string, Target>;

/**
 * Starts a shop in this folder and sends the signal during a request: it gets its response, everything ends within ten
 * seconds, and nothing remains. Returns what was printed.
 */
export async function expectStopped(dataFolder: string, name: keyof typeof targets): Promise<string> {
  const { signal, choose }: Target = targets[name];
  const shop = await open(dataFolder);
  const form = await halfSent(shop.origin);
  const target = choose(shop.processes) ?? 0;
  const began = performance.now();
  process.kill(target, signal);
  await until(() => shop.output().includes('Stopping'), 5_000);
  expect(await form.rest()).toBeLessThan(500);
  await until(() => shop.processes.every((pid) => !existsSync(`/proc/${pid}`)), 10_000);
  console.info({ stoppedAfterMs: Math.round(performance.now() - began), processes: shop.processes.length });
  expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain(dataFolder);
  expect(existsSync(join(dataFolder, 'postgres/cluster/postmaster.pid'))).toBe(false);
  return shop.output();
}
