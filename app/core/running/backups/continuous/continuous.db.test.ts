/** A bundled database that is lost, and restored as it was at any moment since its first copy. */
import { copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#kernel/time.ts';
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '#platform/embedded-database/embedded-database.ts';
import { databaseLayout } from '#platform/embedded-database/layout.ts';
import { readPasswords } from '#platform/embedded-database/passwords.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { folderStore } from '#platform/files/files.ts';
import { newStreamKey, type StreamKey } from '#platform/secrets/encrypted-stream.ts';
import { backupName } from '../backup.ts';
import { readChains } from './chain.ts';
import { chooseReach, endOf, readReach } from './choose-moment.server.ts';
import { readState, writeState } from './continuous-state.ts';
import { handOverLog, OUTBOX } from './log-segment.ts';
import { restoreMoment } from './restore-moment.server.ts';
import { backUpOnce, type ContinuousJob } from './run-continuous.server.ts';

const PASSPHRASE = 'correct horse battery';
let folder: string;
let shop: EmbeddedDatabase;
let job: ContinuousJob;
let key: StreamKey;
let client: pg.Client;
let restored = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmgate-moment-'));
  const dataFolder = join(folder, 'shop');
  shop = await startEmbeddedDatabase({ dataFolder, settings: handOverLog });
  const layout = databaseLayout(dataFolder);
  const passwords = readPasswords(layout);
  job = {
    store: folderStore(join(folder, 'backups')),
    passphrase: PASSPHRASE,
    cluster: {
      folder: layout.cluster,
      connection: {
        ...shop.connection,
        user: 'postgres',
        password: passwords.administrator,
        database: 'postgres',
      },
      passwords,
    },
    ...{ shopId: '019aaaaa-0000-7000-8000-00000012abcd', zone: 'America/New_York' },
  };
  key = await newStreamKey(PASSPHRASE);
  client = new pg.Client({ connectionString: shop.url });
  await client.connect();
  await client.query('create table notes (n int primary key, filler text)');
});
afterAll(async () => {
  await client.end();
  await shop.stop();
  await rm(folder, { recursive: true, force: true });
});

const write = (n: number) =>
  client.query(`insert into notes values ($1::int, repeat(md5($1::int::text), 100))`, [n]);
/** Ends the segment that is being written, as a minute does, and waits until PostgreSQL has handed it over. */
async function endSegment(): Promise<void> {
  const admin = new pg.Client({ ...job.cluster.connection, ssl: false });
  await admin.connect();
  const { rows } = await admin.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  await expect
    .poll(
      async () =>
        (
          await admin.query<{ is: boolean }>('select last_archived_wal >= $1 as is from pg_stat_archiver', [
            rows[0]?.name,
          ])
        ).rows[0]?.is,
      { timeout: 20_000 },
    )
    .toBe(true);
  await admin.end();
}
async function databaseNow(): Promise<Temporal.Instant> {
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  return Temporal.Instant.fromEpochMilliseconds((rows[0]?.at.getTime() ?? 0) + 1);
}
async function restore(until: Temporal.Instant | null, store: FileStore = job.store): Promise<number[]> {
  restored += 1;
  const place = { store, passphrase: PASSPHRASE };
  let found: number[] = [];
  await restoreMoment(
    place,
    chooseReach((await readReach(place)).reach, until),
    until,
    join(folder, `restored-${restored}`),
    async (url) => {
      const reader = new pg.Client({ connectionString: url });
      await reader.connect();
      found = (await reader.query<{ n: number }>('select n from notes order by n')).rows.map(({ n }) => n);
      await reader.query('insert into notes values (1000000)');
      await reader.end();
    },
  );
  return found;
}

test('a shop is restored as it was at a moment, and as late as its log goes', async () => {
  await write(1);
  expect(await backUpOnce(job, key)).toMatchObject({ problem: null, baseAt: expect.any(String) });
  await write(2);
  const between = await databaseNow();
  // A commit in the same millisecond would belong to the moment.
  await pause(20);
  await write(3);
  await endSegment();
  // As after a restart of the process: another key in the same chain.
  await backUpOnce(job, await newStreamKey(PASSPHRASE));
  await write(4);
  await endSegment();
  await backUpOnce(job, key);
  await write(5);
  expect(await readdir(join(job.cluster.folder, OUTBOX))).toEqual(['state.json']);
  expect(await restore(between)).toEqual([1, 2]);
  expect(
    await restore((await databaseNow()).add({ minutes: 2 })),
    'the last segment was not finished',
  ).toEqual([1, 2, 3, 4]);
  await expect(restore((await databaseNow()).add({ hours: 1 }))).rejects.toThrow('The log ends at');
});

test('what the store has is encrypted', async () => {
  const names = await readdir(join(folder, 'backups'), { recursive: true, withFileTypes: true });
  for (const entry of names.filter((each) => each.isFile() && !/\.000[2-9]$/.test(each.name))) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    expect(bytes.subarray(0, 4).toString(), entry.name).toBe('FGB1');
  }
});

