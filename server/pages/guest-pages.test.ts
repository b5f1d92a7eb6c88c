import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guestPages } from './guest-pages.ts';
import { CachedPage } from './page-bytes.ts';
import { PageCache } from './page-cache.ts';

const rendered: string[] = [];
const slow = Promise.withResolvers<void>();
const answer = guestPages({
  publicOrigin: 'http://shop.example',
  pages: new PageCache(),
  addressOf: (target) => ({ href: target, isEndless: false }),
  clientOf: () => '192.0.2.1',
  render: async ({ href }) => {
    rendered.push(href);
    await slow.promise;
    return new CachedPage(Buffer.from(href), {}, 'br');
  },
});
const server = createServer(answer);
beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)));
afterAll(() => new Promise((done) => server.close(done)));

const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

test('a waiting page is not rendered once its client disconnects', async () => {
  const inside = ['/a', '/b'].map((path) => fetch(url(path)));
  await expect.poll(() => rendered).toEqual(['/a', '/b']);
  const closed = new Promise<void>((resolve) =>
    server.once('request', (_, outgoing) => {
      outgoing.once('close', resolve);
      leaving.destroy();
    }),
  );
  const leaving = request(url('/left')).on('error', () => undefined);
  leaving.end();
  await closed;
  const later = fetch(url('/later'));
  slow.resolve();
  for (const response of await Promise.all([...inside, later])) expect(response.status).toBe(200);
  expect(rendered).toEqual(['/a', '/b', '/later']);
});
