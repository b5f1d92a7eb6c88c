import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseBinaries } from './binaries.ts';
import { giveTo } from './cluster.ts';
import { applicationConnection, callServer } from './connection.ts';
import { asPostgresProblem, asStorageProblem, DatabaseStartError } from './database-start-error.ts';
import { type Launcher, POSTGRES_ENVIRONMENT } from './launcher.ts';
import { type DatabaseLayout, SOCKET_PORT } from './layout.ts';
import { endOfLog, logSize, trimLog } from './postgres-log.ts';
import { findPostmaster, forgetDeadPostmaster, isPostmasterOf, type Postmaster } from './postmaster-file.ts';
import { settingArguments } from './settings.ts';

/** Everything needed to start a cluster's server. */
export interface ServerPlan {
  layout: DatabaseLayout;
  binaries: DatabaseBinaries;
  launcher: Launcher;
  socketFolder: string;
  password: string;
  settings: Readonly<Record<string, string>>;
  onNotice: (line: string) => void;
}

/** A server that answers, and whether it was already running. */
export interface RunningServer extends Postmaster {
  adopted: boolean;
}

/** Milliseconds. */
const POLL = 25;
const CALL_PATIENCE = 2_000;
const SILENCE_PATIENCE = 4_000;
const LONGEST_START = 300_000;
const SHUTDOWN_PATIENCE = 20_000;
const HUNG_SHUTDOWN_PATIENCE = 2_000;
const ORPHANS_PATIENCE = 15_000;

/**
 * Makes sure a server runs: adopts one that answers, waits for one that is starting, recovering or stopping, ends one
 * that is silent, and starts one if none runs.
 * @throws DatabaseStartError when it ends while starting.
 */
export async function bringUp(plan: ServerPlan): Promise<RunningServer> {
  const started = Date.now();
  for (;;) {
    const running = findPostmaster(plan.layout.cluster);
    if (running !== null) {
      if (await comesToAnswer(plan, running)) {
        endWithProcess(running.pid, plan.layout.cluster);
        return { ...running, adopted: true };
      }
      continue;
    }
    makeRoom(plan);
    const pid = await launch(plan);
    if (pid !== null) return { pid, socketFolder: plan.socketFolder, adopted: false };
    if (Date.now() - started > ORPHANS_PATIENCE) {
      throw asPostgresProblem(endOfLog(plan.layout.log, 0), plan.layout.dataFolder);
    }
    await pause(200);
  }
}

/** Prepares the folder for a new server after the previous one, however that ended. */
function makeRoom({ layout, launcher, socketFolder }: ServerPlan): void {
  try {
    trimLog(layout.log);
    giveTo(launcher.owner, layout.cluster);
    forgetDeadPostmaster(layout.cluster, socketFolder);
  } catch (error) {
    throw asStorageProblem(error, layout.dataFolder);
  }
}

/** Waits for a server found running. False if it ended, by itself or by us. */
async function comesToAnswer(plan: ServerPlan, { pid, socketFolder }: Postmaster): Promise<boolean> {
  const { cluster, dataFolder } = plan.layout;
  const connection = applicationConnection(socketFolder, plan.password);
  let lastSign = Date.now();
  while (isPostmasterOf(pid, cluster)) {
    const answer = await callServer(connection, CALL_PATIENCE);
    if (answer === 'answers') return true;
    if (answer === 'refuses') {
      throw new DatabaseStartError(
        `A database is running in the data folder ${dataFolder} but refuses its stored password: stop that process (${pid}) and restore ${plan.layout.passwords} from a backup.`,
      );
    }
    if (answer === 'busy') lastSign = Date.now();
    if (Date.now() - lastSign > SILENCE_PATIENCE) {
      plan.onNotice('The database of an earlier start does not answer; it is stopped and started afresh.');
      await stopPostmaster(pid, cluster, HUNG_SHUTDOWN_PATIENCE);
    }
    await pause(POLL * 4);
  }
  return false;
}

/** Starts a server and waits until it answers; null if a predecessor is still in the way. */
async function launch(plan: ServerPlan): Promise<number | null> {
  const { cluster, dataFolder, log } = plan.layout;
  const words = logSize(log);
  const [file, args] = plan.launcher.command(plan.binaries.postgres, [
    '-D',
    cluster,
    ...settingArguments(plan.launcher.version, plan.socketFolder, SOCKET_PORT, plan.settings),
  ]);
  const output = openSync(log, 'a', 0o600);
  // In its own process group, so that Ctrl-C at the terminal does not end it before us.
  const child = spawn(file, args, {
    env: POSTGRES_ENVIRONMENT,
    cwd: dataFolder,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  const release = child.pid === undefined ? () => {} : endWithProcess(child.pid, cluster);
  let ended = false;
  child.on('exit', () => {
    ended = true;
    release();
  });
  child.on('error', () => {
    ended = true;
  });
  const connection = applicationConnection(plan.socketFolder, plan.password);
  const started = Date.now();
  while (!ended) {
    const answer = await callServer(connection, CALL_PATIENCE);
    if (answer === 'answers' && child.pid !== undefined) return child.pid;
    if (answer === 'refuses' || Date.now() - started > LONGEST_START) {
      if (child.pid !== undefined) await stopPostmaster(child.pid, cluster, SHUTDOWN_PATIENCE);
      throw new DatabaseStartError(
        answer === 'refuses'
          ? `The database in ${dataFolder} refuses its stored password: restore ${plan.layout.passwords} from a backup.`
          : `The database in ${dataFolder} did not become ready within five minutes: read ${log}.`,
      );
    }
    await pause(POLL);
  }
  const lastWords = endOfLog(log, words);
  if (/lock file "[^"]+" already exists|pre-existing shared memory block/.test(lastWords)) return null;
  throw asPostgresProblem(lastWords, dataFolder);
}

/**
 * Ends the server at once if this process exits without stopping it, after a bug or because a clean stop took too long;
 * only kill -9 leaves one behind. It recovers at the next start.
 * @returns a function that cancels this.
 */
function endWithProcess(pid: number, cluster: string): () => void {
  const end = () => {
    try {
      if (isPostmasterOf(pid, cluster)) process.kill(pid, 'SIGQUIT');
    } catch {
      // It ended between the check and the signal.
    }
  };
  process.once('exit', end);
  return () => process.off('exit', end);
}

/**
 * Stops a server: first a fast shutdown (open transactions roll back, everything is written), then an immediate one,
 * then by force. Safe for a process that has ended or is another program by now.
 * @param patience milliseconds for the fast shutdown.
 */
export async function stopPostmaster(
  pid: number,
  cluster: string,
  patience: number = SHUTDOWN_PATIENCE,
): Promise<void> {
  const steps = [
    ['SIGINT', patience],
    ['SIGQUIT', HUNG_SHUTDOWN_PATIENCE],
    ['SIGKILL', HUNG_SHUTDOWN_PATIENCE],
  ] as const;
  for (const [signal, wait] of steps) {
    if (!isPostmasterOf(pid, cluster)) return;
    try {
      process.kill(pid, signal);
    } catch {
      // It ended between the check and the signal.
    }
    const until = Date.now() + wait;
    while (isPostmasterOf(pid, cluster) && Date.now() < until) await pause(POLL);
  }
}
