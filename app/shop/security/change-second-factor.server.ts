/**
 * Handles what the pages of both second factors share: new backup codes, turning it off, and the redirect after a lost
 * race.
 */
import { data, redirect } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import {
  type RenewProblem,
  renewBackupCodes,
} from '#core/accounts/identity/second-factor/change-authenticator.server.ts';
import type { BackupCodes } from '#core/accounts/identity/second-factor/renew-codes.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { Result } from '#kernel/result.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';

type OfEither = RenewProblem;

/** A page of one of the factors. */
export type FactorPage<P extends { kind: string }> = {
  path: string;
  turnOff(request: Request, actor: SignedIn): Promise<Result<null, P>>;
  message(problem: P | OfEither): string;
};

/** Answers 'renew-codes' and 'turn-off'; any other intent redirects to the page. */
export async function changeSecondFactor<P extends { kind: string }>(
  request: Request,
  actor: SignedIn,
  intent: unknown,
  page: FactorPage<P>,
) {
  if (intent === 'renew-codes') {
    const outcome = await renewBackupCodes(request, actor);
    return outcome.ok ? showCodes(outcome.value) : elsewhere(outcome.problem, page);
  }
  if (intent !== 'turn-off') return redirect(page.path);
  const outcome = await page.turnOff(request, actor);
  return outcome.ok
    ? redirectWithFlash('/security', 'Two-factor sign-in is off.', 'success')
    : elsewhere(outcome.problem, page);
}

/** The answer that shows the codes; the device that shows them counts as known from then on. */
export function showCodes({ backupCodes, cookie }: BackupCodes) {
  return data({ backupCodes }, { headers: { 'Set-Cookie': cookie } });
}

/** Another tab was faster, or the re-check has expired: there is nothing to correct in a form. */
export function elsewhere<P extends { kind: string }>(problem: P | OfEither, page: FactorPage<P>): Response {
  return problem.kind === 'confirm-first'
    ? redirect(confirmPath(page.path))
    : redirectWithFlash('/security', page.message(problem), 'info');
}
