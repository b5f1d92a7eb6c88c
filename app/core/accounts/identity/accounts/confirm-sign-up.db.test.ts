/**
 * A stranger cannot prepare an account for someone else: only the address owner's own sign-up details are confirmed.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerProfiles } from '#db/schema/customers.ts';
import { signUps, users, verifications } from '#db/schema/identity.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { accountMailsTo, newestToken } from '#tests/support/account-mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { cookieOf, identityTrial, PASSWORD } from '../testing/trial.ts';
import { cleanUpIdentity } from './clean-up-identity.server.ts';
import { completeSignUp } from './complete-sign-up.server.ts';
import { confirmOwnSignUp, confirmSignUp, confirmWithNewPassword } from './confirm-sign-up.server.ts';
import { readConfirmation } from './link-queries.server.ts';
import { rememberOwnSignUp } from './own-sign-up.server.ts';
import { requestConfirmation } from './request-account-mail.server.ts';
import { signUpPerson } from './sign-up-person.server.ts';

const ATTACKERS = 'password-of-the-attacker';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());

const { request, input, userOf, confirmedPerson, signIn } = identityTrial(() => opened.db);
const confirm = (token: string, password: string) => confirmSignUp(request(), { token, password });
const attacked = (email: string) =>
  signUpPerson(
    request(),
    input(email, {
      password: ATTACKERS,
      fullName: 'Mallory',
      phone: '(607) 555-0199',
      licenseId: 'M 666 666',
    }),
  );
const profileOf = async (email: string) => {
  const { id } = await userOf(email);
  const [profile] = await opened.db.select().from(customerProfiles).where(eq(customerProfiles.userId, id));
  return profile;
};

/** A birth date that many years ago, and days later. */
const born = (years: number, days: number) =>
  storeDate(systemClock(), 'America/New_York').subtract({ years }).add({ days }).toString();

describe('a sign-up by someone else', () => {
  test.each(['before', 'after'])('%s the owner’s leaves no password and no details behind', async (when) => {
    const email = `owner-${when}@example.com`;
    if (when === 'before') await attacked(email);
    await signUpPerson(request(), input(email));
    const token = await newestToken(opened.db, email);
    if (when === 'after') await attacked(email);
    const attackersToken = await newestToken(opened.db, email);

    expect(await confirm(token, ATTACKERS)).toEqual({ ok: false, problem: { kind: 'wrong-password' } });
    expect(await confirm(token, PASSWORD)).toMatchObject({ ok: true });
    expect((await signIn(email, ATTACKERS)).ok).toBe(false);
    expect((await signIn(email)).ok).toBe(true);
    expect(await profileOf(email)).toMatchObject({
      fullName: 'Jane Weatherby',
      phone: null,
      licenseIdHash: null,
    });
    expect(await opened.db.select().from(signUps).where(eq(signUps.email, email))).toEqual([]);
    if (when === 'after')
      expect(await confirm(attackersToken, ATTACKERS)).toEqual({
        ok: false,
        problem: { kind: 'already-confirmed' },
      });
  });

  test('passes its details on only to a person who knows its password', async () => {
    const email = 'not-mine@example.com';
    await attacked(email);
    const token = await newestToken(opened.db, email);
    const outcome = await confirmWithNewPassword(request(), {
      token,
      fullName: 'Jane Weatherby',
      birthDate: '1990-02-28',
      password: PASSWORD,
    });
    expect(outcome).toMatchObject({ ok: true });
    expect(await profileOf(email)).toMatchObject({
      fullName: 'Jane Weatherby',
      birthDate: '1990-02-28',
      phone: null,
      licenseIdEncrypted: null,
      licenseIdHash: null,
      licenseIdLast4: null,
    });
    expect((await userOf(email)).name).toBe('Jane Weatherby');
    expect((await signIn(email, ATTACKERS)).ok).toBe(false);
    expect((await signIn(email)).ok).toBe(true);
  });
});

