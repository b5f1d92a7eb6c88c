/** Does the steps, one after the other. If one fails, the files that it wrote are put back. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { EMPTY_RECORD, type InstallRecord, type PackageName, paths } from './machine.ts';
import { accounts, installedPackages, readRecord, textOf } from './read-machine.ts';
import { type Action, edits, Problem, type Step } from './step.ts';
import { untilOpen } from './until-open.ts';

/** Bytes that a program may print. */
const MOST_WORDS = 64e6;
/** Lines of a program that failed. */
const LAST_LINES = 12;

/** @throws Problem with what failed, what was done before it, and how to go on. */
export async function carryOut(
  steps: readonly Step[],
  say: (line: string) => void,
  again: string,
): Promise<void> {
  for (const [nth, step] of steps.entries()) {
    say(`\n${nth + 1} of ${steps.length}. ${step.words}`);
    try {
      await carryOutStep(step);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const done = nth === 0 ? 'Nothing was done before it.' : `Steps 1 to ${nth} are done and stay.`;
      throw new Problem(
        `Step ${nth + 1} failed: ${error.message}\n\n${done} When the cause is repaired, run “${again}” again: it goes on here.`,
      );
    }
  }
}

async function carryOutStep({ actions }: Step): Promise<void> {
  const written: { path: string; before: string | undefined; mode: number }[] = [];
  try {
    for (const action of actions) {
      if (action.do === 'write' || action.do === 'edit') {
        const mode = statSync(action.path, { throwIfNoEntry: false })?.mode ?? 0;
        written.push({ path: action.path, before: textOf(action.path), mode });
      }
      await carryOutAction(action);
    }
  } catch (error) {
    for (const { path, before, mode } of written.reverse()) {
      if (before === undefined) rmSync(path, { force: true });
      else writeFileSync(path, before, { mode });
    }
    throw error;
  }
}

function carryOutAction(action: Action): void | Promise<void> {
  switch (action.do) {
    case 'run':
      return run(action.command, action);
    case 'install':
      return installPackages(action.packages);
    case 'purge':
      return purge(action.packages, action.dependencies);
    case 'add-user':
      return addUser(action.name, action.home);
    case 'remove-user':
      return removeUser(action.name);
    case 'make-folder':
      return makeFolder(action.path, action.mode, action.owner);
    case 'write':
      return writeWhole(action.path, action.text, action.mode, action.owner);
    case 'edit':
      return edit(action.path, edits[action.by]);
    case 'remove':
      return rmSync(action.path, { recursive: true, force: true });
    case 'remove-if-empty':
      return removeIfEmpty(action.path);
    case 'give':
      return run([
        'chown',
        '--recursive',
        '--no-dereference',
        `${action.owner}:${action.owner}`,
        action.path,
      ]);
    case 'wait':
      return untilOpen(action.port);
  }
}

/** apt-get asks nothing, and keeps the owner's files. */
const QUIET = { DEBIAN_FRONTEND: 'noninteractive', NEEDRESTART_MODE: 'a', LC_ALL: 'C.UTF-8' };

/** @throws Problem with the last lines of the program. */
export function run(
  command: readonly string[],
  { folder = '/', user }: { folder?: string; user?: string } = {},
): void {
  const [program = '', ...args] = user === undefined ? command : ['runuser', '-u', user, '--', ...command];
  const env = { ...process.env, ...QUIET };
  const done = spawnSync(program, args, { cwd: folder, encoding: 'utf8', env, maxBuffer: MOST_WORDS });
  if (done.status !== 0) throw new Problem(`“${command.join(' ')}” did not work.${lastWords(done)}`);
}

function lastWords({ error, stdout, stderr }: SpawnSyncReturns<string>): string {
  const lines = [error?.message, stdout, stderr]
    .filter(Boolean)
    .join('\n')
    .trim()
    .split('\n')
    .slice(-LAST_LINES);
  return `\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** What is asked for is noted before, what came with it after, so that an interruption loses nothing. */
function installPackages(packages: readonly PackageName[]): void {
  const before = { packages: new Set<string>([...installedPackages(), ...packages]), users: usersNow() };
  note({ packages });
  run(['apt-get', 'install', '-y', '-q', '--no-install-recommends', ...packages]);
  note({
    dependencies: installedPackages().filter((name) => !before.packages.has(name)),
    users: usersNow().filter((name) => !before.users.includes(name)),
  });
}

/** A dependency goes only when nothing needs it: the owner may have installed something that does. */
function purge(packages: readonly PackageName[], dependencies: readonly string[]): void {
  const installed = new Set(installedPackages());
  purgeNow(packages.filter((name) => installed.has(name)));
  purgeNow(unneededPackages().filter((name) => dependencies.includes(name)));
}

function purgeNow(names: readonly string[]): void {
  if (names.length > 0) run(['apt-get', 'purge', '-y', '-q', ...names]);
}

/** What came only for other packages, and no package depends on any longer. */
function unneededPackages(): string[] {
  // By default a package stays while another one merely suggests it.
  const strict = ['Suggests', 'Recommends'].flatMap((kind) => [
    '-o',
    `APT::AutoRemove::${kind}Important=false`,
  ]);
  return spawnSync('apt-get', ['autoremove', '--simulate', '-q', ...strict], { encoding: 'utf8' })
    .stdout.split('\n')
    .flatMap((line) => /^(?:Remv|Purg) ([^\s:]+)/.exec(line)?.[1] ?? []);
}

const usersNow = () => accounts('/etc/passwd').map(({ name }) => name);

function note(added: Partial<InstallRecord>): void {
  const { packages, dependencies, users } = readRecord() ?? EMPTY_RECORD;
  const record: InstallRecord = {
    packages: [...new Set([...packages, ...(added.packages ?? [])])],
    dependencies: [...new Set([...dependencies, ...(added.dependencies ?? [])])],
    users: [...new Set([...users, ...(added.users ?? [])])],
  };
  makeFolder(dirname(paths.record), 0o755, 'root');
  writeWhole(paths.record, `${JSON.stringify(record, null, 2)}\n`, 0o644, 'root');
}

function addUser(name: string, home: string): void {
  note({ users: [name] });
  run(['useradd', '--system', '--user-group', '--home-dir', home, '--shell', '/usr/sbin/nologin', name]);
}

/** With the group of its name. */
function removeUser(name: string): void {
  if (usersNow().includes(name)) run(['userdel', name]);
  if (accounts('/etc/group').some((group) => group.name === name)) run(['groupdel', name]);
}

function makeFolder(path: string, mode: number, owner: string): void {
  const isNew = !existsSync(path);
  mkdirSync(path, { recursive: true, mode });
  chmodSync(path, mode);
  if (isNew) run(['chown', `${owner}:${owner}`, path]);
}

/** Under another name first, so that no one ever reads half of it. */
function writeWhole(path: string, text: string, mode: number, owner: string): void {
  const unfinished = `${path}.unfinished`;
  writeFileSync(unfinished, text, { mode, flush: true });
  chmodSync(unfinished, mode);
  run(['chown', `${owner}:${owner}`, unfinished]);
  renameSync(unfinished, path);
}

/** In place, so that owner and permissions stay. */
function edit(path: string, change: (text: string) => string): void {
  const before = textOf(path) ?? '';
  const after = change(before);
  if (after !== before) writeFileSync(path, after);
}

function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Something of the owner is in it, or it is gone.
  }
}
