/** Begins an account that waits for its email to be confirmed. */
import { inTransaction } from '#db/client.ts';
import { signUps } from '#db/schema/identity.ts';
import { encryptLicense } from '#features/customers/encrypt-license.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { HashingBusyError, hashPassword } from '#platform/password-hashing.ts';
import { addressOf } from './client-address.server.ts';
import { countAttempt } from './count-attempt.server.ts';
import { addressLimits } from './rate-limit.ts';
import { enqueueAccountMail } from './request-account-mail.server.ts';
import type { SignUpInput, SignUpProblem } from './sign-up.ts';

/** As long as the link works, and so as long as the mail says. */
const VALID_HOURS = 24;

/**
 * Does the same for every address, and looks nothing up: an address that has an account already gets a mail
 * that says so, written by the worker. `returnTo` is the page of ours to go back to after confirming.
 */
export async function signUpPerson(
  request: Request,
  input: SignUpInput,
  returnTo: string | null = null,
): Promise<Result<null, SignUpProblem>> {
  if (!(await readSettings()).opening.isOpen) return refuse({ kind: 'not-open' });
  const wait = await countAttempt('sign-up', addressOf(request), addressLimits['sign-up']);
  if (wait > 0) return refuse({ kind: 'too-many-attempts', seconds: wait });
  try {
    const { licenseId, email, ...details } = input;
    const password = await hashPassword(input.password);
    const id = newId<string>();
    await inTransaction(async (tx) => {
      await tx.insert(signUps).values({
        ...details,
        id,
        email,
        password,
        ...encryptLicense(licenseId, id),
        returnTo,
        expiresAt: new Date(Date.now() + VALID_HOURS * 3_600_000),
      });
      await enqueueAccountMail(tx, { kind: 'sign-up', requestId: newId<string>(), email, signUpId: id });
    });
    return succeed(null);
  } catch (error) {
    if (error instanceof HashingBusyError) return refuse({ kind: 'busy' });
    throw error;
  }
}
