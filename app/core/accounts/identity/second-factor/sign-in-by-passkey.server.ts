/** Signs a person in with a passkey. */
import { roleOf } from '#core/ground/access/account-queries.server.ts';
import { worksHere } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { type Result, refuse } from '#kernel/result.ts';
import { addressOf } from '../sessions/client-address.server.ts';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { addressLimits } from '../sessions/rate-limit.ts';
import { type SignedInNow, startSession } from '../sessions/start-session.server.ts';
import type { PasskeyProblem } from './passkey.ts';
import { verifyPasskey } from './verify-passkey.server.ts';

/**
 * A passkey is two factors by itself: the device that stores it, and the face, finger or PIN that unlocks it there,
 * which every use must show. So no code follows it (decision 22).
 * @param admin for the admin sign-in: a person who may not enter the back office gets no session.
 */
export async function signInByPasskey(
  request: Request,
  credential: unknown,
  { admin }: { admin: boolean },
): Promise<Result<SignedInNow, PasskeyProblem>> {
  const seconds = await countAttempt('passkey', addressOf(request), addressLimits.passkey);
  if (seconds > 0) return refuse({ kind: 'too-many-attempts', seconds });
  const verified = await verifyPasskey(request, credential, 'sign-in', null);
  if (!verified.ok) return verified;
  if (admin && !worksHere(await roleOf(database(), verified.value.userId)))
    return refuse({ kind: 'not-allowed' });
  const started = await startSession(request, verified.value, { secondFactor: true });
  return started.ok ? started : refuse({ kind: 'banned' });
}
