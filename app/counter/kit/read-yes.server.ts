/** Reads the yes of a colleague that a form brings. */
import { readApproval } from '#core/accounts/identity/pins/approval.server.ts';
import type { PinProblem } from '#core/accounts/identity/pins/pin.ts';
import type { Approver, SignedIn } from '#core/ground/access/actor.ts';
import { type Result, succeed } from '#kernel/result.ts';
import { loggedSignIn } from '#platform/log-refusal.ts';

/** null for a form without one. Refused as `readApproval` refuses, and logged as a sign-in. */
export async function readYes(
  request: Request,
  actor: SignedIn,
  { person, pin }: { person: string; pin: string },
): Promise<Result<Approver | null, PinProblem>> {
  if (person === '') return succeed(null);
  return loggedSignIn('pin', readApproval(request, actor.userId, { userId: person, pin }));
}

/** The same for a form that may not need a yes: without a PIN there is none. */
export const readYesIfGiven = (
  request: Request,
  actor: SignedIn,
  { person, pin }: { person: string; pin: string },
) => readYes(request, actor, { person: pin === '' ? '' : person, pin });
