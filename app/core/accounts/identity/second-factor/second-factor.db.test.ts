/** Signing in with a second factor: every code counts once, and no session starts before it. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guest, may } from '#core/ground/access/actor.ts';
import { lockUser } from '#core/ground/access/hold-session.server.ts';
import { inTransaction } from '#db/client.ts';
import { userActivity } from '#db/schema/activity.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { authenticators, backupCodes, sessions, userRoles, verifications } from '#db/schema/identity.ts';
import { newestToken } from '#tests/support/account-mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { someoneWaitsForLock } from '#tests/support/lock-waits.ts';
import { changePassword } from '../accounts/change-password.server.ts';
import { requestPasswordReset } from '../accounts/request-account-mail.server.ts';
import { resetPassword } from '../accounts/reset-password.server.ts';
import { readActor } from '../sessions/actor-queries.server.ts';
import { endUnfinished } from '../sessions/end-unfinished.server.ts';
import { knownDevice, rememberDevice } from '../sessions/known-device.server.ts';
import { startSession } from '../sessions/start-session.server.ts';
import { cookieOf, identityTrial, PASSWORD } from '../testing/trial.ts';
import { authenticatorSetUp } from './authenticator-set-up.server.ts';
import {
  renewBackupCodes,
  turnAuthenticatorOff,
  turnAuthenticatorOn,
} from './change-authenticator.server.ts';
import { passSecondFactor } from './second-factor.server.ts';
import { codeOf, stepAt } from './totp.ts';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());

const { request, signIn, signedInPerson, anotherSession } = identityTrial(() => opened.db);
const actorOf = (cookie: string) => readActor(new Headers({ cookie }));

/** A fixed moment for the tests, so that no step of 30 seconds ends in the middle of one. */
const NOW = new Date();
const later = (steps: number) => new Date(NOW.getTime() + steps * 30_000);
const plain = (written: string) => written.replace('-', '');

/** A person with two-factor sign-in; `codeAt` is their app. */
async function withAuthenticator(email: string) {
  const { actor, cookie } = await signedInPerson(email);
  const setUp = await authenticatorSetUp(actor);
  const secret = setUp.secret.replaceAll(' ', '');
  const codeAt = (now: Date) => codeOf(secret, stepAt(now));
  const form = { setUp: setUp.sealed, code: codeAt(NOW) };
  const outcome = await turnAuthenticatorOn(request(), actor, form, NOW);
  if (!outcome.ok) throw new Error(outcome.problem.kind);
  const right = new Set(Array.from({ length: 20 }, (_, step) => codeAt(later(step - 5))));
  const wrongCode = ['111111', '222222', '333333'].find((each) => !right.has(each)) ?? '444444';
  const codes = outcome.value.backupCodes.map(plain);
  const device = cookieOf([outcome.value.cookie]);
  return { actor, cookie, email, codeAt, codes, wrongCode, device };
}

/** Enters the correct password; returns the Cookie header of the browser that waits for a code. */
async function firstStep(email: string, headers: Record<string, string> = {}): Promise<string> {
  const outcome = await signIn(email, PASSWORD, headers);
  if (outcome.ok || outcome.problem.kind !== 'second-factor') throw new Error(JSON.stringify(outcome));
  return cookieOf([outcome.problem.cookie]);
}

const pass = (
  cookie: string,
  code: string,
  now: Date,
  { admin = false, ...headers }: Record<string, unknown> = {},
) =>
  passSecondFactor(
    request({ cookie, ...(headers as Record<string, string>) }),
    { code },
    { admin: admin === true },
    now,
  );

const sessionsOf = (userId: string) => opened.db.select().from(sessions).where(eq(sessions.userId, userId));

test('a code starts no session if the password changes between the code and the session', async () => {
  const email = 'overlap-code@example.com';
  const { actor, codeAt } = await withAuthenticator(email);
  const cookie = await firstStep(email);
  const { passing } = await inTransaction(async (tx) => {
    await lockUser(tx, actor.userId);
    const passing = pass(cookie, codeAt(later(1)), later(1));
    await someoneWaitsForLock(opened.db);
    await endUnfinished(tx, actor.userId);
    await tx.delete(sessions).where(eq(sessions.userId, actor.userId));
    return { passing };
  });
  expect(await passing).toEqual({ ok: false, problem: { kind: 'expired' } });
  expect(await sessionsOf(actor.userId)).toEqual([]);
});

