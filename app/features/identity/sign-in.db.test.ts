/** Signing up and in against a real database: what is stored, what is told, what is refused. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userActivity } from '#db/schema/activity.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, userRoles, users } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/notifications.ts';
import { openMail } from '#platform/mail.ts';
import { unseal } from '#platform/secrets.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import {
  confirmEmail,
  requestConfirmation,
  requestPasswordReset,
  resetPassword,
} from './account-links.server.ts';
import { readActor } from './actor-queries.server.ts';
import { CLIENT_ADDRESS_HEADER } from './auth.server.ts';
import { countTry } from './count-try.server.ts';
import { signInPerson } from './sign-in-person.server.ts';
import { signOut } from './sign-out.server.ts';
import { signUpPerson } from './sign-up-person.server.ts';

const PASSWORD = 'kettle-orbit-mossy';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

let opened: FreshDatabase;
let next = 1;

beforeAll(async () => {
  opened = await freshDatabase();
  await openMail({
    smtpUrl: null,
    from: 'Farm <a@example.com>',
    origin: 'http://localhost:3000',
    say: () => undefined,
  });
});
afterAll(() => opened.stop());

/** A request as the HTTP layer hands it on; each from an address of its own unless told. */
function request(headers: Record<string, string> = {}): Request {
  return new Request('http://localhost:3000/login', {
    headers: { [CLIENT_ADDRESS_HEADER]: `10.0.${next >> 8}.${next++ & 255}`, ...headers },
  });
}

const wish = (email: string, changes: object = {}) => ({
  fullName: 'Jane Weatherby',
  email,
  password: PASSWORD,
  phone: null,
  address: null,
  birthDate: '1990-02-28',
  licenseId: null,
  licenseState: null,
  ...changes,
});

const mailTo = (email: string) =>
  opened.db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.recipient, email))
    .orderBy(mailMessages.createdAt);

function linkIn(text: string | undefined): URL {
  const link = /http:\/\/localhost:3000\/\S+/.exec(text ?? '')?.[0];
  if (!link) throw new Error(`no link in ${text}`);
  return new URL(link);
}

async function userOf(email: string) {
  const [user] = await opened.db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error(`no user ${email}`);
  return user;
}

async function confirmedPerson(email: string): Promise<string> {
  await signUpPerson(request(), wish(email));
  const [mail] = await mailTo(email);
  await confirmEmail(request(), linkIn(mail?.text).searchParams.get('token') ?? '');
  return (await userOf(email)).id;
}

const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}, admin = false) =>
  signInPerson(request(headers), { email, password }, { admin });

const cookieOf = (cookies: readonly string[]) => cookies.map((line) => line.split(';')[0]).join('; ');

describe('an account', () => {
  test('is made, confirmed by the link in the mail, and signed in to', async () => {
    const email = 'first@example.com';
    const details = {
      phone: '(607) 555-0100',
      address: '1 Mill Lane',
      licenseId: 'NY 123-456-789',
      licenseState: 'NY',
    };
    expect(await signUpPerson(request(), wish(email, details))).toEqual({ ok: true, value: null });
    expect(await signIn(email)).toEqual({ ok: false, problem: { kind: 'invalid-credentials' } });

    const [mail] = await mailTo(email);
    const link = linkIn(mail?.text);
    expect(link.pathname).toBe('/confirm-email');
    expect(await confirmEmail(request(), link.searchParams.get('token') ?? '')).toEqual({
      ok: true,
      value: null,
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
    expect(await readActor(new Headers({ cookie }))).toEqual({ kind: 'guest' });
  });

  test('keeps what sign-up told, the licence number sealed', async () => {
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
    expect(unseal(profile?.licenseIdSealed ?? '', `license:${id}`)).toBe('NY123456789');
    expect(() => unseal(profile?.licenseIdSealed ?? '', 'license:somebody-else')).toThrow();
    expect(profile?.lastActiveAt).toBeInstanceOf(Date);
  });

  test('records the sign-in with device and address', async () => {
    const { id } = await userOf('first@example.com');
    const rows = await opened.db.select().from(userActivity).where(eq(userActivity.userId, id));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ activityType: 'mobile_login', metadata: { device: 'Safari on iPhone' } });
    expect(rows[0]?.metadata.ip_address).toMatch(/^10\.0\./);
  });

  test('gets its missing profile at the first sign-in', async () => {
    const id = await confirmedPerson('bare@example.com');
    await opened.db.delete(customerProfiles).where(eq(customerProfiles.userId, id));
    await signIn('bare@example.com');
    const [profile] = await opened.db.select().from(customerProfiles).where(eq(customerProfiles.userId, id));
    expect(profile).toMatchObject({ fullName: 'Jane Weatherby', birthDate: null });
  });
});

