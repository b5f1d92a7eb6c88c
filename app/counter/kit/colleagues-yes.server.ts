/** Reads a colleague's yes from a form with `YesFields` (decision 123). */
import { readApproval } from '#core/accounts/identity/pins/approval.server.ts';
import type { PinProblem } from '#core/accounts/identity/pins/pin.ts';
import type { Approver, SignedIn } from '#core/ground/access/actor.ts';
import { type Result, succeed } from '#kernel/result.ts';
import { loggedSignIn } from '#platform/log-refusal.ts';

/** Fields that are never sent back. */
export const YES_SECRETS = ['pin'];

/** null for a form without one. @param request proves the tablet */
export async function readYes(
  request: Request,
  { userId: actorId }: SignedIn,
  form: FormData,
): Promise<Result<Approver | null, PinProblem>> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  if (text('person') === '') return succeed(null);
  return loggedSignIn('pin', readApproval(request, actorId, { userId: text('person'), pin: text('pin') }));
}
