/**
 * Runs the second step of a sign-in: the password was correct, and the session starts only with a code. In between the
 * browser has a token that opens nothing else; it belongs to one person, for ten minutes and one sign-in.
 */
import { and, eq, gt, sql } from 'drizzle-orm';
import { roleOf } from '#core/ground/access/account-queries.server.ts';
import { worksHere } from '#core/ground/access/actor.ts';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { users, verifications } from '#db/schema/identity.ts';
import { type Result, refuse } from '#kernel/result.ts';
import { smsIsConfigured } from '#platform/outgoing/sms.ts';
import { defineCookie } from '#platform/requests/cookies.ts';
import { SECOND_FACTOR_IDENTIFIER } from '../accounts/link-queries.server.ts';
import { hashLinkToken, isLinkToken, newLinkToken } from '../accounts/link-token.ts';
import { recordSecurityChange } from '../accounts/record-security-change.server.ts';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { countCode } from '../sessions/count-guess.server.ts';
import { wrongCodes } from '../sessions/rate-limit.ts';
import { type SignedInNow, startSessionIf } from '../sessions/start-session.server.ts';
import type { SecondFactorProblem } from './authenticator.ts';
import { hasAuthenticator } from './authenticator-queries.server.ts';
import { BACKUP_CODE_DIGITS } from './backup-code.ts';
import { requestTextCode } from './send-text-code.server.ts';
import { type TakenCode, takeCode } from './take-code.server.ts';
import { phoneEnd, type TextFactorProblem } from './text-factor.ts';
import { readSentTextCode, readTextPhone, type SentTextCode } from './text-factor-queries.server.ts';

const MINUTES = 10;
const pendingCookie = defineCookie('farmgate.second-factor', { maxAge: MINUTES * 60, httpOnly: true });
const identifierOf = (token: string) => SECOND_FACTOR_IDENTIFIER + hashLinkToken(token);

/**
 * Remembers that this person's first factor was correct, and sends the code if it comes by text message. Returns the
 * Set-Cookie line for the second step, whose page shows what became of the message.
 */
export async function beginSecondFactor(
  request: Request,
  { userId, email }: { userId: string; email: string },
): Promise<string> {
  const token = newLinkToken();
  const identifier = identifierOf(token);
  await database()
    .insert(verifications)
    .values({
      identifier,
      value: userId,
      expiresAt: new Date(Date.now() + MINUTES * 60_000),
    });
  await sendCodeFor(request, { identifier, userId, email });
  return pendingCookie.write(token);
}

type Pending = { identifier: string; userId: string; email: string };

/** The phone that gets codes by text message; null when they come from an app. */
async function textPhoneOf(userId: string): Promise<string | null> {
  return (await hasAuthenticator(userId)) ? null : readTextPhone(userId);
}

async function sendCodeFor(
  request: Request,
  { identifier, userId, email }: Pending,
): Promise<Result<null, TextFactorProblem>> {
  const phone = await textPhoneOf(userId);
  if (phone === null) return refuse({ kind: 'not-on' });
  return requestTextCode(request, email, { userId, phone, boundTo: identifier }, 'sign-in');
}

/** Sends another code to the phone of the sign-in that waits in this browser. */
export async function sendAnotherCode(
  request: Request,
): Promise<Result<null, TextFactorProblem | { kind: 'expired' }>> {
  const pending = await readPending(request);
  return pending ? sendCodeFor(request, pending) : refuse({ kind: 'expired' });
}

/**
 * What the second step asks for. `text`: `sent` is null when no code could be sent now. `text-ended`: the account uses
 * text codes, but the shop no longer sends any.
 */
export type AskedFactor =
  | { by: 'app' }
  | { by: 'text'; phoneEnd: string; sent: Omit<SentTextCode, 'phone'> | null }
  | { by: 'text-ended' };

export async function readAskedFactor({ identifier, userId }: Pending): Promise<AskedFactor> {
  const phone = await textPhoneOf(userId);
  if (phone === null) return { by: 'app' };
  if (!smsIsConfigured()) return { by: 'text-ended' };
  const sent = await readSentTextCode(identifier);
  return {
    by: 'text',
    phoneEnd: phoneEnd(phone),
    sent: sent && { status: sent.status, resendIn: sent.resendIn },
  };
}

