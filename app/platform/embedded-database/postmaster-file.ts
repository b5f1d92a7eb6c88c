import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SOCKET_PORT } from './layout.ts';

/** The state of a running or dead server, from its data directory. */
export interface Postmaster {
  pid: number;
  socketFolder: string;
}

/** The server that `postmaster.pid` names, if that process is alive and serves this cluster. */
export function findPostmaster(cluster: string): Postmaster | null {
  const lines = readPidFile(cluster);
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 1) || !isPostmasterOf(pid, cluster)) return null;
  return { pid, socketFolder: lines[4] ?? '' };
}

/**
 * Whether a process is a live PostgreSQL server on this cluster. A process ID alone proves nothing: after a crash or a
 * reboot it may belong to any other program, which must be neither trusted nor stopped.
 */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  const args = commandLine(pid);
  if (path.basename(args[0] ?? '') !== 'postgres') return false;
  return args[args.indexOf('-D') + 1] === cluster || worksIn(pid, cluster);
}

function commandLine(pid: number): string[] {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const line = execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).trim();
    const [program = '', rest = ''] = line.split(/ -D (.*)/s);
    return [program, '-D', rest.split(' -c ')[0] ?? ''];
  } catch {
    // The process does not exist.
    return [];
  }
}

/** Recognizes a server whose folder was renamed while it ran: its working directory moved along. */
function worksIn(pid: number, cluster: string): boolean {
  try {
    const there = statSync(`/proc/${pid}/cwd`);
    const here = statSync(cluster);
    return there.ino === here.ino && there.dev === here.dev;
  } catch {
    return false;
  }
}

/**
 * Removes the traces of a dead server, so that a new one is not stopped by a process ID that now belongs to another
 * program. Leaves the pid file's other lines in place: through them, the new server still detects a worker of its
 * predecessor that has not ended yet. PostgreSQL treats the ID of its own parent, ours, as stale.
 */
export function forgetDeadPostmaster(cluster: string, socketFolder: string): void {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const lines = readPidFile(cluster);
  // An empty file, left by a full disk, would stop a new server.
  if (lines.length === 0) rmSync(pidFile, { force: true });
  else writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'));
  for (const ending of ['', '.lock']) {
    rmSync(path.join(socketFolder, `.s.PGSQL.${SOCKET_PORT}${ending}`), { force: true });
  }
}

function readPidFile(cluster: string): string[] {
  try {
    const text = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8');
    return text === '' ? [] : text.split('\n');
  } catch {
    // Missing after a clean shutdown.
    return [];
  }
}
