/** Makes the account of somebody who came from a provider, once they have said when they were born. */
import { inTransactionOr, type Transaction } from '#db/client.ts';
import { accounts, users } from '#db/schema/identity.ts';
import { makeProfile } from '#features/customers/keep-profile.server.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse } from '#kernel/result.ts';
import { addressOf } from './client-address.server.ts';
import type { CompleteSignUpInput } from './complete-sign-up.ts';
import { endSignUps } from './confirm-sign-up.server.ts';
import { countAttempt } from './count-attempt.server.ts';
import { accountProvider, type ProviderProblem } from './provider.ts';
import type { UnfinishedSignUp } from './provider-flow.server.ts';
import { addressLimits } from './rate-limit.ts';
import { type SignedInNow, startSessionOf } from './start-session.server.ts';

/**
 * Its email counts as confirmed, because only those get here whose provider has confirmed it. Every sign-up that waits
 * with the address ends. Refused: an address that has got an account meanwhile.
 */
export async function completeSignUp(
  request: Request,
  unfinished: UnfinishedSignUp,
  input: CompleteSignUpInput,
): Promise<Result<SignedInNow, ProviderProblem>> {
  const wait = await countAttempt('sign-up', addressOf(request), addressLimits['sign-up']);
  if (wait > 0) return refuse({ kind: 'too-many-attempts', seconds: wait });
  const userId = await inTransactionOr<string | null>(
    async (tx, abandon) => (await makeAccount(tx, unfinished, input)) ?? abandon(null),
  );
  if (userId === null) return refuse({ kind: 'email-taken' });
  const started = await startSessionOf(request, { userId, email: unfinished.email }, { secondFactor: false });
  // Nobody has had the time for anything else.
  return started.ok ? started : refuse({ kind: 'banned' });
}

/** The new account's id; null where the address or the identity has one. */
async function makeAccount(
  tx: Transaction,
  { issuer, subject, email }: UnfinishedSignUp,
  { fullName, birthDate }: CompleteSignUpInput,
): Promise<string | null> {
  await endSignUps(tx, email);
  const userId = newId<string>();
  const [user] = await tx
    .insert(users)
    .values({ id: userId, name: fullName, email, emailVerified: true })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!user) return null;
  const [account] = await tx
    .insert(accounts)
    .values({ userId, providerId: accountProvider(issuer), accountId: subject })
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  if (!account) return null;
  await makeProfile(tx, { userId, fullName, birthDate });
  return userId;
}
