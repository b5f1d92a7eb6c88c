/** What the parts have in common: the folder, ports and passwords, and running the programs of this machine. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Everything is in here; `clean` deletes it. A path that the user postgres may enter. */
export const folder = resolve(process.env.FOLDER ?? '/var/tmp/farmgate-three');
const port = Number(process.env.PORT ?? 8080);
export const ports = {
  nginx: port,
  instance: (number: number) => port + number,
  server: { a: port + 4, b: port + 5 },
  pgbouncer: port + 6,
};

export const say = (line: string): void => console.log(line);

/** A problem that the operator can solve, in one sentence. */
export class Problem extends Error {}

const isRoot = process.getuid?.() === 0;
/** Debian has a folder for each version. */
const versions = '/usr/lib/postgresql';
const version = existsSync(versions)
  ? readdirSync(versions)
      .filter((name) => Number(name) >= 15)
      .sort((one, other) => Number(other) - Number(one))
      .find((name) => existsSync(join(versions, name, 'bin/initdb')))
  : undefined;
const serverFolder = join(versions, version ?? '15', 'bin');

/** The Debian packages that are missing. */
export function missingPackages(): string[] {
  const programs = {
    nginx: '/usr/sbin/nginx',
    pgbouncer: '/usr/sbin/pgbouncer',
    'postgresql-15': join(serverFolder, 'initdb'),
  };
  return Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
}

/** Runs a program and returns what it prints. @throws Problem with what it says when it fails. */
export function run(program: string, args: readonly string[], options: { input?: string } = {}): string {
  // Before the first start the folder is not there.
  const cwd = existsSync(folder) ? folder : '/';
  const done = spawnSync(program, args, { cwd, encoding: 'utf8', ...options });
  if (done.status === 0) return done.stdout;
  const said = [done.error?.message, done.stderr, done.stdout].filter(Boolean).join('\n');
  throw new Problem(`${program} ${args.join(' ')}\n${said}`);
}

/** Like `run`, as the user postgres if this is root: the servers refuse to run as root. */
export function runAsServer(
  program: string,
  args: readonly string[],
  options: { input?: string } = {},
): string {
  return isRoot
    ? run('runuser', ['-u', 'postgres', '--', program, ...args], options)
    : run(program, args, options);
}

/** A program of PostgreSQL's server. */
export const server = (program: string) => join(serverFolder, program);

/** Gives a folder to the user of the servers. */
export function giveToServers(path: string): void {
  if (isRoot) run('chown', ['-R', 'postgres:', path]);
}

/** Writes a configuration from the file of that name beside this one. */
export function fillIn(name: string, path: string, values: Record<string, string | number>): void {
  const filled = readFileSync(join(import.meta.dirname, name), 'utf8').replace(
    /\{\{(\w+)\}\}/g,
    (_, key: string) => {
      const value = { FOLDER: folder, ...values }[key];
      if (value === undefined) throw new Problem(`${name} has {{${key}}}, which nothing fills in.`);
      return String(value);
    },
  );
  writeFileSync(path, filled);
}

/** Of the shell that starts this, and of no interest to the shop. */
const OF_THE_SHELL = /^(?:npm_|PATH$|HOME$|PWD$|OLDPWD$|SHLVL$|USER$|LOGNAME$|SHELL$|TERM$|_$)/;
const settingsFile = join(folder, 'settings.json');

const given = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THE_SHELL.test(name)));

/** Saves what `start` was given, such as S3_BUCKET or SMTP_URL, for every later start of an instance. */
export function saveSettings(): void {
  writeFileSync(settingsFile, JSON.stringify(given()), { mode: 0o600 });
}

/** What `start` was given, with what this command is given. */
export function sharedSettings(): Record<string, string | undefined> {
  const saved = existsSync(settingsFile) ? JSON.parse(readFileSync(settingsFile, 'utf8')) : {};
  return { ...process.env, ...saved, ...given() };
}

type Passwords = Record<'farmgate' | 'farmgate_requests' | 'secret', string>;

/** Passwords of the two roles and the instances' secret, made at the first start. */
export function passwords(): Passwords {
  const path = join(folder, 'passwords.json');
  if (!existsSync(path)) {
    const made = () => randomBytes(24).toString('hex');
    const all: Passwords = {
      farmgate: made(),
      farmgate_requests: made(),
      secret: process.env.FARMGATE_SECRET ?? made(),
    };
    writeFileSync(path, JSON.stringify(all), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(path, 'utf8'));
}

export function makeFolder(...names: string[]): string {
  const path = join(folder, ...names);
  mkdirSync(path, { recursive: true });
  return path;
}

/** The number in a pid file, if that process lives. */
export function livingPid(path: string): number | null {
  const pid = existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : Number.NaN;
  if (Number.isNaN(pid)) return null;
  try {
    process.kill(pid, 0);
    // A process that ended is there until its parent asks for it.
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')) ? null : pid;
  } catch {
    return null;
  }
}

/** Sends a signal, and waits until the process is gone; after `patience` ms it is killed. */
export async function endProcess(pidFile: string, signal: NodeJS.Signals, patience = 30_000): Promise<void> {
  const pid = livingPid(pidFile);
  if (pid !== null) {
    process.kill(pid, signal);
    if (!(await within(patience, () => livingPid(pidFile) === null))) {
      say(`Process ${pid} did not end within ${patience / 1000} s and is killed.`);
      process.kill(pid, 'SIGKILL');
    }
  }
  rmSync(pidFile, { force: true });
}

/** Whether it became true within `patience` ms. */
export async function within(patience: number, isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + patience; performance.now() < end; await pause(50))
    if (await isTrue()) return true;
  return false;
}
