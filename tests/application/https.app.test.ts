/** Differences when people reach the shop by HTTPS, behind a proxy that terminates it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#db/schema/identity.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/free-port.ts';
import { aPerson } from '#tests/support/people.ts';
import { routePaths } from '#tests/support/route-paths.ts';
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

test('session and device cookies belong to this host only, and a session under any other name is ignored', async () => {
  const person = await aPerson(fresh.db);
  const password = 'kettle-orbit-mossy';
  await fresh.db.insert(accounts).values({
    userId: person.userId,
    accountId: person.userId,
    providerId: 'credential',
    password: await hashPassword(password),
  });
  const response = await fetch(`${behindProxy}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://shop.example' },
    body: new URLSearchParams({ email: person.email, password }),
  });
  const cookies = response.headers.getSetCookie();
  for (const name of ['farmgate.session_token', 'farmgate.device']) {
    const cookie = cookies.find((line) => line.startsWith(`__Host-${name}=`)) ?? '';
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie.match(/; Secure/g)).toHaveLength(1);
    expect(cookie).not.toMatch(/; Domain/i);
  }
  const session = cookies.find((line) => line.includes('session_token='))?.split(';')[0] ?? '';
  const orders = (cookie: string) =>
    fetch(`${behindProxy}/orders`, { redirect: 'manual', headers: { cookie } }).then(({ status }) => status);
  expect(await orders(session)).toBe(200);
  expect(await orders(session.replace('__Host-', ''))).toBe(302);
  expect(await orders(session.replace('__Host-', '__Secure-'))).toBe(302);
  // A signed-in person never gets a guest's cached page.
  const home = await fetch(`${behindProxy}/`, { headers: { cookie: `age_verified=1; ${session}` } });
  expect(home.headers.get('cache-control')).toBe('no-store');
});

/** Its name makes the browser accept it from this host only. */
test.each([
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
  expect(cookies.map((cookie) => cookie.split('=')[0])).toContain(`__Host-${name}`);
  for (const cookie of cookies) expect(cookie.match(/; Secure/g)).toHaveLength(1);
});

test('every address, of whatever status, tells browsers to stay with HTTPS', async () => {
  const paths = (await routePaths()).map((path) =>
    path.replace('/*', '/no/such/page').replaceAll(/:\w+/g, '9'),
  );
  const others = ['/healthz', '/embed.js', '/robots.txt', '/media/none', '/assets/none.js', '/profile.data'];
  const without: string[] = [];
  for (const path of [...paths, ...others])
    for (const method of ['GET', 'POST']) {
      const response = await fetch(behindProxy + path, {
        ...{ method, redirect: 'manual', headers: { cookie: 'age_verified=1' } },
        signal: AbortSignal.timeout(20_000),
      });
      await response.body?.cancel();
      if (response.headers.get('strict-transport-security') !== 'max-age=63072000; includeSubDomains')
        without.push(`${method} ${path} ${response.status}`);
    }
  expect(without).toEqual([]);
});
