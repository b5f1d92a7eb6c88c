/** Sets a new password by a mailed link. */
import { and, eq, gt, not, sql } from 'drizzle-orm';
import { lockUser } from '#core/ground/access/hold-session.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { accounts, users, verifications } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { HashingBusyError, hashPassword } from '#platform/secrets/password-hashing.ts';
import { addressOf } from '../sessions/client-address.server.ts';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { resetCodeCount } from '../sessions/count-guess.server.ts';
import { endEveryAccess } from '../sessions/end-sessions.server.ts';
import { addressLimits } from '../sessions/rate-limit.ts';
import { RESET_IDENTIFIER, readLink } from './link-queries.server.ts';
import { hashLinkToken } from './link-token.ts';
import { recordSecurityChange } from './record-security-change.server.ts';
import type { ResetProblem } from './reset-password.ts';

/** Sets the password and ends everything that opens the account without it (`endEveryAccess`). Returns the account's email. */
export async function resetPassword(
  request: Request,
  { token, password }: { token: string; password: string },
): Promise<Result<{ email: string }, ResetProblem>> {
  const wait = await countAttempt('follow-link', addressOf(request), addressLimits['follow-link']);
  if (wait > 0) return refuse({ kind: 'too-many-attempts', seconds: wait });
  // Checked before the costly work: hashing is slow on purpose.
  if ((await readLink(RESET_IDENTIFIER, token)) === null) return refuse({ kind: 'link-not-valid' });
  try {
    const hash = await hashPassword(password);
    const email = await inTransaction((tx) => takeLink(tx, request, { token, password: hash }));
    if (email === null) return refuse({ kind: 'link-not-valid' });
    await resetCodeCount(email);
    return succeed({ email });
  } catch (error) {
    if (error instanceof HashingBusyError) return refuse({ kind: 'busy' });
    throw error;
  }
}

async function takeLink(
  tx: Transaction,
  request: Request,
  { token, password }: { token: string; password: string },
): Promise<string | null> {
  const valid = and(
    eq(verifications.identifier, RESET_IDENTIFIER + hashLinkToken(token)),
    gt(verifications.expiresAt, sql`now()`),
  );
  const [found] = await tx.select({ userId: verifications.value }).from(verifications).where(valid);
  if (!found) return null;
  const { userId } = found;
  // Lock the account first, as every change to it does; only then use up the link.
  const email = await lockUser(tx, userId);
  const used = await tx.delete(verifications).where(valid).returning({ id: verifications.id });
  if (email === null || used.length === 0) return null;
  await tx
    .insert(accounts)
    .values({ userId, accountId: userId, providerId: 'credential', password })
    .onConflictDoUpdate({
      target: [accounts.providerId, accounts.accountId],
      set: { password, updatedAt: new Date() },
    });
  // The link proves the address: an account that moved here unconfirmed, and without a password, is theirs now.
  await tx
    .update(users)
    .set({ emailVerified: true })
    .where(and(eq(users.id, userId), not(users.emailVerified)));
  await endEveryAccess(tx, userId);
  await recordSecurityChange(tx, request, { userId, change: 'password-reset' });
  return email;
}
