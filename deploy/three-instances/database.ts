/** The primary, its synchronous replica, and PgBouncer before them. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  endProcess,
  fillIn,
  folder,
  giveToServers,
  livingPid,
  makeFolder,
  Problem,
  passwords,
  ports,
  run,
  runAsServer,
  say,
  server,
  within,
} from './machine.ts';

type Name = 'a' | 'b';
const other = (name: Name): Name => (name === 'a' ? 'b' : 'a');
const data = (name: Name) => join(folder, 'postgres', name);
const sockets = join(folder, 'postgres/sockets');
const pidOf = (name: Name) => join(data(name), 'postmaster.pid');
const socketOf = (name: Name) => join(sockets, `.s.PGSQL.${ports.server[name]}`);
const pooler = join(folder, 'postgres/pgbouncer.pid');
const chosen = join(folder, 'primary');

/** The server that PgBouncer leads to. */
export const primary = (): Name => readFileSync(chosen, 'utf8').trim() as Name;

/** Asks a server as its superuser; returns the rows as lines. */
function ask(name: Name, ...statements: string[]): string {
  const args = ['-h', sockets, '-p', String(ports.server[name]), '-U', 'postgres', '-d', 'postgres'];
  return runAsServer('psql', [...args, '-v', 'ON_ERROR_STOP=1', '-XqtA', '-f', '-'], {
    input: statements.join(';\n'),
  }).trim();
}

const control = (name: Name, ...args: string[]) =>
  runAsServer(server('pg_ctl'), ['-D', data(name), '-w', '-t', '60', '-l', `${data(name)}.log`, ...args]);
const settle = (name: Name) =>
  fillIn('postgresql.conf', join(data(name), 'farmgate.conf'), { NAME: name, PORT: ports.server[name] });

function startServer(name: Name): void {
  if (livingPid(pidOf(name)) === null) control(name, 'start');
}

/** Whether the replica has everything that the primary acknowledges. */
export const isInSync = (): boolean =>
  ask(primary(), `select count(*) from pg_stat_replication where sync_state = 'sync'`) === '1';

/** Starts both servers and PgBouncer; makes them the first time. */
export async function startDatabase(): Promise<void> {
  if (!existsSync(chosen)) makeDatabase();
  startServer(primary());
  if (existsSync(data(other(primary())))) startServer(other(primary()));
  startPooler();
}

/** Starts PgBouncer if it does not run. */
export function startPooler(): void {
  if (livingPid(pooler) !== null) return;
  pointPooler();
  // One that was killed left it, and the next refuses to start beside it.
  rmSync(pooler, { force: true });
  runAsServer('pgbouncer', ['-d', join(folder, 'postgres/pgbouncer.ini')]);
}

/** Whether it ended without being told to: `stopDatabase` deletes the file with its process's number. */
export const hasPoolerCrashed = (): boolean => existsSync(pooler) && livingPid(pooler) === null;

function makeDatabase(): void {
  say('Making the primary and its replica …');
  makeFolder('postgres/sockets');
  giveToServers(join(folder, 'postgres'));
  // The socket's folder is the servers' own; over TCP everyone needs a password.
  const trust = ['--auth-local=trust', '--auth-host=scram-sha-256', '-U', 'postgres'];
  runAsServer(server('initdb'), ['-D', data('a'), '--encoding=UTF8', '--locale=C.UTF-8', ...trust]);
  run('sh', ['-c', `echo "include 'farmgate.conf'" >> '${data('a')}/postgresql.conf'`]);
  settle('a');
  run('chmod', ['0700', data('a')]);
  giveToServers(data('a'));
  control('a', 'start');
  goOnAlone('a');
  const { farmgate, farmgate_requests } = passwords();
  ask(
    'a',
    `create role farmgate login password '${farmgate}'`,
    `create role farmgate_requests login password '${farmgate_requests}' in role farmgate`,
    // What it makes belongs to farmgate, as if that role had made it.
    'alter role farmgate_requests set role = farmgate',
    `alter role farmgate_requests set lock_timeout = '4s'`,
    `alter role farmgate_requests set statement_timeout = '8s'`,
    `alter role farmgate_requests set idle_in_transaction_session_timeout = '10s'`,
    'create database farmgate owner farmgate',
  );
  writeFileSync(chosen, 'a');
  makeReplica();
}

