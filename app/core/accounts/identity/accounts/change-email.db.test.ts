/** Changing an account's email: confirmed from the new address, reported to the old one, undone from there. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import {
  accounts,
  authenticators,
  backupCodes,
  emailChanges,
  passkeys,
  sessions,
  users,
  verifications,
} from '#db/schema/identity.ts';
import {
  readEmailChangeLink,
  readUndoLink,
  readWaitingEmailChange,
} from '#shop/security/email-change-queries.server.ts';
import { accountMailsTo, newestToken } from '#tests/support/account-mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { identityTrial } from '../testing/trial.ts';
import { confirmEmailChange, dropEmailChange, requestEmailChange } from './change-email.server.ts';
import { changeEmailSchema, maskedEmail } from './change-email.ts';
import { cleanUpIdentity } from './clean-up-identity.server.ts';
import { RESET_IDENTIFIER, readConfirmation, readLink } from './link-queries.server.ts';
import { requestPasswordReset } from './request-account-mail.server.ts';
import { signUpPerson } from './sign-up-person.server.ts';
import { undoEmailChange } from './undo-email-change.server.ts';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());
// Each test starts with fresh rate limits.
beforeEach(() => opened.db.execute(sql`delete from rate_limits`));

const { request, signedInPerson, anotherSession, confirmedPerson, signIn, input } = identityTrial(
  () => opened.db,
);

const emailOf = async ({ userId }: SignedIn) => {
  const [user] = await opened.db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email;
};
const ask = (actor: SignedIn, email: string) => requestEmailChange(request(), actor, email);
const notValid = { ok: false, problem: { kind: 'link-not-valid' } };

/** Requests the change and confirms it. */
async function changed(actor: SignedIn, to: string): Promise<SignedIn> {
  await ask(actor, to);
  const outcome = await confirmEmailChange(request(), actor, await newestToken(opened.db, to));
  if (!outcome.ok) throw new Error(outcome.problem.kind);
  return { ...actor, email: to };
}

