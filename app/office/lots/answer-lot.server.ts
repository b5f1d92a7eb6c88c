/** Answers the forms on a lot's pages: stop its sales, undo that, undo a change of its units. */
import { data } from 'react-router';
import { type LotProblem, lotMessage, STOPPED_AT_ONCE } from '#core/goods/stock/lots/lots.ts';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { releaseLot } from '#core/goods/stock/lots/release-lot.server.ts';
import { undoAdjustment } from '#core/goods/stock/undo-adjustment.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { Result } from '#kernel/result.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';

export async function answerLot(actor: SignedIn, lotId: number, form: FormData) {
  const here = `/admin/lots/${lotId}`;
  const answer = answerAt(here);
  switch (form.get('intent')) {
    case 'stop':
      return answer(await quarantineLot(actor, { lotId, reason: STOPPED_AT_ONCE }), 'Sales stopped.');
    case 'resume':
      return answer(
        await releaseLot(actor, { lotId, reason: String(form.get('reason') ?? '').slice(0, 500) }),
        'Lot on sale.',
      );
    default:
      return redirectWithFlash(here, 'Nothing was changed.', 'info');
  }
}

export async function answerLedger(actor: SignedIn, lotId: number, form: FormData) {
  const ledgerId = Number(form.get('ledgerId'));
  const outcome = Number.isSafeInteger(ledgerId) ? await undoAdjustment(actor, { lotId, ledgerId }) : null;
  if (!outcome) throw new Response(null, { status: 400 });
  return answerAt(`/admin/lots/${lotId}/ledger`)(outcome, 'Change undone.');
}

const answerAt = (path: string) => (outcome: Result<unknown, LotProblem>, done: string) =>
  outcome.ok
    ? redirectWithFlash(path, done, 'success')
    : data({ message: lotMessage(outcome.problem) }, { status: statusOf(outcome.problem) });
