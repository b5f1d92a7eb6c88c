/** Answers the forms of the set-up: a step saved, said or taken back, and the shop opened or closed. */
import { data, redirect } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { addStarterSet } from '#core/goods/catalogue/categories/add-category.server.ts';
import { categoryMessage } from '#core/goods/catalogue/categories/category.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import {
  closeShop,
  confirmStep,
  hideSetUp,
  openShop,
  takeBackStep,
} from '#core/ground/settings/open-shop.server.ts';
import { saveSettings } from '#core/ground/settings/save-settings.server.ts';
import { isSetUpStep } from '#core/ground/settings/set-up-steps.ts';
import { settingsMessage } from '#core/ground/settings/settings-rules.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { endRehearsal, startRehearsal } from '#core/running/rehearsals/hold-rehearsal.server.ts';
import { rehearsalMessage } from '#core/running/rehearsals/rehearsal.ts';
import { applyNewYork } from '#core/sales/compliance/change-tax-rules.server.ts';
import { taxMessage } from '#core/sales/compliance/tax-change.ts';
import { hoursSection } from '#office/pickup-hours/hours-section.ts';
import { answerSection } from '#office/settings/settings-page.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { farmSection } from './farm-section.ts';
import { hoursPattern } from './hours-patterns.ts';

const PATH = '/admin/settings/opening';

export async function answerSetUp(actor: SignedIn, form: FormData) {
  const step = form.get('step');
  const said = (outcome: Awaited<ReturnType<typeof openShop>>, words: string, to = PATH) =>
    outcome.ok ? redirectWithFlash(to, words, 'success') : redirectWithFlash(PATH, outcome.problem, 'error');
  switch (form.get('intent')) {
    // The form of the facts sends what every section's form sends.
    case 'save':
      return answerSection(actor, farmSection, form, PATH);
    case 'new-york':
      return applyTaxes(actor, String(form.get('county') ?? '').slice(0, 60));
    case 'hours':
      return saveHours(actor, form);
    case 'starter-set': {
      const added = await addStarterSet(actor);
      return added.ok
        ? redirectWithFlash(`${PATH}?step=menu`, 'Categories added. Now add a product.', 'success')
        : redirectWithFlash(PATH, categoryMessage(added.problem), 'error');
    }
    case 'start-rehearsal':
      return rehearsed(await startRehearsal(actor), 'The rehearsal has started.');
    case 'end-rehearsal':
      return rehearsed(await endRehearsal(actor), 'The rehearsal has ended. Everything is as before.');
    case 'open':
      return said(await openShop(actor), 'The shop is open.');
    case 'close':
      return said(await closeShop(actor), 'Visitors see that the shop is not open yet.');
    case 'hide':
      return said(await hideSetUp(actor), 'Set-up hidden from the dashboard.', '/admin/dashboard');
    case 'confirm':
      if (isSetUpStep(step)) return said(await confirmStep(actor, step), 'Saved.');
      break;
    case 'take-back':
      if (isSetUpStep(step))
        return said(await takeBackStep(actor, step), 'Taken back.', `${PATH}?step=${step}`);
  }
  throw new Response(null, { status: 400 });
}

function rehearsed(outcome: Awaited<ReturnType<typeof startRehearsal>>, words: string) {
  const back = `${PATH}?step=rehearsal`;
  if (outcome.ok) return redirectWithFlash(back, words, 'success');
  if (outcome.problem.kind === 'confirm-first') return redirect(confirmPath(back));
  return redirectWithFlash(back, rehearsalMessage(outcome.problem), 'error');
}

async function applyTaxes(actor: SignedIn, county: string) {
  const { today } = await storeClock();
  const applied = await applyNewYork(actor, { from: today.toString(), county }, today);
  if (applied.ok) return redirectWithFlash(PATH, 'The New York taxes apply from today.', 'success');
  if (applied.problem.kind === 'confirm-first') return redirect(confirmPath(PATH));
  if (applied.problem.kind === 'invalid' && applied.problem.errors.county)
    return data<FormRefusal>({ errors: applied.problem.errors, values: { county } }, { status: 422 });
  return redirectWithFlash(`${PATH}?step=money`, taxMessage(applied.problem), 'error');
}

async function saveHours(actor: SignedIn, form: FormData) {
  const pattern = hoursPattern(form.get('pattern'));
  if (!pattern)
    return data<FormRefusal>(
      { errors: { pattern: ['Choose the days and hours of pickup.'] }, values: {} },
      { status: 422 },
    );
  const version = Number(form.get('version') ?? Number.NaN);
  const saved = await saveSettings(actor, 'pickup', { weekly: pattern.weekly }, version, {
    section: hoursSection,
  });
  if (saved.ok) return redirectWithFlash(PATH, `Hours saved: ${pattern.label}.`, 'success');
  const message =
    saved.problem.kind === 'stale'
      ? 'Someone else saved changes. Review them first.'
      : settingsMessage(saved.problem);
  return redirectWithFlash(`${PATH}?step=hours`, message, 'error');
}
