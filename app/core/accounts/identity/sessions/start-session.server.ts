/** Starts the session of a person who has shown who they are, whichever way they signed in. */
import { and, eq, ne } from 'drizzle-orm';
import { roleOf } from '#core/ground/access/account-queries.server.ts';
import { worksHere } from '#core/ground/access/actor.ts';
import { lockUser } from '#core/ground/access/hold-session.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { accounts, sessions } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { readFactor } from '../second-factor/current-factor.server.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.server.ts';
import { rememberDevice } from './known-device.server.ts';
import { recordSignIn } from './record-sign-in.server.ts';
import { newSessionToken, sessionToken, writeSessionCookie } from './session-cookie.server.ts';
import { sessionEnds } from './session-life.ts';

/** Set-Cookie lines of the new session, and of the device, which counts as known from now on. */
export type SignedInNow = { cookies: string[] };

/** `second-factor`: one is set up, and its code was not shown. */
export type StartProblem = { kind: 'banned' } | { kind: 'second-factor' };

type Person = { userId: string; email: string };

/**
 * What the person has shown.
 *
 * `secondFactor`: whether two factors were shown: a password and a code of an app, or a passkey. 'text': the code came
 * by text message, which is enough for a customer's second step but not for the back office, because anyone who talks a
 * phone company out of the number gets the codes.
 */
export type Shown = { secondFactor: boolean | 'text' };

/**
 * Starts a session and records the sign-in; the request's own session ends.
 * @throws when the account no longer exists.
 */
export async function startSession(
  request: Request,
  person: Person,
  shown: Shown,
): Promise<Result<SignedInNow, StartProblem>> {
  const started = await startSessionIf(request, person, shown, async () => true);
  if (started.ok) return started;
  const { problem } = started;
  if (problem.kind === 'outdated') throw new Error('the account was deleted while its owner signed in');
  return refuse(problem);
}

/** Like `startSession`, after a correct password. `outdated`: the account has another password now, or is gone. */
export function startSessionByPassword(
  request: Request,
  person: Person,
  passwordHash: string,
): Promise<Result<SignedInNow, StartProblem | { kind: 'outdated' }>> {
  const isStillRight = async (tx: Transaction) => (await passwordHashOf(tx, person.userId)) === passwordHash;
  return startSessionIf(request, person, { secondFactor: false }, isStillRight);
}

/**
 * Like `startSession`, if what the person showed still counts. `outdated`: it does not, or the account is gone.
 * @param stillCounts runs under the locks of customer and account.
 */
export async function startSessionIf(
  request: Request,
  { userId, email }: Person,
  { secondFactor }: Shown,
  stillCounts: (tx: Transaction) => Promise<boolean>,
): Promise<Result<SignedInNow, StartProblem | { kind: 'outdated' }>> {
  const { staffSessionHours } = (await readSettings()).security;
  const token = newSessionToken(userId);
  const presented = sessionToken(request.headers.get('cookie'));
  const problem = await inTransaction(async (tx) => {
    const refusal = await whyNot(tx, userId, secondFactor, stillCounts);
    if (refusal !== null) return refusal;
    const now = new Date();
    const session = {
      userId,
      ipAddress: request.headers.get(CLIENT_ADDRESS_HEADER) ?? '',
      userAgent: request.headers.get('user-agent') ?? '',
    };
    await tx.insert(sessions).values({
      ...session,
      token,
      expiresAt: sessionEnds(now, now, worksHere(await roleOf(tx, userId)) ? staffSessionHours : null),
      secondFactor: secondFactor === true,
    });
    await recordSignIn(tx, session);
    return null;
  });
  if (problem !== null) return refuse(problem);
  // The browser drops the session it came with; anyone else who has its cookie must not continue with it.
  if (presented !== null)
    await database()
      .delete(sessions)
      .where(and(eq(sessions.token, presented), ne(sessions.token, token)));
  const device = rememberDevice(request.headers.get('cookie'), email, {
    secondFactor: secondFactor !== false,
  });
  return succeed({ cookies: [writeSessionCookie(token), device] });
}

/** Locks profile and account: a ban, a new password and a new second factor come before this sign-in or end it. */
async function whyNot(
  tx: Transaction,
  userId: string,
  secondFactor: Shown['secondFactor'],
  stillCounts: (tx: Transaction) => Promise<boolean>,
): Promise<StartProblem | { kind: 'outdated' } | null> {
  const [profile] = await tx
    .select({ isBanned: customerProfiles.isBanned })
    .from(customerProfiles)
    .where(eq(customerProfiles.userId, userId))
    .for('no key update');
  if ((await lockUser(tx, userId)) === null || !(await stillCounts(tx))) return { kind: 'outdated' };
  if (profile?.isBanned) return { kind: 'banned' };
  const needed = secondFactor === true ? null : await readFactor(tx, userId);
  const isShown = needed === null || (needed === 'text' && secondFactor === 'text');
  return isShown ? null : { kind: 'second-factor' };
}

async function passwordHashOf(tx: Transaction, userId: string): Promise<string | null> {
  const [account] = await tx
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  return account?.hash ?? null;
}
