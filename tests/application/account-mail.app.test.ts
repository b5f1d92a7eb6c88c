/** An attack on other people's mail and sessions, over real HTTP: a limit that strangers reach must not hit its victim. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions, signUps } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { inParallel, postForm } from '#tests/support/requests.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';

let fresh: FreshDatabase;
let app: Application;
let mailServer: SmtpPeer;

beforeAll(async () => {
  fresh = await freshDatabase();
  mailServer = await openSmtpPeer();
  await mailServer.be('willing');
  app = await startApplication({
    NODE_ENV: 'production',
    DATABASE_URL: fresh.url,
    SMTP_URL: mailServer.url,
    // Each client has its own address.
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
});
afterAll(async () => {
  await app?.stop();
  await mailServer?.be('away');
  await fresh?.stop();
});

let next = 1;
/** A client address that no one has used before. */
const fromElsewhere = () => ({ 'X-Forwarded-For': `198.51.${next >> 8}.${next++ & 255}` });

const signUp = (email: string) =>
  postForm(
    app,
    '/login',
    {
      mode: 'signup',
      fullName: 'Wren Hollis',
      email,
      password: 'kettle-orbit-mossy',
      birthDate: '1990-02-28',
    },
    fromElsewhere(),
  );

async function strangersSignUp(email: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) expect((await signUp(email)).status).toBe(302);
}

/** How many emails with this subject the mail server has received for the address. */
const delivered = async (recipient: string, subject: string) => {
  const ofMail = and(eq(mailMessages.recipient, recipient), eq(mailMessages.subject, subject));
  const rows = await fresh.db.select({ status: mailMessages.status }).from(mailMessages).where(ofMail);
  return rows.filter(({ status }) => status === 'sent').length;
};
const arrives = (recipient: string, subject: string, times: number) =>
  expect.poll(() => delivered(recipient, subject), { timeout: 60_000 }).toBe(times);

/** More than the six sign-ups that an address is mailed about. */
const MANY = 8;

describe('after sign-ups by strangers with the same address', () => {
  test('its owner gets the password reset link, and few other emails', async () => {
    const { email } = await aPerson(fresh.db, { email: 'owner@example.com' });
    await strangersSignUp(email, MANY);
    const asked = await postForm(app, '/forgot-password', { email }, fromElsewhere());
    expect(asked.status).toBe(200);
    await arrives(email, 'Choose a new password', 1);
    await arrives(email, 'You already have an account', 2);
    expect(mailServer.taken.filter((taken) => taken === email)).toHaveLength(3);
  });

  test.each([5, MANY])('a newcomer’s own sign-up works after %i, and a new link arrives', async (times) => {
    const email = `newcomer-${times}@example.com`;
    await strangersSignUp(email, times);
    const own = await signUp(email);
    expect(own.headers.get('location')).toBe(times < 6 ? '/account-created' : '/resend-confirmation');
    await arrives(email, 'Confirm your email', 6);
    expect(await fresh.db.select().from(signUps).where(eq(signUps.email, email))).toHaveLength(times + 1);
    const asked = await postForm(app, '/resend-confirmation', { email }, fromElsewhere());
    expect(asked.status).toBe(200);
    await arrives(email, 'Confirm your email', 7);
  });

  test('an admin’s invitation arrives', async () => {
    const email = 'invited@example.com';
    await strangersSignUp(email, MANY);
    const cookie = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'admin' }));
    const invited = await postForm(app, '/admin/users/invite', { email, role: 'staff' }, { cookie });
    expect(invited.headers.get('location')).toBe('/admin/users');
    await arrives(email, 'You are invited to work with us', 1);
  });
});

test('the email limit answers the same for an address with and without an account', async () => {
  const { email } = await aPerson(fresh.db);
  const statusesFor = async (to: string) => {
    const statuses: number[] = [];
    for (let time = 0; time < 7; time++)
      statuses.push((await postForm(app, '/forgot-password', { email: to }, fromElsewhere())).status);
    return statuses;
  };
  expect(await statusesFor(email)).toEqual([200, 200, 200, 200, 200, 200, 429]);
  expect(await statusesFor('no-such-person@example.com')).toEqual([200, 200, 200, 200, 200, 200, 429]);
});

test('after 110 guest sign-outs from one address a customer’s own sign-out still works', async () => {
  const address = { 'X-Forwarded-For': '203.0.113.9' };
  const person = await aPerson(fresh.db);
  const cookie = await signedIn(fresh.db, person);
  const orders = () =>
    fetch(`${app.origin}/orders`, { redirect: 'manual', headers: { cookie, ...address } }).then(
      ({ status }) => status,
    );
  expect(await orders()).toBe(200);
  const sessionsOf = () => fresh.db.select().from(sessions).where(eq(sessions.userId, person.userId));
  const { length } = await sessionsOf();
  const guests = Array.from({ length: 110 }, () => '/sign-out');
  const statuses = await inParallel(
    guests,
    5,
    async (path) => (await postForm(app, path, {}, address)).status,
  );
  expect(new Set(statuses)).toEqual(new Set([302]));
  expect(await orders()).toBe(200);

  const answer = await postForm(app, '/sign-out', {}, { cookie, ...address });
  const cookies = answer.headers.getSetCookie();
  expect(cookies.find((line) => line.startsWith('flash='))).toContain('You%20are%20signed%20out.');
  expect(cookies.find((line) => line.startsWith('farmgate.session_token='))).toContain('Max-Age=0');
  expect(await sessionsOf()).toHaveLength(length - 1);
  expect(await orders()).toBe(302);
});