describe('setting up an authenticator app', () => {
  test('ends sessions started with only the password, and counts this one as two factors', async () => {
    const email = 'setup@example.com';
    const first = await signedInPerson(email);
    const second = await anotherSession(email);
    const setUp = await authenticatorSetUp(first.actor);
    const secret = setUp.secret.replaceAll(' ', '');
    expect(setUp.uri).toContain(`secret=${secret}`);
    const on = await turnAuthenticatorOn(
      request(),
      first.actor,
      { setUp: setUp.sealed, code: codeOf(secret, stepAt(NOW)) },
      NOW,
    );
    if (!on.ok) throw new Error(on.problem.kind);
    expect(on.value.backupCodes).toHaveLength(10);
    for (const code of on.value.backupCodes) expect(code).toMatch(/^\d{5}-\d{5}$/);
    expect(await actorOf(second.cookie)).toEqual(guest);
    expect(await sessionsOf(first.actor.userId)).toMatchObject([{ secondFactor: true }]);

    const [row] = await opened.db
      .select()
      .from(authenticators)
      .where(eq(authenticators.userId, first.actor.userId));
    expect(row?.secret).not.toContain(secret);
    const stored = await opened.db
      .select()
      .from(backupCodes)
      .where(eq(backupCodes.userId, first.actor.userId));
    expect(JSON.stringify(stored)).not.toContain(plain(on.value.backupCodes[0] ?? ''));
  });

  test('requires a code of the shown secret, in the session that showed it', async () => {
    const one = await signedInPerson('asks-one@example.com');
    const two = await signedInPerson('asks-two@example.com');
    const setUp = await authenticatorSetUp(one.actor);
    const code = codeOf(setUp.secret.replaceAll(' ', ''), stepAt(NOW));
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(
      await turnAuthenticatorOn(request(), one.actor, { setUp: setUp.sealed, code: wrong }, NOW),
    ).toEqual({
      ok: false,
      problem: { kind: 'wrong-code' },
    });
    for (const setUpOfNobody of [setUp.sealed.slice(0, -2), 'v1.x', '']) {
      expect(
        await turnAuthenticatorOn(request(), one.actor, { setUp: setUpOfNobody, code }, NOW),
      ).toMatchObject({ problem: { kind: 'set-up-over' } });
    }
    expect(await turnAuthenticatorOn(request(), two.actor, { setUp: setUp.sealed, code }, NOW)).toMatchObject(
      { problem: { kind: 'set-up-over' } },
    );
    expect(
      await turnAuthenticatorOn(request(), one.actor, { setUp: setUp.sealed, code }, later(121)),
    ).toMatchObject({ problem: { kind: 'set-up-over' } });
    expect((await authenticatorSetUp(one.actor, setUp.sealed)).secret).toBe(setUp.secret);
    expect((await authenticatorSetUp(two.actor, setUp.sealed)).secret).not.toBe(setUp.secret);
  });

  test('and each later change require a recent sign-in', async () => {
    const { actor } = await withAuthenticator('recent@example.com');
    await opened.db
      .update(sessions)
      .set({ confirmedAt: sql`now() - interval '16 minutes'` })
      .where(eq(sessions.id, actor.sessionId));
    const problem = { ok: false, problem: { kind: 'confirm-first' } };
    expect(await turnAuthenticatorOff(request(), actor)).toEqual(problem);
    expect(await renewBackupCodes(request(), actor)).toEqual(problem);
    expect(await turnAuthenticatorOn(request(), actor, { setUp: '', code: '000000' })).toEqual(problem);
  });
});

