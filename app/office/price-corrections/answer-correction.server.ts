/** Answers the forms of a price correction: pay a refund, undo one or all. */
import { data } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { payRefund } from '#core/sales/price-corrections/pay-refund.server.ts';
import { correctionMessage, refundDueMessage } from '#core/sales/price-corrections/price-correction.ts';
import { undoCorrection } from '#core/sales/price-corrections/undo-correction.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { redirectWithLasting } from '#platform/requests/lasting-message.ts';
import { statusOf } from '#platform/requests/problem-status.ts';

export async function answerCorrection(actor: SignedIn, number: number, request: Request, form: FormData) {
  const here = `/admin/price-corrections/${number}`;
  const lineId = Number(form.get('lineId') ?? Number.NaN);
  switch (form.get('intent')) {
    case 'pay-refund': {
      const outcome = await payRefund(actor, { lineId, cash: Number(form.get('cash')) });
      if (!outcome.ok)
        return data({ message: refundDueMessage(outcome.problem) }, { status: statusOf(outcome.problem) });
      const { orderNumber, cash } = outcome.value;
      return redirectWithLasting(request, here, `Refund of ${orderNumber} recorded.`, {
        label: 'Give the customer',
        text: formatCents(cents(cash)),
      });
    }
    case 'undo': {
      const outcome = await undoCorrection(actor, number, Number.isSafeInteger(lineId) ? lineId : null);
      if (!outcome.ok)
        return data({ message: correctionMessage(outcome.problem) }, { status: statusOf(outcome.problem) });
      const { lines } = outcome.value;
      return redirectWithFlash(
        here,
        lines === 1 ? 'Undone for 1 order.' : `Undone for ${lines} orders.`,
        'success',
      );
    }
    default:
      return redirectWithFlash(here, 'Nothing was changed.', 'info');
  }
}
