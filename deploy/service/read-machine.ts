/** Reads the machine as it is, and changes nothing. */
import { spawnSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { existsSync, readdirSync, readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { MANIFEST, parseBackupName } from '#core/running/backups/backup.ts';
import { isBuilt } from '../../scripts/build-state.js';
import { withoutImport } from './caddyfile.ts';
import { type InstallRecord, type Machine, paths, USER } from './machine.ts';

/** The folder of this release. */
export const checkout = join(import.meta.dirname, '../..');

/**
 * @param domain the wanted one, whose addresses are looked up; null for none
 * @param backups the folder of the backups; null if they go elsewhere
 */
export async function readMachine(domain: string | null, backups: string | null): Promise<Machine> {
  const files = [paths.settings, paths.passphrase, paths.unit, paths.caddyfile, paths.site];
  const places = [paths.data, paths.own, paths.passphrase, ...(backups === null ? [] : [backups])];
  const installed = new Set(installedPackages());
  const packages = {
    caddy: installed.has('caddy'),
    'unattended-upgrades': installed.has('unattended-upgrades'),
  };
  return {
    isRoot: process.getuid?.() === 0,
    runsSystemd: existsSync('/run/systemd/system'),
    system: parseOsRelease(textOf('/etc/os-release') ?? ''),
    checkout,
    checkoutOwner: nameOf(statSync(checkout).uid),
    isBuilt: isBuilt(checkout),
    freeBytes: freeBytes(paths.data),
    memoryBytes: memoryOf(textOf('/proc/meminfo') ?? ''),
    users: accounts('/etc/passwd').map(({ name }) => name),
    places: Object.fromEntries(places.map((path) => [path, placeOf(path)])),
    files: Object.fromEntries(files.map((path) => [path, textOf(path)])),
    packages,
    isCaddyUntouched: packages.caddy && isCaddyUntouched(),
    listeners: readListeners(),
    ownAddresses: Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? []).map(({ address }) => address),
    ),
    domainAddresses: domain === null ? [] : await addressesOf(domain),
    unit: {
      isEnabled: answersYes('is-enabled'),
      isActive: answersYes('is-active'),
      isCurrent: secondOfStart() >= Math.max(...[paths.settings, paths.unit].map(secondOfChange)),
    },
    record: readRecord(),
  };
}

/** A file's text; undefined if there is none, or this user may not read it. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

export function readRecord(): InstallRecord | null {
  const text = textOf(paths.record);
  return text === undefined ? null : (JSON.parse(text) as InstallRecord);
}

/** Names and numbers in /etc/passwd or /etc/group. */
export const accounts = (file: string): { name: string; id: number }[] =>
  (textOf(file) ?? '')
    .split('\n')
    .filter((line) => line.includes(':'))
    .map((line) => line.split(':'))
    .map(([name = '', , id]) => ({ name, id: Number(id) }));

/** When the newest whole backup in the folder was made; null if there is none. */
export function lastBackup(backups: string): string | null {
  const folder = `${backups}/shop`;
  if (!existsSync(folder)) return null;
  const newest = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, MANIFEST)))
    .flatMap((name) => parseBackupName(name)?.moment ?? [])
    .toSorted((one, other) => Temporal.Instant.compare(one, other))
    .at(-1);
  return newest?.toString({ smallestUnit: 'minute' }).replace('T', ' ').replace('Z', ' UTC') ?? null;
}

const nameOf = (uid: number): string =>
  accounts('/etc/passwd').find(({ id }) => id === uid)?.name ?? `user ${uid}`;

function placeOf(path: string): Machine['places'][string] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  let isEmpty = false;
  try {
    const inside = found.isDirectory() ? readdirSync(path, { recursive: true, withFileTypes: true }) : null;
    isEmpty = inside?.every((entry) => entry.isDirectory()) ?? false;
  } catch {
    // Another user may not look inside.
  }
  return { mode: found.mode & 0o777, owner: nameOf(found.uid), isEmpty };
}

