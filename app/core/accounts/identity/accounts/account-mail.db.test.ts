/**
 * Answers never reveal whether an address has an account; inboxes are not flooded, and people still get their own mail.
 */
import { Worker } from 'node:worker_threads';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { guest } from '#core/ground/access/actor.ts';
import { sessions, signUps, userRoles, verifications } from '#db/schema/identity.ts';
import { signUpHolds } from '#db/schema/orders.ts';
import { formatTime, instantOf } from '#kernel/time.ts';
import { accountMailsTo, newestToken, writeAccountMails } from '#tests/support/account-mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { readActor } from '../sessions/actor-queries.server.ts';
import { CLIENT_ADDRESS_HEADER } from '../sessions/client-address.server.ts';
import { inviteStaff } from '../staff/invite-staff.server.ts';
import { cookieOf, identityTrial, PASSWORD } from '../testing/trial.ts';
import { requestEmailChange } from './change-email.server.ts';
import { confirmSignUp } from './confirm-sign-up.server.ts';
import { requestConfirmation, requestPasswordReset } from './request-account-mail.server.ts';
import { resetPassword } from './reset-password.server.ts';
import { signUpPerson } from './sign-up-person.server.ts';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());
afterEach(() => vi.restoreAllMocks());

const { request, input, userOf, confirmedPerson, signIn, signedInPerson } = identityTrial(() => opened.db);
const subjectsTo = async (email: string) =>
  (await accountMailsTo(opened.db, email)).map(({ subject }) => subject);

/** Returns every statement the work sends and every password it hashes, without their values. */
async function workOf(work: () => Promise<unknown>): Promise<string[]> {
  const steps: string[] = [];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const hash = vi.spyOn(Worker.prototype, 'postMessage');
  query.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const asked = args[0] as string | { text?: string };
    const { application_name } = (this as unknown as { connectionParameters: Record<string, string> })
      .connectionParameters;
    // Skip the job queue: it runs its own queries in the background, over its own connections.
    if (application_name === 'farmgate')
      steps.push(typeof asked === 'string' ? asked : (asked?.text ?? 'cursor'));
    return (originalQuery as (...all: unknown[]) => unknown).apply(this, args) as never;
  });
  await work();
  steps.push(...hash.mock.calls.map(() => 'hash'));
  vi.restoreAllMocks();
  return steps;
}
const originalQuery = pg.Client.prototype.query;

test.each([
  ['sign-up', (email: string) => signUpPerson(request(), input(email))],
  ['asking for a new password', (email: string) => requestPasswordReset(request(), email)],
  ['asking for a new confirmation', (email: string) => requestConfirmation(request(), email)],
])('%s does the same work for a known, an unconfirmed and an unknown address', async (what, ask) => {
  const tag = what.replaceAll(' ', '-');
  await confirmedPerson(`known-${tag}@example.com`);
  await signUpPerson(request(), input(`unconfirmed-${tag}@example.com`));
  await writeAccountMails(opened.db);
  // The first request of each kind may still open a queue or a thread.
  await ask(`first-${tag}@example.com`);
  const known = await workOf(() => ask(`known-${tag}@example.com`));
  const unconfirmed = await workOf(() => ask(`unconfirmed-${tag}@example.com`));
  const unknown = await workOf(() => ask(`unknown-${tag}@example.com`));
  console.info(`${what}: ${unknown.length} steps`);
  expect(unknown.length).toBeGreaterThan(3);
  expect(unknown.filter((step) => step === 'hash')).toHaveLength(what === 'sign-up' ? 1 : 0);
  expect(known).toEqual(unknown);
  expect(unconfirmed).toEqual(unknown);
});

test('requests for links get the same answer with or without an account, and only accounts get mail', async () => {
  await confirmedPerson('known@example.com');
  for (const email of ['known@example.com', 'unknown@example.com']) {
    expect(await requestPasswordReset(request(), email)).toEqual({ ok: true, value: null });
    expect(await requestConfirmation(request(), email)).toEqual({ ok: true, value: null });
  }
  expect(await subjectsTo('known@example.com')).toEqual(['Choose a new password']);
  expect(await subjectsTo('unknown@example.com')).toEqual([]);
});

test('an unconfirmed person who asks for a new password gets the confirmation link instead', async () => {
  await signUpPerson(request(), input('unsure@example.com'));
  await requestPasswordReset(request(), 'unsure@example.com');
  expect(await subjectsTo('unsure@example.com')).toEqual(['Confirm your email', 'Confirm your email']);
});

