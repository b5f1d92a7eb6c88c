/** A backup of a shop at work, and what is restored from it: everything, or nothing and one sentence. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { removeFiles } from '#core/accounts/customers/remove-photos.server.ts';
import { photoContext, savePhoto } from '#core/accounts/customers/save-photo.server.ts';
import { backupTrouble } from '#core/running/operations/doctor/examine-backups.server.ts';
import { databaseOn } from '#db/client.ts';
import { Connection } from '#db/connection.ts';
import { migrateDatabase, newestMigration } from '#db/migrate.ts';
import { backups } from '#db/schema/backups.ts';
import { customerPhotos } from '#db/schema/customers.ts';
import { COPY_SETTINGS, sequencesOf } from '#db/table-copies.ts';
import { newId } from '#kernel/ids.ts';
import { type Env, readEnv } from '#platform/env.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { BucketRefusal } from '#platform/files/file-store.ts';
import { files, folderStore, openFiles } from '#platform/files/files.ts';
import { s3Store } from '#platform/files/s3-store.ts';
import { stopJobs } from '#platform/jobs.ts';
import { newStreamKey } from '#platform/secrets/encrypted-stream.ts';
import { addKey, decryptBytes, encryptBytes, openKeyring } from '#platform/secrets/keyring.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { dropDatabase } from '#tests/support/drop-database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder, openForOrders } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { openS3Peer } from '#tests/support/s3-peer.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import type { BackupPlan } from './backup-plan.ts';
import { lastGoodBackup } from './backups-queries.server.ts';
import { nameToCheck } from './check-backup.server.ts';
import { connectForCopy, copyShop } from './copy-shop.server.ts';
import { makeBackup, problemOf, writeTables } from './make-backup.server.ts';
import { gunzipped, inWords, listBackups, readManifest, readPart, writePart } from './parts.server.ts';
import { recordCheck, recordFailure, recordStart, unusedName } from './record-run.server.ts';
import { type OpenBackup, requireKnownSchema, restoreFiles, restoreRows } from './restore-backup.server.ts';
import { restoreKeys } from './restore-keys.server.ts';
import { runBackup } from './run-backup.server.ts';

const root = join(import.meta.dirname, '../../../..');
const PASSPHRASE = 'correct horse battery';
let fresh: FreshDatabase;
let folder: string;
let plan: BackupPlan;
let env: Env;
const targets: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmgate-backup-'));
  fresh = await freshDatabase();
  openFiles(folderStore(join(folder, 'files')));
  const keyFile = join(folder, 'keyring');
  addKey(keyFile);
  env = readEnv({ DATA_FOLDER: folder, FARMGATE_SECRET: TEST_SECRET, ENCRYPTION_KEY_FILE: keyFile });
  await files().put('photos/one', encryptBytes(Buffer.from('a license'), 'photo:one'), 'image/webp');
  for (let made = 0; made < 3; made++) await aProduct(fresh.db, { onHand: 7 });
  plan = {
    store: folderStore(join(folder, 'backups')),
    place: 'A folder',
    keys: folderStore(join(folder, 'keys')),
    retention: { daily: 7, weekly: 4, monthly: 12 },
    passphrase: PASSPHRASE,
  };
});
afterAll(async () => {
  openKeyring(null);
  await fresh.stop();
  for (const name of targets) await dropDatabase(inject('clusterUrl'), name);
  await rm(folder, { recursive: true });
});

const backUp = (changed: Partial<BackupPlan> = {}) =>
  makeBackup({ url: fresh.url, root, env, plan: { ...plan, ...changed }, cause: 'command' });
const openBackup = async (name: string, store = plan.store) => ({
  store,
  ...(await readManifest(store, name, PASSPHRASE)),
});

/** Reads a table as a restore does; returns the number of rows. */
async function readUsers({ store, manifest, key }: OpenBackup): Promise<number> {
  const table = manifest.tables.find(({ name }) => name === 'users') ?? { pieces: 0 };
  let lines = 0;
  await inWords(manifest.name, async () => {
    for await (const bytes of gunzipped(readPart(store, key, manifest.name, 'tables/public.users', table)))
      lines += Buffer.from(bytes).toString('latin1').split('\n').length - 1;
  });
  return lines;
}

async function asAdmin(query: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('clusterUrl') });
  await client.connect();
  await client.query(query).finally(() => client.end());
}
async function emptyDatabase(): Promise<string> {
  const name = `test_restored_${newId<string>().replaceAll('-', '')}`;
  await asAdmin(`create database ${name}`);
  targets.push(name);
  return Object.assign(new URL(inject('clusterUrl')), { pathname: `/${name}` }).href;
}
async function ask<Row>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(query).finally(() => client.end())).rows as Row[];
}