describe('a change of email', () => {
  test('takes effect when its link is followed inside the account, and the link works once', async () => {
    const { actor } = await signedInPerson('from@example.com');
    expect(await ask(actor, 'to@example.com')).toEqual({ ok: true, value: null });
    const [mail] = await accountMailsTo(opened.db, 'to@example.com');
    expect(mail?.subject).toBe('Confirm your new email');
    expect(mail?.text).not.toMatch(/Jane|Weatherby|from@example/);
    expect(mail?.link?.pathname).toBe('/change-email');
    expect(await emailOf(actor)).toBe('from@example.com');
    expect((await signIn('from@example.com')).ok).toBe(true);

    const token = mail?.link?.searchParams.get('token') ?? '';
    expect(await readEmailChangeLink(actor, token)).toBe('to@example.com');
    expect(await emailOf(actor)).toBe('from@example.com');
    expect(await confirmEmailChange(request(), actor, token)).toEqual({
      ok: true,
      value: { email: 'to@example.com' },
    });
    expect((await signIn('to@example.com')).ok).toBe(true);
    expect((await signIn('from@example.com')).ok).toBe(false);
    expect(await confirmEmailChange(request(), actor, token)).toEqual(notValid);
  });

  test('is not confirmed by another person who has the link', async () => {
    const { actor } = await signedInPerson('typo@example.com');
    const { actor: stranger } = await signedInPerson('stranger@example.com');
    await ask(actor, 'tpyo@example.com');
    const token = await newestToken(opened.db, 'tpyo@example.com');
    expect(await readEmailChangeLink(stranger, token)).toBeNull();
    expect(await confirmEmailChange(request(), stranger, token)).toEqual(notValid);
    expect(await emailOf(actor)).toBe('typo@example.com');
    expect(await emailOf(stranger)).toBe('stranger@example.com');
  });

  test('expires after a day, is replaced by a later one, and can be canceled', async () => {
    const { actor } = await signedInPerson('three@example.com');
    await ask(actor, 'three-one@example.com');
    const first = await newestToken(opened.db, 'three-one@example.com');
    await ask(actor, 'three-two@example.com');
    const second = await newestToken(opened.db, 'three-two@example.com');
    expect(await confirmEmailChange(request(), actor, first)).toEqual(notValid);
    expect(await readWaitingEmailChange(actor, 'America/New_York')).toMatchObject({
      newEmail: 'three-two@example.com',
    });

    await dropEmailChange(actor);
    expect(await readWaitingEmailChange(actor, 'America/New_York')).toBeNull();
    expect(await confirmEmailChange(request(), actor, second)).toEqual(notValid);

    await ask(actor, 'three-three@example.com');
    const third = await newestToken(opened.db, 'three-three@example.com');
    await opened.db
      .update(emailChanges)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(emailChanges.userId, actor.userId));
    expect(await confirmEmailChange(request(), actor, third)).toEqual(notValid);
    await cleanUpIdentity();
    expect(await opened.db.select().from(emailChanges).where(eq(emailChanges.userId, actor.userId))).toEqual(
      [],
    );
    expect(await emailOf(actor)).toBe('three@example.com');
  });

  test('does not reveal whether the address has an account, and its mail informs the account’s owner', async () => {
    const { actor } = await signedInPerson('asks@example.com');
    await confirmedPerson('has-one@example.com');
    const before = (await accountMailsTo(opened.db, 'has-one@example.com')).length;
    expect(await ask(actor, 'has-one@example.com')).toEqual(await ask(actor, 'has-none@example.com'));
    await ask(actor, 'has-one@example.com');
    const mails = (await accountMailsTo(opened.db, 'has-one@example.com')).slice(before);
    expect(mails.at(-1)?.subject).toBe('This address already has an account');
    expect(mails.every(({ link }) => !link?.searchParams.has('token'))).toBe(true);
    expect(await readWaitingEmailChange(actor, 'America/New_York')).toMatchObject({
      newEmail: 'has-one@example.com',
    });
  });

  test('to the current address, in any letter case, is refused', async () => {
    const { actor } = await signedInPerson('same@example.com');
    const { email } = changeEmailSchema.parse({ email: ' SAME@Example.com ' });
    expect(await ask(actor, email)).toMatchObject({ problem: { kind: 'same-email' } });
  });

  test('requires a recent sign-in', async () => {
    const { actor } = await signedInPerson('stale@example.com');
    await opened.db
      .update(sessions)
      .set({ confirmedAt: sql`now() - interval '20 minutes'` })
      .where(eq(sessions.id, actor.sessionId));
    expect(await ask(actor, 'stale-new@example.com')).toMatchObject({ problem: { kind: 'sign-in-too-old' } });
  });

  test('can be requested at most five times an hour', async () => {
    const { actor } = await signedInPerson('often@example.com');
    const kinds: boolean[] = [];
    for (let count = 0; count < 6; count++) kinds.push((await ask(actor, `often-${count}@example.com`)).ok);
    expect(kinds).toEqual([true, true, true, true, true, false]);
  });

  test('ends password links sent to the old address, and sign-ups with the new one', async () => {
    const { actor } = await signedInPerson('links@example.com');
    await requestPasswordReset(request(), 'links@example.com');
    const reset = await newestToken(opened.db, 'links@example.com');
    expect(await readLink(RESET_IDENTIFIER, reset)).not.toBeNull();
    await signUpPerson(request(), input('links-new@example.com'));
    const signUp = await newestToken(opened.db, 'links-new@example.com');
    expect(await readConfirmation(signUp)).toMatchObject({ state: 'open' });
    await changed(actor, 'links-new@example.com');
    expect(await readLink(RESET_IDENTIFIER, reset)).toBeNull();
    expect(await readConfirmation(signUp)).toEqual({ state: 'used' });
  });

  test('by two accounts to one address at once succeeds for one of them', async () => {
    const { actor: one } = await signedInPerson('race-one@example.com');
    const { actor: two } = await signedInPerson('race-two@example.com');
    await ask(one, 'race@example.com');
    const tokenOne = await newestToken(opened.db, 'race@example.com');
    await ask(two, 'race@example.com');
    const tokenTwo = await newestToken(opened.db, 'race@example.com');
    const outcomes = await Promise.all([
      confirmEmailChange(request(), one, tokenOne),
      confirmEmailChange(request(), two, tokenTwo),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ problem: { kind: 'email-taken' } });
    const rows = await opened.db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, 'race@example.com'));
    expect(rows).toHaveLength(1);
  });
});

