/** Nobody learns whether an address has an account, and nobody's inbox is flooded. */
import { Worker } from 'node:worker_threads';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sessions, signUps, verifications } from '#db/schema/identity.ts';
import { guest } from '#features/access/actor.ts';
import { accountMailsTo, newestToken, writeAccountMails } from '#tests/support/account-mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { readActor } from './actor-queries.server.ts';
import { requestConfirmation, requestPasswordReset } from './request-account-mail.server.ts';
import { resetPassword } from './reset-password.server.ts';
import { signUpPerson } from './sign-up-person.server.ts';
import { cookieOf, identityTrial, openKeptMail, PASSWORD } from './testing/trial.ts';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
  await openKeptMail();
});
afterAll(() => opened.stop());
afterEach(() => vi.restoreAllMocks());

const { request, input, userOf, confirmedPerson, signIn } = identityTrial(() => opened.db);
const subjectsTo = async (email: string) =>
  (await accountMailsTo(opened.db, email)).map(({ subject }) => subject);

/** Every statement the work sends and every password it hashes, without their values. */
async function workOf(work: () => Promise<unknown>): Promise<string[]> {
  const steps: string[] = [];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const hash = vi.spyOn(Worker.prototype, 'postMessage');
  query.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const asked = args[0] as string | { text?: string };
    const { application_name } = (this as unknown as { connectionParameters: Record<string, string> })
      .connectionParameters;
    // The job queue looks after itself meanwhile, over connections of its own.
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
  await signUpPerson(request(), input(`begun-${tag}@example.com`));
  await writeAccountMails(opened.db);
  // The first of its kind may find a queue or a thread to be opened.
  await ask(`first-${tag}@example.com`);
  const known = await workOf(() => ask(`known-${tag}@example.com`));
  const begun = await workOf(() => ask(`begun-${tag}@example.com`));
  const unknown = await workOf(() => ask(`unknown-${tag}@example.com`));
  console.info(`${what}: ${unknown.length} steps`);
  expect(unknown.length).toBeGreaterThan(3);
  expect(unknown.filter((step) => step === 'hash')).toHaveLength(what === 'sign-up' ? 1 : 0);
  expect(known).toEqual(unknown);
  expect(begun).toEqual(unknown);
});

test('links are asked for with the same answer, and only accounts get mail', async () => {
  await confirmedPerson('known@example.com');
  for (const email of ['known@example.com', 'unknown@example.com']) {
    expect(await requestPasswordReset(request(), email)).toEqual({ ok: true, value: null });
    expect(await requestConfirmation(request(), email)).toEqual({ ok: true, value: null });
  }
  expect(await subjectsTo('known@example.com')).toEqual(['Confirm your email', 'Choose a new password']);
  expect(await subjectsTo('unknown@example.com')).toEqual([]);
});

test('who has not confirmed and asks for a new password gets the link that confirms, which lets choose one', async () => {
  await signUpPerson(request(), input('unsure@example.com'));
  await requestPasswordReset(request(), 'unsure@example.com');
  expect(await subjectsTo('unsure@example.com')).toEqual(['Confirm your email', 'Confirm your email']);
});

describe('mail to one address is limited, silently', () => {
  test('however it is asked for', async () => {
    await confirmedPerson('flooded@example.com');
    for (let time = 0; time < 4; time++) {
      expect((await requestPasswordReset(request(), 'flooded@example.com')).ok).toBe(true);
      expect((await signUpPerson(request(), input('flooded@example.com'))).ok).toBe(true);
    }
    expect(await subjectsTo('flooded@example.com')).toHaveLength(5);
  });

  test('and a sign-up whose mail is not written leaves nothing', async () => {
    const email = 'bombed@example.com';
    for (let time = 0; time < 8; time++) await signUpPerson(request(), input(email));
    expect(await subjectsTo(email)).toHaveLength(5);
    expect(await opened.db.select().from(signUps).where(eq(signUps.email, email))).toHaveLength(5);
  });
});

test('a confirmation mail carries nothing that whoever signed up has written', async () => {
  await signUpPerson(request(), input('stranger@example.com', { fullName: 'Call 555 0199 to win' }));
  const [mail] = await accountMailsTo(opened.db, 'stranger@example.com');
  expect(mail?.text).toContain('/confirm-email?token=');
  expect(mail?.text).not.toContain('555 0199');
});

test('neither jobs nor links can be read in the database', async () => {
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
  test('is replaced by the link, once; every session and every other link ends', async () => {
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

  test('is replaced once by a link that is followed ten times at once', async () => {
    const email = 'hasty@example.com';
    await confirmedPerson(email);
    await requestPasswordReset(request(), email);
    const token = await newestToken(opened.db, email);
    const tries = Array.from({ length: 10 }, (_, at) =>
      resetPassword(request(), { token, password: `lantern-weir-${at}` }),
    );
    expect((await Promise.all(tries)).filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('is not replaced by a link that is an hour old', async () => {
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
