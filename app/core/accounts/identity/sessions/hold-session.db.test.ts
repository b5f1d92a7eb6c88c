/** A security command that waits for a lock writes nothing once its session has ended, whatever ended it. */

import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { events } from '#db/schema/events.ts';
import {
  accounts,
  authenticators,
  backupCodes,
  emailChanges,
  passkeys,
  sessions,
  users,
} from '#db/schema/identity.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { newestToken } from '#tests/support/account-mail.ts';
import { softAuthenticator } from '#tests/support/authenticator.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { someoneWaitsForLock } from '#tests/support/lock-waits.ts';
import { aPerson } from '#tests/support/people.ts';
import { confirmEmailChange, dropEmailChange, requestEmailChange } from '../accounts/change-email.server.ts';
import { changePassword } from '../accounts/change-password.server.ts';
import { requestPasswordReset } from '../accounts/request-account-mail.server.ts';
import { resetPassword } from '../accounts/reset-password.server.ts';
import { linkIdentity, unlinkIdentity } from '../providers/link-provider.server.ts';
import { accountProvider } from '../providers/provider.ts';
import { authenticatorSetUp } from '../second-factor/authenticator-set-up.server.ts';
import {
  renewBackupCodes,
  turnAuthenticatorOff,
  turnAuthenticatorOn,
} from '../second-factor/change-authenticator.server.ts';
import { addPasskey, namePasskey, removePasskey } from '../second-factor/change-passkeys.server.ts';
import { passkeyOptions } from '../second-factor/passkey-options.server.ts';
import { codeOf, stepAt } from '../second-factor/totp.ts';
import { cookieOf, identityTrial, PASSWORD } from '../testing/trial.ts';
import { endOtherSessions, endSessions } from './end-sessions.server.ts';

let opened: FreshDatabase;
let password: string;
beforeAll(async () => {
  opened = await freshDatabase();
  password = await hashPassword(PASSWORD);
});
afterAll(() => opened.stop());
beforeEach(() => opened.db.execute(sql`delete from rate_limits`));

const { request } = identityTrial(() => opened.db);

/** A person with a password, signed in twice. */
async function signedIn(email: string): Promise<{ actor: SignedIn; other: SignedIn }> {
  const person = await aPerson(opened.db, { email });
  const { userId } = person;
  await opened.db.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password });
  const [one, two] = await opened.db
    .insert(sessions)
    .values([1, 2].map(() => ({ userId, token: randomUUID(), expiresAt: new Date(Date.now() + 86_400_000) })))
    .returning({ id: sessions.id });
  return {
    actor: { ...person, sessionId: one?.id ?? '' },
    other: { ...person, sessionId: two?.id ?? '' },
  };
}

const ISSUER = 'https://id.example';
const outside = (subject: string) => ({
  issuer: ISSUER,
  subject,
  email: null,
  isEmailVerified: false,
  name: null,
});

/** Prepares the command and returns it. */
type Command = (actor: SignedIn, other: SignedIn) => Promise<() => Promise<unknown>>;

async function setUp(actor: SignedIn) {
  const now = new Date();
  const asked = await authenticatorSetUp(actor);
  const code = codeOf(asked.secret.replaceAll(' ', ''), stepAt(now));
  return () => turnAuthenticatorOn(request(), actor, { setUp: asked.sealed, code }, now);
}

async function aPasskey({ userId }: SignedIn): Promise<string> {
  const row = { userId, name: 'Laptop', credentialId: `id-of-${userId}`, publicKey: 'x' };
  const [made] = await opened.db.insert(passkeys).values(row).returning({ id: passkeys.id });
  return made?.id ?? '';
}

const withAuthenticator = ({ userId }: SignedIn) =>
  opened.db.insert(authenticators).values({ userId, secret: 'x', lastStep: 0 });

const commands: Record<string, Command> = {
  addPasskey: async (actor) => {
    const options = await passkeyOptions(request(), actor, 'add');
    if (!options.ok) throw new Error(options.problem.kind);
    const device = softAuthenticator({ origin: 'http://localhost:3000', rpID: 'localhost' });
    const credential = device.make(options.value.options as Parameters<typeof device.make>[0]);
    const asking = request({ cookie: cookieOf([options.value.cookie]) });
    return () => addPasskey(asking, actor, { name: 'Phone', credential });
  },
  namePasskey: async (actor) => {
    const id = await aPasskey(actor);
    return () => namePasskey(actor, id, 'Another name');
  },
  removePasskey: async (actor) => {
    const id = await aPasskey(actor);
    return () => removePasskey(request(), actor, id);
  },
  turnAuthenticatorOn: setUp,
  renewBackupCodes: async (actor) => {
    await withAuthenticator(actor);
    return () => renewBackupCodes(request(), actor);
  },
  turnAuthenticatorOff: async (actor) => {
    await withAuthenticator(actor);
    return () => turnAuthenticatorOff(request(), actor);
  },
  requestEmailChange: async (actor) => () => requestEmailChange(request(), actor, `new-${actor.email}`),
  dropEmailChange: async (actor) => {
    await requestEmailChange(request(), actor, `new-${actor.email}`);
    return () => dropEmailChange(actor);
  },
  confirmEmailChange: async (actor) => {
    await requestEmailChange(request(), actor, `new-${actor.email}`);
    const token = await newestToken(opened.db, `new-${actor.email}`);
    return () => confirmEmailChange(request(), actor, token);
  },
  linkIdentity: async (actor) => () => linkIdentity(request(), actor, outside(actor.userId)),
  unlinkIdentity: async (actor) => {
    const row = { userId: actor.userId, providerId: accountProvider(ISSUER), accountId: actor.userId };
    const [made] = await opened.db.insert(accounts).values(row).returning({ id: accounts.id });
    return () => unlinkIdentity(request(), actor, made?.id ?? '');
  },
  changePassword: async (actor) => () =>
    changePassword(request(), actor, { currentPassword: PASSWORD, password: 'harbor-velvet-nine' }),
  endSessions: async (actor, other) => () => endSessions(request(), actor, [other.sessionId]),
  endOtherSessions: async (actor) => () => endOtherSessions(request(), actor),
};

