import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { barcodeReaderPolicy, byNonce, contentSecurityPolicy } from './security-headers.ts';
import { staticFiles } from './static-files.ts';

const root = mkdtempSync(join(tmpdir(), 'farmgate-static-'));
mkdirSync(join(root, 'assets'));
for (const name of ['frame-1a2b.js', 'read-pictures.worker-C3d_4.js', 'zxing_reader-5e6f.wasm'])
  writeFileSync(join(root, 'assets', name), 'export {};');
for (const name of ['robots.js', 'service-worker.js', 'page.html'])
  writeFileSync(join(root, name), 'export {};');
afterAll(() => rmSync(root, { recursive: true }));

const app = new Hono<{ Bindings: HttpBindings }>().use(staticFiles(root, { https: false }));
const headersOf = async (path: string) => {
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
  outgoing.setHeader('X-Request-Id', 'an-id');
  const response = await app.request(path, {}, { outgoing });
  expect(await response.text()).toBe('export {};');
  return {
    hasId: outgoing.hasHeader('X-Request-Id'),
    freshness: response.headers.get('Cache-Control'),
    date: response.headers.get('Last-Modified'),
    type: response.headers.get('Content-Type'),
    policy: response.headers.get('Content-Security-Policy'),
  };
};

test('an asset never changes, so it has no date, and no request id', async () => {
  expect(await headersOf('/assets/frame-1a2b.js')).toMatchObject({
    hasId: false,
    freshness: 'max-age=31536000, immutable',
    date: null,
  });
});

test('an asset that another build took away is not there', async () => {
  const path = '/assets/gone-7a8b.js';
  writeFileSync(join(root, path), 'export {};');
  const earlier = new Hono<{ Bindings: HttpBindings }>()
    .use(staticFiles(root, { https: false }))
    .use((context) => Promise.resolve(context.text('No such page', 404)));
  rmSync(join(root, path));
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
  const response = await earlier.request(path, {}, { outgoing });
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
});

test('other files can be revalidated, the service worker at once', async () => {
  expect(await headersOf('/robots.js')).toMatchObject({
    hasId: true,
    freshness: 'max-age=86400',
    date: expect.any(String),
  });
  expect((await headersOf('/service-worker.js')).freshness).toBe('no-cache');
});

test('a file that has not changed since is not sent again', async () => {
  const get = (headers: Record<string, string>) =>
    app.request(
      '/robots.js',
      { headers },
      { outgoing: new ServerResponse(new IncomingMessage(new Socket())) },
    );
  const date = (await get({})).headers.get('Last-Modified') ?? '';
  const again = await get({ 'If-Modified-Since': date });
  expect([again.status, await again.text(), again.headers.get('Content-Type')]).toEqual([304, '', null]);
  expect(again.headers.get('Cache-Control')).toBe('max-age=86400');
  expect((await get({ 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(200);
});

test('only the worker that reads barcodes may run WebAssembly, and it can do nothing else', async () => {
  expect((await headersOf('/assets/read-pictures.worker-C3d_4.js')).policy).toBe(barcodeReaderPolicy);
  expect(barcodeReaderPolicy).toBe("default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'");
  for (const path of ['/assets/frame-1a2b.js', '/robots.js', '/service-worker.js'])
    expect((await headersOf(path)).policy).toBeNull();
  expect((await headersOf('/page.html')).policy).not.toContain('wasm');
  for (const development of [true, false])
    expect(contentSecurityPolicy(byNonce('abc'), { https: true, development })).not.toContain('wasm');
});

test('its module has the type that browsers compile as it arrives, and never changes', async () => {
  expect(await headersOf('/assets/zxing_reader-5e6f.wasm')).toMatchObject({
    type: 'application/wasm',
    freshness: 'max-age=31536000, immutable',
  });
});

test('a file is only read: a form sent to its address goes on to the pages, and is not cached', async () => {
  const pages = new Hono<{ Bindings: HttpBindings }>()
    .use(staticFiles(root, { https: false }))
    .all('*', (context) => context.body(null, 405));
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
  const { status, headers } = await pages.request('/assets/frame-1a2b.js', { method: 'POST' }, { outgoing });
  expect([status, headers.get('Cache-Control')]).toEqual([405, null]);
});
