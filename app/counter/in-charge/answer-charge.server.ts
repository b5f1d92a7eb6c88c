/** Answers the forms of who is in charge. */
import { data, redirect } from 'react-router';
import { z } from 'zod';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changeCharge } from '#core/sales/cash-desk/change-charge.server.ts';
import { chargeMessage } from '#core/sales/cash-desk/charge.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';

const none = z.literal('').transform(() => null);

const chargeForm = z.object({
  intent: z.enum(['change', 'end']),
  key: z.uuid(),
  /** The charge that the form showed. */
  seen: z.union([z.uuid(), none]),
  person: z.union([z.uuid(), none]).default(null),
});

export async function answerCharge(actor: SignedIn, form: FormData) {
  const read = readForm(form, chargeForm);
  if (!read.ok) return data<FormRefusal>(read.refused('Choose a person.'), { status: 400 });
  const { intent, key, seen: seenId, person } = read.value;
  if (intent === 'change' && person === null)
    return data<FormRefusal>(read.refused('Choose a person.', 'person'), { status: 400 });
  const outcome = await changeCharge(actor, { key, seenId, personId: intent === 'end' ? null : person });
  if (outcome.ok) return redirect('/counter/in-charge');
  return data<FormRefusal>(read.refused(chargeMessage(outcome.problem)), {
    status: statusOf(outcome.problem),
  });
}