/** A customer whose photo is saved and whose order is placed; the photo says whose it is. */
async function orderWithLicense(mug: number): Promise<{ order: string; userId: string }> {
  const customer = await aPerson(fresh.db);
  const bytes = Buffer.from(`license of ${customer.userId}`);
  const saved = await savePhoto(customer, 'license', { bytes, contentType: 'image/jpeg' });
  if (!saved.ok) throw new Error(saved.problem.kind);
  return { order: await anOrder(customer, [[mug, 1]]), userId: customer.userId };
}

test('a backup made while customers order, restored on an empty machine, has every order acknowledged before it, and their license photos decrypt', async () => {
  await openForOrders(fresh.db, 10_000);
  const mug = await aMug(fresh.db, { onHand: 10_000 });
  const acknowledged: Awaited<ReturnType<typeof orderWithLicense>>[] = [];
  let isOver = false;
  const working = Promise.all(
    Array.from({ length: 3 }, async () => {
      while (!isOver) acknowledged.push(await orderWithLicense(mug));
    }),
  );
  const some = async () => {
    while (acknowledged.length < 20) await new Promise((resume) => setTimeout(resume, 5));
  };
  // An order that fails ends the wait.
  await Promise.race([some(), working]);
  const before = [...acknowledged];
  const { manifest } = await backUp();
  isOver = true;
  await working;
  // A restore opens and closes the process's job queue for its own database, and would leave this one running.
  await stopJobs();
  expect(acknowledged.length, 'orders during the backup').toBeGreaterThan(before.length);
  const fileCount = manifest.files.count;
  expect(await lastGoodBackup()).toMatchObject({ name: manifest.name, hasKeys: true, fileCount });

  const backup = await openBackup(manifest.name);
  const url = await emptyDatabase();
  await restoreRows(backup, url, root);
  const restored = await ask<{ order: string }>(url, 'select order_id as order from orders');
  expect(restored.map(({ order }) => order)).toEqual(
    expect.arrayContaining(before.map(({ order }) => order)),
  );
  const pool = new pg.Pool({ connectionString: url });
  expect(await checkInvariants(databaseOn(pool)), 'stock, money and ledger agree').toEqual([]);
  await pool.end();
  await expect(ask(url, 'update stock_ledger set on_hand = 0'), 'triggers are on again').rejects.toThrow();
  const indexes = `select indexdef from pg_indexes where schemaname = 'public' order by 1`;
  expect(await ask(url, indexes)).toEqual(await ask(fresh.url, indexes));

  const machine = join(folder, 'machine');
  const there = readEnv({ DATA_FOLDER: machine, ENCRYPTION_KEY_FILE: join(machine, 'keyring') });
  expect(await restoreKeys(backup, plan, there)).toEqual([join(machine, 'secret'), join(machine, 'keyring')]);
  expect(await restoreFiles(backup, folderStore(join(machine, 'files')))).toBe(fileCount);
  const photos = await ask<{ userId: string; fileKey: string }>(
    url,
    `select user_id as "userId", file_key as "fileKey" from customer_photos where kind = 'license' and state = 'kept'`,
  );
  const licenses = await Promise.all(
    photos.map(async ({ fileKey }) =>
      decryptBytes(await readFile(join(machine, 'files', fileKey)), photoContext(fileKey)).toString(),
    ),
  );
  expect(licenses).toEqual(photos.map(({ userId }) => `license of ${userId}`));
  expect(licenses).toEqual(expect.arrayContaining(before.map(({ userId }) => `license of ${userId}`)));
  openSecrets({ given: TEST_SECRET, dataFolder: folder });
  openKeyring(env.ENCRYPTION_KEY_FILE ?? null);
});

