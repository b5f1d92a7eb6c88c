/** Answers the forms on a lot's page: stop its sales, and undo that. */
import { data } from 'react-router';
import type { SignedIn } from '#core/access/actor.ts';
import { type LotProblem, lotMessage, STOPPED_AT_ONCE } from '#core/stock/lots.ts';
import { quarantineLot } from '#core/stock/quarantine-lot.server.ts';
import { releaseLot } from '#core/stock/release-lot.server.ts';
import type { Result } from '#kernel/result.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';

export async function answerLot(actor: SignedIn, lotId: number, form: FormData) {
  const here = `/admin/lots/${lotId}`;
  const answer = (outcome: Result<unknown, LotProblem>, done: string) =>
    outcome.ok
      ? redirectWithFlash(here, done, 'success')
      : data(
          { message: lotMessage(outcome.problem) },
          { status: outcome.problem.kind === 'not-allowed' ? 403 : 409 },
        );
  switch (form.get('intent')) {
    case 'stop':
      return answer(await quarantineLot(actor, { lotId, reason: STOPPED_AT_ONCE }), 'Sales stopped.');
    case 'resume':
      return answer(
        await releaseLot(actor, { lotId, reason: 'Sales resumed from the lot’s page' }),
        'Lot on sale.',
      );
    default:
      return redirectWithFlash(here, 'Nothing was changed.', 'info');
  }
}
