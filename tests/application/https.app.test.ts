/** What changes when people reach the shop by HTTPS, behind a proxy that ends it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let app: Application;
let behindProxy: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  const port = await freePort();
  behindProxy = `http://127.0.0.1:${port}`;
  app = await startApplication({
    NODE_ENV: 'production',
    DATABASE_URL: fresh.url,
    PUBLIC_ORIGIN: 'https://shop.example',
    PORT: String(port),
  });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

/** The application names only its public origin, so its port has to be known beforehand. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test.each([
  ['view', 'GET', '/products'],
  ['view', 'GET', '/cart'],
  ['flash', 'GET', '/orders'],
  ['age_verified', 'POST', '/age-gate'],
  ['cart', 'POST', '/cart'],
])('the cookie %s, set by %s %s, is Secure', async (name, method, path) => {
  const response = await fetch(behindProxy + path, {
    method,
    redirect: 'manual',
    headers: { cookie: 'age_verified=yes', origin: 'https://shop.example' },
    ...(method === 'POST' ? { body: new URLSearchParams({ intent: 'remove', productId: '1' }) } : {}),
  });
  const cookies = response.headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.split('=')[0])).toContain(name);
  for (const cookie of cookies) expect(cookie.match(/; Secure/g)).toHaveLength(1);
});
