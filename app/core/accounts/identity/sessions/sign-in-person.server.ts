/** Signs a person in with email and password. */
import { and, eq, sql } from 'drizzle-orm';
import { worksHere } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { accounts, userRoles, users } from '#db/schema/identity.ts';
import { type Result, refuse } from '#kernel/result.ts';
import type { Role } from '#kernel/statuses.ts';
import { comparePassword, formerKindOf, HashingBusyError } from '#platform/secrets/password-hashing.ts';
import { beginSecondFactor } from '../second-factor/second-factor.server.ts';
import { countGuess } from './count-guess.server.ts';
import { formerKinds, replaceHash } from './former-hashes.server.ts';
import type { SignInInput, SignInProblem } from './sign-in.ts';
import { type SignedInNow, startSessionByPassword } from './start-session.server.ts';

/**
 * @param admin for the admin sign-in: a person who may not enter the back office gets no session.
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
  const outcome = await signInUncounted(request, input, { admin });
  const problem = outcome.ok ? null : outcome.problem.kind;
  if (problem === 'busy') await guess.wasNotMade();
  else if (problem !== 'invalid-credentials') await guess.wasRight();
  return outcome;
}

async function signInUncounted(
  request: Request,
  { email, password }: SignInInput,
  { admin }: { admin: boolean },
): Promise<Result<SignedInNow, SignInProblem>> {
  const person = await findPerson(email);
  let hash = person?.passwordHash ?? null;
  try {
    // An address without a password takes as long as one with a wrong password, so that timing reveals neither.
    const formers = await formerKinds(hash === null ? null : formerKindOf(hash));
    const { isRight, rehashed } = await comparePassword(hash, password, formers);
    if (!isRight || hash === null || !person?.isConfirmed) return refuse({ kind: 'invalid-credentials' });
    if (rehashed !== null) {
      // Another sign-in of theirs, or a new password, came first: what is stored now decides.
      const isReplaced = await replaceHash(person.userId, { former: hash, rehashed });
      if (!isReplaced) return signInUncounted(request, { email, password }, { admin });
      hash = rehashed;
    }
  } catch (error) {
    if (!(error instanceof HashingBusyError)) throw error;
    return refuse({ kind: 'busy' });
  }
  if (admin && !worksHere(person.role)) return refuse({ kind: 'not-allowed' });
  const { userId } = person;
  const started = await startSessionByPassword(request, { userId, email }, hash);
  if (started.ok) return started;
  switch (started.problem.kind) {
    case 'banned':
      return refuse({ kind: 'banned' });
    case 'outdated':
      return refuse({ kind: 'invalid-credentials' });
    case 'second-factor':
      return refuse({ kind: 'second-factor', cookie: await beginSecondFactor(request, { userId, email }) });
  }
}

async function findPerson(email: string) {
  const [found] = await database()
    .select({
      userId: users.id,
      isConfirmed: users.emailVerified,
      passwordHash: accounts.password,
      role: sql<Role>`coalesce(${userRoles.role}, 'user')`,
    })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .where(eq(sql`lower(${users.email})`, email));
  return found;
}
