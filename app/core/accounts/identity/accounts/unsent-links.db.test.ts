/** Mail that no server took yet: once mail works, no link is sent that works no longer. */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { sendKeptMail } from '#core/ground/mail/send-kept-mail.server.ts';
import { sendQueuedMail } from '#core/ground/mail/send-queued-mail.server.ts';
import { staffInvitations } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { closeMail, openMail } from '#platform/outgoing/mail.ts';
import { newestToken, writeAccountMails } from '#tests/support/account-mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { inviteStaff, takeInvitationBack } from '../staff/invite-staff.server.ts';
import { identityTrial, PASSWORD } from '../testing/trial.ts';
import { dropEmailChange, requestEmailChange } from './change-email.server.ts';
import { confirmSignUp } from './confirm-sign-up.server.ts';
import { requestPasswordReset } from './request-account-mail.server.ts';
import { resetPassword } from './reset-password.server.ts';
import { signUpPerson } from './sign-up-person.server.ts';

let opened: FreshDatabase;
let admin: SignedIn;
beforeAll(async () => {
  opened = await freshDatabase();
  admin = await aPerson(opened.db, { role: 'admin' });
  await signedIn(opened.db, admin);
});
afterAll(async () => {
  closeMail();
  await opened.stop();
});
const setMail = (smtpUrl: string | null) =>
  openMail({ smtpUrl, from: 'Farm <a@farm.example>', origin: 'http://x', say: null, isProven: true });
beforeEach(async () => {
  await opened.db.delete(mailMessages);
  await setMail(null);
});

const { request, input, confirmedPerson, signedInPerson } = identityTrial(() => opened.db);
/** Writes what was asked for. No mail server takes it. */
async function write() {
  await writeAccountMails(opened.db);
  const waiting = await opened.db.select().from(mailMessages).where(eq(mailMessages.status, 'waiting'));
  for (const { id } of waiting) await sendQueuedMail(id);
}
const invite = (email: string, set?: 'budtender' | 'stockroom') =>
  inviteStaff(admin, { email, role: 'staff', set });

/** What becomes of each mail to this address once mail works, oldest first. */
async function outcomes(email: string) {
  await setMail('smtp://127.0.0.1:9');
  await sendKeptMail();
  const mails = await opened.db
    .select()
    .from(mailMessages)
    .where(eq(sql`lower(${mailMessages.recipient})`, email))
    .orderBy(mailMessages.createdAt);
  return mails.map(({ status, lastError, linkEncrypted }) => {
    expect(linkEncrypted !== null).toBe(status === 'waiting');
    return lastError ?? status;
  });
}
const GONE = 'Not sent: its link was canceled or used';
const REPLACED = 'Not sent: a newer link replaced it';

test('an invitation that was canceled is not sent', async () => {
  await invite('canceled@example.com');
  await write();
  const [open] = await opened.db
    .select()
    .from(staffInvitations)
    .where(eq(staffInvitations.email, 'canceled@example.com'));
  expect(await takeInvitationBack(admin, open?.id ?? '')).toMatchObject({ ok: true });
  expect(await outcomes('canceled@example.com')).toEqual([GONE]);
});

test('of two invitations only the second is sent', async () => {
  for (const set of ['budtender', 'stockroom'] as const) {
    await invite('twice@example.com', set);
    await write();
  }
  expect(await outcomes('twice@example.com')).toEqual([GONE, 'waiting']);
});

test('of several links for a new password only the newest is sent', async () => {
  await confirmedPerson('forgot@example.com');
  await opened.db.delete(mailMessages);
  for (const _ of [1, 2, 3]) {
    await requestPasswordReset(request(), 'forgot@example.com');
    await write();
  }
  expect(await outcomes('forgot@example.com')).toEqual([REPLACED, REPLACED, 'waiting']);
});

test('a link for a password that was changed since is not sent, also if it waits for a mail server', async () => {
  await confirmedPerson('changed@example.com');
  await opened.db.delete(mailMessages);
  await requestPasswordReset(request(), 'changed@example.com');
  await write();
  const token = await newestToken(opened.db, 'changed@example.com');
  await setMail('smtp://127.0.0.1:9');
  await requestPasswordReset(request(), 'changed@example.com');
  await writeAccountMails(opened.db);
  const waits = and(eq(mailMessages.recipient, 'changed@example.com'), eq(mailMessages.status, 'waiting'));
  expect(await opened.db.$count(mailMessages, waits)).toBe(1);
  await resetPassword(request(), { token, password: 'a heron over the cold river' });
  expect(await opened.db.$count(mailMessages, waits)).toBe(0);
});

test('confirmations of an address that has an account by now are not sent', async () => {
  for (const _ of [1, 2]) await signUpPerson(request(), input('two@example.com'));
  await write();
  const token = await newestToken(opened.db, 'two@example.com');
  expect(await confirmSignUp(request(), { token, password: PASSWORD })).toMatchObject({ ok: true });
  expect(await outcomes('two@example.com')).toEqual([GONE, GONE]);
});

test('a change of email that was canceled or replaced is not sent', async () => {
  const { actor: person } = await signedInPerson('old@example.com');
  for (const email of ['first@example.com', 'second@example.com']) {
    expect(await requestEmailChange(request(), person, email)).toMatchObject({ ok: true });
    await write();
  }
  expect(await outcomes('first@example.com')).toEqual([GONE]);
  await setMail(null);
  await dropEmailChange(person);
  expect(await outcomes('second@example.com')).toEqual([GONE]);
});
