/** What the pages of both second factors do alike: new backup codes, turning it off, and where a lost race leads. */
import { data, redirect } from 'react-router';
import type { SignedIn } from '#features/access/actor.ts';
import { renewBackupCodes } from '#features/identity/change-authenticator.server.ts';
import { confirmPath } from '#features/identity/recent-sign-in.ts';
import type { Result } from '#kernel/result.ts';
import { redirectWithFlash } from '#platform/flash.ts';

type OfEither = { kind: 'confirm-first' } | { kind: 'not-on' };

/** A page of one of the factors. */
export type FactorPage<P extends { kind: string }> = {
  path: string;
  turnOff(request: Request, actor: SignedIn): Promise<Result<null, P>>;
  message(problem: P | OfEither): string;
};

/** Answers 'renew-codes' and 'turn-off'; whatever else was pressed leads back to the page. */
export async function changeSecondFactor<P extends { kind: string }>(
  request: Request,
  actor: SignedIn,
  intent: unknown,
  page: FactorPage<P>,
) {
  if (intent === 'renew-codes') {
    const outcome = await renewBackupCodes(request, actor);
    return outcome.ok ? data(outcome.value) : elsewhere(outcome.problem, page);
  }
  if (intent !== 'turn-off') return redirect(page.path);
  const outcome = await page.turnOff(request, actor);
  return outcome.ok
    ? redirectWithFlash('/security', 'Two-factor sign-in is off.', 'success')
    : elsewhere(outcome.problem, page);
}

/** Somebody was quicker in another tab, or the re-check has run out: nothing to correct in a form. */
export function elsewhere<P extends { kind: string }>(problem: P | OfEither, page: FactorPage<P>): Response {
  return problem.kind === 'confirm-first'
    ? redirect(confirmPath(page.path))
    : redirectWithFlash('/security', page.message(problem), 'info');
}