/** The sign-in that waits for a code in this browser; null when none waits, or it has expired. */
export async function readPending(request: Request): Promise<Pending | null> {
  const token = pendingCookie.read(request.headers.get('cookie'));
  if (token === null || !isLinkToken(token)) return null;
  const [row] = await database()
    .select({ identifier: verifications.identifier, userId: users.id, email: users.email })
    .from(verifications)
    .innerJoin(users, eq(sql`${users.id}::text`, verifications.value))
    .where(and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, sql`now()`)));
  return row ?? null;
}

/**
 * Finishes the sign-in with a code of the app or of a text message, or a backup code. `countCode` counts the guess; a
 * correct code is used up with the sign-in that it finishes.
 * @param admin for the admin sign-in: a person who may not enter the back office gets no session.
 */
export async function passSecondFactor(
  request: Request,
  { code }: { code: string },
  { admin }: { admin: boolean },
  now = new Date(),
): Promise<Result<SignedInNow, SecondFactorProblem>> {
  const pending = await readPending(request);
  if (!pending) return refuse({ kind: 'expired' });
  const { userId, email } = pending;
  const guess = await countCode(request, email.toLowerCase(), code);
  if (guess.wait > 0) {
    const oneTime = code.length !== BACKUP_CODE_DIGITS;
    return refuse({ kind: 'too-many-attempts', seconds: guess.wait, oneTime });
  }
  const taken = await takeWith(request, pending, code, now);
  if (taken === 'wrong-code') {
    await tellOfGuessing(request, pending);
    return refuse({ kind: (await textPhoneOf(userId)) === null ? 'wrong-code' : 'wrong-text-code' });
  }
  if (taken === 'expired') return refuse({ kind: 'expired' });
  await guess.wasRight();
  if (admin && !worksHere(await roleOf(database(), userId))) return refuse({ kind: 'not-allowed' });
  const started = await startSessionIf(
    request,
    { userId, email },
    // The shop showed a backup code to its owner, and it travels by no phone: it counts in full, whatever it replaces.
    { secondFactor: taken === 'text' ? 'text' : true },
    // A new password ends it between the code and here.
    (tx) => takePending(tx, pending),
  );
  if (!started.ok) return refuse({ kind: started.problem.kind === 'banned' ? 'banned' : 'expired' });
  return { ok: true, value: { cookies: [...started.value.cookies, pendingCookie.clear()] } };
}

/** Uses up the pending sign-in; false when it has ended. */
async function takePending(tx: Transaction, { identifier }: Pending): Promise<boolean> {
  const taken = await tx
    .delete(verifications)
    .where(eq(verifications.identifier, identifier))
    .returning({ id: verifications.id });
  return taken.length > 0;
}

/** Uses up the code: of twenty concurrent requests with one code, one succeeds. */
function takeWith(
  request: Request,
  { identifier, userId }: Pending,
  code: string,
  now: Date,
): Promise<TakenCode | 'wrong-code' | 'expired'> {
  return inTransaction(async (tx) => {
    const [waiting] = await tx
      .select({ id: verifications.id })
      .from(verifications)
      .where(eq(verifications.identifier, identifier))
      .for('no key update');
    if (!waiting) return 'expired';
    const taken = await takeCode(tx, userId, { code, boundTo: identifier }, now);
    if (taken === null) return 'wrong-code';
    if (taken === 'backup') await recordSecurityChange(tx, request, { userId, change: 'backup-code-used' });
    return taken;
  });
}

/**
 * A person who gets this far has the password: after a few wrong codes the account's owner gets a mail, once an hour.
 */
async function tellOfGuessing(request: Request, { userId, email }: Pending): Promise<void> {
  if ((await countAttempt('code:wrong', email, wrongCodes.beforeTelling)) === 0) return;
  if ((await countAttempt('code:told', email, wrongCodes.telling)) > 0) return;
  await inTransaction((tx) => recordSecurityChange(tx, request, { userId, change: 'codes-guessed' }));
}