/** What ends a session; a ban ends all of the person's sessions, by a database trigger. */
const endings: Record<string, (tx: Transaction, actor: SignedIn) => Promise<unknown>> = {
  'is signed out': (tx, { sessionId }) => tx.delete(sessions).where(eq(sessions.id, sessionId)),
  'is banned': (tx, { userId }) =>
    tx.update(customerProfiles).set({ isBanned: true }).where(eq(customerProfiles.userId, userId)),
  'runs out': (tx, { sessionId }) =>
    tx.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.id, sessionId)),
};

/** Everything a command could have written. */
async function waysIn({ userId }: SignedIn, db: Pick<Transaction, 'select'> = opened.db) {
  const of = (column: Parameters<typeof eq>[0]) => eq(column, userId);
  return {
    users: await db.select().from(users).where(of(users.id)),
    sessions: await db.select().from(sessions).where(of(sessions.userId)),
    accounts: await db.select().from(accounts).where(of(accounts.userId)),
    passkeys: await db.select().from(passkeys).where(of(passkeys.userId)),
    authenticators: await db.select().from(authenticators).where(of(authenticators.userId)),
    backupCodes: await db.select().from(backupCodes).where(of(backupCodes.userId)),
    emailChanges: await db.select().from(emailChanges).where(of(emailChanges.userId)),
    events: await db.select().from(events).where(of(events.subjectId)),
  };
}

const lock = (tx: Transaction, { userId }: SignedIn) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');

/**
 * Starts the command while another transaction locks the account and then ends the session; returns when both are done.
 */
async function race(actor: SignedIn, command: () => Promise<unknown>, end?: (typeof endings)[string]) {
  let running: Promise<unknown> = Promise.resolve();
  let left: unknown;
  await inTransaction(async (tx) => {
    await lock(tx, actor);
    running = command();
    await someoneWaitsForLock(opened.db);
    await end?.(tx, actor);
    left = await waysIn(actor, tx);
  });
  return { answer: await running, left };
}

const wasRefused = (answer: unknown) =>
  answer === false || answer === 0 || answer === undefined || (answer as { ok?: boolean }).ok === false;

describe.each(Object.entries(endings))('in a session that %s during the wait', (how, end) => {
  test.each(Object.entries(commands))('%s writes nothing', async (name, prepare) => {
    const email = `${name}-${how.replaceAll(' ', '-')}@example.com`.toLowerCase();
    const { actor, other } = await signedIn(email);
    const command = await prepare(actor, other);
    const { answer, left } = await race(actor, command, end);
    expect(answer).toSatisfy(wasRefused);
    expect(await waysIn(actor)).toEqual(left);
  });
});

test.each(Object.entries(commands))('%s writes in a session that goes on', async (name, prepare) => {
  const email = `${name}-goes-on@example.com`.toLowerCase();
  const { actor, other } = await signedIn(email);
  const command = await prepare(actor, other);
  const before = await waysIn(actor);
  await command();
  expect(await waysIn(actor)).not.toEqual(before);
});

const tooOld: Command = async (actor) => {
  const [link] = await opened.db
    .insert(accounts)
    .values({ userId: actor.userId, providerId: accountProvider('https://other.example'), accountId: 'x' })
    .returning({ id: accounts.id });
  return () => unlinkIdentity(request(), actor, link?.id ?? '');
};

test.each([
  ['linking', async (actor: SignedIn) => () => linkIdentity(request(), actor, outside('late'))],
  ['unlinking', tooOld],
] as [string, Command][])('%s an outside sign-in requires a recent sign-in', async (name, prepare) => {
  const { actor } = await signedIn(`${name}-late@example.com`);
  const command = await prepare(actor, actor);
  const longAgo = new Date(Date.now() - 20 * 60_000);
  await opened.db.update(sessions).set({ confirmedAt: longAgo }).where(eq(sessions.id, actor.sessionId));
  const before = await waysIn(actor);
  expect(await command()).toEqual({ ok: false, problem: { kind: 'sign-in-too-old' } });
  expect(await waysIn(actor)).toEqual(before);
});

test('a password reset by mail waits for a change in progress, and ends what waits for it', async () => {
  const { actor } = await signedIn('by-mail@example.com');
  await requestPasswordReset(request(), actor.email);
  const token = await newestToken(opened.db, actor.email);
  await race(actor, () => resetPassword(request(), { token, password: 'harbor-velvet-nine' }));
  expect(await linkIdentity(request(), actor, outside('after'))).toMatchObject({ ok: false });
});
