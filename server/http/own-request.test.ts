import { expect, test } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '#core/accounts/identity/sessions/client-address.server.ts';
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
])('with the origin %s a request for %s becomes %s', (publicOrigin, asked, meant) => {
  expect(own(publicOrigin, asked).url).toBe(meant);
});

test('a client’s own forwarding headers do not count', () => {
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

test('method, body, headers and abort of a request pass through', async () => {
  const ended = new AbortController();
  const request = ownRequest(
    new Request('http://127.0.0.1:3000/checkout', {
      method: 'POST',
      body: 'slot=1',
      headers: { 'Content-Type': 'text/plain', Cookie: 'view=1', Host: '127.0.0.1:3000' },
      signal: ended.signal,
    }),
    { publicOrigin: 'https://shop.example:8443', addressOf: addressReader([]) },
    { socket: { remoteAddress: '192.0.2.7' } },
  );
  expect(request.method).toBe('POST');
  expect(request.headers.get('cookie')).toBe('view=1');
  expect(request.headers.get('host')).toBe('shop.example:8443');
  expect(await request.text()).toBe('slot=1');
  expect(request.signal.aborted).toBe(false);
  ended.abort();
  expect(request.signal.aborted).toBe(true);
});

test('a request without a body stays without one', () => {
  expect(own(null, 'http://localhost:3000/').body).toBeNull();
});

test('behind a trusted proxy the client’s address counts', () => {
  const request = ownRequest(
    new Request('http://localhost:3000/', { headers: { 'X-Forwarded-For': '198.51.100.7' } }),
    { publicOrigin: null, addressOf: addressReader(['192.0.2.0/24']) },
    { socket: { remoteAddress: '192.0.2.7' } },
  );
  expect(request.headers.get(CLIENT_ADDRESS_HEADER)).toBe('198.51.100.7');
});

test('similarly named headers stay', () => {
  const { headers } = own(null, 'http://localhost:3000/', { 'Not-X-Forwarded-For': '1', 'X-Real': '2' });
  expect([headers.get('not-x-forwarded-for'), headers.get('x-real')]).toEqual(['1', '2']);
});