test('a damaged backup restores nothing and says so in one sentence', async () => {
  const { manifest } = await backUp();
  const { name } = manifest;
  const url = await emptyDatabase();
  const path = (part: string) => join(folder, 'backups', name, `${part}.0001`);
  const damages: [string, (at: string) => Promise<void>][] = [
    ['cut off', async (at) => writeFile(at, (await readFile(at)).subarray(0, -1))],
    ['cut off after its head', async (at) => writeFile(at, (await readFile(at)).subarray(0, 48))],
    [
      'a flipped bit',
      async (at) =>
        writeFile(
          at,
          (await readFile(at)).map((byte, n) => (n === 60 ? byte ^ 1 : byte)),
        ),
    ],
    ['another table', async (at) => writeFile(at, await readFile(path('tables/public.products')))],
    ['missing', (at) => rm(at)],
  ];
  for (const [what, damage] of damages) {
    const at = path('tables/public.users');
    const whole = await readFile(at);
    await damage(at);
    await expect(readUsers(await openBackup(name)), what).rejects.toThrow(/^The backup .* is damaged/);
    if (what === 'missing')
      await expect(readUsers(await openBackup(name))).rejects.toThrow(
        'damaged: tables/public.users, piece 1',
      );
    if (what === 'a flipped bit')
      await expect(restoreRows(await openBackup(name), url, root)).rejects.toThrow('is damaged');
    await writeFile(at, whole);
  }
  const left = `select from pg_class where relnamespace = 'public'::regnamespace`;
  expect(await ask(url, left)).toEqual([]);
  const files = path('files');
  await writeFile(files, (await readFile(files)).subarray(0, -1));
  await expect(restoreFiles(await openBackup(name), null)).rejects.toThrow('is damaged');
  const whole = join(folder, 'backups', name, 'manifest');
  await writeFile(whole, (await readFile(whole)).subarray(0, -1));
  await expect(openBackup(name)).rejects.toThrow('is damaged');
});

test('the doctor says that the passphrase is not the one of the last good backup', async () => {
  const { manifest } = await backUp();
  const trouble = (passphrase: string) =>
    backupTrouble(
      readEnv({
        ...{ DATA_FOLDER: join(folder, 'data'), BACKUP_FOLDER: join(folder, 'backups') },
        BACKUP_PASSPHRASE: passphrase,
      }),
      manifest.name,
    );
  expect(await trouble('a phrase that no one wrote down')).toBe(
    `The backup passphrase is not the one of the last good backup, ${manifest.name}: put that one back, or run npm run backup and write the new one down.`,
  );
  expect(await trouble(PASSPHRASE)).toBeNull();
});

test('a backup whose bucket refuses the key fails in one sentence', () => {
  expect(problemOf(new BucketRefusal(403, 'SignatureDoesNotMatch'))).toMatch(
    /^The bucket for backups refused the key\. Correct the key/,
  );
});

test('a wrong passphrase, another secret and a missing key are one sentence each', async () => {
  const { manifest } = await backUp();
  await expect(readManifest(plan.store, manifest.name, 'another one')).rejects.toThrow(
    'The passphrase is not the one that the backup',
  );
  const backup = await openBackup(manifest.name);
  const restoring = (given: Record<string, string>, keys: FileStore | null = plan.keys) =>
    restoreKeys(backup, { ...plan, keys }, readEnv({ DATA_FOLDER: join(folder, 'elsewhere'), ...given }));
  const keyring = env.ENCRYPTION_KEY_FILE ?? '';
  await expect(restoring({ FARMGATE_SECRET: 'x'.repeat(40), ENCRYPTION_KEY_FILE: keyring })).rejects.toThrow(
    'The secret in use (FARMGATE_SECRET or data/secret) is not the one of the shop',
  );
  await expect(restoring({ FARMGATE_SECRET: TEST_SECRET })).rejects.toThrow('set ENCRYPTION_KEY_FILE');
  const other = join(folder, 'other-keyring');
  addKey(other);
  await expect(restoring({ FARMGATE_SECRET: TEST_SECRET, ENCRYPTION_KEY_FILE: other })).rejects.toThrow(
    'is missing in ENCRYPTION_KEY_FILE',
  );
  await expect(restoring({ ENCRYPTION_KEY_FILE: keyring }, null)).rejects.toThrow('has no keys with it');
  openSecrets({ given: TEST_SECRET, dataFolder: folder });
  openKeyring(keyring);
});