/** Commits do not wait for a replica any more. */
export function goOnAlone(name = primary()): void {
  ask(name, `alter system set synchronous_standby_names = ''`, 'select pg_reload_conf()');
}

/** Copies the primary to the other server, and lets commits wait for it again. */
function makeReplica(): void {
  const [from, to] = [primary(), other(primary())];
  rmSync(data(to), { recursive: true, force: true });
  const source = ['-h', sockets, '-p', String(ports.server[from]), '-U', 'postgres'];
  runAsServer(server('pg_basebackup'), [...source, '-D', data(to), '-R', '-X', 'stream', '-c', 'fast']);
  settle(to);
  giveToServers(data(to));
  startServer(to);
  ask(from, 'alter system reset synchronous_standby_names', 'select pg_reload_conf()');
}

/** After a failover, the former primary becomes the replica. What only it has is deleted: it was never acknowledged. */
export async function rejoin(): Promise<void> {
  if (livingPid(pidOf(other(primary()))) !== null)
    throw new Problem(`Server ${other(primary())} runs: stop it first, if it is to be made again.`);
  makeReplica();
  if (!(await within(30_000, isInSync))) throw new Problem('The replica does not follow; read its log.');
  say(`Server ${other(primary())} follows ${primary()}; commits wait for it again.`);
}

/** Writes PgBouncer's configuration; if it runs, it reads it again. */
function pointPooler(): void {
  const { farmgate, farmgate_requests } = passwords();
  const users = join(folder, 'postgres/users.txt');
  writeFileSync(users, `"farmgate" "${farmgate}"\n"farmgate_requests" "${farmgate_requests}"\n`, {
    mode: 0o600,
  });
  giveToServers(users);
  fillIn('pgbouncer.ini', join(folder, 'postgres/pgbouncer.ini'), {
    PORT: ports.pgbouncer,
    PRIMARY_PORT: ports.server[primary()],
    REPLICA_PORT: ports.server[other(primary())],
  });
  const pid = livingPid(pooler);
  if (pid !== null) process.kill(pid, 'SIGHUP');
}

/**
 * Makes the replica the primary. The former primary is fenced first: killed, and marked so that it only starts as a
 * reader, whoever starts it. Where it is another machine, switch that off before.
 */
export async function failOver(): Promise<void> {
  const [from, to] = [primary(), other(primary())];
  if (livingPid(pidOf(to)) === null)
    throw new Problem(`Server ${to} does not run, so nothing can take over.`);
  say(`Fencing server ${from} …`);
  const pid = livingPid(pidOf(from));
  if (pid !== null) {
    process.kill(pid, 'SIGKILL');
    if (!(await within(10_000, () => livingPid(pidOf(from)) === null)))
      throw new Problem(`Server ${from} (process ${pid}) cannot be killed, so no one takes over.`);
  }
  // A pid file that names the killed process would prevent the start.
  for (const left of [pidOf(from), ...['', '.lock'].map((end) => `${socketOf(from)}${end}`)])
    rmSync(left, { force: true });
  writeFileSync(join(data(from), 'standby.signal'), '');
  giveToServers(join(data(from), 'standby.signal'));
  say(`Promoting server ${to} …`);
  control(to, 'promote');
  goOnAlone(to);
  writeFileSync(chosen, to);
  pointPooler();
  say(`Server ${to} is the primary, without a replica. Later: run.ts rejoin.`);
}

export async function stopDatabase(): Promise<void> {
  await endProcess(pooler, 'SIGTERM', 5000);
  if (!existsSync(chosen)) return;
  // The primary first: it waits until the replica has everything.
  for (const name of [primary(), other(primary())])
    if (livingPid(pidOf(name)) !== null) control(name, 'stop', '-m', 'fast');
}

/** One line for each part. */
export function databaseStatus(): string[] {
  if (!existsSync(chosen)) return ['There is no database yet.'];
  const runs = (name: Name) => (livingPid(pidOf(name)) === null ? 'stopped' : 'runs');
  const [first, second] = [primary(), other(primary())];
  const follows = runs(first) === 'runs' && isInSync() ? 'in sync' : 'does not follow';
  return [
    `primary    server ${first}, port ${ports.server[first]}: ${runs(first)}`,
    `replica    server ${second}, port ${ports.server[second]}: ${runs(second)}, ${follows}`,
    `PgBouncer  port ${ports.pgbouncer}: ${livingPid(pooler) === null ? 'stopped' : 'runs'}`,
  ];
}
