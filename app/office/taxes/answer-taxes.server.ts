/** Answers the forms of the taxes page: a rule added, corrected, ended or deleted, and New York's preset applied. */
import { data, redirect } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import {
  addTaxRule,
  applyNewYork,
  correctTaxRule,
  endTaxRule,
  removeTaxRule,
} from '#core/sales/compliance/change-tax-rules.server.ts';
import { taxMessage } from '#core/sales/compliance/tax-change.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { FIELDS } from './add-tax-rule.tsx';

const PATH = '/admin/settings/tax';

/** `rule` is the one that was to be corrected; null for a new one. */
export type TaxRefusal = { rule: string | null; refusal: FormRefusal };

export async function answerTaxes(actor: SignedIn, form: FormData) {
  const { today } = await storeClock();
  const text = (name: string) => {
    const given = form.get(name);
    return typeof given === 'string' ? given.slice(0, 400).toWellFormed() : '';
  };
  const rule = text('rule');
  const values = Object.fromEntries(FIELDS.map((field) => [field, text(field)]));
  const change = {
    preset: () => applyNewYork(actor, { from: text('preset'), county: text('county') }, today),
    end: () => endTaxRule(actor, rule, text('last'), today),
    remove: () => removeTaxRule(actor, rule, today),
    correct: () => correctTaxRule(actor, rule, { ...values, seen: text('seen') }, today),
    add: () => addTaxRule(actor, values, today),
  };
  const intent = text('intent');
  const outcome = await change[isIntent(intent, change) ? intent : 'add']();
  if (outcome.ok) return redirectWithFlash(PATH, 'Saved.', 'success');
  const { problem } = outcome;
  if (problem.kind === 'confirm-first') return redirect(confirmPath(PATH));
  const stays = intent === 'add' || (intent === 'correct' && ['invalid', 'changed'].includes(problem.kind));
  // The dialog has closed by now: the page it was opened from shows the error.
  if (!stays) return redirectWithFlash(PATH, taxMessage(problem), 'error');
  const errors = problem.kind === 'invalid' ? problem.errors : {};
  const message = problem.kind === 'invalid' ? undefined : taxMessage(problem);
  const status = problem.kind === 'invalid' ? 400 : statusOf(problem);
  return data<TaxRefusal>(
    { rule: intent === 'correct' ? rule : null, refusal: { errors, message, values } },
    { status },
  );
}

const isIntent = <Changes extends object>(
  intent: string,
  changes: Changes,
): intent is keyof Changes & string => Object.hasOwn(changes, intent);
