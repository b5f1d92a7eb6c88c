import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { returnFailures, takeFailures } from '#platform/failures.ts';
import { watchAnswer } from './answers.ts';

/** Answers with the status that its path names. */
const server = createServer((incoming, outgoing) => {
  watchAnswer(incoming, outgoing);
  outgoing.setHeader('X-Request-Id', 'an-id-of-a-test-1');
  const status = /\d{3}/.exec(incoming.url ?? '')?.[0];
  if (status !== '000') outgoing.writeHead(Number(status ?? 503)).end();
});
let port: number;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => void takeFailures());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  await response.arrayBuffer();
};

test('requests are counted, and those that failed, with the reference of their response', async () => {
  for (const path of ['/200', '/404', '/500', '/a/503?token=x']) await ask(path);
  const counted = () => {
    const taken = takeFailures();
    returnFailures(taken);
    return taken;
  };
  await expect.poll(counted).toMatchObject({
    requests: 4,
    errors: 2,
    newest: [
      { status: 500, requestId: 'an-id-of-a-test-1', place: 'GET /…' },
      { status: 503, place: 'GET /a/…' },
    ],
  });
});

test('probes are not counted, whatever they answer', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) await ask(path);
  expect(takeFailures()).toMatchObject({ requests: 0, errors: 0 });
});

test('a client that leaves before an answer is no error', async () => {
  const asked = get({ port, host: '127.0.0.1', path: '/000' }).on('error', () => undefined);
  await once(server, 'request');
  asked.destroy();
  await ask('/200');
  expect(takeFailures()).toMatchObject({ requests: 2, errors: 0 });
});
