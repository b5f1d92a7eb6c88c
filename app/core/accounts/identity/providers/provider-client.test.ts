/** A provider that fails: its failure is cached, and sign-ins do not wait long for it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { beginChallenge, NotProvedError, redeemCode } from './provider-client.server.ts';
import type { Provider } from './providers.server.ts';

let server: Server | null = null;
afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

/** A provider that answers by `mode` and counts the requests it gets. */
async function aProvider() {
  const state = {
    mode: 'fails' as 'fails' | 'hangs' | 'works',
    asked: 0,
    answer: () => undefined as unknown,
    token: { status: 200, body: '' },
  };
  server = createServer((request, response) => {
    state.asked += 1;
    if (request.url === '/token') {
      response.writeHead(state.token.status).end(state.token.body);
      return;
    }
    const issuer = `http://${request.headers.host}`;
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    };
    state.answer = () => response.end(JSON.stringify(metadata));
    if (state.mode === 'fails') response.writeHead(500).end();
    if (state.mode === 'works') state.answer();
  });
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
  const provider: Provider = {
    id: 'farm-id',
    name: 'Farm ID',
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'client',
    clientSecret: 'secret',
    scope: 'openid',
    responseMode: 'query',
    redirectUri: 'http://localhost:3000/login/with/farm-id/callback',
  };
  return {
    state,
    begin: (client: Partial<Provider> = {}) => beginChallenge({ ...provider, ...client }),
    redeem: () =>
      redeemCode(
        provider,
        { code: 'code', iss: null },
        { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) },
      ),
  };
}

const clock = () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
};

test('a provider gets one request for everyone at once, and after a failure the next one after a growing pause', async () => {
  const pass = clock();
  const { state, begin } = await aProvider();
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => begin()));
  expect(all.every(({ status }) => status === 'rejected')).toBe(true);
  expect(state.asked).toBe(1);
  let asked = 1;
  for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
    pass(seconds - 1);
    await expect(begin()).rejects.toThrow('answered 500');
    expect(state.asked).toBe(asked);
    pass(1);
    await expect(begin()).rejects.toThrow('answered 500');
    asked += 1;
    expect(state.asked).toBe(asked);
  }
  state.mode = 'works';
  pass(60);
  expect((await begin()).url).toContain('/auth?');
  await begin();
  expect(state.asked).toBe(asked + 1);
});

test('a provider that failed and now hangs does not delay sign-ins, and works once it has answered', async () => {
  const pass = clock();
  const { state, begin } = await aProvider();
  await expect(begin()).rejects.toThrow('answered 500');
  state.mode = 'hangs';
  pass(2);
  // It has not answered, so the earlier failure is thrown instead.
  await expect(begin()).rejects.toThrow('answered 500');
  expect(state.asked).toBe(2);
  state.answer();
  await expect
    .poll(() =>
      begin().then(
        () => 'works',
        () => 'fails',
      ),
    )
    .toBe('works');
  expect(state.asked).toBe(2);
});

test('metadata of a provider from an hour ago stays in use while it fails or hangs', async () => {
  const pass = clock();
  const { state, begin } = await aProvider();
  state.mode = 'works';
  const { url } = await begin();
  const way = url.split('?')[0] ?? '';
  for (const mode of ['fails', 'hangs'] as const) {
    state.mode = mode;
    pass(3600);
    expect((await begin()).url).toContain(way);
  }
  expect(state.asked).toBe(3);
});

test.each([
  [204, ''],
  [205, ''],
  [304, ''],
  [302, ''],
  [200, ''],
  [200, 'null'],
  [200, '[]'],
  [200, '{"id_token":"a.b.c"}'],
  [200, '{"access_token":"x","token_type":"bearer","id_token":"a.b.c"}'],
  [200, '{"access_token":["x"],"token_type":"bearer","id_token":"e30.e30.e30"}'],
  [200, '{"access_token":"x","token_type":{},"id_token":"e30.e30.e30"}'],
  [400, '{"error":["invalid_grant"]}'],
  [400, '[]'],
  [401, '{"error":{"a":1}}'],
])('a token response of %i and %j proves nothing', async (status, body) => {
  const { state, redeem } = await aProvider();
  state.mode = 'works';
  state.token = { status, body };
  await expect(redeem()).rejects.toThrow(NotProvedError);
});

test('a client that an admin has changed is used at once, although what the provider publishes is cached', async () => {
  const { state, begin } = await aProvider();
  state.mode = 'works';
  expect((await begin()).url).toContain('client_id=client&');
  expect((await begin({ clientId: 'another' })).url).toContain('client_id=another&');
});
