/** A bucket that never stops answering costs neither memory nor time without end. A real server on this machine. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { EndlessAnswer } from './file-store.ts';
import { s3Store } from './s3-store.ts';

/** Bytes by which this process may grow, with its garbage: less than one endless answer sends in a tenth of a second. */
const MOST_GROWTH = 200_000_000;
const FILE = Buffer.alloc(
  256 * 1024,
  '<Contents><Key>a/b</Key><LastModified>2026-01-01</LastModified></Contents>',
);

let server: Server | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  server?.close();
});

async function bucket(answer: RequestListener) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return s3Store({ endpoint, region: 'r', bucket: 'b', accessKeyId: 'k', secretAccessKey: 's' });
}

/** Sends until the reader goes away, as fast as it reads. */
const withoutEnd =
  (status: number): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status);
    const more = () => {
      while (!response.destroyed && response.write(FILE));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };

async function keysOf(store: ReturnType<typeof s3Store>): Promise<number> {
  let keys = 0;
  for await (const page of store.list('a/')) keys += page.length;
  return keys;
}

test.each([200, 403])(
  'an answer without end, with status %d, ends every request, and memory stays flat',
  async (status) => {
    const store = await bucket(withoutEnd(status));
    const before = process.memoryUsage().rss;
    const asked = [
      () => store.put('a/b', Buffer.from('x'), 'text/plain'),
      () => store.remove('a/b'),
      () => keysOf(store),
      async () => new Response((await store.get('a/b'))?.body).arrayBuffer(),
    ];
    for (const ask of asked) await expect(ask()).rejects.toThrow(EndlessAnswer);
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH);
  },
);

test('a list without a last page ends', async () => {
  let page = 0;
  const store = await bucket((_request, response) => {
    page += 1;
    response.end(`<NextContinuationToken>${page}</NextContinuationToken>`);
  });
  await expect(keysOf(store)).rejects.toThrow(new EndlessAnswer('files'));
  expect(page).toBe(4000);
});

/** Replaces the clock of waits; timers go on in real time. */
function setClock(at: (real: number) => number): void {
  const real = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => at(real()));
}

test('an answer that comes byte by byte ends after a minute of waiting', async () => {
  const store = await bucket((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  });
  // A minute passes in a fifth of a second.
  setClock((real) => real * 300);
  await expect(keysOf(store)).rejects.toThrow(new EndlessAnswer('time'));
  await expect(store.get('a/b').then((file) => new Response(file?.body).text())).rejects.toThrow(
    new EndlessAnswer('time'),
  );
});

test('an answer that stops ends after four seconds', async () => {
  const store = await bucket((_request, response) => {
    response.writeHead(200);
    response.write(' ');
  });
  await expect(keysOf(store)).rejects.toThrow('the bucket timed out');
});

test('a file arrives whole at a reader who takes longer than the bucket may', async () => {
  const sent = Buffer.alloc(8_000_000, 'x');
  const store = await bucket((_request, response) => response.end(sent));
  const reader = (await store.get('a/b'))?.body.getReader();
  let bytes = (await reader?.read())?.value?.length ?? 0;
  await new Promise((resolve) => setTimeout(resolve, 4500));
  setClock((real) => real + 120_000);
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
    bytes += read.value.length;
  expect(bytes).toBe(sent.length);
});

test('files that were not asked for are not listed', async () => {
  const store = await bucket((_request, response) => response.end(FILE.toString().replaceAll('a/b', 'z/b')));
  expect(await keysOf(store)).toBe(0);
});
