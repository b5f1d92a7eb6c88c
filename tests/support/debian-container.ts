/** A Debian of its own with systemd, to try what changes a whole machine: debootstrap makes it, systemd-nspawn runs it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const PROGRAMS = { debootstrap: '/usr/sbin/debootstrap', 'systemd-container': '/usr/bin/systemd-nspawn' };
/** Milliseconds until systemd is up. */
const LONGEST_BOOT = 120_000;

/** What this machine lacks for a container, in a sentence; null if nothing. */
export function whyNoContainer(): string | null {
  if (process.getuid?.() !== 0) return 'only root can make a container';
  const missing = Object.entries(PROGRAMS).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  return missing.length === 0
    ? null
    : `it needs ${missing.join(' and ')} (apt-get install ${missing.join(' ')})`;
}

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64e6 });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
  return stdout;
}

/** A folder in memory, where apt's many small writes cost nothing. */
export function makeRoot(): string {
  const root = mkdtempSync('/var/tmp/farmgate-debian-');
  run('mount', ['-t', 'tmpfs', '-o', 'mode=0755,size=6g', 'tmpfs', root]);
  return root;
}

export function removeRoot(root: string): void {
  run('umount', [root]);
  rmSync(root, { recursive: true });
}

/**
 * Makes the tree, with the packages in place or, of those to be installed later, downloaded: the container has no
 * network.
 */
export function makeTree(
  root: string,
  { packages, downloads }: { packages: string[]; downloads: string[] },
): void {
  run('debootstrap', ['--variant=minbase', `--include=${packages.join(',')}`, 'bookworm', root, mirror()]);
  run('chroot', [root, 'apt-get', 'update', '-q']);
  run('chroot', [
    root,
    'apt-get',
    'install',
    '-y',
    '-q',
    '--download-only',
    '--no-install-recommends',
    ...downloads,
  ]);
}

/** Where this machine gets its own packages. @throws where its lists name no source */
function mirror(): string {
  const lists = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'].filter(existsSync);
  const text = lists.map((path) => readFileSync(path, 'utf8')).join('\n');
  const found = /^(?:URIs: |deb )(\S+)/m.exec(text)?.[1];
  if (found === undefined) throw new Error('This machine names no source of Debian packages.');
  return found;
}

export type Container = {
  /** Runs a shell command as root; returns its exit code with everything that it printed. */
  run(command: string): { code: number; text: string };
  stop(): Promise<void>;
};

/** Starts systemd in the tree, with a network of its own that has nothing but itself. */
export async function boot(root: string, binds: Readonly<Record<string, string>>): Promise<Container> {
  const options = Object.entries(binds).map(([from, to]) => `--bind-ro=${from}:${to}`);
  const args = [
    '--quiet',
    '--boot',
    '--private-network',
    '--register=no',
    '--keep-unit',
    `--directory=${root}`,
  ];
  const nspawn = spawn('systemd-nspawn', [...args, ...options], { stdio: 'ignore' });
  const end = Date.now() + LONGEST_BOOT;
  while (Date.now() < end && nspawn.exitCode === null) {
    const leader = leaderOf(nspawn);
    if (leader !== null && isUp(leader))
      return { run: (command) => enter(leader, command), stop: () => stop(nspawn) };
    await pause(250);
  }
  await stop(nspawn);
  throw new Error('The container did not start.');
}

/** Process 1 of the container. */
function leaderOf({ pid }: ChildProcess): string | null {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ')[0] || null : null;
}

const isUp = (leader: string) => /running|degraded/.test(enter(leader, 'systemctl is-system-running').text);

function enter(leader: string, command: string): ReturnType<Container['run']> {
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
  };
  const args = [
    `--target=${leader}`,
    '--mount',
    '--uts',
    '--ipc',
    '--net',
    '--pid',
    '--root',
    '--wdns=/root',
    '--',
    'sh',
    '-c',
  ];
  const { status, stdout, stderr } = spawnSync('nsenter', [...args, command], {
    encoding: 'utf8',
    env,
    maxBuffer: 64e6,
  });
  return { code: status ?? -1, text: `${stdout}${stderr}` };
}

async function stop(nspawn: ChildProcess): Promise<void> {
  if (nspawn.exitCode !== null) return;
  // Asks systemd in the container to power off.
  nspawn.kill('SIGTERM');
  const end = Date.now() + 60_000;
  while (nspawn.exitCode === null && nspawn.signalCode === null) {
    if (Date.now() > end) nspawn.kill('SIGKILL');
    await pause(100);
  }
}