describe('nobody learns whether an address has an account', () => {
  test('a second sign-up answers the same, changes nothing, and tells the owner', async () => {
    const id = await confirmedPerson('owner@example.com');
    const outcome = await signUpPerson(
      request(),
      wish('owner@example.com', { fullName: 'Eve', password: 'other-words-here' }),
    );
    expect(outcome).toEqual({ ok: true, value: null });
    const [profile] = await opened.db.select().from(customerProfiles).where(eq(customerProfiles.userId, id));
    expect(profile?.fullName).toBe('Jane Weatherby');
    expect((await mailTo('owner@example.com')).at(-1)?.subject).toBe('You already have an account');
    expect((await signIn('owner@example.com')).ok).toBe(true);
    expect((await signIn('owner@example.com', 'other-words-here')).ok).toBe(false);
  });

  test('links are asked for with the same answer, and only accounts get mail', async () => {
    await confirmedPerson('known@example.com');
    for (const email of ['known@example.com', 'unknown@example.com']) {
      expect(await requestPasswordReset(request(), email)).toEqual({ ok: true, value: null });
      expect(await requestConfirmation(request(), email)).toEqual({ ok: true, value: null });
    }
    const subjects = (await mailTo('known@example.com')).map((mail) => mail.subject);
    expect(subjects).toEqual(['Confirm your email', 'Choose a new password']);
    expect(await mailTo('unknown@example.com')).toEqual([]);
  });

  test('the answer takes as long either way', async () => {
    await confirmedPerson('slow@example.com');
    const median = async (work: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let round = 0; round < 5; round++) {
        const start = performance.now();
        await work();
        times.push(performance.now() - start);
      }
      return times.sort((one, other) => one - other)[2] ?? 0;
    };
    let fresh = 0;
    const known = await median(() => requestPasswordReset(request(), 'slow@example.com'));
    const unknown = await median(() => requestPasswordReset(request(), `nobody${fresh++}@example.com`));
    const knownSignUp = await median(() => signUpPerson(request(), wish('slow@example.com')));
    const unknownSignUp = await median(() => signUpPerson(request(), wish(`new${fresh++}@example.com`)));
    console.info({ known, unknown, knownSignUp, unknownSignUp });
    expect(Math.abs(known - unknown)).toBeLessThan(40);
    expect(Math.abs(knownSignUp - unknownSignUp)).toBeLessThan(40);
  });
});

describe('a forgotten password', () => {
  test('is replaced by the link, once; every session ends', async () => {
    const email = 'forgetful@example.com';
    const id = await confirmedPerson(email);
    const signed = await signIn(email);
    if (!signed.ok) throw new Error('not signed in');
    await requestPasswordReset(request(), email);
    const link = linkIn((await mailTo(email)).at(-1)?.text);
    expect(link.pathname).toBe('/reset-password');
    const token = link.searchParams.get('token') ?? '';
    expect(await resetPassword(request(), { token, password: 'lantern-weir-otter' })).toEqual({
      ok: true,
      value: null,
    });
    expect(await readActor(new Headers({ cookie: cookieOf(signed.value.cookies) }))).toEqual({
      kind: 'guest',
    });
    expect((await opened.db.select().from(sessions).where(eq(sessions.userId, id))).length).toBe(0);
    expect((await signIn(email)).ok).toBe(false);
    expect((await signIn(email, 'lantern-weir-otter')).ok).toBe(true);
    expect(await resetPassword(request(), { token, password: 'another-one-here' })).toEqual({
      ok: false,
      problem: { kind: 'link-not-valid' },
    });
  });

  test('shows that the address is one’s own, so an unconfirmed account begun by somebody else becomes its owner’s', async () => {
    const email = 'squatted@example.com';
    await signUpPerson(request(), wish(email, { password: 'password-of-the-squatter' }));
    await requestPasswordReset(request(), email);
    const token = linkIn((await mailTo(email)).at(-1)?.text).searchParams.get('token') ?? '';
    await resetPassword(request(), { token, password: 'password-of-the-owner' });
    expect((await signIn(email, 'password-of-the-owner')).ok).toBe(true);
    expect((await signIn(email, 'password-of-the-squatter')).ok).toBe(false);
  });
});

