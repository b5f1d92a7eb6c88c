/** Answers the forms of the age queue: a decision, undoing one, or revealing the license number. */
import { data } from 'react-router';
import {
  ageDecisionMessage,
  DECISION_UNDONE,
  decidedMessage,
  undoneMessage,
} from '#core/accounts/customers/age-decision.ts';
import { decideForm, undoDecisionForm } from '#core/accounts/customers/age-decision-form.ts';
import { changeAgeDecision, decideAge } from '#core/accounts/customers/decide-age.server.ts';
import { revealCustomer } from '#core/accounts/customers/reveal-customer.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { isUuid } from '#kernel/ids.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';

const PATH = '/admin/age-verification';

export async function answerAge(actor: SignedIn, request: Request) {
  const form = await requestForm(request);
  const userId = String(form.get('userId') ?? '');
  if (form.get('intent') === 'reveal') {
    const shown = await revealCustomer(actor, userId, 'licenseId');
    const licenseId = shown.ok ? shown.value : null;
    return data({ refusal: null, revealed: licenseId ? { userId, licenseId } : null });
  }
  if (form.get('intent') === 'undo') return undo(actor, form);
  const read = readForm(form, decideForm);
  if (!read.ok) return data({ refusal: read.refused(), revealed: null }, { status: 400 });
  const outcome = await decideAge(actor, read.value);
  if (!outcome.ok) {
    const refusal = read.refused(ageDecisionMessage(outcome.problem));
    return data({ refusal, revealed: null }, { status: statusOf(outcome.problem) });
  }
  const query = new URL(request.url).searchParams;
  query.delete('case');
  query.delete('index');
  const next = String(form.get('next') ?? '');
  if (isUuid(next)) query.set('case', next);
  const to = query.size > 0 ? `${PATH}?${query}` : PATH;
  return redirectWithFlash(to, decidedMessage(outcome.value.decision), 'success');
}

/** The profile is pending again, and open. */
async function undo(actor: SignedIn, form: FormData) {
  const read = readForm(form, undoDecisionForm);
  if (!read.ok) return data({ refusal: read.refused(), revealed: null }, { status: 400 });
  const { userId, from, version } = read.value;
  const change = { decision: 'undecided', from, version, reason: DECISION_UNDONE } as const;
  const outcome = await changeAgeDecision(actor, userId, change);
  if (!outcome.ok) {
    const refusal = read.refused(ageDecisionMessage(outcome.problem));
    return data({ refusal, revealed: null }, { status: statusOf(outcome.problem) });
  }
  return redirectWithFlash(`${PATH}?case=${userId}`, undoneMessage(outcome.value.name), 'success');
}
