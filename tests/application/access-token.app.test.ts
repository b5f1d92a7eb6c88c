/**
 * Access tokens over real HTTP: issued for a session's cookie, accepted where the specification says, and nowhere
 * else.
 */
import { eq } from 'drizzle-orm';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions } from '#db/schema/identity.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';

let fresh: FreshDatabase;
let app: Application;

beforeAll(async () => {
  fresh = await freshDatabase();
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  await app?.stop();
  await fresh?.stop();
});

const tokenFor = async (cookie: string) => {
  const answer = await fetch(`${app.origin}/api/token`, {
    method: 'POST',
    headers: { cookie, origin: app.origin },
  });
  const body = (await answer.json()) as { access_token: string; expires_in: number };
  return { answer, body };
};
const askForReceipt = (headers: Record<string, string>) =>
  fetch(`${app.origin}/api/send-email-receipt`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });
/** The receipt endpoint's answer to this empty request, once it accepts the sender. */
const LET_IN = 400;

test('a session gets a five-minute token, which anyone can verify with the public keys', async () => {
  const person = await aPerson(fresh.db);
  const { answer, body } = await tokenFor(await signedIn(fresh.db, person));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(body.expires_in).toBe(300);

  const keys = createRemoteJWKSet(new URL(`${app.origin}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(body.access_token, keys, {
    issuer: app.origin,
    audience: `${app.origin}/api`,
  });
  expect(payload.sub).toBe(person.userId);
  const list = await fetch(`${app.origin}/.well-known/jwks.json`);
  expect(list.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(list.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await list.text()).not.toContain('"d"');
});

test('a guest, a banned person and another site get no token', async () => {
  expect((await tokenFor('')).answer.status).toBe(401);
  const banned = await signedIn(fresh.db, await aPerson(fresh.db, { isBanned: true }));
  expect((await tokenFor(banned)).answer.status).toBe(403);
  const cookie = await signedIn(fresh.db, await aPerson(fresh.db));
  const elsewhere: Record<string, string>[] = [
    {},
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of elsewhere) {
    const answer = await fetch(`${app.origin}/api/token`, {
      method: 'POST',
      headers: { cookie, ...headers },
    });
    expect(answer.status).toBe(403);
  }
});

test('receipts accept a token from any origin until its session ends', async () => {
  const person = await aPerson(fresh.db);
  const { body } = await tokenFor(await signedIn(fresh.db, person));
  const bearer = { authorization: `Bearer ${body.access_token}` };
  expect((await askForReceipt(bearer)).status).toBe(LET_IN);
  expect((await askForReceipt({ ...bearer, origin: 'https://any.example' })).status).toBe(LET_IN);
  await fresh.db.delete(sessions).where(eq(sessions.userId, person.userId));
  expect((await askForReceipt(bearer)).status).toBe(401);
});

test('every invalid token gets the same refusal, and a cookie beside it does not help', async () => {
  const cookie = await signedIn(fresh.db, await aPerson(fresh.db));
  const { body } = await tokenFor(cookie);
  const none = `${btoa('{"alg":"none"}')}.${btoa('{}')}.`.replaceAll('=', '');
  const answers = await Promise.all(
    [`Bearer ${body.access_token}x`, `Bearer ${none}`, 'Bearer', 'Bearer x', `Basic ${btoa('a:b')}`].map(
      async (authorization) => {
        const answer = await askForReceipt({ authorization, cookie, origin: app.origin });
        return [answer.status, answer.headers.get('www-authenticate'), await answer.text()].join(' ');
      },
    ),
  );
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^401 Bearer error="invalid_token" /);
});

test('a token opens nothing else', async () => {
  const { body } = await tokenFor(await signedIn(fresh.db, await aPerson(fresh.db)));
  const authorization = `Bearer ${body.access_token}`;
  const page = await fetch(`${app.origin}/orders`, { headers: { authorization }, redirect: 'manual' });
  expect(page.headers.get('location')).toMatch(/^\/login/);
  const again = await fetch(`${app.origin}/api/token`, {
    method: 'POST',
    headers: { authorization, origin: app.origin },
  });
  expect(again.status).toBe(401);
  const foreign = await fetch(`${app.origin}/api/reserve`, { method: 'POST', headers: { authorization } });
  expect(foreign.status).toBe(403);
});