test('a full disk and a killed run leave the last good backup as it was, and nothing else', async () => {
  const good = (await backUp()).manifest.name;
  let puts = 0;
  const full: FileStore = {
    ...plan.store,
    put: async (...args) => {
      puts += 1;
      if (puts > 20) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return plan.store.put(...args);
    },
  };
  await expect(backUp({ store: full })).rejects.toThrow('no space left');
  const [failed] = (await fresh.db.select().from(backups)).filter(({ status }) => status === 'failed');
  expect(failed?.problem).toBe('The disk for backups is full: free some space there.');
  expect((await lastGoodBackup())?.name).toBe(good);
  expect([...(await listBackups(plan.store)).values()].every(({ isComplete }) => isComplete)).toBe(true);

  // As after kill -9: pieces without a manifest, and a row that is still running.
  const killed = good.replace(/^\d{8}/, '20200101');
  await plan.store.put(`${killed}/tables/public.users.0001`, Buffer.from('x'), 'text/plain');
  await fresh.db
    .insert(backups)
    .values({ name: killed, place: 'A folder', cause: 'command', startedAt: new Date() });
  const next = (await backUp()).manifest.name;
  expect([...(await listBackups(plan.store)).keys()]).not.toContain(killed);
  expect(await readdir(join(folder, 'backups')), 'no empty folder either').not.toContain(killed);
  expect((await fresh.db.select().from(backups)).find(({ name }) => name === killed)).toMatchObject({
    status: 'failed',
    problem: 'It was interrupted.',
  });
  expect((await lastGoodBackup())?.name).toBe(next);
});

test('of a month with a good and a damaged backup, the good one stays', async () => {
  const [, owner] = (await backUp()).manifest.name.split('-');
  const [good, damaged] = [`20200101T081500Z-${owner}`, `20200131T081500Z-${owner}`];
  for (const name of [good, damaged])
    await plan.store.put(`${name}/manifest`, Buffer.from('m'), 'application/octet-stream');
  await fresh.db.insert(backups).values({
    ...{ name: damaged, place: 'A folder', cause: 'command', status: 'failed', startedAt: new Date(0) },
    ...{ checkedAt: new Date(0), checkProblem: 'Damaged.' },
  });
  const { removed } = await backUp({ retention: { daily: 0, weekly: 0, monthly: 12 } });
  expect(removed).toContain(damaged);
  expect(removed).not.toContain(good);
  expect(await readdir(join(folder, 'backups'))).not.toContain(damaged);
  await plan.store.remove(`${good}/manifest`);
});

test('a check of the latest backup takes the newest good one, and says so while there is none', async () => {
  const { manifest } = await backUp();
  expect(await nameToCheck('20261126T171500Z-1a2b3c')).toBe('20261126T171500Z-1a2b3c');
  expect(await nameToCheck('latest')).toBe(manifest.name);
  // One that a check found damaged is no longer good.
  await recordCheck(manifest.name, 'The part orders is damaged.', true);
  expect((await lastGoodBackup())?.name).not.toBe(manifest.name);
  await fresh.db.update(backups).set({ status: 'failed' });
  await expect(nameToCheck('latest')).rejects.toThrow(
    'There is no good backup to check yet; npm run backup makes one.',
  );
});

test('runs that start in the same second have names of their own', async () => {
  const now = Temporal.Instant.from('2026-03-08T06:59:59.400Z');
  const run = { place: 'A folder', cause: 'command' as const, startedAt: new Date() };
  const first = await unusedName(now, '00abcdef');
  await recordStart({ ...run, name: first });
  await recordFailure(first, 'The disk is full.');
  const second = await unusedName(now, '00abcdef');
  await recordStart({ ...run, name: second });
  await recordFailure(second, 'The disk is full.');
  expect([first, second]).toEqual(['20260308T065959Z-abcdef', '20260308T070000Z-abcdef']);
});

test('a file that a row of the snapshot names is not deleted while the backup runs, and is afterwards', async () => {
  const { userId } = await aPerson(fresh.db);
  const [photo] = await fresh.db
    .insert(customerPhotos)
    .values({
      userId,
      kind: 'profile',
      fileKey: 'photos/two',
      contentType: 'image/jpeg',
      keyId: 'root',
      state: 'leaving',
    })
    .returning({ id: customerPhotos.id });
  await files().put('photos/two', Buffer.from('two'), 'image/webp');
  let isTried = false;
  const watching: FileStore = {
    ...plan.store,
    put: async (...args) => {
      if (!isTried) await removeFiles([photo?.id ?? '']);
      isTried = true;
      return plan.store.put(...args);
    },
  };
  await backUp({ store: watching });
  expect(isTried).toBe(true);
  expect(await files().modifiedAt('photos/two')).not.toBeNull();
  await removeFiles([photo?.id ?? '']);
  expect(await files().modifiedAt('photos/two')).toBeNull();
});

