import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseBinaries } from './binaries.ts';
import { DatabaseStartError } from './database-start-error.ts';
import type { DatabaseLayout } from './layout.ts';

/** How to start PostgreSQL's programs here, given that they refuse to run as root. */
export interface Launcher {
  /** The program and arguments for spawn. */
  command(program: string, args: readonly string[]): [string, string[]];
  /** The user that must own the cluster's files. */
  owner: { uid: number; gid: number };
  /** PostgreSQL's major version, as the program reports it. */
  version: number;
}

/** PostgreSQL gets only the variables it needs: the caller's stray PG… variables would change its behavior. */
export const POSTGRES_ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const NOBODY = 65_534;
const ONLY_FILE_ACCESS = '-all,+dac_override';

/**
 * Chooses how to start the programs. An ordinary user starts them directly. A user without an entry in /etc/passwd, for
 * whom initdb refuses to work, starts them in a user namespace, where everyone is the user nobody. Root does the same;
 * where that is denied (many containers), root starts them as the user nobody with one remaining privilege: access to
 * the program and data folder wherever they are. Each way is tried before it is chosen.
 * @throws DatabaseStartError when no way works.
 */
export function chooseLauncher(binaries: DatabaseBinaries, layout: DatabaseLayout): Launcher {
  const uid = process.getuid?.() ?? 0;
  const owner = { uid, gid: process.getgid?.() ?? 0 };
  const ways =
    uid === 0
      ? rootWays()
      : [
          { command: unwrapped, owner },
          { command: inUserNamespace, owner },
        ];
  for (const way of ways) {
    const version = tryOut(way, binaries, layout);
    if (version !== null) return { ...way, version };
  }
  throw new DatabaseStartError(whyNoWay(uid));
}

function whyNoWay(uid: number): string {
  if (uid === 0)
    return 'PostgreSQL refuses to run as root and this machine denies root a user namespace (unshare -U): start Farmgate as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.';
  if (!hasName())
    return `This user (number ${uid}) has no entry in /etc/passwd, without which PostgreSQL makes no database: let root add one (echo 'farmgate:x:${uid}:${uid}::/:/bin/sh' >> /etc/passwd), start Farmgate as a user who has one, or set DATABASE_URL to a PostgreSQL of your own.`;
  return 'The bundled PostgreSQL does not run on this machine (it needs Linux with glibc, or macOS): set DATABASE_URL to a PostgreSQL of your own.';
}

function hasName(): boolean {
  try {
    os.userInfo();
    return true;
  } catch {
    return false;
  }
}

type Way = Pick<Launcher, 'command' | 'owner'>;

const unwrapped: Launcher['command'] = (program, args) => [program, [...args]];
const inUserNamespace: Launcher['command'] = (program, args) => ['unshare', ['-U', '--', program, ...args]];

function rootWays(): Way[] {
  const nobody: Way = {
    owner: { uid: NOBODY, gid: NOBODY },
    command: (program, args) => [
      'setpriv',
      [
        `--reuid=${NOBODY}`,
        `--regid=${NOBODY}`,
        '--clear-groups',
        '--no-new-privs',
        // Without this bit access(2) ignores the privilege, and PostgreSQL checks its own program with access(2): the
        // user nobody could not reach it in root's home folder.
        '--securebits=+no_setuid_fixup',
        `--bounding-set=${ONLY_FILE_ACCESS}`,
        `--inh-caps=${ONLY_FILE_ACCESS}`,
        `--ambient-caps=${ONLY_FILE_ACCESS}`,
        '--',
        program,
        ...args,
      ],
    ],
  };
  return [{ command: inUserNamespace, owner: { uid: 0, gid: 0 } }, nobody];
}

/**
 * Asks the program for its version exactly as it would be started, from where it can write the data folder; if there is
 * no database yet, also checks that initdb would create one.
 */
function tryOut(
  way: Way,
  { initdb, postgres }: DatabaseBinaries,
  { dataFolder, home }: DatabaseLayout,
): number | null {
  const canMake = existsSync(home)
    ? 'true'
    : '"$3" --show --pgdata="$1/none" --username=postgres >/dev/null 2>&1';
  const script = `test -w "$1" && ${canMake} && exec "$2" --version`;
  const [program, args] = way.command('/bin/sh', [
    '-c',
    script,
    'sh',
    path.resolve(dataFolder),
    postgres,
    initdb,
  ]);
  const { status, stdout } = spawnSync(program, args, { env: POSTGRES_ENVIRONMENT, encoding: 'utf8' });
  const major = stdout?.match(/\(PostgreSQL\) (\d+)/)?.[1];
  return status === 0 && major !== undefined ? Number(major) : null;
}