/** Of the nearest folder that exists. */
function freeBytes(path: string): number {
  if (!existsSync(path)) return freeBytes(dirname(path));
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/** @param text /etc/os-release */
export function parseOsRelease(text: string): Machine['system'] {
  const entry = (name: string) => new RegExp(`^${name}="?(.*?)"?$`, 'm').exec(text)?.[1] ?? '';
  const name = entry('PRETTY_NAME') || 'an unknown system';
  // Debian's next release has no number until it is out.
  return { id: entry('ID'), version: Number(entry('VERSION_ID') || Number.POSITIVE_INFINITY), name };
}

/** Memory and swap in bytes. @param text /proc/meminfo */
export function memoryOf(text: string): number {
  const kilobytes = (name: string) => Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  return (kilobytes('MemTotal') + kilobytes('SwapTotal')) * 1024;
}

const ask = (program: string, args: readonly string[]) => spawnSync(program, args, { encoding: 'utf8' });

/** A field of dpkg-query's format. */
const field = (name: string): string => `\${${name}}`;

/** The names of all installed packages. */
export const installedPackages = (): string[] =>
  ask('dpkg-query', ['--show', '--showformat', `${field('db:Status-Status')} ${field('Package')}\n`])
    .stdout.split('\n')
    .flatMap((line) => /^installed (.+)$/.exec(line)?.[1] ?? []);

/** Whether the unit is, as systemd sees it. */
const answersYes = (question: 'is-enabled' | 'is-active'): boolean =>
  ask('systemctl', [question, '--quiet', USER]).status === 0;

const secondOfChange = (path: string): number =>
  Math.floor((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) / 1000);

/** When systemd last started the shop, in seconds of Unix time; 0 if it never did. */
const secondOfStart = (): number =>
  Number(
    ask('systemctl', ['show', '--timestamp=unix', '--property=ExecMainStartTimestamp', '--value', USER])
      .stdout?.trim()
      .replace('@', '') || 0,
  );

/** Whether the Caddyfile is the package's own, but for the shop's line, with no other file of an owner beside it. */
function isCaddyUntouched(): boolean {
  const conffiles = ask('dpkg-query', ['--show', '--showformat', field('Conffiles'), 'caddy']).stdout;
  const sum = new RegExp(`^ ${paths.caddyfile} (\\w+)`, 'm').exec(conffiles)?.[1];
  const input = withoutImport(textOf(paths.caddyfile) ?? '');
  const own = spawnSync('md5sum', { input, encoding: 'utf8' }).stdout.split(' ')[0];
  const known = [paths.caddyfile, paths.site].map((path) => path.split('/').at(-1));
  return sum === own && readdirSync(dirname(paths.caddyfile)).every((name) => known.includes(name));
}

async function addressesOf(domain: string): Promise<string[]> {
  try {
    return (await lookup(domain, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}

/** The TCP ports on which something listens, with the program's name. */
function readListeners(): Map<number, string> {
  const texts = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => textOf(path) ?? '');
  const sockets = texts.flatMap(listeningSockets);
  const programs = programsOf(new Set(sockets.map(({ inode }) => inode)));
  return new Map(sockets.map(({ port, inode }) => [port, programs.get(inode) ?? 'an unknown one']));
}

/** @param text /proc/net/tcp: a line for each socket, the address in hexadecimal, 0A for one that listens */
export function listeningSockets(text: string): { port: number; inode: string }[] {
  return text.split('\n').flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const port = Number.parseInt(fields[1]?.split(':')[1] ?? '', 16);
    return fields[3] === '0A' && fields[9] !== undefined ? [{ port, inode: fields[9] }] : [];
  });
}

/** The names of the programs that have these sockets open, as far as this user may see them. */
function programsOf(inodes: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const inode of socketsOf(pid)) {
      const name = inodes.has(inode) ? textOf(`/proc/${pid}/comm`)?.trim() : undefined;
      if (name !== undefined) found.set(inode, name);
    }
  }
  return found;
}

function socketsOf(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap((name) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(join(folder, name)))?.slice(1) ?? [];
      } catch {
        // Closed since.
        return [];
      }
    });
  } catch {
    // It ended since, or belongs to another user.
    return [];
  }
}
