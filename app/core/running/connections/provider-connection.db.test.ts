/** Sign-in providers as the office sets them: offered at once, tried as far as possible, and removed with a count. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { countOnlyWayIn } from '#core/accounts/identity/providers/only-way-in-queries.server.ts';
import { accountProvider } from '#core/accounts/identity/providers/provider.ts';
import { offeredProviders, providerOf } from '#core/accounts/identity/providers/providers.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { shopConnections } from '#db/schema/connections.ts';
import { accounts } from '#db/schema/identity.ts';
import { readEnv } from '#platform/env.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { outsideProvider } from '#tests/support/oidc-provider.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { openShopConnections } from './open-connections.server.ts';
import { onlyWayInWords, providerServices } from './provider-connection.ts';
import { removeConnection, saveConnection } from './save-connection.server.ts';
import { testConnection } from './test-connection.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
let stopFollowing: () => void = () => undefined;
const GOOGLE = 'https://accounts.google.com';
const google = { service: 'google', clientId: '1.apps.googleusercontent.com', secret: 'hunter2-secret' };

const start = async (environment: Record<string, string> = {}) => {
  stopFollowing();
  stopFollowing = await openShopConnections({
    ...{ env: readEnv(environment), origin: 'https://shop.example', say: null },
  });
};
beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin' });
  await signedIn(fresh.db, admin);
  await start();
});
afterEach(async () => {
  await fresh.db.delete(shopConnections);
  await start();
});
afterAll(async () => {
  stopFollowing();
  await fresh.stop();
});

test('a saved provider is offered at once, with its callback address, and a removed one no longer', async () => {
  expect(offeredProviders()).toEqual([]);
  expect(await saveConnection(admin, 'google', { values: google, version: 0 })).toMatchObject({ ok: true });
  expect(offeredProviders()).toEqual([{ id: 'google', name: 'Google' }]);
  expect(providerOf('google')).toMatchObject({
    ...{ issuer: GOOGLE, redirectUri: 'https://shop.example/login/with/google/callback' },
  });
  const stored = [await fresh.db.select().from(shopConnections), await fresh.db.select().from(auditLog)];
  expect(JSON.stringify(stored)).not.toContain('hunter2');
  await removeConnection(admin, 'google', 1);
  expect(offeredProviders()).toEqual([]);
});

test('a provider of the server’s settings wins, by its short name or its address', async () => {
  await saveConnection(admin, 'google', { values: google, version: 0 });
  const ours = { id: 'g', name: 'Ours', issuer: GOOGLE, clientId: 'a', clientSecret: 'b' };
  await start({ OIDC_PROVIDERS: JSON.stringify([ours]) });
  expect(offeredProviders()).toEqual([{ id: 'g', name: 'Ours' }]);
  await start({ OIDC_PROVIDERS: JSON.stringify([{ ...ours, id: 'google' }]) });
  expect(await saveConnection(admin, 'google', { values: google, version: 1 })).toMatchObject({
    problem: { kind: 'set-outside' },
  });
});

test.each(['http://127.0.0.1:9', 'http://id.example.com', 'https://10.1.2.3', 'https://id.internal'])(
  'the provider’s address %s is not saved: it may be in the server’s network',
  async (issuer) => {
    const values = { service: 'provider', name: 'Farm ID', issuer, clientId: 'shop', secret: 's' };
    expect(await saveConnection(admin, 'provider', { values, version: 0 })).toMatchObject({
      problem: { kind: 'forbidden-place' },
    });
  },
);

test('a trial reads the secret of Apple, and what a provider publishes', async () => {
  const tokenUntil = (seconds: number) =>
    `eyJhbGciOiJFUzI1NiJ9.${Buffer.from(JSON.stringify({ exp: seconds })).toString('base64url')}.c2ln`;
  const tried = async (secret: string) => {
    await fresh.db.delete(shopConnections);
    await saveConnection(admin, 'apple', { values: { service: 'apple', clientId: 'x', secret }, version: 0 });
    return testConnection(admin, 'apple');
  };
  expect(await tried('a-key-file')).toMatchObject({
    value: { works: false, message: expect.stringContaining('must be a signed token') },
  });
  expect(await tried(tokenUntil(1_600_000_000))).toMatchObject({
    value: { works: false, message: expect.stringContaining('has expired') },
  });
  const peer = await outsideProvider();
  peer.serve('https://shop.example');
  const [settings] = JSON.parse(peer.setting);
  await start({ OIDC_PROVIDERS: JSON.stringify([{ ...settings, id: 'other' }]) });
  expect(await testConnection(admin, 'provider')).toMatchObject({
    value: { works: true, message: expect.stringContaining('Only a sign-in shows') },
  });
  await peer.stop();
  expect(await testConnection(admin, 'provider')).toMatchObject({
    value: { works: false, message: expect.stringContaining('did not answer') },
  });
});

test('people with no other way in are counted: not those with a password, a passkey or another provider', async () => {
  const linked = async (issuer: string, userId: string) =>
    fresh.db.insert(accounts).values({
      ...{ userId, providerId: accountProvider(issuer), accountId: `${issuer} ${userId}` },
    });
  await saveConnection(admin, 'google', { values: google, version: 0 });
  const people = await Promise.all([1, 2, 3].map(() => aPerson(fresh.db)));
  await fresh.db.delete(accounts);
  for (const { userId } of people) await linked(GOOGLE, userId);
  expect(await countOnlyWayIn(GOOGLE)).toBe(3);
  const [first, second] = people;
  await fresh.db.insert(accounts).values({
    ...{ userId: first?.userId ?? '', providerId: 'credential', accountId: 'x', password: 'hash' },
  });
  // One that is not offered opens nothing.
  await linked('https://gone.example', second?.userId ?? '');
  expect(await countOnlyWayIn(GOOGLE)).toBe(2);
  expect(onlyWayInWords(2)).toBe(
    '2 people have no other way in: ‘Forgot password?’ gives them a password by email.',
  );
});

test('every provider has a trap in a sentence, and a field for its ID and its secret', () => {
  for (const { trap, fields } of providerServices) {
    expect(trap).toMatch(/\.$/);
    expect(fields.map(({ key }) => key)).toEqual(expect.arrayContaining(['clientId', 'secret']));
  }
});