describe('a confirmation in the browser that signed up', () => {
  /** The Cookie header of a browser after its sign-up. */
  const browserOf = async (signedUp: ReturnType<typeof signUpPerson<never>>) => {
    const made = await signedUp;
    if (!made.ok) throw new Error(made.problem.kind);
    return cookieOf([rememberOwnSignUp(made.value.signUpId)]);
  };
  const confirmIn = (cookie: string, token: string) => confirmOwnSignUp(request({ cookie }), { token });

  test('needs no password, while any other browser needs one', async () => {
    const email = 'own-browser@example.com';
    const cookie = await browserOf(signUpPerson(request(), input(email)));
    const token = await newestToken(opened.db, email);
    const refused = { ok: false, problem: { kind: 'wrong-password' } };
    expect(await confirmIn('', token)).toEqual(refused);
    expect(await confirmIn(`${cookie.slice(0, -4)}AAAA`, token)).toEqual(refused);
    const elsewhere = await browserOf(signUpPerson(request(), input('another@example.com')));
    expect(await confirmIn(elsewhere, token)).toEqual(refused);
    expect(await confirmIn(cookie, token)).toMatchObject({ ok: true, value: { email } });
    expect((await signIn(email)).ok).toBe(true);
  });

  test('covers only that browser’s own sign-up, not another sign-up for the same address', async () => {
    const email = 'two-browsers@example.com';
    const strangers = await browserOf(attacked(email));
    const strangersToken = await newestToken(opened.db, email);
    const owners = await browserOf(signUpPerson(request(), input(email)));
    const ownersToken = await newestToken(opened.db, email);
    expect((await confirmIn(strangers, ownersToken)).ok).toBe(false);
    expect((await confirmIn(owners, strangersToken)).ok).toBe(false);
    expect((await confirmIn(owners, ownersToken)).ok).toBe(true);
    expect(await profileOf(email)).toMatchObject({ fullName: 'Jane Weatherby', phone: null });
  });

  test('gives no account to a person who is now under age', async () => {
    const email = 'own-too-young@example.com';
    const cookie = await browserOf(signUpPerson(request(), input(email)));
    const token = await newestToken(opened.db, email);
    await opened.db
      .update(signUps)
      .set({ birthDate: born(20, 0) })
      .where(eq(signUps.email, email));
    expect(await confirmIn(cookie, token)).toMatchObject({ ok: false, problem: { kind: 'under-age' } });
  });
});

