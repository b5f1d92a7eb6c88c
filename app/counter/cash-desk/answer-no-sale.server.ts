/** Answers 'No sale': the cash drawer opens, with a reason, and with a colleague's yes where one is needed. */
import { data } from 'react-router';
import { z } from 'zod';
import { readApproval } from '#core/accounts/identity/pins/approval.server.ts';
import { yesMessage } from '#core/accounts/identity/pins/pin.ts';
import { mayCloseWithout, type SignedIn } from '#core/ground/access/actor.ts';
import { readInCharge } from '#core/sales/cash-desk/charge-queries.server.ts';
import { openWithoutSale } from '#core/sales/printing/open-without-sale.server.ts';
import { printingMessage } from '#core/sales/printing/printing.ts';
import { loggedSignIn } from '#platform/log-refusal.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { typedLine } from '#platform/requests/typed-text.ts';
import { readApprovers, type ShownApprover } from '../kit/approvers-queries.server.ts';

const DRAWER = '/counter/cash';
const noSaleForm = z.object({
  key: z.uuid().catch(''),
  reason: typedLine(200, 'reason').min(1, 'Say why the drawer is opened.'),
  person: z.string().default(''),
  pin: z.string().default(''),
});

/** Whose yes the actor needs: null for an actor who needs none. */
export async function readApproversFor(actor: SignedIn, request: Request): Promise<ShownApprover[] | null> {
  const inCharge = (await readInCharge())?.personId ?? null;
  return mayCloseWithout(actor, inCharge) ? null : readApprovers(actor, request.headers);
}

export async function answerNoSale(actor: SignedIn, form: FormData, request: Request) {
  const read = readForm(form, noSaleForm, ['pin']);
  if (!read.ok) return data<FormRefusal>(read.refused(), { status: 400 });
  const { key, reason, person, pin } = read.value;
  const yes =
    person === ''
      ? null
      : await loggedSignIn('pin', readApproval(request, actor.userId, { userId: person, pin }));
  if (yes && !yes.ok)
    return data<FormRefusal>(read.refused(yesMessage(yes.problem), 'pin'), { status: statusOf(yes.problem) });
  const approver = yes?.ok ? yes.value : null;
  const outcome = await openWithoutSale(actor, { key, reason, approver });
  if (!outcome.ok) {
    const field = outcome.problem.kind === 'reason-missing' ? 'reason' : undefined;
    const refusal = read.refused(printingMessage(outcome.problem), field);
    return data<FormRefusal>(refusal, { status: statusOf(outcome.problem) });
  }
  const words = approver ? `The drawer opens. Recorded as ${approver.name}’s.` : 'The drawer opens.';
  return redirectWithFlash(DRAWER, words, 'success');
}