test.each(['', 'x', 'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImZpcnN0QGV4YW1wbGUuY29tIn0.', 'y'.repeat(5000)])(
  'a made-up confirmation token is refused',
  async (token) => {
    expect(await confirmEmail(request(), token)).toEqual({ ok: false, problem: { kind: 'link-not-valid' } });
  },
);

describe('the admin door', () => {
  test('sends a customer away and leaves no session', async () => {
    const id = await confirmedPerson('customer@example.com');
    expect(await signIn('customer@example.com', PASSWORD, {}, true)).toEqual({
      ok: false,
      problem: { kind: 'admin-only' },
    });
    expect((await opened.db.select().from(sessions).where(eq(sessions.userId, id))).length).toBe(0);
  });

  test.each(['admin', 'staff'] as const)('lets %s in', async (role) => {
    const id = await confirmedPerson(`${role}@example.com`);
    await opened.db.insert(userRoles).values({ userId: id, role });
    expect((await signIn(`${role}@example.com`, PASSWORD, {}, true)).ok).toBe(true);
  });
});

describe('a ban', () => {
  test('refuses new sessions and counts for those there are', async () => {
    const id = await confirmedPerson('banned@example.com');
    const before = await signIn('banned@example.com');
    if (!before.ok) throw new Error('not signed in');
    await opened.db.update(customerProfiles).set({ isBanned: true }).where(eq(customerProfiles.userId, id));
    expect(await readActor(new Headers({ cookie: cookieOf(before.value.cookies) }))).toMatchObject({
      isBanned: true,
    });
    expect(await signIn('banned@example.com')).toEqual({ ok: false, problem: { kind: 'banned' } });
    expect(await signIn('banned@example.com', 'wrong-password')).toEqual({
      ok: false,
      problem: { kind: 'invalid-credentials' },
    });
  });
});

describe('guessing', () => {
  test('thirty wrong passwords from one client, whatever headers it writes, are not all answered', async () => {
    await confirmedPerson('target@example.com');
    const kinds: string[] = [];
    for (let guess = 0; guess < 30; guess++) {
      const outcome = await signIn('target@example.com', `wrong-password-${guess}`, {
        [CLIENT_ADDRESS_HEADER]: '192.0.2.7',
        'x-forwarded-for': `198.51.100.${guess}`,
        'x-real-ip': `198.51.100.${guess}`,
      });
      kinds.push(outcome.ok ? 'ok' : outcome.problem.kind);
    }
    expect(kinds.filter((kind) => kind === 'invalid-credentials').length).toBe(20);
    expect(kinds.filter((kind) => kind === 'too-many-tries').length).toBe(10);
  });

  test('many clients guessing at one account are stopped too', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, () => countTry('sign-in-test', 'x', { max: 40, windowSeconds: 3600 })),
    );
    expect(outcomes.filter((wait) => wait === 0).length).toBe(40);
    expect(Math.min(...outcomes.filter((wait) => wait > 0))).toBeGreaterThan(3500);
  });

  test('mail to one address is limited, silently', async () => {
    await confirmedPerson('flooded@example.com');
    for (let time = 0; time < 8; time++) {
      expect((await requestPasswordReset(request(), 'flooded@example.com')).ok).toBe(true);
    }
    const resets = (await mailTo('flooded@example.com')).filter(
      (mail) => mail.subject === 'Choose a new password',
    );
    expect(resets.length).toBe(4);
  });
});
