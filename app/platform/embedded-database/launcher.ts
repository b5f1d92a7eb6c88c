import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { DatabaseBinaries } from './binaries.ts';
import { DatabaseStartError } from './database-start-error.ts';
import type { DatabaseLayout } from './layout.ts';

/** How PostgreSQL's programs are started here, given that they refuse to run as root. */
export interface Launcher {
  /** Program and arguments to give to spawn. */
  command(program: string, args: readonly string[]): [string, string[]];
  /** The user that must own the cluster's files. */
  owner: { uid: number; gid: number };
  /** PostgreSQL's major version, as the program itself says. */
  version: number;
}

/** PostgreSQL sees only what it needs: stray PG… variables of the caller would change its behaviour. */
export const POSTGRES_ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const NOBODY = 65_534;
const ONLY_FILE_ACCESS = '-all,+dac_override';

/**
 * An ordinary user starts the programs directly. Root starts them in a user namespace of their own, where they
 * are nobody; where that is denied (many containers), as the user nobody, keeping the one privilege of reaching
 * the data folder wherever it lies. Each way is tried before it is chosen.
 * @throws DatabaseStartError when no way works.
 */
export function chooseLauncher({ postgres }: DatabaseBinaries, { dataFolder }: DatabaseLayout): Launcher {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  const direct = { command: unwrapped, owner: { uid, gid } };
  const ways = uid === 0 ? rootWays() : [direct];
  for (const way of ways) {
    const version = tryOut(way, postgres, dataFolder);
    if (version !== null) return { ...way, version };
  }
  throw new DatabaseStartError(
    uid === 0
      ? 'PostgreSQL refuses to run as root and this machine denies root a user namespace (unshare -U): start Farmgate as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.'
      : 'The bundled PostgreSQL does not run on this machine (it needs Linux with glibc, or macOS): set DATABASE_URL to a PostgreSQL of your own.',
  );
}

type Way = Pick<Launcher, 'command' | 'owner'>;

const unwrapped: Launcher['command'] = (program, args) => [program, [...args]];

function rootWays(): Way[] {
  const userNamespace: Way = {
    owner: { uid: 0, gid: 0 },
    command: (program, args) => ['unshare', ['-U', '--', program, ...args]],
  };
  const nobody: Way = {
    owner: { uid: NOBODY, gid: NOBODY },
    command: (program, args) => [
      'setpriv',
      [
        `--reuid=${NOBODY}`,
        `--regid=${NOBODY}`,
        '--clear-groups',
        '--no-new-privs',
        `--bounding-set=${ONLY_FILE_ACCESS}`,
        `--inh-caps=${ONLY_FILE_ACCESS}`,
        `--ambient-caps=${ONLY_FILE_ACCESS}`,
        '--',
        program,
        ...args,
      ],
    ],
  };
  return [userNamespace, nobody];
}

/** Asks the program for its version the very way it would be started, from where it can write the data folder. */
function tryOut(way: Way, postgres: string, dataFolder: string): number | null {
  const script = 'test -w "$1" && exec "$2" --version';
  const [program, args] = way.command('/bin/sh', ['-c', script, 'sh', path.resolve(dataFolder), postgres]);
  const { status, stdout } = spawnSync(program, args, { env: POSTGRES_ENVIRONMENT, encoding: 'utf8' });
  const major = stdout?.match(/\(PostgreSQL\) (\d+)/)?.[1];
  return status === 0 && major !== undefined ? Number(major) : null;
}
