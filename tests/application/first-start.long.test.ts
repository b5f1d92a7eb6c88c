/**
 * First starts in fresh folders: at random moments of random years, killed at random instants, and under every
 * obstacle. Each either opens or says in one sentence what to do.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseLayout } from '#platform/embedded-database/layout.ts';
import { startApplication } from '#tests/support/application.ts';
import { seen, whole } from '#tests/support/seen.ts';
import { type Start, startCommand } from '#tests/support/start-command.ts';
import { shiftedClock } from '../../scripts/shifted-clock.ts';

const root = join(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
const mayMount = isRoot && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

let parent: string;
let dataFolder: string;
beforeEach(() => {
  // On a disk: some of these starts have no memory folder, or another one.
  parent = mkdtempSync('/var/tmp/farmgate first ');
  dataFolder = join(parent, 'data');
});
afterEach(() => rmSync(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

/** Starts as `npm start` does, waits until the menu is served, and stops; returns the output. */
async function opensAndStops(start: Partial<Start> = {}): Promise<string> {
  const shop = await startCommand({ dataFolder, ...start });
  try {
    expect(shop.origin, shop.output()).not.toBeNull();
    const page = await fetch(`${shop.origin}/products`);
    expect(page.status).toBe(200);
    expect((await page.text()).match(/href="\/products\/\d+"/g)?.length).toBeGreaterThan(20);
  } finally {
    expect(await shop.stop(), shop.output()).toBe(0);
  }
  expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain(parent);
  return shop.output();
}

/** The output of a start that cannot open: one paragraph, no stack. */
async function isRefused(start: Partial<Start> = {}): Promise<string> {
  const shop = await startCommand({ dataFolder, ...start });
  // Stopped first, because one that opened late would continue.
  await shop.stop();
  expect(shop.origin).toBeNull();
  expect(shop.output()).not.toMatch(/^\s+at /m);
  console.info(shop.output().trim());
  return shop.output();
}

describe('a first start works at a random moment', () => {
  const opened = { random: 0, wrong: 0 };
  afterAll(() =>
    seen(
      'first-start-moments',
      `${opened.random} of 20 and ${opened.wrong} of 2`,
      opened.random + opened.wrong === 22,
    ),
  );
  const year = (at: number) => Date.UTC(at, 0, 1);
  const moments = Array.from(
    { length: 20 },
    () => new Date(year(2026) + Math.random() * (year(2033) - year(2026))),
  );
  test.runIf(shiftedClock(new Date())).each(moments.map((moment) => moment.toISOString()))(
    '%s',
    async (moment) => {
      const said = await opensAndStops({ environment: shiftedClock(new Date(moment)) ?? {} });
      expect(said).toMatch(/admin\s+admin@\S+\s+\S+/);
      opened.random += 1;
    },
  );
  test.runIf(shiftedClock(new Date())).each(['1970-01-01T00:00:30Z', '2099-12-31T23:59:00-05:00'])(
    'with the wrong clock: %s',
    async (moment) => {
      await opensAndStops({ environment: shiftedClock(new Date(moment)) ?? {} });
      opened.wrong += 1;
    },
  );
});

test('after ten first starts killed at random instants, the next one opens', async () => {
  for (let round = 0; round < 10; round++) {
    const killed = await startCommand({ dataFolder, killAfterMs: Math.random() * 6_000 });
    await killed.stop();
  }
  await opensAndStops();
  seen('first-start-killed', 'it opened');
});

test('a first start stopped at ten random instants ends in time, leaves nothing, and the next one opens', async () => {
  const took: number[] = [];
  let cutOff = 0;
  for (let round = 0; round < 10; round++) {
    const folder = join(parent, `round ${round}`);
    const killAfterMs = Math.random() * 3_000;
    const began = performance.now();
    const told = await startCommand({ dataFolder: folder, killAfterMs, killBy: 'SIGTERM' });
    // A start that was already open is stopped now, and no longer counts as a first start.
    if (told.origin === null) took.push(Math.round(performance.now() - began - killAfterMs));
    // 1 if a half-done start could not finish in nine seconds and was cut off.
    if ((await told.stop()) === 1) cutOff += 1;
    expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain(folder);
    await opensAndStops({ dataFolder: folder });
  }
  seen(
    'first-start-stopped',
    `${took.length} of 10 while starting, the slowest after ${whole(Math.max(...took))} ms; ${cutOff} cut off after nine seconds; 10 of 10 opened afterwards`,
  );
  expect(took.length).toBeGreaterThan(0);
  expect(Math.max(...took)).toBeLessThan(10_000);
});

