/** Both stores keep the same promises; the bucket is a real S3 peer (s3rver) on this machine. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileStore, isFileKey } from './file-store.ts';
import { folderStore } from './files.ts';
import { s3Store } from './s3-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'farmgate-files-'));
const peer = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'farmgate', configs: [] }],
});
const stores: Record<string, FileStore> = { folder: folderStore(join(folder, 'disk')) };

beforeAll(async () => {
  const { port } = await peer.run();
  stores.bucket = s3Store({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'farmgate',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  });
});
afterAll(async () => {
  await peer.close();
  rmSync(folder, { recursive: true });
});

function store(name: string): FileStore {
  const found = stores[name];
  if (!found) throw new Error(`no store ${name}`);
  return found;
}

async function read(files: FileStore, key: string): Promise<string | null> {
  const file = await files.get(key);
  return file ? new Response(file.body).text() : null;
}

describe.each(['folder', 'bucket'])('the %s', (name) => {
  test('gives back what was put, newest last, with its size', async () => {
    await store(name).put('public/products/jar-1.webp', Buffer.from('first'), 'image/webp');
    await store(name).put('public/products/jar-1.webp', Buffer.from('second'), 'image/webp');
    expect(await read(store(name), 'public/products/jar-1.webp')).toBe('second');
    expect((await store(name).get('public/products/jar-1.webp'))?.size).toBe(6);
  });

  test('has nothing where nothing was put, nor after removing, which may be repeated', async () => {
    await store(name).put('a/b.pdf', Buffer.from('x'), 'application/pdf');
    await store(name).remove('a/b.pdf');
    await store(name).remove('a/b.pdf');
    expect(await store(name).get('a/b.pdf')).toBeNull();
  });

  test.each([
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    'a//b',
    '.hidden',
    'a/.hidden',
    'a\0b',
    'a\r\nb',
    '',
  ])('has nothing at %j and takes nothing there', async (key) => {
    expect(isFileKey(key)).toBe(false);
    expect(await store(name).get(key)).toBeNull();
    await expect(store(name).put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(RangeError);
  });
});

test('files on disk are readable by their owner only, and no partial one stays', async () => {
  await store('folder').put('private/license.webp', Buffer.from('x'), 'image/webp');
  expect(statSync(join(folder, 'disk/private/license.webp')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'disk/private'))).toEqual(['license.webp']);
});
