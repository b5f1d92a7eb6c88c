/** Answers the forms on a promotion's page: delete, test, send, stop. */
import { data } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import {
  PROMOTION_DELETED,
  PROMOTION_STOPPED,
  type PromotionProblem,
  promotionMessage,
  sendingMessage,
  testMessage,
} from '#core/sales/promotions/promotion.ts';
import { deletePromotion } from '#core/sales/promotions/save-promotion.server.ts';
import { sendPromotion, sendTest, stopPromotion } from '#core/sales/promotions/send-promotion.server.ts';
import type { Result } from '#kernel/result.ts';
import { mailLeavesTheHouse } from '#platform/outgoing/mail.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';

const PATH = '/admin/promotions';

export async function answerPromotion(actor: SignedIn, id: string, form: FormData) {
  const here = `${PATH}/${id}`;
  const answer = (outcome: Result<unknown, PromotionProblem>, done: string, to = here) =>
    outcome.ok
      ? redirectWithFlash(to, done, 'success')
      : data({ message: promotionMessage(outcome.problem) }, { status: statusOf(outcome.problem) });
  switch (form.get('intent')) {
    case 'delete':
      return answer(await deletePromotion(actor, id), PROMOTION_DELETED, PATH);
    case 'stop':
      return answer(await stopPromotion(actor, id), PROMOTION_STOPPED);
    case 'test': {
      const outcome = await sendTest(actor, id);
      return answer(outcome, outcome.ok ? testMessage(outcome.value, mailLeavesTheHouse()) : '');
    }
    case 'send': {
      const accepted = String(form.get('accept') ?? '').replaceAll('\r\n', '\n');
      const outcome = await sendPromotion(actor, id, { version: Number(form.get('version')), accepted });
      return answer(outcome, outcome.ok ? sendingMessage(outcome.value) : '');
    }
    default:
      return redirectWithFlash(here, 'Nothing was changed.', 'info');
  }
}