test('of two simultaneous first starts in one folder, one opens and the other says why not', async () => {
  const both = await Promise.all([startCommand({ dataFolder }), startCommand({ dataFolder })]);
  const refused = both.find(({ origin }) => origin === null);
  expect(both.filter(({ origin }) => origin !== null)).toHaveLength(1);
  expect(refused?.output()).toMatch(/is already running on the data folder .*: stop that one first/);
  for (const shop of both) await shop.stop();
  seen('first-start-twice', 'so');
});

test('the first start in a path with a space fills the demo store, the second finds it, a production start refuses it, and SIGTERM stops it cleanly', async () => {
  const first = await startApplication({ HOST: '127.0.0.1' }, { dataFolder });
  expect(first.output()).toMatch(/admin\s+admin@\S+\s+\S+/);
  expect(first.output()).not.toContain('Other computers');
  expect(first.output()).toContain('/admin/sent-mail');
  const page = await (await fetch(`${first.origin}/products`)).text();
  expect(await first.stop()).toBe(0);

  // Only `production` starts a real shop, so this start warns.
  const second = await startApplication({ NODE_ENV: 'Production' }, { dataFolder });
  expect(second.output()).toContain('Other computers can reach this demo store.');
  expect(second.output()).not.toMatch(/admin\s+admin@\S+\s+\S+-\S+/);
  const again = await (await fetch(`${second.origin}/products`)).text();
  const names = (html: string) => [...html.matchAll(/href="\/products\/(\d+)"/g)].map((match) => match[1]);
  expect(names(again).length).toBeGreaterThan(20);
  expect(names(again)).toEqual(names(page));
  expect(await second.stop()).toBe(0);
  await expect(startApplication({ NODE_ENV: 'production' }, { dataFolder })).rejects.toThrow(
    'This database holds the demo store',
  );
  // Nothing remains: no postmaster runs in this folder.
  const processes = execFileSync('ps', ['-eo', 'args']).toString();
  expect(processes).not.toContain(dataFolder);
});