describe('signing in with an authenticator app', () => {
  test('starts no session with the password alone, but with the newest code', async () => {
    const { actor, email, codeAt } = await withAuthenticator('both@example.com');
    const before = await sessionsOf(actor.userId);
    const cookie = await firstStep(email);
    expect(await sessionsOf(actor.userId)).toHaveLength(before.length);
    expect(await actorOf(cookie)).toEqual(guest);

    const now = later(4);
    expect(await pass(cookie, codeAt(later(0)), now)).toMatchObject({ problem: { kind: 'wrong-code' } });
    const signed = await pass(cookie, codeAt(now), now);
    if (!signed.ok) throw new Error(signed.problem.kind);
    expect(await actorOf(cookieOf(signed.value.cookies))).toMatchObject({ userId: actor.userId });
    expect(signed.value.cookies.join('\n')).toMatch(/farmgate\.second-factor=; Path=\/; Max-Age=0/);
    // It uses up the pending sign-in.
    expect(await pass(cookie, codeAt(later(5)), later(5))).toMatchObject({ problem: { kind: 'expired' } });
  });

  test('refuses a code used before, and any earlier code', async () => {
    const { email, codeAt } = await withAuthenticator('twice@example.com');
    const now = later(4);
    expect((await pass(await firstStep(email), codeAt(now), now)).ok).toBe(true);
    const again = await firstStep(email);
    for (const code of [codeAt(now), codeAt(later(3))])
      expect(await pass(again, code, now)).toMatchObject({ problem: { kind: 'wrong-code' } });
    expect((await pass(again, codeAt(later(5)), now)).ok).toBe(true);
  });

  test('refuses the code that set up the app', async () => {
    const { email, codeAt } = await withAuthenticator('used@example.com');
    expect(await pass(await firstStep(email), codeAt(NOW), NOW)).toMatchObject({
      problem: { kind: 'wrong-code' },
    });
  });

  test('starts one session when twenty requests use one code, from one browser or from twenty', async () => {
    for (const browsers of [1, 20]) {
      const { actor, email, codeAt } = await withAuthenticator(`race-${browsers}@example.com`);
      const waiting = await Promise.all(Array.from({ length: browsers }, () => firstStep(email)));
      const before = (await sessionsOf(actor.userId)).length;
      const now = later(4);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, place) => {
          // Each from a different known device, so that the used code causes the refusal and not the counter.
          const device = cookieOf([rememberDevice(null, email, { secondFactor: true })]);
          return pass(`${waiting[place % browsers]}; ${device}`, codeAt(now), now);
        }),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect((await sessionsOf(actor.userId)).length - before).toBe(1);
    }
  }, 60_000);

  test('accepts a backup code once, even from several requests at once, and notifies its owner', async () => {
    const { actor, email, codes } = await withAuthenticator('backup@example.com');
    const waiting = await Promise.all(Array.from({ length: 8 }, () => firstStep(email)));
    const outcomes = await Promise.all(waiting.map((cookie) => pass(cookie, codes[0] ?? '', later(4))));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await pass(await firstStep(email), codes[0] ?? '', later(4))).ok).toBe(false);
    expect((await pass(await firstStep(email), codes[1] ?? '', later(4))).ok).toBe(true);
    const left = await opened.db.select().from(backupCodes).where(eq(backupCodes.userId, actor.userId));
    expect(left).toHaveLength(8);
    const told = await opened.db.select().from(userActivity).where(eq(userActivity.userId, actor.userId));
    const used = told.filter(({ metadata }) => metadata.alert_type === 'backup_code_used');
    expect(used).toHaveLength(2);
  });

  test('does not accept another person’s code for a pending sign-in', async () => {
    const victim = await withAuthenticator('victim@example.com');
    const thief = await withAuthenticator('thief@example.com');
    const now = later(4);
    const ofVictim = await firstStep(victim.email);
    expect(await pass(ofVictim, thief.codeAt(now), now)).toMatchObject({ problem: { kind: 'wrong-code' } });
    expect(await pass(ofVictim, thief.codes[0] ?? '', now)).toMatchObject({
      problem: { kind: 'wrong-code' },
    });
    const ofThief = await firstStep(thief.email);
    const signed = await pass(ofThief, thief.codeAt(now), now);
    if (!signed.ok) throw new Error(signed.problem.kind);
    expect(await actorOf(cookieOf(signed.value.cookies))).toMatchObject({ email: thief.email });
    for (const cookie of ['', 'farmgate.second-factor=x', `farmgate.second-factor=${'a'.repeat(32)}`])
      expect(await pass(cookie, victim.codeAt(now), now)).toMatchObject({ problem: { kind: 'expired' } });
  });

  test('expires ten minutes after the password', async () => {
    const { email, codeAt } = await withAuthenticator('slow@example.com');
    const cookie = await firstStep(email);
    await opened.db.update(verifications).set({ expiresAt: sql`now()` });
    expect(await pass(cookie, codeAt(later(4)), later(4))).toMatchObject({ problem: { kind: 'expired' } });
  });

  test('stops strangers after ten wrong codes an hour and notifies the owner, whose own device still works', async () => {
    const { actor, email, codeAt, codes, wrongCode } = await withAuthenticator('guessed@example.com');
    const known = await pass(await firstStep(email), codeAt(later(4)), later(4));
    if (!known.ok) throw new Error(known.problem.kind);
    const device = cookieOf(known.value.cookies.filter((line) => line.startsWith('farmgate.device')));

    const kinds: string[] = [];
    const stranger = await firstStep(email);
    for (let guess = 0; guess < 12; guess++) {
      const outcome = await pass(stranger, wrongCode, later(5));
      kinds.push(outcome.ok ? 'right' : outcome.problem.kind);
    }
    expect(kinds.filter((kind) => kind === 'wrong-code')).toHaveLength(10);
    expect(kinds.at(-1)).toBe('too-many-attempts');
    // Another address, another sign-in: the count belongs to the account.
    expect(await pass(await firstStep(email), codeAt(later(6)), later(6))).toMatchObject({
      problem: { kind: 'too-many-attempts', oneTime: true },
    });
    // The owner continues on their own device, and with a backup code anywhere.
    const own = await firstStep(email, { cookie: device });
    expect((await pass(`${own}; ${device}`, codeAt(later(6)), later(6))).ok).toBe(true);
    expect((await pass(await firstStep(email), codes[0] ?? '', later(6))).ok).toBe(true);
    const told = await opened.db.select().from(userActivity).where(eq(userActivity.userId, actor.userId));
    expect(told.filter(({ metadata }) => metadata.alert_type === 'codes_guessed')).toHaveLength(1);
  }, 30_000);

  test('counts guesses across device cookies, however many a thief of the password has collected', async () => {
    const { email, codeAt, codes, wrongCode } = await withAuthenticator('gathered@example.com');
    const guesses = async (secondFactor: boolean) => {
      const waiting = await firstStep(email);
      let made = 0;
      for (let count = 0; count < 50; count++) {
        const device = cookieOf([rememberDevice(null, email, { secondFactor })]);
        const outcome = await pass(`${waiting}; ${device}`, wrongCode, later(5));
        if (!outcome.ok && outcome.problem.kind === 'wrong-code') made += 1;
      }
      return made;
    };
    // A device that showed only the password counts as a stranger's; all other devices together get one day's limit.
    expect(await guesses(false)).toBe(10);
    expect(await guesses(true)).toBe(30);
    const device = cookieOf([rememberDevice(null, email, { secondFactor: true })]);
    for (const cookie of [await firstStep(email), `${await firstStep(email)}; ${device}`])
      expect(await pass(cookie, codeAt(later(6)), later(6))).toMatchObject({
        problem: { kind: 'too-many-attempts', oneTime: true },
      });
    expect((await pass(await firstStep(email), codes[0] ?? '', later(6))).ok).toBe(true);
  }, 60_000);

  test('leaves the set-up device its own attempts, which strangers with the password cannot use up', async () => {
    const { actor, email, codeAt, wrongCode, device } = await withAuthenticator('set-up-device@example.com');
    const thiefs = await firstStep(email);
    for (let guess = 0; guess < 10; guess++) await pass(thiefs, wrongCode, later(5));
    expect(await pass(thiefs, wrongCode, later(5))).toMatchObject({ problem: { kind: 'too-many-attempts' } });
    const owners = `${await firstStep(email)}; ${device}`;
    expect((await pass(owners, codeAt(later(6)), later(6))).ok).toBe(true);
    // New backup codes make a browser known too, such as one in another room.
    const renewed = await renewBackupCodes(request(), actor);
    if (!renewed.ok) throw new Error(renewed.problem.kind);
    expect(knownDevice(cookieOf([renewed.value.cookie]), email, { secondFactor: true })).not.toBeNull();
  });

  test('starts a new count of codes after a new password, once a day', async () => {
    const { email, codeAt, wrongCode } = await withAuthenticator('anew@example.com');
    const useUp = async (cookie: string) => {
      for (let guess = 0; guess < 11; guess++) await pass(cookie, wrongCode, later(5));
    };
    const newPassword = async (password: string) => {
      await requestPasswordReset(request(), email);
      const token = await newestToken(opened.db, email);
      expect((await resetPassword(request(), { token, password })).ok).toBe(true);
      const signed = await signIn(email, password);
      if (signed.ok || signed.problem.kind !== 'second-factor') throw new Error('no second step');
      return cookieOf([signed.problem.cookie]);
    };
    await useUp(await firstStep(email));
    const first = await newPassword('harbor-velvet-nine');
    expect((await pass(first, codeAt(later(6)), later(6))).ok).toBe(true);
    await useUp(await newPassword('another-quiet-meadow'));
    const second = await newPassword('walnut-ferry-eleven');
    expect(await pass(second, codeAt(later(8)), later(8))).toMatchObject({
      problem: { kind: 'too-many-attempts' },
    });
  }, 30_000);

  test('starts no session for a person banned between the two steps', async () => {
    const { actor, email, codeAt } = await withAuthenticator('banned@example.com');
    const cookie = await firstStep(email);
    await opened.db
      .update(customerProfiles)
      .set({ isBanned: true })
      .where(eq(customerProfiles.userId, actor.userId));
    expect(await pass(cookie, codeAt(later(4)), later(4))).toMatchObject({ problem: { kind: 'banned' } });
    expect(await sessionsOf(actor.userId)).toEqual([]);
  });

  test('starts no session for a customer at the back office’s sign-in, whatever the code', async () => {
    const { actor, email, codeAt } = await withAuthenticator('door@example.com');
    const before = (await sessionsOf(actor.userId)).length;
    const cookie = await firstStep(email);
    expect(await pass(cookie, codeAt(later(4)), later(4), { admin: true })).toMatchObject({
      problem: { kind: 'not-allowed' },
    });
    expect(await sessionsOf(actor.userId)).toHaveLength(before);
  });

  test('cannot be bypassed by another way to sign in', async () => {
    const { actor, email } = await withAuthenticator('around@example.com');
    const user = { userId: actor.userId, email };
    expect(await startSession(request(), user, { secondFactor: false })).toEqual({
      ok: false,
      problem: { kind: 'second-factor' },
    });
    expect((await startSession(request(), user, { secondFactor: true })).ok).toBe(true);
  });

  test('needs only the password once the app is turned off, and old backup codes stop working', async () => {
    const { actor, email, codes } = await withAuthenticator('off@example.com');
    const waiting = await firstStep(email);
    const renewed = await renewBackupCodes(request(), actor);
    if (!renewed.ok) throw new Error(renewed.problem.kind);
    expect((await pass(waiting, codes[0] ?? '', later(4))).ok).toBe(false);
    expect(await turnAuthenticatorOff(request(), actor)).toEqual({ ok: true, value: null });
    expect(await turnAuthenticatorOff(request(), actor)).toMatchObject({ problem: { kind: 'not-on' } });
    const code = plain(renewed.value.backupCodes[0] ?? '');
    expect(await pass(waiting, code, later(4))).toMatchObject({ problem: { kind: 'wrong-code' } });
    expect((await signIn(email)).ok).toBe(true);
    expect(await opened.db.select().from(backupCodes).where(eq(backupCodes.userId, actor.userId))).toEqual(
      [],
    );
  });
});

