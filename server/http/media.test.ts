import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { serveMedia } from './media.ts';

const app = new Hono().get('/media/*', serveMedia);
// More than a stream reads ahead.
const picture = new Uint8Array(400_000).fill(7);

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farmgate-media-'));
  const store = folderStore(folder);
  await store.put('public/shot.webp', picture, 'image/webp');
  for (const width of [320, 640, 1200])
    await store.put(`public/hat-${width}.webp`, new Uint8Array(width), 'image/webp');
  await store.put('public/scarf-640.webp', new Uint8Array(640), 'image/webp');
  await store.put('public/print-800.webp', new Uint8Array(800), 'image/webp');
  await store.put('license.webp', picture, 'image/webp');
  await store.put('public/page.html', picture, 'text/html');
  openFiles(store);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a public picture is served whole and cached forever', async () => {
  const response = await app.request('/media/shot.webp');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('image/webp');
  expect(response.headers.get('Cache-Control')).toContain('immutable');
  expect((await response.bytes()).length).toBe(picture.length);
});

test.each([
  ['hat-1200', 640],
  ['hat-640', 320],
  // There is no smaller one.
  ['hat-320', 320],
  ['scarf-640', 640],
  // Not a width of product pictures.
  ['print-800', 800],
])('with data saving on, %s has %i pixels of width', async (name, width) => {
  const whole = await app.request(`/media/${name}.webp`);
  const saved = await app.request(`/media/${name}.webp`, { headers: { 'Save-Data': 'on' } });
  expect(saved.status).toBe(200);
  expect((await saved.bytes()).length).toBe(width);
  expect(saved.headers.get('Content-Length')).toBe(String(width));
  expect((await whole.bytes()).length).toBe(Number(name.split('-')[1]));
  // A cache must not serve one of them for the other, whichever it stored first.
  const vary = name === 'hat-320' || name === 'print-800' ? null : 'Save-Data';
  for (const answer of [whole, saved]) {
    expect(answer.headers.get('Vary')).toBe(vary);
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  }
});

test('without data saving, the requested size is served', async () => {
  for (const said of ['off', '', '?0']) {
    const response = await app.request('/media/hat-640.webp', { headers: { 'Save-Data': said } });
    expect((await response.bytes()).length).toBe(640);
  }
});

test.each([
  '/media/license.webp',
  '/media/../license.webp',
  '/media/%2e%2e/license.webp',
  '/media/..%2flicense.webp',
  '/media/page.html',
  '/media/missing.webp',
  '/media/',
])('%s is not found', async (path) => {
  expect((await app.request(path)).status).toBe(404);
});

/** Files in the folder that this process has open; only Linux reports them. */
function openFilesOf(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(folder) ? [target] : [];
    } catch {
      return [];
    }
  });
}

test.skipIf(process.platform !== 'linux')('a HEAD request leaves no file open', async () => {
  for (let time = 0; time < 20; time++) {
    const response = await app.request('/media/shot.webp', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Length')).toBe(String(picture.length));
  }
  await expect.poll(() => openFilesOf(folder)).toEqual([]);
});
