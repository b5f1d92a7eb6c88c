/** Trial writes of the doctor, `/healthz` and the watch, on real places that refuse. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { readEnv } from '#platform/env.ts';
import { folderStore } from '#platform/files/files.ts';
import { s3Store } from '#platform/files/s3-store.ts';
import { type ReplicatedDatabase, startReplicated } from '#tests/support/replica.ts';
import { openS3Peer } from '#tests/support/s3-peer.ts';
import { tryWrite, tryWrites } from './try-writes.server.ts';

let servers: ReplicatedDatabase;
const folder = mkdtempSync(join(tmpdir(), 'farmgate-writes-'));
beforeAll(async () => {
  servers = await startReplicated(async () => undefined);
  openDatabase({ url: servers.primaryUrl, max: 2 });
});
afterAll(async () => {
  await closeDatabase();
  await servers.stop();
  rmSync(folder, { recursive: true, force: true });
});

const env = { ...readEnv({}), dataFolder: folder };
const targets = { env, store: folderStore(join(folder, 'files')), hasDatabase: true };

test('all places take a write, and keep nothing of it', async () => {
  expect(await tryWrites(targets)).toEqual([
    { place: 'disk', trouble: null },
    { place: 'files', trouble: null },
    { place: 'database', trouble: null },
  ]);
});

test('a commit that no replica acknowledges is trouble, and fine again after', async () => {
  await servers.ask('primary', `alter system set synchronous_standby_names = 'nobody'`);
  await servers.ask('primary', 'select pg_reload_conf()');
  await expect
    .poll(async () => (await tryWrite('database', targets)).trouble?.kind, { timeout: 20_000 })
    .toBe('silent');
  await servers.ask('primary', 'alter system reset synchronous_standby_names');
  await servers.ask('primary', 'select pg_reload_conf()');
  await expect
    .poll(async () => (await tryWrite('database', targets)).trouble, { timeout: 20_000 })
    .toBeNull();
});

test('a bucket whose key is wrong is trouble, though it answers', async () => {
  const peer = await openS3Peer();
  const withBucket = { ...targets, env: { ...env, S3_BUCKET: 'farmgate' } };
  const right = await tryWrite('files', { ...withBucket, store: s3Store(peer.options) });
  expect(right.trouble).toBeNull();
  const wrong = s3Store({ ...peer.options, secretAccessKey: 'another secret' });
  const { trouble } = await tryWrite('files', { ...withBucket, store: wrong });
  expect(trouble).toMatchObject({ kind: 'refused', text: expect.stringMatching(/^The bucket /) });
  await peer.stop();
});

test('a data folder that takes no file is trouble', async () => {
  const broken = mkdtempSync(join(tmpdir(), 'farmgate-broken-'));
  writeFileSync(join(broken, 'uploads'), 'a file where the folder should be');
  const { trouble } = await tryWrite('disk', { ...targets, env: { ...env, dataFolder: broken } });
  expect(trouble).toMatchObject({ kind: 'refused' });
  rmSync(broken, { recursive: true });
});

test('before the first start nothing is created', async () => {
  const none = { ...targets, env: { ...env, dataFolder: join(folder, 'none') }, hasDatabase: false };
  expect((await tryWrites(none)).map(({ trouble }) => trouble)).toEqual([undefined, undefined, undefined]);
});
