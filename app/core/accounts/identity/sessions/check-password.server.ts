/** Compares a password with the account's, counted like a guess at signing in. */
import { and, eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { accounts } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { logRefusal } from '#platform/log-refusal.ts';
import { HashingBusyError, verifyPassword } from '#platform/secrets/password-hashing.ts';
import type { ConfirmSessionProblem } from './confirm-session.ts';
import { countGuess } from './count-guess.server.ts';

/**
 * Refused: a wrong password, or an account without one; too many tries, wherever they were made; a full password queue.
 */
export async function checkPassword(
  request: Request,
  actor: Pick<SignedIn, 'userId' | 'email'>,
  password: string,
): Promise<Result<null, ConfirmSessionProblem>> {
  const guess = await countGuess(request, actor.email.toLowerCase());
  if (guess.wait > 0) return refuse({ kind: 'too-many-attempts', seconds: guess.wait });
  const [account] = await database()
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, actor.userId), eq(accounts.providerId, 'credential')));
  try {
    const hash = account?.password ?? null;
    if (hash === null || !(await verifyPassword(hash, password))) {
      logRefusal('sign-in-refused', { kind: 'wrong-password', way: 'password', account: actor.userId });
      return refuse({ kind: 'wrong-password' });
    }
  } catch (error) {
    if (!(error instanceof HashingBusyError)) throw error;
    await guess.wasNotMade();
    return refuse({ kind: 'busy' });
  }
  await guess.wasRight();
  return succeed(null);
}
