/** Answers the form of a refund: asks about the amount once, then records it. */
import { data } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { REFUNDED_MEANWHILE, refundMessage } from '#core/sales/orders/refunds/refund.ts';
import {
  besideUnits,
  refundForm,
  refundQuestion,
  wantedRefund,
  withUnits,
} from '#core/sales/orders/refunds/refund-form.ts';
import { readRefundable } from '#core/sales/orders/refunds/refunds-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { redirectWithLasting } from '#platform/requests/lasting-message.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';

export async function answerRefund(actor: SignedIn, number: string, request: Request) {
  const form = await requestForm(request);
  const order = await readRefundable(actor, number);
  const back = `/admin/orders/${number}`;
  if (!order) return redirectWithFlash(back, REFUNDED_MEANWHILE, 'error');
  const read = readForm(form, refundForm);
  const ids = order.lines.map(({ id }) => id);
  const wanted = wantedRefund(form, ids);
  if (!wanted.ok) return data(besideUnits(wanted.problem, order, read.refused()), { status: 400 });
  const units = wanted.value;
  if (!read.ok) return data(withUnits(read.refused(), order, units), { status: 400 });
  const { roundsCash } = (await readSettings()).cash;
  const question = refundQuestion(order, units, roundsCash, form.get('confirmed'));
  if (question) return data({ ...read.refused(question.message), confirm: question.amount }, { status: 409 });
  const { whole: _, ...input } = read.value;
  const cash = Number(form.get('confirmed'));
  const outcome = await recordRefund(actor, number, { ...input, units, cash });
  if (outcome.ok) {
    const amount = formatCents(cents(outcome.value.cash));
    return redirectWithLasting(request, back, `Refund of ${number} recorded.`, {
      label: 'Give the customer',
      text: amount,
    });
  }
  // Another refund was saved first, and left nothing for this page to refund.
  if (!(await readRefundable(actor, number))) return redirectWithFlash(back, REFUNDED_MEANWHILE, 'error');
  const refusal = read.refused(refundMessage(outcome.problem));
  return data(besideUnits(outcome.problem, order, refusal), { status: statusOf(outcome.problem) });
}
