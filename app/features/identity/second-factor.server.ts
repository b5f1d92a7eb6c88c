/**
 * The second step of a sign-in: the password was right, and there is no session until a code is. In between the
 * browser holds a token of its own that opens nothing else; it belongs to one person, for ten minutes and one sign-in.
 */
import { and, eq, gt, sql } from 'drizzle-orm';
import { database, inTransaction } from '#db/client.ts';
import { userRoles, users, verifications } from '#db/schema/identity.ts';
import { roleMay } from '#features/access/actor.ts';
import { type Result, refuse } from '#kernel/result.ts';
import { defineCookie } from '#platform/cookies.ts';
import type { SecondFactorProblem } from './authenticator.ts';
import { BACKUP_CODE_DIGITS } from './backup-code.ts';
import { countAttempt } from './count-attempt.server.ts';
import { countCode } from './count-guess.server.ts';
import { SECOND_FACTOR_IDENTIFIER } from './link-queries.server.ts';
import { hashLinkToken, isLinkToken, newLinkToken } from './link-token.ts';
import { wrongCodes } from './rate-limit.ts';
import { recordSecurityChange } from './record-security-change.server.ts';
import { type SignedInNow, startSessionOf } from './start-session.server.ts';
import { takeCode } from './take-code.server.ts';

const MINUTES = 10;
const pendingCookie = defineCookie('farmgate.second-factor', { maxAge: MINUTES * 60, httpOnly: true });
const identifierOf = (token: string) => SECOND_FACTOR_IDENTIFIER + hashLinkToken(token);

/** Remembers that this person's first factor was right; answers the Set-Cookie line for the second step. */
export async function beginSecondFactor(userId: string): Promise<string> {
  const token = newLinkToken();
  await database()
    .insert(verifications)
    .values({
      identifier: identifierOf(token),
      value: userId,
      expiresAt: new Date(Date.now() + MINUTES * 60_000),
    });
  return pendingCookie.write(token);
}

type Pending = { identifier: string; userId: string; email: string };

/** Whose sign-in waits for a code in this browser; null when none does, or no longer. */
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
 * Finishes the sign-in with a code of the app or a backup code. Counted by `countCode`; a right code is used up
 * with the sign-in that it finishes.
 * @param admin the back office's door: who may not enter gets no session.
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
    const ofApp = code.length !== BACKUP_CODE_DIGITS;
    return refuse({ kind: 'too-many-attempts', seconds: guess.wait, ofApp });
  }
  const taken = await takeWith(request, pending, code, now);
  if (taken === 'wrong-code') await tellOfGuessing(request, pending);
  if (taken !== 'taken') return refuse({ kind: taken });
  await guess.wasRight();
  if (admin && !(await worksHere(userId))) return refuse({ kind: 'admin-only' });
  const started = await startSessionOf(request, { userId, email }, { secondFactor: true });
  if (!started.ok) return refuse({ kind: 'banned' });
  return { ok: true, value: { cookies: [...started.value.cookies, pendingCookie.clear()] } };
}

/** Code and pending sign-in are used up together: of twenty requests at once with one code, one goes on. */
function takeWith(
  request: Request,
  { identifier, userId }: Pending,
  code: string,
  now: Date,
): Promise<'taken' | 'wrong-code' | 'expired'> {
  return inTransaction(async (tx) => {
    const [waiting] = await tx
      .select({ id: verifications.id })
      .from(verifications)
      .where(eq(verifications.identifier, identifier))
      .for('update');
    if (!waiting) return 'expired';
    const by = await takeCode(tx, userId, code, now);
    if (by === null) return 'wrong-code';
    await tx.delete(verifications).where(eq(verifications.id, waiting.id));
    if (by === 'backup') await recordSecurityChange(tx, request, { userId, change: 'backup-code-used' });
    return 'taken';
  });
}

/** Whoever gets this far has the password: after a few wrong codes its owner is told, once an hour. */
async function tellOfGuessing(request: Request, { userId, email }: Pending): Promise<void> {
  if ((await countAttempt('code:wrong', email, wrongCodes.beforeTelling)) === 0) return;
  if ((await countAttempt('code:told', email, wrongCodes.telling)) > 0) return;
  await inTransaction((tx) => recordSecurityChange(tx, request, { userId, change: 'codes-guessed' }));
}

async function worksHere(userId: string): Promise<boolean> {
  const [row] = await database()
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.userId, userId));
  return roleMay(row?.role ?? 'user', 'backoffice.enter');
}