test('the shop runs the backup in a process of its own, and does nothing while it is not set up', async () => {
  const given = {
    DATABASE_URL: fresh.url,
    DATA_FOLDER: join(folder, 'shop'),
    FARMGATE_SECRET: TEST_SECRET,
    ENCRYPTION_KEY_FILE: env.ENCRYPTION_KEY_FILE ?? '',
  };
  const before = { ...process.env };
  Object.assign(process.env, given);
  const count = async () => (await fresh.db.select().from(backups)).length;
  const runs = await count();
  await runBackup({ isAsked: true });
  expect(await count()).toBe(runs);
  Object.assign(process.env, { BACKUP_FOLDER: join(folder, 'by-the-shop'), BACKUP_PASSPHRASE: PASSPHRASE });
  await runBackup({ isAsked: true });
  expect(await lastGoodBackup()).toMatchObject({ cause: 'office', hasKeys: false });
  process.env.BACKUP_PASSPHRASE_FILE = join(folder, 'none');
  await expect(runBackup({})).rejects.toThrow(/^The backup passphrase in .* cannot be read/);
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}, 120_000);

test('of two backups at once, one is refused', async () => {
  const outcomes = await Promise.allSettled([backUp(), backUp()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a bucket stores backups too', async () => {
  const peer = await openS3Peer();
  const store = s3Store(peer.options);
  const { manifest } = await backUp({ store });
  const backup = await openBackup(manifest.name, store);
  expect(String(await readUsers(backup))).toBe(manifest.tables.find(({ name }) => name === 'users')?.rows);
  expect(await restoreFiles(backup, null)).toBe(manifest.files.count);
  await peer.stop();
});

test('a backup of an earlier schema is restored and brought up to date; one of a newer version is refused', async () => {
  const earlier = await emptyDatabase();
  const journal = JSON.parse(await readFile(join(root, 'app/db/migrations/meta/_journal.json'), 'utf8'));
  const migration = journal.entries.at(-4).when as number;
  await migrateDatabase(earlier, root, migration);
  await ask(earlier, `insert into users (id, name, email) values (uuidv7(), 'Ada', 'ada@example.com')`);
  const key = await newStreamKey(PASSPHRASE);
  const client = new Connection({ connectionString: earlier });
  await client.connect();
  await client.query(COPY_SETTINGS);
  const name = '20200101T000000Z-000001';
  const tables = await writeTables(client, (part, plain) => writePart(plan.store, key, name, part, plain));
  const sequences = await sequencesOf(client);
  await client.end();
  const of = { format: 1 as const, name, takenAt: '', migration, jobQueue: null, postgres: '', shopId: null };
  const rest = {
    files: { pieces: 0, bytes: 0, count: 0 },
    keys: { secret: '', file: [], areIncluded: false },
  };
  const manifest = { ...of, ...rest, tables, sequences };
  const url = await emptyDatabase();
  const newer = { ...manifest, migration: newestMigration(root) + 1 };
  expect(() => requireKnownSchema({ store: plan.store, manifest: newer, key }, root)).toThrow(
    'newer Farmgate',
  );
  await restoreRows({ store: plan.store, manifest, key }, url, root);
  expect(await ask(url, 'select name from users')).toEqual([{ name: 'Ada' }]);
  const newest = 'select max(created_at)::text as at from drizzle.__drizzle_migrations';
  expect(await ask(url, newest)).toEqual([{ at: String(newestMigration(root)) }]);
});

test('a copy of the whole shop brings the new database to this release, and leaves the old one to the release before', async () => {
  const [old, next] = [await emptyDatabase(), await emptyDatabase()];
  const journal = JSON.parse(await readFile(join(root, 'app/db/migrations/meta/_journal.json'), 'utf8'));
  const before = journal.entries.at(-4).when as number;
  await migrateDatabase(old, root, before);
  await ask(old, `insert into users (id, name, email) values (uuidv7(), 'Ada', 'ada@example.com')`);
  const target = await connectForCopy(next);
  await copyShop(old, next, target, root).finally(() => target.end());
  expect(await ask(next, 'select name from users')).toEqual([{ name: 'Ada' }]);
  const newest = 'select max(created_at)::float8 as at from drizzle.__drizzle_migrations';
  expect([await ask(old, newest), await ask(next, newest)]).toEqual([
    [{ at: before }],
    [{ at: newestMigration(root) }],
  ]);
});

test('the folder of a backup has no piece in the clear', async () => {
  const { manifest } = await backUp();
  const at = join(folder, 'backups', manifest.name);
  for (const file of await readdir(at, { recursive: true })) {
    const bytes = await readFile(join(at, file)).catch(() => Buffer.alloc(0));
    expect(bytes.includes('example.com') || bytes.includes('public.users'), file).toBe(false);
  }
});
