/** Signing up, confirming and signing in against a real database: what is stored, answered and refused. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decryptLicense } from '#core/accounts/customers/encrypt-license.server.ts';
import { guest } from '#core/ground/access/actor.ts';
import { lockUser } from '#core/ground/access/hold-session.server.ts';
import { inTransaction } from '#db/client.ts';
import { userActivity } from '#db/schema/activity.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { accounts, sessions, userRoles } from '#db/schema/identity.ts';
import { newestToken } from '#tests/support/account-mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { someoneWaitsForLock } from '#tests/support/lock-waits.ts';
import { confirmSignUp } from '../accounts/confirm-sign-up.server.ts';
import { signUpPerson } from '../accounts/sign-up-person.server.ts';
import { cookieOf, identityTrial, PASSWORD } from '../testing/trial.ts';
import { readActor } from './actor-queries.server.ts';
import { signOut } from './sign-out.server.ts';
import { startSessionByPassword } from './start-session.server.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());

const { request, input, userOf, confirmedPerson, signIn } = identityTrial(() => opened.db);

describe('an account', () => {
  test('is created, confirmed by the link in the mail, and signed in to', async () => {
    const email = 'first@example.com';
    const details = {
      phone: '(607) 555-0100',
      address: '1 Mill Lane',
      licenseId: 'NY 123-456-789',
      licenseState: 'NY',
    };
    expect(await signUpPerson(request(), input(email, details), '/checkout')).toMatchObject({
      ok: true,
      value: { isMailed: true },
    });
    expect(await signIn(email)).toEqual({ ok: false, problem: { kind: 'invalid-credentials' } });

    const token = await newestToken(opened.db, email);
    expect(await confirmSignUp(request(), { token, password: PASSWORD })).toMatchObject({
      ok: true,
      value: { email, returnTo: '/checkout' },
    });

    const signed = await signIn(email, PASSWORD, { 'user-agent': IPHONE });
    if (!signed.ok) throw new Error(signed.problem.kind);
    const cookie = cookieOf(signed.value.cookies);
    const actor = await readActor(new Headers({ cookie }));
    expect(actor).toMatchObject({
      kind: 'user',
      email,
      name: 'Jane Weatherby',
      role: 'user',
      isBanned: false,
    });

    await signOut(request({ cookie }));
    expect(await readActor(new Headers({ cookie }))).toEqual(guest);
  });

  test('stores the details of the sign-up, with an encrypted license number', async () => {
    const { id } = await userOf('first@example.com');
    const [profile] = await opened.db.select().from(customerProfiles).where(eq(customerProfiles.userId, id));
    expect(profile).toMatchObject({
      fullName: 'Jane Weatherby',
      phone: '(607) 555-0100',
      address: '1 Mill Lane',
      birthDate: '1990-02-28',
      licenseIdLast4: '6789',
      licenseState: 'NY',
      licenseVerified: false,
      isVerifiedOver21: null,
      isBanned: false,
    });
    expect(JSON.stringify(profile)).not.toContain('123456789');
    expect(decryptLicense(profile?.licenseIdEncrypted ?? '', id)).toBe('NY123456789');
    expect(() => decryptLicense(profile?.licenseIdEncrypted ?? '', 'somebody-else')).toThrow();
    expect(profile?.lastActiveAt).toBeInstanceOf(Date);
  });

  test('records the sign-in with device and address', async () => {
    const { id } = await userOf('first@example.com');
    const rows = await opened.db.select().from(userActivity).where(eq(userActivity.userId, id));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ activityType: 'mobile_login', metadata: { device: 'Safari on iPhone' } });
    expect(rows[0]?.metadata.ip_address).toMatch(/^10\.0\./);
  });

  test('gets a missing profile at the first sign-in', async () => {
    const id = await confirmedPerson('bare@example.com');
    await opened.db.delete(customerProfiles).where(eq(customerProfiles.userId, id));
    await signIn('bare@example.com');
    const [profile] = await opened.db.select().from(customerProfiles).where(eq(customerProfiles.userId, id));
    expect(profile).toMatchObject({ fullName: 'Jane Weatherby', birthDate: null });
  });
});

describe('the back office’s sign-in', () => {
  test('refuses a customer and starts no session', async () => {
    const id = await confirmedPerson('customer@example.com');
    expect(await signIn('customer@example.com', PASSWORD, {}, true)).toEqual({
      ok: false,
      problem: { kind: 'not-allowed' },
    });
    expect((await opened.db.select().from(sessions).where(eq(sessions.userId, id))).length).toBe(0);
  });

  test.each(['admin', 'staff'] as const)('accepts %s', async (role) => {
    const id = await confirmedPerson(`${role}@example.com`);
    await opened.db.insert(userRoles).values({ userId: id, role });
    expect((await signIn(`${role}@example.com`, PASSWORD, {}, true)).ok).toBe(true);
  });
});

describe('a ban', () => {
  test('ends every session at once, and refuses new ones', async () => {
    const id = await confirmedPerson('banned@example.com');
    const before = await signIn('banned@example.com');
    if (!before.ok) throw new Error('not signed in');
    await opened.db.update(customerProfiles).set({ isBanned: true }).where(eq(customerProfiles.userId, id));
    expect(await opened.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
    expect(await readActor(new Headers({ cookie: cookieOf(before.value.cookies) }))).toEqual(guest);
    expect(await signIn('banned@example.com')).toEqual({ ok: false, problem: { kind: 'banned' } });
    expect(await signIn('banned@example.com', 'wrong-password')).toEqual({
      ok: false,
      problem: { kind: 'invalid-credentials' },
    });
  });
});

describe('a sign-in that overlaps with', () => {
  const startedWith = async (email: string) => {
    const { id: userId } = await userOf(email);
    const [account] = await opened.db.select().from(accounts).where(eq(accounts.userId, userId));
    return startSessionByPassword(request(), { userId, email }, account?.password ?? '');
  };
  const sessionsOf = (userId: string) => opened.db.select().from(sessions).where(eq(sessions.userId, userId));

  test('a new password starts no session for the old one', async () => {
    const email = 'overlap-password@example.com';
    const userId = await confirmedPerson(email);
    const committed = inTransaction(async (tx) => {
      await lockUser(tx, userId);
      const starting = startedWith(email);
      await someoneWaitsForLock(opened.db);
      await tx.update(accounts).set({ password: 'a:b' }).where(eq(accounts.userId, userId));
      await tx.delete(sessions).where(eq(sessions.userId, userId));
      return { starting };
    });
    const { starting } = await committed;
    expect(await starting).toEqual({ ok: false, problem: { kind: 'outdated' } });
    expect(await sessionsOf(userId)).toEqual([]);
  });

  test('a ban starts no session', async () => {
    const email = 'overlap-ban@example.com';
    const userId = await confirmedPerson(email);
    const { starting } = await inTransaction(async (tx) => {
      await tx.update(customerProfiles).set({ isBanned: true }).where(eq(customerProfiles.userId, userId));
      const starting = startedWith(email);
      await someoneWaitsForLock(opened.db);
      return { starting };
    });
    expect(await starting).toEqual({ ok: false, problem: { kind: 'banned' } });
    expect(await sessionsOf(userId)).toEqual([]);
  });
});

/** Of `PASSWORD`, stored by the first release. */
const STORED =
  '920f029a3b0006a6f4bb36a6953b2340:36a6c4f01ada99776f097c727f1c86bbac56d10b3b4ea3db6ef131c5d10033529e1742f71de78889f9b52ba1d7320cb309932775058e5d3848a760c3c7e5b2d7';