test('the mail of a sign-up at checkout says how long its items are held, and omits them after that', async () => {
  const email = 'holding@example.com';
  const signedUp = await signUpPerson(request(), input(email));
  if (!signedUp.ok) throw new Error(signedUp.problem.kind);
  const [heldAt, expiresAt] = [new Date(), new Date(Date.now() + 30 * 60_000)];
  await opened.db
    .insert(signUpHolds)
    .values({ signUpId: signedUp.value.signUpId, pickupStartsAt: expiresAt, heldAt, expiresAt, client: '-' });
  const until = formatTime(instantOf(expiresAt), 'America/New_York');
  const [held] = await accountMailsTo(opened.db, email);
  expect(held?.text.replaceAll(/\s+/g, ' ')).toContain(
    `open the link before ${until} in the browser you signed up in, and your items are reserved`,
  );
  await opened.db.update(signUpHolds).set({ expiresAt: heldAt });
  await requestConfirmation(request(), email);
  const [, later] = await accountMailsTo(opened.db, email);
  expect(later?.text).toContain('The link works for 24 hours. ');
  expect(later?.text).not.toMatch(/items|held/);
});

describe('mail that anyone can request for an address', () => {
  /** Signs up with this address `times` times, as strangers, each from a different client address. */
  const strangersSignUp = async (email: string, times: number) => {
    for (let time = 0; time < times; time++)
      expect((await signUpPerson(request(), input(email))).ok).toBe(true);
  };

  test('is limited by kind and recipient, and the page says so with or without an account', async () => {
    await confirmedPerson('flooded@example.com');
    for (const email of ['flooded@example.com', 'nobody-here@example.com']) {
      const answers: string[] = [];
      for (let time = 0; time < 8; time++) {
        const asked = await requestPasswordReset(request(), email);
        answers.push(asked.ok ? 'sent' : asked.problem.kind);
      }
      expect(answers).toEqual([...Array<string>(6).fill('sent'), 'too-many-links', 'too-many-links']);
    }
    expect(await subjectsTo('flooded@example.com')).toHaveLength(6);
  });

  test('from one client address uses up at most half of a recipient’s limit', async () => {
    const email = 'one-stranger@example.com';
    await confirmedPerson(email);
    const stranger = { [CLIENT_ADDRESS_HEADER]: '192.0.2.44' };
    for (let time = 0; time < 5; time++) await requestPasswordReset(request(stranger), email);
    expect((await requestPasswordReset(request(stranger), email)).ok).toBe(false);
    expect((await requestPasswordReset(request(), email)).ok).toBe(true);
    expect(await subjectsTo(email)).toHaveLength(4);
  });

  test('by strangers leaves a separate limit to a device that has signed in to the account', async () => {
    const email = 'own-device@example.com';
    const { cookie } = await signedInPerson(email);
    for (let time = 0; time < 8; time++) await requestPasswordReset(request(), email);
    expect((await requestPasswordReset(request(), email)).ok).toBe(false);
    const before = (await subjectsTo(email)).length;
    expect((await requestPasswordReset(request({ cookie }), email)).ok).toBe(true);
    expect(await subjectsTo(email)).toHaveLength(before + 1);
  });

  test.each([5, 7])(
    'after %i sign-ups by strangers does not block a reset, an invitation or a change of email',
    async (times) => {
      const email = `victim-${times}@example.com`;
      const admin = await signedInPerson(`admin-${times}@example.com`);
      await opened.db.insert(userRoles).values({ userId: admin.actor.userId, role: 'admin' });
      await confirmedPerson(email);
      await strangersSignUp(email, times);
      expect((await requestPasswordReset(request(), email)).ok).toBe(true);
      expect((await subjectsTo(email)).filter((each) => each === 'Choose a new password')).toHaveLength(1);
      expect((await subjectsTo(email)).filter((each) => each === 'You already have an account')).toHaveLength(
        2,
      );

      const invited = `invited-${times}@example.com`;
      await strangersSignUp(invited, times);
      const actor = { ...admin.actor, role: 'admin' as const };
      expect((await inviteStaff(actor, { email: invited, role: 'staff' })).ok).toBe(true);
      expect(await subjectsTo(invited)).toContain('You are invited to work with us');

      const wanted = `wanted-${times}@example.com`;
      await strangersSignUp(wanted, times);
      expect((await requestEmailChange(request(), admin.actor, wanted)).ok).toBe(true);
      expect(await subjectsTo(wanted)).toContain('Confirm your new email');
    },
  );

  test.each([5, 7])(
    'after %i sign-ups by strangers does not block a new customer, whose new link confirms the sign-up',
    async (times) => {
      const email = `newcomer-${times}@example.com`;
      await strangersSignUp(email, times);
      const own = 'otter-lantern-weir';
      const signedUp = await signUpPerson(request(), input(email, { password: own }));
      // Past the limit the page says that no link was sent, but the row is still saved.
      expect(signedUp).toMatchObject({ ok: true, value: { isMailed: times === 5 } });
      expect(await subjectsTo(email)).toHaveLength(6);
      expect(await opened.db.select().from(signUps).where(eq(signUps.email, email))).toHaveLength(times + 1);
      expect((await requestConfirmation(request(), email)).ok).toBe(true);
      const token = await newestToken(opened.db, email);
      expect((await confirmSignUp(request(), { token, password: own })).ok).toBe(true);
      expect((await signIn(email, own)).ok).toBe(true);
    },
  );
});

