/**
 * Malformed forms over real HTTP: each is refused at once, and none leaves a file or an error that no one handles (which
 * would end the shop; here it fails the run).
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { succeed } from '#kernel/result.ts';
import { malformedUploads } from '#tests/support/malformed-uploads.ts';
import { openUploads, withUpload } from './receive-upload.ts';

let folder: string;
let server: Server;
let url: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farmgate-malformed-'));
  await openUploads(folder);
  server = createServer(
    getRequestListener(async (request) => {
      const outcome = await withUpload(request, { field: 'photo' }, async ({ size }) => succeed(size));
      return Response.json(outcome, { headers: { Connection: 'close' } });
    }),
  );
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Wrong in a way that its reader may overlook: the file itself arrives. */
const readable = new Set(['an empty file name', 'a form in the file']);

test('every malformed upload is refused within seconds, and leaves nothing behind', async () => {
  const wrong: string[] = [];
  const cases = malformedUploads('photo');
  expect(cases.length).toBeGreaterThan(200);
  for (const { what, type, body } of cases) {
    const began = performance.now();
    const answer = await fetch(url, {
      ...{ method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(body) },
      signal: AbortSignal.timeout(4_000),
    }).then(
      async (response) => (await response.json()) as { ok: boolean; problem?: { kind: string } },
      () => null,
    );
    const ms = Math.round(performance.now() - began);
    if (answer?.ok !== readable.has(what) || ms > 3_000)
      wrong.push(`${what}: ${JSON.stringify(answer)} after ${ms} ms`);
    if (readdirSync(folder).length > 0) wrong.push(`${what} leaves a file`);
  }
  expect(wrong).toEqual([]);
}, 60_000);