test('a code gives staff a session that may enter the back office', async () => {
  const { actor, email, codeAt } = await withAuthenticator('staff@example.com');
  await opened.db.insert(userRoles).values({ userId: actor.userId, role: 'staff' });
  const signed = await pass(await firstStep(email), codeAt(later(4)), later(4), { admin: true });
  if (!signed.ok) throw new Error(signed.problem.kind);
  expect(may(await actorOf(cookieOf(signed.value.cookies)), 'orders.manage')).toBe(true);
});

test('a pending sign-in ends when its password changes', async () => {
  const email = 'waiting@example.com';
  const { actor, codeAt } = await withAuthenticator(email);
  const byOldPassword = await firstStep(email);
  const changed = await changePassword(request(), actor, {
    currentPassword: PASSWORD,
    password: 'harbor-velvet-nine',
  });
  expect(changed.ok).toBe(true);
  expect(await pass(byOldPassword, codeAt(later(2)), later(2))).toMatchObject({
    problem: { kind: 'expired' },
  });

  const again = await signIn(email, 'harbor-velvet-nine');
  if (again.ok || again.problem.kind !== 'second-factor') throw new Error('no second step');
  await requestPasswordReset(request(), email);
  const token = await newestToken(opened.db, email);
  expect((await resetPassword(request(), { token, password: 'another-quiet-meadow' })).ok).toBe(true);
  expect(await pass(cookieOf([again.problem.cookie]), codeAt(later(4)), later(4))).toMatchObject({
    problem: { kind: 'expired' },
  });
});
