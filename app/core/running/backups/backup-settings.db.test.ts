/** Backups as the office sets them: which settings count, what a trial says, and where the passphrase is. */
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { ConnectionValues } from '#core/running/connections/connection-form.ts';
import { makePassphrase, saveConnection } from '#core/running/connections/save-connection.server.ts';
import { watchedBackup } from '#core/running/operations/watch/watched-queries.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { shopConnections } from '#db/schema/connections.ts';
import { rateLimits } from '#db/schema/identity.ts';
import { readEnv } from '#platform/env.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { openS3Peer, type S3Peer } from '#tests/support/s3-peer.ts';
import { backupPlan } from './backup-plan.ts';
import { backupSettings } from './backup-settings.server.ts';
import { testBackupPlace } from './try-place.server.ts';

let fresh: FreshDatabase;
let folder: string;
let disk: string;
let admin: SignedIn;
let peer: S3Peer;

beforeAll(async () => {
  fresh = await freshDatabase();
  peer = await openS3Peer();
  // Not in memory: that is the system's.
  folder = mkdtempSync('/var/tmp/farmgate-office-backups-');
  disk = join(folder, 'disk');
  mkdirSync(disk);
  vi.stubEnv('DATA_FOLDER', join(folder, 'data'));
  vi.stubEnv('BACKUP_S3_ENDPOINT', peer.options.endpoint);
  admin = await aPerson(fresh.db, { role: 'admin' });
  await signedIn(fresh.db, admin);
});
beforeEach(async () => {
  await fresh.db.delete(shopConnections);
  await fresh.db.delete(rateLimits);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await peer.stop();
  await fresh.stop();
  rmSync(folder, { recursive: true });
});

const inFolder = (path: string): ConnectionValues => ({
  ...{ service: 'folder', folder: path, daily: '3', weekly: '2', monthly: '1' },
});
const bucket = (change: Record<string, string> = {}): ConnectionValues => ({
  ...{ service: 'other', endpoint: peer.options.endpoint, bucket: peer.options.bucket },
  ...{ region: peer.options.region, keyId: peer.options.accessKeyId },
  ...{ secret: peer.options.secretAccessKey, daily: '7', weekly: '4', monthly: '12', ...change },
});
const save = async (values: ConnectionValues) => {
  await fresh.db.delete(shopConnections).where(eq(shopConnections.kind, 'backup'));
  return saveConnection(admin, 'backup', { values, version: 0 });
};
const tried = async (values: ConnectionValues) => {
  expect(await save(values)).toMatchObject({ ok: true });
  const outcome = await testBackupPlace(admin);
  return outcome.ok ? outcome.value : outcome.problem;
};
const passphrase = async (version = 0) => {
  const made = await makePassphrase(admin, version);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.passphrase;
};

test('the office counts once it has a place and a passphrase, and a place of the server wins as a whole', async () => {
  const env = readEnv();
  await save(inFolder(disk));
  expect(await backupSettings(env)).toBe(env);
  const made = await passphrase();
  const plan = await backupPlan(await backupSettings(env));
  expect(plan).toMatchObject({
    ...{ place: `The folder ${disk}`, passphrase: made, retention: { daily: 3, weekly: 2, monthly: 1 } },
  });
  expect(plan.keys, 'the paper is enough to restore').toBe(plan.store);
  const own = readEnv({ BACKUP_FOLDER: '/mnt/own', BACKUP_PASSPHRASE: 'correct horse battery' });
  expect(await backupSettings(own)).toBe(own);
  expect((await backupPlan(own)).keys).toBeNull();
  const counted = readEnv({ BACKUP_KEEP_DAILY: '30' });
  expect((await backupPlan(await backupSettings(counted))).retention).toEqual({
    daily: 30,
    weekly: 2,
    monthly: 1,
  });
});

