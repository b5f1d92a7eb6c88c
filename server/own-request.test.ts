import { expect, test } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '#features/identity/auth.server.ts';
import { addressReader } from './client-address.ts';
import { ownRequest } from './own-request.ts';

const own = (publicOrigin: string | null, url: string, headers: Record<string, string> = {}) =>
  ownRequest(
    new Request(url, { headers }),
    { publicOrigin, addressOf: addressReader([]) },
    { socket: { remoteAddress: '192.0.2.7' } },
  );

test.each([
  ['https://shop.example', 'http://127.0.0.1:3000/cart?a=1', 'https://shop.example/cart?a=1'],
  ['https://shop.example', 'http://shop.example/cart', 'https://shop.example/cart'],
  ['https://shop.example:8443', 'http://localhost:3000/cart', 'https://shop.example:8443/cart'],
  ['http://localhost:4000', 'http://[::1]:3000/cart', 'http://localhost:4000/cart'],
  [null, 'http://localhost:3000/cart', 'http://localhost:3000/cart'],
])('with the origin %s a request for %s is one for %s', (publicOrigin, asked, meant) => {
  expect(own(publicOrigin, asked).url).toBe(meant);
});

test('what a client writes about its own address does not count', () => {
  const { headers } = own(null, 'http://localhost:3000/', {
    'X-Forwarded-For': '203.0.113.9',
    'X-Forwarded-Host': 'evil.example',
    Forwarded: 'for=203.0.113.9',
    'X-Real-IP': '203.0.113.9',
    [CLIENT_ADDRESS_HEADER]: '203.0.113.9',
  });
  expect(headers.get(CLIENT_ADDRESS_HEADER)).toBe('192.0.2.7');
  expect([...headers.values()].join()).not.toMatch(/203\.0\.113\.9|evil/);
});
