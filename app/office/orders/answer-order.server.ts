/** Answers the forms on an order's page. */
import { data } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changeOrderStatus, changePaymentStatus } from '#core/sales/orders/change-order-status.server.ts';
import { changePickupName } from '#core/sales/orders/change-pickup-name.server.ts';
import { pickupNameForm } from '#core/sales/orders/hand-over/pickup-name-form.ts';
import { pickupNameMessage } from '#core/sales/orders/order-notes-problem.ts';
import { STATUS_UPDATED, statusMessage } from '#core/sales/orders/order-status.ts';
import { generateReceipt } from '#core/sales/orders/receipts/generate-receipt.server.ts';
import { generatedMessage, generateReceiptMessage } from '#core/sales/orders/receipts/generate-receipt.ts';
import { mailedAgain, resendMessage, resendOrderMail } from '#core/sales/orders/resend-order-mail.server.ts';
import { flashOutcome } from '#office/kit/flash-outcome.ts';
import { mailLeavesTheHouse } from '#platform/outgoing/mail.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { paymentForm, statusForm } from './order-status-form.ts';

export async function answerOrder(actor: SignedIn, orderId: string, form: FormData) {
  const back = `/admin/orders/${orderId}`;
  switch (form.get('intent')) {
    case 'status': {
      const read = readForm(form, statusForm);
      if (!read.ok) return refused(read.refused('Failed to update status'));
      const { status: to, reason, version } = read.value;
      const outcome = await changeOrderStatus(actor, { orderId, to, reason, version });
      return outcome.ok
        ? redirectWithFlash(back, STATUS_UPDATED, 'success')
        : refused(read.refused(statusMessage(outcome.problem)), statusOf(outcome.problem));
    }
    case 'payment': {
      const read = readForm(form, paymentForm);
      if (!read.ok) return refused(read.refused('Failed to update status'));
      const { payment: to, reason, version } = read.value;
      const outcome = await changePaymentStatus(actor, { orderId, to, reason, version });
      return outcome.ok
        ? redirectWithFlash(back, STATUS_UPDATED, 'success')
        : refused(read.refused(statusMessage(outcome.problem)), statusOf(outcome.problem));
    }
    case 'pickup-name': {
      const read = readForm(form, pickupNameForm);
      if (!read.ok) return refused(read.refused());
      const outcome = await changePickupName(actor, orderId, read.value);
      if (!outcome.ok)
        return refused(read.refused(pickupNameMessage(outcome.problem)), statusOf(outcome.problem));
      if (read.value.stays) return null;
      return outcome.value.changed
        ? redirectWithFlash(back, 'Pickup name saved.', 'success')
        : redirectWithFlash(back, 'Nothing was changed.', 'info');
    }
    case 'resend': {
      const outcome = await resendOrderMail(actor, orderId, String(form.get('delivery') ?? ''));
      return flashOutcome(back, outcome, { done: mailedAgain(mailLeavesTheHouse()), refused: resendMessage });
    }
    case 'receipt': {
      const outcome = await generateReceipt(actor, orderId);
      if (!outcome.ok) return redirectWithFlash(back, generateReceiptMessage(outcome.problem), 'error');
      const { value } = outcome;
      return redirectWithFlash(back, generatedMessage(value), value.stored ? 'success' : 'info');
    }
    default:
      return redirectWithFlash(back, 'Nothing was changed.', 'info');
  }
}

function refused(refusal: FormRefusal, status = 400) {
  return data(refusal, { status });
}
