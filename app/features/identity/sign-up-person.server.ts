/** Makes an account that waits for its email to be confirmed. */
import { inTransaction } from '#db/client.ts';
import { keepNewProfile } from '#features/customers/keep-profile.server.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { askAuth } from './ask-auth.server.ts';
import { atLeast } from './same-pace.ts';
import type { SignUpProblem, SignUpWish } from './sign-up.ts';

/**
 * The answer, and the time it takes, is the same for an address that has an account already; its owner gets
 * a mail that says so.
 */
export async function signUpPerson(request: Request, wish: SignUpWish): Promise<Result<null, SignUpProblem>> {
  return atLeast(async () => {
    const { fullName, email, password, ...rest } = wish;
    const answer = await askAuth(request, '/sign-up/email', { name: fullName, email, password });
    if (answer.status === 429) return refuse({ kind: 'too-many-tries', seconds: answer.retryAfter });
    const { userId } = answer;
    if (answer.status !== 200 || !userId) return refuse({ kind: 'failed' });
    await inTransaction((tx) => keepNewProfile(tx, userId, { fullName, ...rest }));
    return succeed(null);
  });
}
