/** Creates the account of a person who came from a provider, once they have entered their birth date. */

import { makeProfile } from '#core/accounts/customers/make-profile.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { inTransactionOr, type Transaction } from '#db/client.ts';
import { accounts, users } from '#db/schema/identity.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { accountProvider, type ProviderProblem } from '../providers/provider.ts';
import type { UnfinishedSignUp } from '../providers/provider-flow.server.ts';
import { addressOf } from '../sessions/client-address.server.ts';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { addressLimits } from '../sessions/rate-limit.ts';
import { type SignedInNow, startSession } from '../sessions/start-session.server.ts';
import type { CompleteSignUpInput } from './complete-sign-up.ts';
import { endSignUps } from './confirm-sign-up.server.ts';
import { checkMinimumAge } from './minimum-age.server.ts';

/**
 * The email counts as confirmed, because only people whose provider confirmed it get here. Every pending sign-up with
 * the address ends. Refused: an age under the minimum, a closed shop (checked again under the settings lock), and an
 * address that has an account by now.
 */
export async function completeSignUp(
  request: Request,
  unfinished: UnfinishedSignUp,
  input: CompleteSignUpInput,
): Promise<Result<SignedInNow, ProviderProblem>> {
  const wait = await countAttempt('sign-up', addressOf(request), addressLimits['sign-up']);
  if (wait > 0) return refuse({ kind: 'too-many-attempts', seconds: wait });
  const ofAge = await checkMinimumAge(input.birthDate);
  if (!ofAge.ok) return ofAge;
  const settings = await readSettings();
  const made = await inTransactionOr<Result<string, ProviderProblem>>(async (tx, abandon) => {
    if (!(await holdSettings(tx, settings)).opening.isOpen) return refuse({ kind: 'not-open' });
    const id = await makeAccount(tx, unfinished, input);
    return id === null ? abandon(refuse({ kind: 'email-taken' })) : succeed(id);
  });
  if (!made.ok) return made;
  const user = { userId: made.value, email: unfinished.email };
  const started = await startSession(request, user, { secondFactor: false });
  // The account is seconds old, so a ban is the only refusal left.
  return started.ok ? started : refuse({ kind: 'banned' });
}

/** Returns the new account's id; null when the address or the identity already has an account. */
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
