/** Both stores behave the same; the bucket is a real S3 server on this machine. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openS3Peer, type S3Peer } from '#tests/support/s3-peer.ts';
import { type FileStore, isFileKey } from './file-store.ts';
import { folderStore } from './files.ts';
import { s3Store } from './s3-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'farmgate-files-'));
const stores: Record<string, FileStore> = { folder: folderStore(join(folder, 'disk')) };
let peer: S3Peer;

const bucketAt = (server: Server) =>
  s3Store({ ...peer.options, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });

beforeAll(async () => {
  peer = await openS3Peer();
  stores.bucket = s3Store(peer.options);
});
afterAll(async () => {
  await peer.stop();
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
  test('returns the file last stored, with its size', async () => {
    await store(name).put('public/products/jar-1.webp', Buffer.from('first'), 'image/webp');
    await store(name).put('public/products/jar-1.webp', Buffer.from('second'), 'image/webp');
    expect(await read(store(name), 'public/products/jar-1.webp')).toBe('second');
    expect((await store(name).get('public/products/jar-1.webp'))?.size).toBe(6);
  });

  test('has no file where none was stored or after deleting, which may be repeated', async () => {
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
  ])('reads and stores nothing at %j', async (key) => {
    expect(isFileKey(key)).toBe(false);
    expect(await store(name).get(key)).toBeNull();
    await expect(store(name).put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(RangeError);
  });
});

test('files on disk are readable by their owner only, and no partial one remains', async () => {
  await store('folder').put('private/license.webp', Buffer.from('x'), 'image/webp');
  expect(statSync(join(folder, 'disk/private/license.webp')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'disk/private'))).toEqual(['license.webp']);
});

test('a bucket that accepts connections and never answers ends every request within ten seconds', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const bucket = bucketAt(silent);
  const started = performance.now();
  const ended = await Promise.allSettled([
    bucket.put('a', Buffer.alloc(500_000), 'text/plain'),
    bucket.get('a'),
    bucket.modifiedAt('a'),
    bucket.remove('a'),
    bucket.list('a/')[Symbol.asyncIterator]().next(),
  ]);
  expect(ended.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(performance.now() - started).toBeLessThan(10_000);
  silent.close();
});

test('a bucket that stops mid-file ends the file’s body', async () => {
  const halting = createHttpServer((_request, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('half');
  }).listen(0, '127.0.0.1');
  await once(halting, 'listening');
  const found = await bucketAt(halting).get('a');
  await expect(new Response(found?.body).text()).rejects.toThrow();
  halting.closeAllConnections();
  halting.close();
});

async function keysIn(files: FileStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of files.list(prefix)) keys.push(...page.map(({ key }) => key));
  return keys.sort();
}

test.each(['folder', 'bucket'])('the %s lists the files under a prefix, page by page', async (name) => {
  const keys = ['list/1.webp', 'list/2.webp', 'list/3.webp', 'list/4/5.webp', 'list/6.webp'];
  for (const key of keys) await store(name).put(key, Buffer.from('x'), 'image/webp');
  expect(await keysIn(store(name), 'list/')).toEqual(keys);
  expect(await keysIn(store(name), 'listless/')).toEqual([]);
});

test.each(['folder', 'bucket'])('the %s knows when a file was written', async (name) => {
  await store(name).put('when/it.pdf', Buffer.from('x'), 'application/pdf');
  const age = Date.now() - Number(await store(name).modifiedAt('when/it.pdf'));
  expect(Math.abs(age)).toBeLessThan(60_000);
  expect(await store(name).modifiedAt('when/not.pdf')).toBeNull();
});

test('a request to a busy bucket is retried', async () => {
  peer.failNext(503);
  await store('bucket').put('busy/put.txt', Buffer.from('x'), 'text/plain');
  peer.failNext(500);
  expect(await read(store('bucket'), 'busy/put.txt')).toBe('x');
});

test('a bucket that refuses the signature or does not exist is an error, not a missing file', async () => {
  const refused = s3Store({ ...peer.options, secretAccessKey: 'another' });
  await expect(refused.put('a/b.txt', Buffer.from('x'), 'text/plain')).rejects.toThrow();
  await expect(refused.get('a/b.txt')).rejects.toThrow();
  await expect(refused.modifiedAt('a/b.txt')).rejects.toThrow();
  const elsewhere = s3Store({ ...peer.options, bucket: 'another' });
  await expect(elsewhere.get('a/b.txt')).rejects.toThrow();
});
