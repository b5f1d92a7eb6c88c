/** Access tokens: whose session they authorize, when they stop working, and the keys that sign them. */
import { eq, sql } from 'drizzle-orm';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, guest, type SignedIn } from '#core/ground/access/actor.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, signingKeys, userRoles } from '#db/schema/identity.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { identityTrial } from '../testing/trial.ts';
import { issueToken, readActorOfToken } from './access-token.server.ts';
import { bearerOf, KEY_DAYS } from './access-token.ts';
import { readPublicKeys, readSigningKey, rotateSigningKeys } from './signing-keys.server.ts';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());

const { signedInPerson } = identityTrial(() => opened.db);
const ORIGIN = 'https://shop.example';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const tokenOf = async (actor: SignedIn, now = new Date()) =>
  (await issueToken(actor, ORIGIN, now)).access_token;
const speaksFor = (token: string, now = new Date()): Promise<Actor> => readActorOfToken(token, ORIGIN, now);

describe('an access token', () => {
  test('authorizes its session for five minutes, and names its key', async () => {
    const { actor } = await signedInPerson('five@example.com');
    const issued = await issueToken(actor, ORIGIN);
    expect(issued).toMatchObject({ token_type: 'Bearer', expires_in: 300 });
    const token = issued.access_token;
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect((await readPublicKeys()).map(({ kid }) => kid)).toContain(decodeProtectedHeader(token).kid);
    expect(await speaksFor(token)).toEqual(actor);
    expect(await speaksFor(token, new Date(Date.now() + 4 * MINUTE))).toEqual(actor);
    expect(await speaksFor(token, new Date(Date.now() + 6 * MINUTE))).toEqual(guest);
    // No name and no address: a token may end up in logs.
    expect(Object.keys(decodeJwt(token)).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub']);
  });

  test('stops working once its session has ended', async () => {
    const { actor } = await signedInPerson('ended@example.com');
    const token = await tokenOf(actor);
    await opened.db.update(sessions).set({ expiresAt: sql`now()` }).where(eq(sessions.id, actor.sessionId));
    expect(await speaksFor(token)).toEqual(guest);
    await opened.db.delete(sessions).where(eq(sessions.id, actor.sessionId));
    expect(await speaksFor(token)).toEqual(guest);
  });

  test('does not work for a banned person', async () => {
    const { actor } = await signedInPerson('banned@example.com');
    const token = await tokenOf(actor);
    const [session] = await opened.db.select().from(sessions).where(eq(sessions.id, actor.sessionId));
    await opened.db
      .update(customerProfiles)
      .set({ isBanned: true })
      .where(eq(customerProfiles.userId, actor.userId));
    // The ban has ended the session; even if the session still existed, the ban alone refuses the token.
    if (session) await opened.db.insert(sessions).values(session).onConflictDoNothing();
    expect(await speaksFor(token)).toEqual(guest);
  });

  test('has the person’s current role', async () => {
    const { actor } = await signedInPerson('role@example.com');
    const token = await tokenOf(actor);
    await opened.db.insert(userRoles).values({ userId: actor.userId, role: 'staff' });
    expect(await speaksFor(token)).toMatchObject({ role: 'staff' });
  });

  test('that the shop did not issue authorizes no one', async () => {
    const { actor } = await signedInPerson('mine@example.com');
    const { actor: other } = await signedInPerson('other@example.com');
    const good = await tokenOf(actor);
    const claims = decodeJwt(good);
    const { kid, key } = await readSigningKey();
    const theirs = (await generateKeyPair('ES256')).privateKey;
    const signed = (change: object, header: object = {}, by: CryptoKey | Uint8Array = key) =>
      new SignJWT({ ...claims, ...change })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt', ...header })
        .sign(by);
    expect(await speaksFor(await signed({}))).toEqual(actor);

    const [head = '', body = '', signature = ''] = good.split('.');
    const altered = Buffer.from(JSON.stringify({ ...claims, sid: other.sessionId })).toString('base64url');
    const bad = {
      'alg none': new UnsecuredJWT(claims).encode(),
      'alg none with our head': `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`,
      'the public key as a secret': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid, typ: 'at+jwt' })
        .sign(Buffer.from(JSON.stringify((await readPublicKeys())[0]))),
      'another key': await signed({}, {}, theirs),
      'another key with an unknown id': await signed({}, { kid: crypto.randomUUID() }, theirs),
      'an empty key id': await signed({}, { kid: '' }, theirs),
      'another audience': await signed({ aud: 'https://other.example/api' }),
      'another issuer': await signed({ iss: 'https://other.example' }),
      'another type': await signed({}, { typ: 'JWT' }),
      'no end': await signed({ exp: undefined }),
      'a late end': await signed({ iat: Math.floor(Date.now() / 1000) - 3600, exp: 9_999_999_999 }),
      'another person’s session': await signed({ sid: other.sessionId }),
      'an invalid session': await signed({ sid: "' or true --" }),
      'an altered body': `${head}.${altered}.${signature}`,
      'a cut signature': good.slice(0, -4),
      nothing: '',
      'far too much': `${good}${'x'.repeat(4000)}`,
    };
    const spoken: string[] = [];
    for (const [what, token] of Object.entries(bad))
      if ((await speaksFor(token)).kind !== 'guest') spoken.push(what);
    expect(spoken).toEqual([]);
  });
});