test('where a part of the log is lost, a new chain begins, and moments before it can still be restored', async () => {
  const outbox = join(job.cluster.folder, OUTBOX);
  const before = await readState(outbox);
  await endSegment();
  const [lost] = (await readdir(outbox)).filter((name) => /^[0-9A-F]{24}$/.test(name));
  await rm(join(outbox, lost ?? 'no segment waits'));
  await write(6);
  await endSegment();
  const broken = await backUpOnce(job, key);
  expect(broken).toMatchObject({ baseAt: null, problem: 'A part of the log was lost; a new copy begins.' });
  expect(broken.chain).not.toBe(before?.chain);
  // As after kill -9 in the middle of a copy.
  await job.store.put(
    `continuous/${broken.chain}/20200101T000000Z-12abcd/files.0001`,
    Buffer.from('x'),
    'text/plain',
  );
  expect(await backUpOnce(job, key)).toMatchObject({ chain: broken.chain, problem: null });
  const { reach } = await readReach({ store: job.store, passphrase: PASSPHRASE });
  expect(reach.map(({ chain }) => chain.name)).toEqual([before?.chain, broken.chain]);
  expect(reach.every((each) => endOf(each).getTime() > 0)).toBe(true);

  for (let nth = 0; nth < 2; nth++) {
    await writeState(outbox, { ...(await backUpOnce(job, key)), baseAt: '2020-01-01T00:00:00.000Z' });
    await backUpOnce(job, key);
  }
  const chains = await readChains(job.store);
  expect(
    chains.map(({ name, bases }) => [name, bases.length]),
    'the newest three copies stay',
  ).toEqual([[broken.chain, 3]]);
  expect(chains[0]?.keys.join()).not.toContain('20200101T000000Z');
});

test('a place that fails in the middle loses nothing, and no half copy stays on a full disk', async () => {
  for (const n of [7, 8, 9]) {
    await write(n);
    await endSegment();
  }
  const stateBefore = await readState(join(job.cluster.folder, OUTBOX));
  let puts = 0;
  const failing = (from: number): FileStore => ({
    ...job.store,
    put: async (...args) => {
      puts += 1;
      if (puts >= from) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return job.store.put(...args);
    },
  });
  const half = await backUpOnce({ ...job, store: failing(2) }, key);
  expect(half).toMatchObject({
    chain: stateBefore?.chain,
    problem: 'The disk for backups is full: free some space there.',
  });
  expect(half.last, 'the first one was stored').not.toBe(stateBefore?.last);
  expect(await backUpOnce(job, key)).toMatchObject({ chain: stateBefore?.chain, problem: null });

  const outbox = join(job.cluster.folder, OUTBOX);
  const count = async () =>
    (await readdir(join(folder, 'backups'), { recursive: true })).filter((name) => /files\.\d+$/.test(name))
      .length;
  await writeState(outbox, { ...(await backUpOnce(job, key)), baseAt: '2020-01-01T00:00:00.000Z' });
  // Copies that began in this second and in the next.
  for (const seconds of [0, 1]) {
    const name = backupName(systemClock().add({ seconds }), job.shopId);
    await job.store.put(
      `continuous/${half.chain}/${name}/files.9999`,
      Buffer.from('of another copy'),
      'text/plain',
    );
  }
  const before = await count();
  puts = 0;
  const failed = await backUpOnce({ ...job, store: failing(2) }, key);
  expect(failed).toMatchObject({ failures: 1, nextBaseAt: expect.any(String) });
  const again = await backUpOnce(job, key);
  expect(again.baseAt, 'the next copy waits').toBe('2020-01-01T00:00:00.000Z');
  expect(await count(), 'nothing is left of the copy').toBe(before);
  await writeState(outbox, { ...again, baseAt: stateBefore?.baseAt ?? null, nextBaseAt: null });
  expect(await restore(null)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('another shop in the same place, and a copy that cannot be read, are in no one’s way', async () => {
  const place = { store: job.store, passphrase: PASSPHRASE };
  const { reach } = await readReach(place, '12abcd');
  const foreign = 'continuous/20990101T000000Z-ffffff/20990101T000001Z-ffffff/manifest';
  const unread = `continuous/${reach.at(-1)?.chain.name}/20990101T000000Z-12abcd/manifest`;
  for (const name of [foreign, unread])
    await job.store.put(name, Buffer.from('FGB1, but nothing else'), 'text/plain');
  const now = await readReach(place, '12abcd');
  expect(now.reach.map(({ base }) => base.name)).toEqual(reach.map(({ base }) => base.name));
  expect(now.unreadable).toEqual(['20990101T000000Z-12abcd']);
  for (const name of [foreign, unread]) await job.store.remove(name);
});

test('a damaged or missing part of the log, another passphrase and a moment before the first copy are one sentence each', async () => {
  const place = { store: job.store, passphrase: PASSPHRASE };
  expect(await readReach({ ...place, passphrase: 'another one, wrong' })).toMatchObject({ reach: [] });
  const { reach } = await readReach(place);
  expect(() => chooseReach(reach, Temporal.Instant.from('2020-01-01T00:00:00Z'))).toThrow(
    'The continuous backup begins at',
  );
  expect(() => chooseReach([], null)).toThrow('There is no continuous backup here');
  const last = reach.at(-1);
  const path = join(folder, 'backups/continuous', last?.chain.name ?? '', 'log', last?.segments.at(-1) ?? '');
  await copyFile(path, join(folder, 'kept'));
  const bytes = await readFile(path);
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
  await writeFile(path, bytes);
  await expect(restore(null)).rejects.toThrow('is damaged');
  await copyFile(join(folder, 'kept'), path);

  const middle = last?.segments.at(-2) ?? '';
  await rename(join(dirname(path), middle), join(folder, 'missing'));
  for (const until of [null, await databaseNow()])
    await expect(restore(until), 'a part in the middle').rejects.toThrow(
      'A part of the log is missing after',
    );
  await rename(join(folder, 'missing'), join(dirname(path), middle));
});
