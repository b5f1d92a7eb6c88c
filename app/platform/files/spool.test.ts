import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openUploads } from '../uploads/receive-upload.ts';
import { spool } from './spool.ts';

const folder = mkdtempSync(join(tmpdir(), 'farmgate-spool-'));
beforeAll(() => openUploads(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BYTES = Buffer.alloc(300_000, 7);
async function* bytes() {
  yield BYTES;
}

/** Files of this folder that this process has open, with or without a name. */
async function openFiles(): Promise<string[]> {
  const fds = readdirSync('/proc/self/fd');
  const paths = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(folder));
}
const noneOpen = () => expect.poll(openFiles).toEqual([]);

test('a download is sent whole from a file without a name, which is closed afterwards', async () => {
  const spooled = await spool(bytes());
  expect(readdirSync(folder)).toEqual([]);
  expect(await openFiles()).toHaveLength(1);
  const response = spooled.response({ 'X-Test': 'yes' }, new AbortController().signal);
  expect(response.headers.get('Content-Length')).toBe('300000');
  expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true);
  await noneOpen();
});

test('a browser that left while the file was made, or before it read the answer, leaves no file open', async () => {
  const spooled = await spool(bytes());
  spooled.response({}, AbortSignal.abort());
  await noneOpen();
  const gone = new AbortController();
  const second = await spool(bytes());
  second.response({}, gone.signal);
  expect(await openFiles()).toHaveLength(1);
  gone.abort();
  await noneOpen();
});

test('a failure while the file is made leaves nothing behind', async () => {
  async function* failing() {
    yield BYTES;
    throw new Error('the query failed');
  }
  await expect(spool(failing())).rejects.toThrow('the query failed');
  expect(readdirSync(folder)).toEqual([]);
  await noneOpen();
});
