/** Confirming a session again: what counts as recent, what is counted, and that no other session results. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { accounts, sessions } from '#db/schema/identity.ts';
import { readSessions } from '#shop/security/devices/session-list-queries.server.ts';
import { readWaysIn } from '#shop/security/ways-in-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { cookieOf, identityTrial, PASSWORD } from '../testing/trial.ts';
import { readActor } from './actor-queries.server.ts';
import { confirmSession } from './confirm-session.server.ts';
import { requireRecentSignIn } from './guards.server.ts';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());

const { request, confirmedPerson, signIn } = identityTrial(() => opened.db);

/** A person who signed in this many minutes ago. */
async function signedInAgo(email: string, minutes: number): Promise<SignedIn> {
  await confirmedPerson(email);
  const signed = await signIn(email);
  if (!signed.ok) throw new Error(signed.problem.kind);
  const actor = await readActor(new Headers({ cookie: cookieOf(signed.value.cookies) }));
  if (actor.kind === 'guest') throw new Error('not signed in');
  await opened.db
    .update(sessions)
    .set({ confirmedAt: sql`now() - make_interval(mins => ${minutes})` })
    .where(eq(sessions.id, actor.sessionId));
  return actor;
}

/** The page a request is redirected to; null when it may continue. */
async function sentTo(actor: SignedIn, method: string): Promise<string | null> {
  try {
    await requireRecentSignIn(actor, new Request('http://localhost:3000/security/password', { method }));
    return null;
  } catch (answer) {
    if (!(answer instanceof Response)) throw answer;
    return answer.headers.get('location');
  }
}

const ASKED = '/security/confirm?returnTo=%2Fsecurity%2Fpassword';

describe('a sensitive page', () => {
  test.each([
    ['fresh@example.com', 9, null, null],
    ['older@example.com', 12, ASKED, null],
    ['stale@example.com', 16, ASKED, ASKED],
  ])('for %s, signed in %i minutes ago: the form %s, the change %s', async (email, minutes, form, change) => {
    const actor = await signedInAgo(email, minutes);
    expect(await sentTo(actor, 'GET')).toBe(form);
    expect(await sentTo(actor, 'POST')).toBe(change);
  });

  test('opens with the right password, in the same session only', async () => {
    const actor = await signedInAgo('again@example.com', 60);
    const elsewhere = await signIn('again@example.com');
    if (!elsewhere.ok) throw new Error('not signed in');
    await opened.db.update(sessions).set({ confirmedAt: sql`now() - interval '1 hour'` });
    expect(await confirmSession(request(), actor, 'another-password')).toEqual({
      ok: false,
      problem: { kind: 'wrong-password' },
    });
    expect(await isRecentlyConfirmed(actor)).toBe(false);

    expect(await confirmSession(request(), actor, PASSWORD)).toEqual({ ok: true, value: null });
    expect(await isRecentlyConfirmed(actor, 'open')).toBe(true);
    const rows = await opened.db.select().from(sessions).where(eq(sessions.userId, actor.userId));
    expect(rows).toHaveLength(2);
    expect(rows.filter(({ confirmedAt }) => Date.now() - confirmedAt.getTime() < 60_000)).toHaveLength(1);
  });

  test('cannot be opened by guessing: after twenty attempts from one address comes a pause', async () => {
    const actor = await signedInAgo('guessed@example.com', 60);
    const place = { 'x-farmgate-client-address': '198.51.100.9' };
    const kinds: string[] = [];
    for (let guess = 0; guess < 22; guess++) {
      const outcome = await confirmSession(request(place), actor, `wrong-words-${guess}`);
      kinds.push(outcome.ok ? 'right' : outcome.problem.kind);
    }
    expect(kinds.filter((kind) => kind === 'wrong-password')).toHaveLength(20);
    expect(await confirmSession(request(place), actor, PASSWORD)).toMatchObject({
      ok: false,
      problem: { kind: 'too-many-attempts' },
    });
  }, 30_000);

  test('is closed to a session of another person or one that has ended', async () => {
    const one = await signedInAgo('one@example.com', 0);
    const two = await signedInAgo('two@example.com', 0);
    expect(await isRecentlyConfirmed({ ...one, sessionId: two.sessionId })).toBe(false);
    await opened.db.delete(sessions).where(eq(sessions.id, one.sessionId));
    expect(await isRecentlyConfirmed(one)).toBe(false);
  });
});

test('an account lists its sign-in methods', async () => {
  const { userId } = await signedInAgo('ways@example.com', 0);
  expect(await readWaysIn(userId)).toEqual({ password: true, passkeys: 0, providers: 0 });
  await opened.db.insert(accounts).values({ userId, accountId: 'x-1', providerId: 'farm-oidc' });
  await opened.db.update(accounts).set({ password: null }).where(eq(accounts.userId, userId));
  expect(await readWaysIn(userId)).toEqual({ password: false, passkeys: 0, providers: 1 });
});

test('the list shows the person’s own live sessions, the current one first and marked', async () => {
  const actor = await signedInAgo('list@example.com', 0);
  await signIn('list@example.com', PASSWORD, {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'x-farmgate-client-address': '203.0.113.77',
  });
  await opened.db.insert(sessions).values({ userId: actor.userId, token: 'over', expiresAt: new Date(0) });
  const listed = await readSessions(actor, 'America/New_York');
  expect(listed.map(({ isThis, device, network }) => ({ isThis, device, network }))).toEqual([
    { isThis: true, device: 'Unknown device', network: expect.stringMatching(/^10\.0\.\d+\.x$/) },
    { isThis: false, device: 'Firefox on Linux', network: '203.0.113.x' },
  ]);
});
