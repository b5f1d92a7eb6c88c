import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { staticFiles } from './static-files.ts';

const root = mkdtempSync(join(tmpdir(), 'farmgate-static-'));
mkdirSync(join(root, 'assets'));
for (const name of ['assets/frame-1a2b.js', 'robots.js', 'service-worker.js'])
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
  };
};

test('an asset never changes, so it has no date, and no request id', async () => {
  expect(await headersOf('/assets/frame-1a2b.js')).toEqual({
    hasId: false,
    freshness: 'max-age=31536000, immutable',
    date: null,
  });
});

test('other files can be revalidated, the service worker at once', async () => {
  expect(await headersOf('/robots.js')).toEqual({
    hasId: true,
    freshness: 'max-age=86400',
    date: expect.any(String),
  });
  expect((await headersOf('/service-worker.js')).freshness).toBe('no-cache');
});

test('a file is only read: a form sent to its address goes on to the pages, and is not cached', async () => {
  const pages = new Hono<{ Bindings: HttpBindings }>()
    .use(staticFiles(root, { https: false }))
    .all('*', (context) => context.body(null, 405));
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
  const { status, headers } = await pages.request('/assets/frame-1a2b.js', { method: 'POST' }, { outgoing });
  expect([status, headers.get('Cache-Control')]).toEqual([405, null]);
});
