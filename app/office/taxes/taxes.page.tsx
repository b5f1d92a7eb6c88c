/** /admin/settings/tax: rules with the days they apply, and New York's preset with its worked example. */
import { data, redirect } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import {
  addTaxRule,
  applyNewYork,
  endTaxRule,
  removeTaxRule,
} from '#core/sales/compliance/change-tax-rules.server.ts';
import { taxMessage } from '#core/sales/compliance/tax-change.ts';
import { History } from '#office/audit/history.tsx';
import { readHistory } from '#office/audit/history-queries.server.ts';
import { ConfirmFirst } from '#office/settings/section-view.tsx';
import { confirmAtFor } from '#office/settings/settings-page.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { Route } from './+types/taxes.page';
import { AddRule, FIELDS } from './add-tax-rule.tsx';
import { NewYork } from './new-york-preset.tsx';
import { TaxNotices } from './tax-notices.tsx';
import { TaxRuleList } from './tax-rule-list.tsx';
import { readTaxScreen } from './tax-rules-queries.server.ts';
import { WorkedExampleTable } from './worked-example.tsx';

const PATH = '/admin/settings/tax';

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { today, zone } = await storeClock();
  const [screen, history, confirmAt] = await Promise.all([
    readTaxScreen(actor, today, url.searchParams.get('preset')),
    readHistory(actor, 'setting', 'tax', zone),
    confirmAtFor(actor, request),
  ]);
  if (!screen) throw new Response(null, { status: 404 });
  return { ...screen, history, confirmAt, today: today.toString() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { today } = await storeClock();
  const form = await requestForm(request);
  const text = (name: string) => {
    const given = form.get(name);
    return typeof given === 'string' ? given.slice(0, 400).toWellFormed() : '';
  };
  const values = Object.fromEntries(FIELDS.map((field) => [field, text(field)]));
  const intent = form.get('intent');
  const outcome =
    intent === 'preset'
      ? await applyNewYork(actor, text('preset'), today)
      : intent === 'end'
        ? await endTaxRule(actor, text('rule'), text('last'), today)
        : intent === 'remove'
          ? await removeTaxRule(actor, text('rule'), today)
          : await addTaxRule(actor, values, today);
  if (outcome.ok) return redirectWithFlash(PATH, 'Saved.', 'success');
  const { problem } = outcome;
  if (problem.kind === 'confirm-first') return redirect(confirmPath(PATH));
  // The dialog has closed by now: the page it was opened from shows the error.
  if (intent !== 'add') return redirectWithFlash(PATH, taxMessage(problem), 'error');
  const errors = problem.kind === 'invalid' ? problem.errors : {};
  const message = problem.kind === 'invalid' ? undefined : taxMessage(problem);
  const status = problem.kind === 'invalid' ? 400 : statusOf(problem);
  return data<FormRefusal>({ errors, message, values }, { status });
}

export default function SettingsTax({ loaderData, actionData }: Route.ComponentProps) {
  const { rules, example, isEstimate, gap, preset, history, confirmAt, today } = loaderData;
  return (
    <>
      {confirmAt ? <ConfirmFirst at={confirmAt} hasTyped={actionData !== undefined} /> : null}
      <TaxNotices isEstimate={isEstimate} gap={gap} />
      {isEstimate ? <NewYork preset={preset} today={today} /> : null}
      <h2 className="mt-8 mb-3 text-xl">Rules</h2>
      <p className="mb-3 text-ink-soft">
        Rates add up; taxes do not compound. You cannot change a rule that has started, only end it. Existing
        orders do not change. Days run from midnight to midnight in the store’s time zone.
      </p>
      <TaxRuleList rules={rules} today={today} />
      <div className="mt-6">
        <WorkedExampleTable example={example} />
      </div>
      {isEstimate ? null : <NewYork preset={preset} today={today} />}
      <AddRule key={rules.map(({ id }) => id).join()} answer={actionData} today={today} />
      <section aria-labelledby="history" className="mt-12 border-t border-line pt-8">
        <h2 id="history" className="mb-4 text-xl">
          History
        </h2>
        <History lines={history} />
      </section>
    </>
  );
}
