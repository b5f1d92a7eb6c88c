import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { askOutside, ForbiddenTarget } from './outbound.ts';
import { addressProblem, sendOut } from './outbound-request.ts';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function peer(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test.each([
  'http://accounts.example.com/',
  'https://localhost/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://10.1.2.3/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://metadata.internal/',
  'https://printer.local/',
  'https://intranet/',
  'https://intranet./',
  'https://user:secret@accounts.example.com/',
  'file:///etc/passwd',
  'gopher://accounts.example.com/',
  'nonsense',
])('a request to %s is blocked', async (address) => {
  expect(addressProblem(address)).not.toBeNull();
  await expect(sendOut(address)).rejects.toThrow();
});

test.each(['https://accounts.google.com/', 'https://login.example.com:8443/x', 'https://8.8.8.8/'])(
  'a request to %s is allowed',
  (address) => expect(addressProblem(address)).toBeNull(),
);

test('a name that resolves to this machine is blocked, even if it also has a public address', async () => {
  // The owner of a name decides where it resolves.
  const asked = askOutside({
    method: 'GET',
    url: new URL('https://accounts.example.com/'),
    headers: {},
    body: null,
    timeout: 1000,
    publicOnly: true,
    resolve: async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
  });
  await expect(asked).rejects.toThrow(ForbiddenTarget);
  await expect(asked).rejects.toThrow(/not in the public network/);
});

test('this machine is reachable only where that is allowed', async () => {
  const address = await peer((_request, response) => response.end('{"ok":true}'));
  await expect(sendOut(address)).rejects.toThrow(/HTTPS/);
  expect(await sendOut(address, { loopback: true })).toEqual({ status: 200, text: '{"ok":true}' });
});

test('an endless response is aborted', async () => {
  const address = await peer((_request, response) => {
    response.on('error', () => undefined);
    const more = () => response.write('x'.repeat(64 * 1024)) && setImmediate(more);
    response.on('drain', more);
    more();
  });
  await expect(sendOut(address, { loopback: true })).rejects.toThrow(/more than is read/);
});

test('a redirect is a response and is not followed', async () => {
  let asked = 0;
  const address = await peer((_request, response) => {
    asked += 1;
    response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
  });
  expect((await sendOut(address, { loopback: true })).status).toBe(302);
  expect(asked).toBe(1);
});