test('two sign-ins at once with a hash of the first release both succeed, and store one of today’s cost', async () => {
  const email = 'first-release@example.com';
  const userId = await confirmedPerson(email);
  await opened.db.update(accounts).set({ password: STORED }).where(eq(accounts.userId, userId));
  expect(await signIn(email, 'another-lantern')).toMatchObject({ ok: false });
  const stored = async () =>
    (await opened.db.select().from(accounts).where(eq(accounts.userId, userId)))[0]?.password;
  expect(await stored()).toBe(STORED);
  const both = await Promise.all([signIn(email), signIn(email)]);
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await stored()).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/);
  expect((await signIn(email)).ok).toBe(true);
});

describe('signing in again', () => {
  test('ends the session of its own cookie, and no other; its own token is new', async () => {
    await confirmedPerson('again@example.com');
    const first = await signIn('again@example.com');
    const elsewhere = await signIn('again@example.com');
    if (!first.ok || !elsewhere.ok) throw new Error('not signed in');
    const cookie = cookieOf(first.value.cookies);
    const second = await signIn('again@example.com', PASSWORD, { cookie });
    if (!second.ok) throw new Error('not signed in');
    expect(await readActor(new Headers({ cookie }))).toEqual(guest);
    for (const live of [second, elsewhere])
      expect(await readActor(new Headers({ cookie: cookieOf(live.value.cookies) }))).toMatchObject({
        email: 'again@example.com',
      });
  });

  test('with a wrong password leaves that session alone', async () => {
    const first = await signIn('again@example.com');
    if (!first.ok) throw new Error('not signed in');
    const cookie = cookieOf(first.value.cookies);
    expect((await signIn('again@example.com', 'wrong-password', { cookie })).ok).toBe(false);
    expect(await readActor(new Headers({ cookie }))).toMatchObject({ email: 'again@example.com' });
  });
});