test('a confirmation mail contains nothing that the person signing up wrote', async () => {
  await signUpPerson(request(), input('stranger@example.com', { fullName: 'Call 555 0199 to win' }));
  const [mail] = await accountMailsTo(opened.db, 'stranger@example.com');
  expect(mail?.text).toContain('/confirm-email?token=');
  expect(mail?.text).not.toContain('555 0199');
});

test('the database contains no readable jobs or links', async () => {
  const email = 'secretive@example.com';
  await confirmedPerson(email);
  await requestPasswordReset(request(), email);
  const { rows: jobs } = await opened.db.execute<{ data: unknown }>(
    sql`select data from pgboss.job where name = 'account-mail'`,
  );
  expect(JSON.stringify(jobs)).not.toContain(email);
  const token = await newestToken(opened.db, email);
  expect(token).toHaveLength(32);
  const { rows } = await opened.db.execute(sql`
    select 1 from verifications v where v::text like ${`%${token}%`}
    union all select 1 from mail_messages m where m::text like ${`%${token}%`}`);
  expect(rows).toEqual([]);
});

describe('a forgotten password', () => {
  test('is replaced through the link, once, and every session and every other link ends', async () => {
    const email = 'forgetful@example.com';
    const id = await confirmedPerson(email);
    const signed = await signIn(email);
    if (!signed.ok) throw new Error('not signed in');
    await requestPasswordReset(request(), email);
    const first = await newestToken(opened.db, email);
    await requestPasswordReset(request(), email);
    const token = await newestToken(opened.db, email);
    const password = 'lantern-weir-otter';
    expect(await resetPassword(request(), { token, password })).toEqual({ ok: true, value: { email } });
    expect(await readActor(new Headers({ cookie: cookieOf(signed.value.cookies) }))).toEqual(guest);
    expect((await opened.db.select().from(sessions).where(eq(sessions.userId, id))).length).toBe(0);
    expect((await signIn(email)).ok).toBe(false);
    expect((await signIn(email, password)).ok).toBe(true);
    for (const dead of [token, first])
      expect(await resetPassword(request(), { token: dead, password: 'another-one-here' })).toEqual({
        ok: false,
        problem: { kind: 'link-not-valid' },
      });
  });

  test('is replaced once when ten requests follow the link at once', async () => {
    const email = 'hasty@example.com';
    await confirmedPerson(email);
    await requestPasswordReset(request(), email);
    const token = await newestToken(opened.db, email);
    const tries = Array.from({ length: 10 }, (_, at) =>
      resetPassword(request(), { token, password: `lantern-weir-${at}` }),
    );
    expect((await Promise.all(tries)).filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('is not replaced through a link that is an hour old', async () => {
    const email = 'slow@example.com';
    await confirmedPerson(email);
    await requestPasswordReset(request(), email);
    const token = await newestToken(opened.db, email);
    await opened.db
      .update(verifications)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(verifications.value, (await userOf(email)).id));
    expect((await resetPassword(request(), { token, password: 'lantern-weir-otter' })).ok).toBe(false);
    expect((await signIn(email, PASSWORD)).ok).toBe(true);
  });
});
