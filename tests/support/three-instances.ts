/** Three instances behind nginx, as `npm run three-instances` starts them, with customers and products. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Database, databaseOn } from '#db/client.ts';
import { TEST_SECRET } from './secret.ts';

export const root = join(import.meta.dirname, '../..');
const script = 'deploy/three-instances/run.ts';

/** Null where everything is installed; otherwise what is missing. */
export function whatIsMissing(): string | null {
  const programs = { nginx: '/usr/sbin/nginx', pgbouncer: '/usr/sbin/pgbouncer' };
  const missing = Object.entries(programs).filter(([, path]) => !existsSync(path));
  if (!['15', '16', '17', '18'].some((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`)))
    missing.push(['postgresql-15', '']);
  return missing.length === 0 ? null : missing.map(([name]) => name).join(', ');
}

export type ThreeInstances = {
  origin: string;
  /** Of each instance, past nginx. */
  origins: string[];
  folder: string;
  /** Through PgBouncer, so on the primary of the moment. */
  db: Database;
  run(...args: string[]): Promise<string>;
  /** Asks a server as its superuser, whichever is the primary. */
  ask(server: 'a' | 'b', statement: string): Promise<unknown[]>;
  /** Process ids of the instances. */
  instances(): number[];
  stop(): Promise<void>;
};

/** @param checkout whose version they run. */
export async function startThreeInstances(
  checkout: string,
  environment: Record<string, string> = {},
): Promise<ThreeInstances> {
  // Not in the usual temporary folder: a disk is part of what is measured, and PostgreSQL's user must reach it.
  const folder = mkdtempSync('/var/tmp/farmgate-three-');
  const port = await freePorts(7);
  const env = {
    ...process.env,
    ...environment,
    FOLDER: join(folder, 'all'),
    PORT: String(port),
    FARMGATE_SECRET: TEST_SECRET,
  };
  execFileSync('chmod', ['755', folder]);
  const run = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { cwd: root, env });
    return stdout;
  };
  const clean = () => run('clean').finally(() => rmSync(folder, { recursive: true, force: true }));
  try {
    await run('start', '--failover', checkout);
  } catch (error) {
    await clean();
    throw error;
  }
  const { farmgate } = JSON.parse(readFileSync(join(folder, 'all/passwords.json'), 'utf8'));
  const connectionString = `postgres://farmgate:${farmgate}@127.0.0.1:${port + 6}/farmgate_sessions`;
  const pool = new pg.Pool({ connectionString, max: 4 });
  pool.on('error', () => undefined);
  return {
    origin: `http://127.0.0.1:${port}`,
    origins: [1, 2, 3].map((number) => `http://127.0.0.1:${port + number}`),
    folder: join(folder, 'all'),
    db: databaseOn(pool),
    run,
    ask: async (server, statement) => {
      const host = join(folder, 'all/postgres/sockets');
      const own = { host, port: port + (server === 'a' ? 4 : 5), user: 'postgres', database: 'farmgate' };
      const client = new pg.Client(own);
      await client.connect();
      try {
        return (await client.query(statement)).rows;
      } finally {
        await client.end();
      }
    },
    instances: () =>
      [1, 2, 3].map((number) => Number(readFileSync(join(folder, `all/instances/${number}/pid`), 'utf8'))),
    stop: async () => {
      await pool.end();
      await clean();
    },
  };
}

/** Finds this many consecutive free ports, and returns the first. */
async function freePorts(count: number): Promise<number> {
  const isFree = (port: number) =>
    new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
  for (;;) {
    const first = 20_000 + Math.trunc(Math.random() * 10_000);
    const all = await Promise.all(Array.from({ length: count }, (_, nth) => isFree(first + nth)));
    if (all.every(Boolean)) return first;
  }
}

/** The time of each migration of a version, oldest first; null if it cannot be read. */
function migrationsOf(commit: string): number[] {
  const journal = JSON.parse(git('show', `${commit}:app/db/migrations/meta/_journal.json`));
  return journal.entries.map(({ when }: { when: number }) => when);
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();

/** The last landed version with fewer migrations than this one; null without the project's history. */
export function previousVersion(): string | null {
  try {
    const own = migrationsOf('HEAD');
    const changes = git('rev-list', '--first-parent', 'HEAD', '--', 'app/db/migrations/meta/_journal.json');
    const versions = changes.split('\n').map((commit) => `${commit}^1`);
    const earlier = versions.find((commit) => {
      const theirs = migrationsOf(commit);
      return theirs.length < own.length && theirs.every((when, nth) => when === own[nth]);
    });
    return earlier === undefined ? null : git('rev-parse', earlier);
  } catch {
    return null;
  }
}

/** Writes out a version and builds it, with the packages of this one. */
export function checkOut(commit: string, folder: string): void {
  execFileSync('sh', ['-c', `git archive '${commit}' | tar -x -C '${folder}'`], { cwd: root });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: folder, stdio: 'pipe' });
}

/** The process of a replica that receives what the primary writes. */
export function receiverOf(server: string): number {
  const title = `postgres: ${server}: walreceiver`;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.find((pid) => {
    const path = `/proc/${pid}/cmdline`;
    return existsSync(path) && readFileSync(path, 'utf8').startsWith(title);
  });
  if (found === undefined) throw new Error(`server ${server} follows no one`);
  return Number(found);
}

/** Kilobytes that these processes have for themselves, and their share of what they have together. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const path = `/proc/${pid}/smaps_rollup`;
    const shared = existsSync(path) ? /^Pss:\s+(\d+)/m.exec(readFileSync(path, 'utf8'))?.[1] : undefined;
    return sum + Number(shared ?? 0);
  }, 0);
}

export type Customers = {
  userIds: string[];
  cookies: string[];
  productIds: number[];
  /** The cookie of an admin. */
  admin: string;
};

/** Runs in a checkout, so that a version fills its own tables. */
const MAKE_CUSTOMERS = `
import pg from 'pg';
import { databaseOn } from '#db/client.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { openShop } from '#tests/support/shop.ts';
const pool = new pg.Pool({ connectionString: process.env.URL, max: 4 });
const db = databaseOn(pool);
await pool.query(\`insert into store_settings (name, value) values ('opening', '{"isOpen":true}')
  on conflict (name) do update set value = excluded.value\`);
await openShop(db);
const productIds = [];
for (let nth = 0; nth < 24; nth++) productIds.push(await aProduct(db, { onHand: 1_000_000, limitMg: 1 }));
const people = await Promise.all(Array.from({ length: 48 }, () => aPerson(db)));
const cookies = await Promise.all(people.map((person) => signedIn(db, person)));
const admin = await signedIn(db, await aPerson(db, { role: 'admin' }));
await pool.end();
console.log(JSON.stringify({ userIds: people.map(({ userId }) => userId), cookies, productIds, admin }));`;

/** An open shop with customers and products that never run out. */
export function openForCustomers(checkout: string, { db }: ThreeInstances): Customers {
  const url = (db.$client.options as pg.PoolConfig).connectionString ?? '';
  const made = execFileSync(process.execPath, ['--input-type=module', '-e', MAKE_CUSTOMERS], {
    cwd: checkout,
    env: { ...process.env, URL: url },
    encoding: 'utf8',
  });
  return JSON.parse(made);
}