describe('the owner of the old address', () => {
  test('is notified without the new address, and the undo restores the email, ends sessions and removes the password', async () => {
    const { actor } = await signedInPerson('owner@example.com');
    await anotherSession('owner@example.com');
    await changed(actor, 'thief@evil.example');
    const mail = (await accountMailsTo(opened.db, 'owner@example.com')).at(-1);
    expect(mail?.subject).toBe('The email of your account was changed');
    expect(mail?.text).toContain(maskedEmail('thief@evil.example'));
    expect(mail?.text).not.toContain('thief@');
    const token = mail?.link?.searchParams.get('token') ?? '';
    expect(await readUndoLink(token)).toBe('owner@example.com');
    expect(await emailOf(actor)).toBe('thief@evil.example');

    expect(await undoEmailChange(request(), token)).toEqual({
      ok: true,
      value: { email: 'owner@example.com' },
    });
    expect(await emailOf(actor)).toBe('owner@example.com');
    expect(await opened.db.select().from(sessions).where(eq(sessions.userId, actor.userId))).toEqual([]);
    expect((await signIn('owner@example.com')).ok).toBe(false);
    expect((await signIn('thief@evil.example')).ok).toBe(false);
    const [account] = await opened.db.select().from(accounts).where(eq(accounts.userId, actor.userId));
    expect(account?.password).toBeNull();
    expect(await undoEmailChange(request(), token)).toEqual(notValid);
  });

  test('gets the account back even after a second change, which then cannot be undone', async () => {
    const { actor } = await signedInPerson('chain@example.com');
    const moved = await changed(actor, 'chain-b@evil.example');
    const undoFirst = await newestToken(opened.db, 'chain@example.com');
    await changed(moved, 'chain-c@evil.example');
    const undoSecond = await newestToken(opened.db, 'chain-b@evil.example');
    await requestPasswordReset(request(), 'chain-c@evil.example');
    const reset = await newestToken(opened.db, 'chain-c@evil.example');

    expect((await undoEmailChange(request(), undoFirst)).ok).toBe(true);
    expect(await emailOf(actor)).toBe('chain@example.com');
    expect(await undoEmailChange(request(), undoSecond)).toEqual(notValid);
    expect(await readLink(RESET_IDENTIFIER, reset)).toBeNull();
    expect(await emailOf(actor)).toBe('chain@example.com');
  });

  test('removes sign-in methods added around the change, by undoing it, and leaves much older ones', async () => {
    const { actor } = await signedInPerson('ways@example.com');
    const { userId } = actor;
    const longAgo = new Date(Date.now() - 40 * 86_400_000);
    const passkey = (credentialId: string, createdAt?: Date) => ({
      userId,
      name: credentialId,
      credentialId,
      publicKey: 'x',
      ...(createdAt ? { createdAt } : {}),
    });
    const linked = (accountId: string, createdAt?: Date) => ({
      userId,
      accountId,
      providerId: `oidc:https://${accountId}.example`,
      ...(createdAt ? { createdAt } : {}),
    });
    await opened.db.insert(passkeys).values([passkey('own-key', longAgo), passkey('thief-key')]);
    await changed(actor, 'ways@evil.example');
    await opened.db.insert(accounts).values([linked('own', longAgo), linked('thief')]);
    await opened.db.insert(authenticators).values({ userId, secret: 'x', lastStep: 0 });
    await opened.db.insert(backupCodes).values({ userId, codeHash: 'x' });

    const undo = await newestToken(opened.db, 'ways@example.com');
    expect((await undoEmailChange(request(), undo)).ok).toBe(true);
    const keys = await opened.db.select().from(passkeys).where(eq(passkeys.userId, userId));
    expect(keys.map(({ credentialId }) => credentialId)).toEqual(['own-key']);
    const ways = await opened.db.select().from(accounts).where(eq(accounts.userId, userId));
    expect(ways.map(({ accountId }) => accountId).sort()).toEqual(['own', userId].sort());
    expect(await opened.db.select().from(authenticators).where(eq(authenticators.userId, userId))).toEqual(
      [],
    );
    expect(await opened.db.select().from(backupCodes).where(eq(backupCodes.userId, userId))).toEqual([]);
  });

  test('can undo the change for seven days', async () => {
    const { actor } = await signedInPerson('week@example.com');
    await changed(actor, 'week-new@example.com');
    const token = await newestToken(opened.db, 'week@example.com');
    const [change] = await opened.db.select().from(emailChanges).where(eq(emailChanges.userId, actor.userId));
    const days = ((change?.expiresAt.getTime() ?? 0) - (change?.confirmedAt?.getTime() ?? 0)) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    await opened.db
      .update(emailChanges)
      .set({ expiresAt: sql`now()` })
      .where(eq(emailChanges.userId, actor.userId));
    expect(await undoEmailChange(request(), token)).toEqual(notValid);
  });

  test('is notified even after receiving many other mails', async () => {
    const { actor } = await signedInPerson('flooded@example.com');
    for (let count = 0; count < 8; count++) await requestPasswordReset(request(), 'flooded@example.com');
    await accountMailsTo(opened.db, 'flooded@example.com');
    await changed(actor, 'flooded-new@example.com');
    expect((await accountMailsTo(opened.db, 'flooded@example.com')).at(-1)?.subject).toBe(
      'The email of your account was changed',
    );
  });

  test('cannot undo the change once the old address has another account', async () => {
    const { actor } = await signedInPerson('gone@example.com');
    await changed(actor, 'gone-new@example.com');
    const token = await newestToken(opened.db, 'gone@example.com');
    await confirmedPerson('gone@example.com');
    expect(await undoEmailChange(request(), token)).toMatchObject({ problem: { kind: 'email-taken' } });
    expect(await emailOf(actor)).toBe('gone-new@example.com');
  });
});

test('links are stored as hashes', async () => {
  const { actor } = await signedInPerson('hashed@example.com');
  await ask(actor, 'hashed-new@example.com');
  const token = await newestToken(opened.db, 'hashed-new@example.com');
  const rows = await opened.db.select().from(verifications);
  expect(JSON.stringify(rows)).not.toContain(token);
});
