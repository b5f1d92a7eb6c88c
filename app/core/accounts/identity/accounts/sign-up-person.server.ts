/** Saves a sign-up, which becomes an account once its email is confirmed. */

import { eq } from 'drizzle-orm';
import { encryptLicense } from '#core/accounts/customers/encrypt-license.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { inTransactionOr, type Transaction } from '#db/client.ts';
import { signUps, users } from '#db/schema/identity.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { HashingBusyError, hashPassword } from '#platform/secrets/password-hashing.ts';
import { addressOf } from '../sessions/client-address.server.ts';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { addressLimits } from '../sessions/rate-limit.ts';
import { countAccountMail } from './count-account-mail.server.ts';
import { checkMinimumAge } from './minimum-age.server.ts';
import { enqueueAccountMail } from './request-account-mail.server.ts';
import { SIGN_UP_HOURS, type SignUpInput, type SignUpProblem } from './sign-up.ts';

/**
 * `isMailed`: whether the address gets a mail; false after too many sign-ups with it. `isRepeated`: the same form was
 * sent before, and nothing new was saved.
 */
export type SignedUp = { signUpId: string; isMailed: boolean; isRepeated: boolean };

/**
 * Saves the sign-up and mails its link. It does the same for every address and looks up no account: an address that has
 * an account gets a mail that says so, written by the worker. Past the limit of mail to the address it still saves the
 * sign-up, and a new link (`requestConfirmation`, which has its own limit) confirms it. `returnTo` is the page to
 * return to after confirming. Refused: a shop that is not open, an age under the minimum (stores and sends nothing),
 * too many sign-ups from the client address, a full queue of passwords to hash, and what `beside` refuses.
 * @param beside what to save in the same transaction; if it refuses, nothing is saved and no mail is sent.
 * @param id of the sign-up: a form that is sent twice has the same one, and is saved once, also after its confirmation.
 */
export async function signUpPerson<P = never>(
  request: Request,
  input: SignUpInput,
  returnTo: string | null = null,
  beside?: (tx: Transaction, signUpId: string) => Promise<Result<unknown, P>>,
  id = newId<string>(),
): Promise<Result<SignedUp, SignUpProblem | P>> {
  if (!(await readSettings()).opening.isOpen) return refuse({ kind: 'not-open' });
  const ofAge = await checkMinimumAge(input.birthDate);
  if (!ofAge.ok) return ofAge;
  const wait = await countAttempt('sign-up', addressOf(request), addressLimits['sign-up']);
  if (wait > 0) return refuse({ kind: 'too-many-attempts', seconds: wait });
  try {
    const { licenseId, email, ...details } = input;
    const password = await hashPassword(input.password);
    const isMailed = (await countAccountMail(request, 'sign-up', email)) === 0;
    return await inTransactionOr<Result<SignedUp, SignUpProblem | P>>(async (tx, abandon) => {
      const saved = await tx
        .insert(signUps)
        .values({
          ...details,
          id,
          email,
          password,
          ...encryptLicense(licenseId, id),
          returnTo,
          expiresAt: new Date(Date.now() + SIGN_UP_HOURS * 3_600_000),
        })
        .onConflictDoNothing({ target: signUps.id })
        .returning({ id: signUps.id });
      const repeated = succeed({ signUpId: id, isMailed: true, isRepeated: true });
      if (saved.length === 0) return repeated;
      // Asked after the insert, which waits for a confirmation: an account has the id of its sign-up, and what a sign-up
      // with this id held would be the account's.
      const account = await tx.select({ id: users.id }).from(users).where(eq(users.id, id));
      if (account.length > 0) return abandon(repeated);
      if (isMailed)
        await enqueueAccountMail(tx, { kind: 'sign-up', requestId: newId<string>(), email, signUpId: id });
      const also = await beside?.(tx, id);
      if (also && !also.ok) return abandon(also);
      return succeed({ signUpId: id, isMailed, isRepeated: false });
    });
  } catch (error) {
    if (error instanceof HashingBusyError) return refuse({ kind: 'busy' });
    throw error;
  }
}