describe('a confirmation link', () => {
  test('confirms nothing when it is only viewed', async () => {
    const email = 'scanned@example.com';
    await signUpPerson(request(), input(email));
    const token = await newestToken(opened.db, email);
    for (let look = 0; look < 3; look++) expect((await readConfirmation(token)).state).toBe('open');
    expect(await opened.db.select().from(users).where(eq(users.email, email))).toEqual([]);
    expect((await signIn(email)).ok).toBe(false);
  });

  test('is stored as a hash, and a second click says that it was used', async () => {
    const email = 'twice@example.com';
    await signUpPerson(request(), input(email));
    const token = await newestToken(opened.db, email);
    const { rows } = await opened.db.execute(
      sql`select from verifications where identifier like ${`%${token}%`} or value like ${`%${token}%`}`,
    );
    expect(rows).toEqual([]);
    expect(await confirm(token, PASSWORD)).toMatchObject({ ok: true });
    expect(await readConfirmation(token)).toEqual({ state: 'used' });
    await cleanUpIdentity();
    expect(await confirm(token, PASSWORD)).toEqual({ ok: false, problem: { kind: 'already-confirmed' } });
  });

  test('makes one account when twenty requests follow it at once', async () => {
    const email = 'eager@example.com';
    await signUpPerson(request(), input(email));
    const first = await newestToken(opened.db, email);
    await signUpPerson(request(), input(email));
    const second = await newestToken(opened.db, email);
    const tries = Array.from({ length: 20 }, (_, at) => confirm(at % 2 ? first : second, PASSWORD));
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await opened.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
  });

  test('can be requested again, and the earlier one still works', async () => {
    const email = 'lost@example.com';
    await signUpPerson(request(), input(email));
    const first = await newestToken(opened.db, email);
    expect(await requestConfirmation(request(), email)).toEqual({ ok: true, value: null });
    const mails = await accountMailsTo(opened.db, email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your email', 'Confirm your email']);
    expect(mails[1]?.link?.searchParams.get('token')).not.toBe(first);
    expect(await confirm(first, PASSWORD)).toMatchObject({ ok: true });
  });

  test('does not allow guessing the password of the sign-up', async () => {
    const email = 'guessed@example.com';
    await signUpPerson(request(), input(email));
    const token = await newestToken(opened.db, email);
    const kinds: string[] = [];
    for (let guess = 0; guess < 12; guess++) {
      const outcome = await confirm(token, `wrong-password-${guess}`);
      kinds.push(outcome.ok ? 'ok' : outcome.problem.kind);
    }
    expect(kinds).toEqual([...Array(10).fill('wrong-password'), 'too-many-attempts', 'too-many-attempts']);
  });

  test('expires with its sign-up after a day', async () => {
    const email = 'late@example.com';
    await signUpPerson(request(), input(email));
    const token = await newestToken(opened.db, email);
    const past = new Date(Date.now() - 1000);
    await opened.db.update(signUps).set({ expiresAt: past }).where(eq(signUps.email, email));
    await opened.db.update(verifications).set({ expiresAt: past });
    expect(await confirm(token, PASSWORD)).toEqual({ ok: false, problem: { kind: 'link-not-valid' } });
    await cleanUpIdentity();
    expect(await opened.db.select().from(signUps).where(eq(signUps.email, email))).toEqual([]);
  });

  test.each(['', 'x', '../../etc/passwd', 'y'.repeat(5000), `${'z'.repeat(31)}\0`])(
    'with an invented token (%j) is refused',
    async (token) => {
      expect(await confirm(token, PASSWORD)).toEqual({ ok: false, problem: { kind: 'link-not-valid' } });
    },
  );
});

test('a second sign-up with an address that has an account changes nothing and notifies the owner', async () => {
  const email = 'known@example.com';
  await confirmedPerson(email);
  await attacked(email);
  expect((await accountMailsTo(opened.db, email)).at(-1)?.subject).toBe('You already have an account');
  expect((await profileOf(email))?.fullName).toBe('Jane Weatherby');
  expect((await signIn(email)).ok).toBe(true);
  expect((await signIn(email, ATTACKERS)).ok).toBe(false);
});

describe('an account under the minimum age', () => {
  const underAge = { ok: false, problem: { kind: 'under-age', minimum: 21 } };

  test('is refused at sign-up: nothing is stored and no mail is sent', async () => {
    const email = 'twenty@example.com';
    expect(await signUpPerson(request(), input(email, { birthDate: born(21, 1) }))).toEqual(underAge);
    expect(await opened.db.select().from(signUps).where(eq(signUps.email, email))).toEqual([]);
    expect(await accountMailsTo(opened.db, email)).toEqual([]);
    expect((await signUpPerson(request(), input(email, { birthDate: born(21, 0) }))).ok).toBe(true);
  });

  test('is not confirmed, with the old or a new birth date', async () => {
    const email = 'raised@example.com';
    await signUpPerson(request(), input(email));
    // As if the minimum age had been raised between sign-up and confirmation.
    await opened.db
      .update(signUps)
      .set({ birthDate: born(21, 1) })
      .where(eq(signUps.email, email));
    const token = await newestToken(opened.db, email);
    expect(await confirm(token, PASSWORD)).toEqual(underAge);
    const form = { token, fullName: 'Jane Weatherby', birthDate: born(20, 0), password: PASSWORD };
    expect(await confirmWithNewPassword(request(), form)).toEqual(underAge);
    expect(await opened.db.select().from(users).where(eq(users.email, email))).toEqual([]);
  });

  test('is not created through a provider', async () => {
    const email = 'provider@example.com';
    const unfinished = { issuer: 'https://id.example', subject: 'x', email, name: null, returnTo: null };
    const outcome = await completeSignUp(request(), unfinished, {
      fullName: 'Jane Weatherby',
      birthDate: born(21, 1),
    });
    expect(outcome).toEqual(underAge);
    expect(await opened.db.select().from(users).where(eq(users.email, email))).toEqual([]);
  });
});