test('the passphrase is in no column, entry or setting in the clear', async () => {
  await save(inFolder(disk));
  const made = await passphrase();
  expect(made).toMatch(/^(?:[a-z2-9]{4}-){5}[a-z2-9]{4}$/);
  const rows = [await fresh.db.select().from(shopConnections), await fresh.db.select().from(auditLog)];
  expect(JSON.stringify(rows)).not.toContain(made);
  const entries = (await fresh.db.select().from(auditLog)).filter(
    ({ subjectId }) => subjectId === 'connections:backup-passphrase',
  );
  expect(entries.at(-1)?.after).toEqual({ Passphrase: 'set' });
  expect(await makePassphrase(admin, 0), 'a second press of an old page').toMatchObject({
    problem: { kind: 'stale' },
  });
  expect(await passphrase(1)).not.toBe(made);
});

test('staff can neither save, make a passphrase nor try', async () => {
  const staff = await aPerson(fresh.db, { role: 'staff' });
  await signedIn(fresh.db, staff);
  const refused = { ok: false, problem: { kind: 'not-allowed' } };
  expect(await saveConnection(staff, 'backup', { values: inFolder('/etc'), version: 0 })).toEqual(refused);
  expect(await makePassphrase(staff, 0)).toEqual(refused);
  expect(await testBackupPlace(staff)).toEqual(refused);
});

test('a folder of the shop and an address in the server’s network are not saved', async () => {
  for (const values of [
    inFolder(join(folder, 'data/files')),
    inFolder('/etc'),
    bucket({ endpoint: 'http://169.254.169.254' }),
    bucket({ endpoint: 'https://10.0.0.1' }),
  ])
    expect(await save(values)).toMatchObject({ ok: false, problem: { kind: 'forbidden-place' } });
  expect(await fresh.db.select().from(shopConnections)).toEqual([]);
});

test('a trial says what is wrong, and leaves nothing behind', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  expect(await tried(inFolder(join(folder, 'away')))).toMatchObject({
    message: `The folder ${folder}/away is not there: connect its disk, or create the folder.`,
  });
  expect(await tried(inFolder(file))).toMatchObject({ message: expect.stringContaining('is a file') });
  expect(await tried(inFolder(disk))).toMatchObject({ works: true });
  expect(readdirSync(disk)).toEqual([]);
  expect(await tried(bucket({ secret: 'another' }))).toEqual({
    works: false,
    message: 'The place for backups refused the key. Correct the key, or allow it to write there.',
  });
  expect(await tried(bucket({ bucket: 'elsewhere' }))).toMatchObject({
    message: 'The place for backups does not exist. Correct its name, or create it.',
  });
  expect(await tried(bucket())).toMatchObject({ works: true });
  const [row] = await fresh.db.select().from(shopConnections);
  expect(row?.trouble).toBeNull();
});

test('doctor, Operations and incidents judge the office’s place', async () => {
  const env = readEnv({ DATA_FOLDER: join(folder, 'data'), PUBLIC_ORIGIN: 'https://shop.example' });
  const finding = async () => (await watchedBackup(env, new Date())).finding.text;
  expect(await finding()).toMatch(/^No backup leaves this machine: /);
  await save(inFolder(join(folder, 'away')));
  await passphrase();
  expect(await finding()).toMatch(/away is not there: connect its disk/);
  await save(inFolder(disk));
  expect(await finding()).toMatch(/^There is no good backup yet/);
});

test('a folder that leads into the data folder since it was saved is refused when a backup starts', async () => {
  const link = join(folder, 'link');
  mkdirSync(join(folder, 'data'));
  mkdirSync(link);
  await save(inFolder(link));
  await passphrase();
  rmdirSync(link);
  symlinkSync(join(folder, 'data'), link);
  await expect(backupSettings(readEnv()).then(backupPlan)).rejects.toThrow(/in the shop’s data/);
  expect(await testBackupPlace(admin)).toMatchObject({ value: { works: false } });
});
