/** Signs a person in with email and password. */
import { eq } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { sessions, userRoles } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type Role, roleMay } from './actor.ts';
import { askAuth } from './ask-auth.server.ts';
import { countTry } from './count-try.server.ts';
import { accountLimits } from './rate-limit.ts';
import type { SignInProblem, SignInWish } from './sign-in.ts';

/** Set-Cookie lines of the new session. */
export type SignedInNow = { cookies: string[] };

/**
 * @param admin the back office's door: who may not enter is signed out again.
 * Refused: wrong or unconfirmed credentials (told alike), a ban (told only to who has the password), too many
 * tries from this address or for this account.
 */
export async function signInPerson(
  request: Request,
  wish: SignInWish,
  { admin }: { admin: boolean },
): Promise<Result<SignedInNow, SignInProblem>> {
  const wait = await countTry('sign-in', wish.email, accountLimits.signIn);
  if (wait > 0) return refuse({ kind: 'too-many-tries', seconds: wait });

  const answer = await askAuth(request, '/sign-in/email', wish);
  if (answer.status === 429) return refuse({ kind: 'too-many-tries', seconds: answer.retryAfter });
  if (answer.code === 'BANNED') return refuse({ kind: 'banned' });
  if (answer.status >= 500) return refuse({ kind: 'failed' });
  if (answer.status !== 200 || !answer.userId || !answer.token)
    return refuse({ kind: 'invalid-credentials' });

  if (admin && !roleMay(await roleOf(answer.userId), 'backoffice.enter')) {
    await database().delete(sessions).where(eq(sessions.token, answer.token));
    return refuse({ kind: 'admin-only' });
  }
  return succeed({ cookies: answer.cookies });
}

async function roleOf(userId: string): Promise<Role> {
  const [row] = await database()
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.userId, userId));
  return row?.role ?? 'user';
}