describe('opens', () => {
  test.each<[string, Partial<Start>]>([
    ['without HOME', { without: ['HOME'] }],
    ['with a HOME that does not exist', { environment: { HOME: '/nonexistent' } }],
    ['with umask 077', { wrapper: ['/bin/sh', '-c', 'umask 077; exec "$@"', 'sh'] }],
    ['with umask 000', { wrapper: ['/bin/sh', '-c', 'umask 000; exec "$@"', 'sh'] }],
    ['in another time zone', { environment: { TZ: 'Asia/Kathmandu' } }],
    ['in a time zone that does not exist', { environment: { TZ: 'Mars/Olympus' } }],
    ['in another language', { environment: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } }],
    ['in a language that does not exist', { environment: { LANG: 'xx_XX', LC_ALL: 'nonsense' } }],
    [
      'with foreign NODE_OPTIONS',
      { environment: { NODE_OPTIONS: '--max-old-space-size=512 --no-deprecation' } },
    ],
    ['with 256 open files', { wrapper: ['/bin/sh', '-c', 'ulimit -n 256; exec "$@"', 'sh'] }],
    [
      'with variables meant for another PostgreSQL',
      { environment: { PGPORT: '1', PGHOST: 'nowhere', PGDATA: '/nowhere', PGUSER: 'x' } },
    ],
  ])('%s', async (_, start) => {
    await opensAndStops(start);
  });

  test.each([
    'with a space',
    'mit Umläuten ✿ и кириллица',
    `${'a long name '.repeat(15)}end`,
    'it\'s $HOME; `ls` "q"',
  ])('in a folder named %j', async (name) => {
    await opensAndStops({ dataFolder: join(parent, name) });
  });

  test('beside the remains of a crash: locks, pid files, an unfinished database', async () => {
    mkdirSync(join(dataFolder, '.postgres-unfinished-0123456789ab/cluster/base'), { recursive: true });
    mkdirSync(join(dataFolder, 'socket'));
    writeFileSync(join(dataFolder, 'in-use.lock'), '');
    writeFileSync(join(dataFolder, 'in-use.lock.pid'), `${process.pid}\n`);
    writeFileSync(join(dataFolder, 'socket/.s.PGSQL.5432.lock'), `${process.pid}\n`);
    await opensAndStops();
    writeFileSync(join(databaseLayout(dataFolder).cluster, 'postmaster.pid'), `${process.pid}\nnonsense\n`);
    await opensAndStops();
    writeFileSync(join(databaseLayout(dataFolder).cluster, 'postmaster.pid'), '');
    await opensAndStops();
  });

  const inMount = (script: string) => ['unshare', '-m', '/bin/sh', '-c', `${script} && exec "$@"`, 'sh'];
  test.runIf(mayMount).each([
    ['without /dev/shm', 'umount -l /dev/shm && mount -t tmpfs -o ro tmpfs /dev/shm'],
    ['with a tiny /dev/shm', 'mount -t tmpfs -o size=64k tmpfs /dev/shm'],
    [
      'from a checkout that is read-only',
      `mount --bind "${root}" "${root}" && mount -o remount,bind,ro "${root}"`,
    ],
    ['in 400 MB of disk', `mkdir -p "$DATA_FOLDER" && mount -t tmpfs -o size=400m tmpfs "$DATA_FOLDER"`],
  ])('%s', async (_, script) => {
    await opensAndStops({ wrapper: inMount(script), environment: { TMPDIR: '/tmp' } });
  });

  test.runIf(mayMount)('in a home folder closed to everyone else', async () => {
    const home = join(parent, 'home');
    const checkout = join(home, 'checkout');
    mkdirSync(checkout, { recursive: true });
    chmodSync(home, 0o700);
    const wrapper = inMount(`mount --bind "${root}" "${checkout}"`);
    await opensAndStops({ wrapper, checkout, dataFolder: join(home, 'data') });
  });

  test.runIf(isRoot)('as another user than the one who installed it', async () => {
    chownSync(parent, 65_534, 65_534);
    const reachable = spawnSync('setpriv', [
      '--reuid=65534',
      '--clear-groups',
      'test',
      '-r',
      import.meta.filename,
    ]);
    if (reachable.status !== 0) return;
    await opensAndStops({ wrapper: ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'] });
  });
});

describe('a failed first start says in one sentence what to do', () => {
  const inMount = (script: string) => ['unshare', '-m', '/bin/sh', '-c', `${script} && exec "$@"`, 'sh'];
  test.runIf(mayMount).each([8, 40, 60])('in %i MB of disk', async (megabytes) => {
    const disk = `mkdir -p "$DATA_FOLDER" && mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_FOLDER"`;
    expect(await isRefused({ wrapper: inMount(disk) })).toContain('is full: free some space there');
  });

  test.runIf(mayMount)('on a read-only disk', async () => {
    const disk = 'mkdir -p "$DATA_FOLDER" && mount -t tmpfs -o ro tmpfs "$DATA_FOLDER"';
    expect(await isRefused({ wrapper: inMount(disk) })).toContain('is on a read-only disk: make it writable');
  });

  test.runIf(isRoot)('in someone else’s folder', async () => {
    mkdirSync(dataFolder, { mode: 0o700 });
    chmodSync(parent, 0o755);
    const wrapper = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'];
    expect(await isRefused({ wrapper })).toMatch(/may not be written by this user|cannot be locked/);
  });

  test('with too few open files', async () => {
    const wrapper = ['/bin/sh', '-c', 'ulimit -n 24; exec "$@"', 'sh'];
    expect(await isRefused({ wrapper })).toContain('raise the limit (ulimit -n 1024)');
  });

  test.runIf(mayMount)('when it must build in a read-only folder', async () => {
    const checkout = join(parent, 'checkout');
    mkdirSync(checkout);
    for (const name of [
      'app',
      'server',
      'public',
      'scripts',
      'package.json',
      'package-lock.json',
      'vite.config.ts',
    ])
      cpSync(join(root, name), join(checkout, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
    const readOnly = `mount --bind "${checkout}" "${checkout}" && mount -o remount,bind,ro "${checkout}"`;
    expect(await isRefused({ wrapper: inMount(readOnly), checkout })).toContain(
      'The application cannot be built: the folder',
    );
  });
});

// Processes of a killed start end by themselves a moment later; the folder is removed only then.
afterEach(() => pause(200));
