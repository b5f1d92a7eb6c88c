/** Answers the form of a refund at the counter: asks about the amount once, and for a yes where the person may not. */
import { data } from 'react-router';
import { COLLEAGUE_SECRETS, yesFields, yesMessage } from '#core/accounts/identity/pins/pin.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { REFUNDED_MEANWHILE, type RefundProblem, refundMessage } from '#core/sales/orders/refunds/refund.ts';
import {
  type RefundAnswer as Asked,
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
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { readYesIfGiven } from '../kit/read-yes.server.ts';

const counterForm = refundForm.extend(yesFields);

/** `asksYes`: the person may not, and others may. */
export type RefundAnswer = Asked & { asksYes?: boolean };

const ofOthers: readonly RefundProblem['kind'][] = [
  'not-allowed',
  'over-staff-limit',
  'over-staff-day',
  'over-their-limit',
  'too-old-for-staff',
];

export async function answerRefund(actor: SignedIn, number: string, request: Request) {
  const form = await requestForm(request);
  const back = `/counter/orders/${number}`;
  const order = await readRefundable(actor, number);
  if (!order?.wasHandedOver) return redirectWithFlash(back, REFUNDED_MEANWHILE, 'error');
  const read = readForm(form, counterForm, COLLEAGUE_SECRETS);
  const wanted = wantedRefund(
    form,
    order.lines.map(({ id }) => id),
  );
  const asksYes = form.has('person');
  const again = (answer: RefundAnswer, status: number) =>
    data<RefundAnswer>({ ...answer, asksYes }, { status });
  if (!wanted.ok) return again(besideUnits(wanted.problem, order, read.refused()), 400);
  const units = wanted.value;
  if (!read.ok) return again(withUnits(read.refused(), order, units), 400);
  const { roundsCash } = (await readSettings()).cash;
  const question = refundQuestion(order, units, roundsCash, form.get('confirmed'));
  if (question) return again({ ...read.refused(question.message), confirm: question.amount }, 409);
  const confirm = Number(form.get('confirmed'));
  const yes = await readYesIfGiven(request, actor, read.value);
  if (!yes.ok)
    return again({ ...read.refused(yesMessage(yes.problem), 'pin'), confirm }, statusOf(yes.problem));
  const { whole: _, person: __, pin: ___, ...input } = read.value;
  const outcome = await recordRefund(actor, number, { ...input, units, cash: confirm, approver: yes.value });
  if (outcome.ok) {
    const give = `Give the customer ${formatCents(cents(outcome.value.cash))}.`;
    return redirectWithFlash(back, yes.value ? `${give} Refunded by ${yes.value.name}.` : give, 'success');
  }
  const { problem } = outcome;
  if (!(await readRefundable(actor, number))) return redirectWithFlash(back, REFUNDED_MEANWHILE, 'error');
  const refusal = besideUnits(problem, order, read.refused(refundMessage(problem)));
  return data<RefundAnswer>(
    { ...refusal, confirm, asksYes: asksYes || ofOthers.includes(problem.kind) },
    { status: statusOf(problem) },
  );
}
