/** Signs a person in with email and password. */
import { eq, sql } from 'drizzle-orm';
import { roleMay } from '#core/access/actor.ts';
import { database } from '#db/client.ts';
import { sessions, userRoles, users } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { Role } from '#kernel/statuses.ts';
import { beginSecondFactor } from '../second-factor/second-factor.server.ts';
import { askAuth } from './ask-auth.server.ts';
import { countGuess } from './count-guess.server.ts';
import type { SignInInput, SignInProblem } from './sign-in.ts';
import { cookiesOf, type SignedInNow } from './start-session.server.ts';

/**
 * @param admin for the admin sign-in: a person who may not enter the back office is signed out again.
 * Refused: wrong or unconfirmed credentials (same message), a ban (shown only with the correct password), too many
 * tries, a full password queue; a missing second factor, with the cookie for that step.
 */
export async function signInPerson(
  request: Request,
  input: SignInInput,
  { admin }: { admin: boolean },
): Promise<Result<SignedInNow, SignInProblem>> {
  const guess = await countGuess(request, input.email);
  if (guess.wait > 0) return refuse({ kind: 'too-many-attempts', seconds: guess.wait });
  const outcome = await startSession(request, input, { admin });
  const problem = outcome.ok ? null : outcome.problem.kind;
  if (problem === 'busy' || problem === 'failed') await guess.wasNotMade();
  else if (problem !== 'invalid-credentials') await guess.wasRight();
  return outcome;
}

/** Signs in without counting, when the password has just been counted and checked. The request's own session ends. */
export async function startSession(
  request: Request,
  input: SignInInput,
  { admin }: { admin: boolean },
): Promise<Result<SignedInNow, SignInProblem>> {
  const answer = await askAuth(request, '/sign-in/email', input);
  if (answer.code === 'BUSY') return refuse({ kind: 'busy' });
  if (answer.code === 'BANNED') return refuse({ kind: 'banned' });
  if (answer.code === 'SECOND_FACTOR')
    return refuse({
      kind: 'second-factor',
      cookie: await beginSecondFactor(request, { userId: await userIdOf(input.email), email: input.email }),
    });
  if (answer.status >= 500) return refuse({ kind: 'failed' });
  if (answer.status !== 200 || !answer.userId || !answer.token)
    return refuse({ kind: 'invalid-credentials' });

  if (admin && !roleMay(await roleOf(answer.userId), 'backoffice.enter')) {
    await database().delete(sessions).where(eq(sessions.token, answer.token));
    return refuse({ kind: 'admin-only' });
  }
  return succeed(await cookiesOf(request, input.email, answer.token, { secondFactor: false }));
}

/** The id of an account whose password was just correct. */
async function userIdOf(email: string): Promise<string> {
  const [user] = await database()
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  if (!user) throw new Error('an account vanished while it was being signed in to');
  return user.id;
}

async function roleOf(userId: string): Promise<Role> {
  const [row] = await database()
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.userId, userId));
  return row?.role ?? 'user';
}
