/** Answers the correction of a hand-over's cash. */
import { data } from 'react-router';
import { z } from 'zod';
import { COLLEAGUE_SECRETS, yesFields, yesMessage } from '#core/accounts/identity/pins/pin.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { correctionField, correctionMessage } from '#core/sales/orders/cash-corrections/cash-correction.ts';
import { correctCash } from '#core/sales/orders/cash-corrections/correct-cash.server.ts';
import { parseCash } from '#kernel/money.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { readYesIfGiven } from '../kit/read-yes.server.ts';

const amount = z.coerce.number().int().min(0).max(2_000_000_000);

const cashForm = z.object({
  ...yesFields,
  key: z.uuid(),
  received: z.string().default('').transform(parseCash),
  change: z.string().default('').transform(parseCash),
  reason: z
    .string()
    .overwrite(cleanText)
    .max(300, 'Use at most 300 characters.')
    .refine(isPlainText, 'These characters cannot be saved.')
    .default(''),
  seenReceived: amount,
  seenChange: amount,
});

/** A yes without a PIN is none: the fields are there before anyone knows that they are needed. */
export async function answerCash(actor: SignedIn, number: string, form: FormData, request: Request) {
  const back = `/counter/orders/${number}`;
  const read = readForm(form, cashForm, COLLEAGUE_SECRETS);
  if (!read.ok) return data<FormRefusal>(read.refused(), { status: 400 });
  const yes = await readYesIfGiven(request, actor, read.value);
  if (!yes.ok)
    return data<FormRefusal>(read.refused(yesMessage(yes.problem), 'pin'), { status: statusOf(yes.problem) });
  const { key, received, change, reason, seenReceived, seenChange } = read.value;
  const outcome = await correctCash(actor, number, {
    ...{ key, received, change, reason, approver: yes.value },
    seen: { received: seenReceived, change: seenChange },
  });
  if (outcome.ok)
    return redirectWithFlash(back, yes.value ? `Corrected by ${yes.value.name}.` : 'Corrected.', 'success');
  const { problem } = outcome;
  const isYours = problem.kind === 'not-allowed';
  return data<FormRefusal>(
    read.refused(
      isYours
        ? 'The drawer would hold another amount: an admin or the person in charge corrects that.'
        : correctionMessage(problem),
      isYours && form.has('person') ? 'pin' : correctionField(problem),
    ),
    { status: statusOf(problem) },
  );
}
