/**
 * Three instances behind nginx, on a PostgreSQL with a synchronous replica, through PgBouncer: on one machine, to try
 * what docs/operations.md describes for several. `npm run three-instances -- start`; `help` lists the rest.
 */
import { spawn } from 'node:child_process';
import { existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { databaseStatus, failOver, goOnAlone, rejoin, startDatabase, stopDatabase } from './database.ts';
import {
  instancesStatus,
  numbers,
  restartInstances,
  startInstance,
  startNginx,
  stopInstance,
  stopNginx,
  untilIn,
} from './instances.ts';
import {
  endProcess,
  folder,
  livingPid,
  makeFolder,
  missingPackages,
  Problem,
  run,
  saveSettings,
  say,
} from './machine.ts';
import { watch } from './watch.ts';

const HELP = `npm run three-instances -- COMMAND, in the folder FOLDER (${folder}), from port PORT on

  start [--failover] [CHECKOUT]   starts everything; with --failover the replica takes over by itself
  restart [NUMBER …]              restarts the instances, one after the other
  upgrade CHECKOUT                the same, with another version: a built checkout
  failover                        fences the primary and makes the replica the primary
  rejoin                          makes the former primary the replica
  alone                           the primary goes on while its replica is away
  status                          says what runs
  stop                            stops everything
  clean                           stops everything and deletes the folder, database included
  install                         installs the Debian packages that are missing

Everything else that start is given, such as S3_BUCKET or SMTP_URL, is passed on to the instances, at every later
start too. What ends by itself, an instance or PgBouncer, is started again within seconds.`;

const watcherPid = join(folder, 'watcher.pid');
/** Marks a folder that `clean` may delete. */
const mark = join(folder, '.three-instances');

function startWatcher(failsOver: boolean): void {
  if (livingPid(watcherPid) !== null) return;
  const log = openSync(join(folder, 'watcher.log'), 'a');
  const args = [import.meta.filename, 'watch', ...(failsOver ? ['--failover'] : [])];
  const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', log, log] });
  child.unref();
  writeFileSync(watcherPid, String(child.pid));
}

async function start(args: readonly string[]): Promise<void> {
  const missing = missingPackages();
  if (missing.length > 0)
    throw new Problem(`Missing: ${missing.join(', ')}. As root: apt-get install ${missing.join(' ')}`);
  makeFolder();
  writeFileSync(mark, '');
  saveSettings();
  await startDatabase();
  startNginx();
  startWatcher(args.includes('--failover'));
  const checkout = args.find((arg) => !arg.startsWith('--'));
  // The first one migrates the database; the others would only wait for it.
  for (const number of numbers) await startInstance(number, checkout && resolve(checkout));
  await untilIn(numbers);
  status();
}

async function stop(): Promise<void> {
  await endProcess(watcherPid, 'SIGTERM');
  await stopNginx();
  await Promise.all(numbers.map(stopInstance));
  await stopDatabase();
}

const status = () => say([...instancesStatus(), ...databaseStatus()].join('\n'));

const commands: Record<string, (...args: string[]) => unknown> = {
  start: (...args) => start(args),
  restart: (...which) => restartInstances(which.length > 0 ? which.map(Number) : numbers),
  upgrade: (checkout) => {
    if (!checkout) throw new Problem('Name the checkout of the other version.');
    return restartInstances(numbers, resolve(checkout));
  },
  failover: failOver,
  rejoin,
  alone: () => goOnAlone(),
  status,
  stop,
  clean: async () => {
    if (!existsSync(mark)) throw new Problem(`${folder} was not made by this command.`);
    await stop();
    rmSync(folder, { recursive: true });
  },
  install: () => say(run('apt-get', ['install', '-y', '--no-install-recommends', ...missingPackages()])),
  watch: (...args) => watch(args.includes('--failover')),
  help: () => say(HELP),
};

const [name = 'help', ...args] = process.argv.slice(2);
try {
  const command = commands[name];
  if (!command) throw new Problem(`There is no command ${name}.\n\n${HELP}`);
  await command(...args);
} catch (error) {
  console.error(error instanceof Problem ? error.message : error);
  process.exitCode = 1;
}
