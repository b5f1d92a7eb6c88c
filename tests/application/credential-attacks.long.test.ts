/** Attacks with tokens and cookies that ended or are written another way, and thirty buyers of one unit. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiTokens } from '#db/schema/api-tokens.ts';
import { orders } from '#db/schema/orders.ts';
import { aToken } from '#tests/support/api.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let app: Application;
beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  expect(app?.process.exitCode).toBeNull();
  await app?.stop();
  await fresh.stop();
});

const read = async (headers: Record<string, string>, query = '') =>
  (await fetch(`${app.origin}/api/v1/menu${query}`, { headers })).status;

test('a token counts in the Authorization header alone, as it was written', async () => {
  const person = await aPerson(fresh.db);
  const token = await aToken(fresh.db, person, { scopes: ['menu.read'], forStore: false });
  expect(await read({ authorization: `Bearer ${token}` })).toBe(200);
  for (const query of ['access_token', 'token', 'authorization', 'api_key'])
    expect(await read({}, `?${query}=${token}`)).toBe(401);
  const written = [
    token,
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token.toUpperCase()}`,
    `Bearer ${token},Bearer ${token}`,
    `Bearer "${token}"`,
  ];
  for (const authorization of written) expect(await read({ authorization })).toBe(401);
  for (const name of ['x-authorization', 'proxy-authorization', 'x-api-key', 'x-forwarded-authorization'])
    expect(await read({ [name]: `Bearer ${token}` })).toBe(401);
  expect(await read({ cookie: `session=${token}; farmgate_session=${token}` })).toBe(401);
});

test('a token that is revoked while forty requests use it answers none that is sent afterwards', async () => {
  const person = await aPerson(fresh.db);
  const token = await aToken(fresh.db, person, { scopes: ['menu.read'], forStore: false });
  const authorization = `Bearer ${token}`;
  const during = Array.from({ length: 40 }, () => read({ authorization }));
  await Promise.race(during);
  // A revocation deletes the token.
  await fresh.db.delete(apiTokens).where(eq(apiTokens.userId, person.userId));
  for (const status of await Promise.all(during)) expect([200, 401]).toContain(status);
  expect(await read({ authorization })).toBe(401);
});

test('a copied session cookie opens nothing after its sign-out', async () => {
  const cookie = await signedIn(fresh.db, await aPerson(fresh.db));
  const profile = () => fetch(`${app.origin}/profile`, { headers: { cookie }, redirect: 'manual' });
  expect((await profile()).status).toBe(200);
  await postForm(app, '/sign-out', {}, { cookie });
  expect((await profile()).status).toBe(302);
});

test('of thirty accounts that reserve the last unit at once, one gets it', async () => {
  const product = await aProduct(fresh.db, { onHand: 1, limitMg: 1 });
  const buyers = await Promise.all(
    Array.from({ length: 30 }, async () => signedIn(fresh.db, await aPerson(fresh.db))),
  );
  const before = (await fresh.db.select({ id: orders.id }).from(orders)).length;
  await Promise.all(
    buyers.map((cookie) =>
      postForm(
        app,
        '/checkout',
        { key: randomUUID(), lines: `${product}:1`, slot: aSlot(), birthDate: '' },
        { cookie },
      ),
    ),
  );
  expect((await fresh.db.select({ id: orders.id }).from(orders)).length - before).toBe(1);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});