describe('the signing keys', () => {
  beforeEach(() => opened.db.delete(signingKeys));
  const kids = async (now: Date) => (await readPublicKeys(now)).map(({ kid }) => kid);

  test('are public in the list and encrypted in the database', async () => {
    const [shown] = await readPublicKeys();
    expect(Object.keys(shown ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    const [row] = await opened.db.select().from(signingKeys);
    expect(row?.privateKeyEncrypted).toMatch(/^v1\./);
    expect(row?.privateKeyEncrypted).not.toContain('"d"');
  });

  test('are created once, however many requests need them at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => readSigningKey()));
    expect(new Set(made.map(({ kid }) => kid)).size).toBe(1);
  });

  test('overlap: the next one is published a day before its use, and the last one a day after', async () => {
    const start = Date.now();
    const at = (days: number) => new Date(start + days * DAY);
    const first = (await readSigningKey(at(0))).kid;
    let unknown = 0;
    for (let day = 0; day <= KEY_DAYS; day++) {
      const before = await kids(at(day));
      await rotateSigningKeys(at(day));
      const { kid } = await readSigningKey(at(day + 0.5));
      // A client that loaded the list a day ago knows the key that signs now.
      if (day > 0 && !before.includes(kid)) unknown += 1;
    }
    expect(unknown).toBe(0);
    const second = (await readSigningKey(at(KEY_DAYS + 0.1))).kid;
    expect(second).not.toBe(first);
    expect(await kids(at(KEY_DAYS + 0.9))).toEqual([first, second]);
    expect(await kids(at(KEY_DAYS + 1.1))).toEqual([second]);
    await rotateSigningKeys(at(KEY_DAYS + 1.1));
    expect(await opened.db.select().from(signingKeys).where(eq(signingKeys.id, first))).toEqual([]);
  });

  test('sign again after the shop was closed for a month', async () => {
    await readSigningKey();
    const later = new Date(Date.now() + 100 * DAY);
    const { kid } = await readSigningKey(later);
    expect(await kids(later)).toContain(kid);
  });
});

test.each<[string | null, string | null]>([
  ['Bearer abc.def-_~+/=', 'abc.def-_~+/='],
  ['bearer abc', 'abc'],
  ['Bearer', null],
  ['Bearer a b', null],
  ['Basic abc', null],
  [null, null],
])('the authorization header %s contains the token %s', (header, token) => {
  expect(bearerOf(new Headers(header === null ? {} : { authorization: header }))).toBe(token);
});
