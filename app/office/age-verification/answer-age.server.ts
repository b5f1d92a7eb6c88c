/** Answers the forms of the age queue: a decision, or revealing the license number. */
import { data } from 'react-router';
import type { SignedIn } from '#core/access/actor.ts';
import { ageDecisionMessage, decidedMessage } from '#core/customers/age-decision.ts';
import { decideForm } from '#core/customers/age-decision-form.ts';
import { decideAge } from '#core/customers/decide-age.server.ts';
import { revealCustomer } from '#core/customers/reveal-customer.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';

export async function answerAge(actor: SignedIn, request: Request) {
  const form = await requestForm(request);
  const userId = String(form.get('userId') ?? '');
  if (form.get('intent') === 'reveal') {
    const shown = await revealCustomer(actor, userId, 'licenseId');
    const licenseId = shown.ok ? shown.value : null;
    return data({ refusal: null, revealed: licenseId ? { userId, licenseId } : null });
  }
  const read = readForm(form, decideForm);
  if (!read.ok) return data({ refusal: read.refused(), revealed: null }, { status: 400 });
  const outcome = await decideAge(actor, read.value);
  if (!outcome.ok) {
    const refusal = read.refused(ageDecisionMessage(outcome.problem));
    return data({ refusal, revealed: null }, { status: 409 });
  }
  const query = new URL(request.url).searchParams;
  query.delete('case');
  query.delete('index');
  const next = String(form.get('next') ?? '');
  if (isUuid(next)) query.set('case', next);
  const to = query.size > 0 ? `/admin/age-verification?${query}` : '/admin/age-verification';
  return redirectWithFlash(to, decidedMessage(outcome.value.decision), 'success');
}
