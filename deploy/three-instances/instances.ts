/** The three instances, and nginx before them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  endProcess,
  fillIn,
  folder,
  livingPid,
  makeFolder,
  Problem,
  passwords,
  ports,
  run,
  say,
  sharedSettings,
  within,
} from './machine.ts';

export const numbers = [1, 2, 3] as const;
/** Seconds between 'I want no more requests' (/readyz) and a closed port; the watcher looks four times a second. */
const DRAIN_SECONDS = 2;
/** The longest that a start with migrations may take. */
const START_MS = 15 * 60_000;

const home = (number: number) => join(folder, 'instances', String(number));
const pidOf = (number: number) => join(home(number), 'pid');
const logOf = (number: number) => join(home(number), 'log');
const nginxPid = join(folder, 'nginx/nginx.pid');

/** While this file exists, nginx sends nothing to the instance. */
const outFile = (number: number) => join(folder, 'out', String(number));

export const isReady = (number: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${ports.instance(number)}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** What an instance needs; everything else (S3_*, SMTP_URL, PUBLIC_ORIGIN …) is what `start` was given. */
function settings(number: number): Record<string, string | undefined> {
  const { farmgate, farmgate_requests, secret } = passwords();
  const pooler = `127.0.0.1:${ports.pgbouncer}`;
  // An instance that thinks npm started it would stop together with this command.
  const given = Object.entries(sharedSettings()).filter(([name]) => !name.startsWith('npm_'));
  return {
    PUBLIC_ORIGIN: `http://127.0.0.1:${ports.nginx}`,
    ...Object.fromEntries(given),
    NODE_ENV: 'production',
    FARMGATE_SECRET: secret,
    HOST: '127.0.0.1',
    PORT: String(ports.instance(number)),
    DATA_FOLDER: home(number),
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    DATABASE_URL: `postgres://farmgate_requests:${farmgate_requests}@${pooler}/farmgate`,
    DATABASE_SESSION_URL: `postgres://farmgate:${farmgate}@${pooler}/farmgate_sessions`,
    DATABASE_REPORTS_URL: `postgres://farmgate_requests:${farmgate_requests}@${pooler}/farmgate_reports`,
  };
}

/** Starts one and waits until it wants requests. @param checkout built, with its packages; the last one if omitted. */
export async function startInstance(number: number, checkout?: string): Promise<void> {
  if (livingPid(pidOf(number)) !== null) return;
  makeFolder('instances', String(number));
  const known = join(home(number), 'checkout');
  const root =
    checkout ?? (existsSync(known) ? readFileSync(known, 'utf8') : join(import.meta.dirname, '../..'));
  if (!existsSync(join(root, 'build/server')))
    throw new Problem(`${root} is not built: npm ci && npm run build.`);
  writeFileSync(known, root);
  keepAssets(root);
  // Without S3_BUCKET the three share a folder, which instances on several machines cannot.
  const files = join(home(number), 'files');
  if (!existsSync(files)) symlinkSync(makeFolder('files'), files);
  const log = openSync(logOf(number), 'a');
  // As `npm start` does, without npm in between.
  const command = ['--max-semi-space-size=8', 'server/main.js'];
  const child: ChildProcess = spawn(join(root, 'node_modules/.bin/node'), command, {
    cwd: root,
    env: settings(number) as NodeJS.ProcessEnv,
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.unref();
  writeFileSync(pidOf(number), String(child.pid));
  const hasEnded = () => livingPid(pidOf(number)) === null;
  const opened = await within(START_MS, async () => hasEnded() || (await isReady(number)));
  if (!opened || hasEnded())
    throw new Problem(
      `Instance ${number} did not start:\n${readFileSync(logOf(number), 'utf8').slice(-2000)}`,
    );
}

/** For nginx: pages of a version outlive its instances. Names have a hash, so a file that is there is the same. */
const keepAssets = (root: string): void =>
  cpSync(join(root, 'build/client/assets'), makeFolder('assets'), { recursive: true, force: false });

/** SIGTERM: it says so at /readyz, nginx stops sending, what it has begun is finished. */
export const stopInstance = (number: number): Promise<void> => endProcess(pidOf(number), 'SIGTERM');

/** Whether it ended without being told to: `stopInstance` deletes the file with its process's number. */
export const hasCrashed = (number: number): boolean =>
  existsSync(pidOf(number)) && livingPid(pidOf(number)) === null;

/** Restarts one after the other, so that two always serve. @param checkout another version, for an upgrade. */
export async function restartInstances(which: readonly number[], checkout?: string): Promise<void> {
  for (const number of which) {
    await stopInstance(number);
    await startInstance(number, checkout);
    await untilIn([number]);
    say(`Instance ${number} is back.`);
  }
}

/** Waits until the watcher has seen that these are ready, so that nginx sends them requests. */
export async function untilIn(which: readonly number[]): Promise<void> {
  if (!(await within(10_000, () => which.every((number) => !existsSync(outFile(number))))))
    throw new Problem('nginx does not know that an instance is back, because run.ts watch does not run.');
}

export function startNginx(): void {
  if (livingPid(nginxPid) !== null) return;
  makeFolder('nginx');
  makeFolder('out');
  fillIn('nginx.conf', join(folder, 'nginx/nginx.conf'), {
    PORT: ports.nginx,
    ...Object.fromEntries(numbers.map((number) => [`PORT_${number}`, ports.instance(number)])),
  });
  run('/usr/sbin/nginx', ['-e', join(folder, 'nginx/error.log'), '-c', join(folder, 'nginx/nginx.conf')]);
}

export const stopNginx = (): Promise<void> => endProcess(nginxPid, 'SIGQUIT', 5000);

/** nginx stops and starts sending to an instance. */
export function setOut(number: number, isOut: boolean): void {
  if (isOut === existsSync(outFile(number))) return;
  if (isOut) writeFileSync(outFile(number), '');
  else rmSync(outFile(number), { force: true });
  say(`${new Date().toISOString()} instance ${number} is ${isOut ? 'out' : 'in'}`);
}

/** One line for each part. */
export function instancesStatus(): string[] {
  const state = (number: number) =>
    livingPid(pidOf(number)) === null
      ? 'stopped'
      : existsSync(outFile(number))
        ? 'runs, gets no requests'
        : 'runs';
  return [
    `nginx      http://127.0.0.1:${ports.nginx}: ${livingPid(nginxPid) === null ? 'stopped' : 'runs'}`,
    ...numbers.map((number) => `instance ${number} port ${ports.instance(number)}: ${state(number)}`),
  ];
}
