/** /admin/settings/tax: rules with the days they apply, and New York's preset with its worked example. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { History } from '#office/audit/history.tsx';
import { readHistory } from '#office/audit/history-queries.server.ts';
import { ConfirmFirst } from '#office/settings/section-view.tsx';
import { confirmAtFor } from '#office/settings/settings-page.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import type { Route } from './+types/taxes.page';
import { AddRule } from './add-tax-rule.tsx';
import { answerTaxes } from './answer-taxes.server.ts';
import { NewYork } from './new-york-preset.tsx';
import { TaxNotices } from './tax-notices.tsx';
import { TaxRuleList } from './tax-rule-list.tsx';
import { readTaxScreen } from './tax-rules-queries.server.ts';
import { WorkedExampleTable } from './worked-example.tsx';

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { today, zone } = await storeClock();
  const from = url.searchParams.get('preset');
  const preset = from === null ? null : { from, county: url.searchParams.get('county') };
  const [screen, history, confirmAt] = await Promise.all([
    readTaxScreen(actor, today, preset),
    readHistory(actor, 'setting', 'tax', zone),
    confirmAtFor(actor, request),
  ]);
  if (!screen) throw new Response(null, { status: 404 });
  return { ...screen, history, confirmAt, today: today.toString() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerTaxes(actor, await requestForm(request));
}

/** Also after a refusal: the next correction is compared with what is stored now. */
export const shouldRevalidate = () => true;

export default function SettingsTax({ loaderData, actionData }: Route.ComponentProps) {
  const { rules, example, isEstimate, gap, preset, counties, history, confirmAt, today } = loaderData;
  const refused = useAnswer(actionData);
  const newYork = <NewYork preset={preset} counties={counties} today={today} />;
  return (
    <>
      {confirmAt ? <ConfirmFirst at={confirmAt} hasTyped={refused !== undefined} /> : null}
      <TaxNotices isEstimate={isEstimate} gap={gap} />
      {isEstimate ? newYork : null}
      <h2 className="mt-8 mb-3 text-xl">Rules</h2>
      <p className="mb-3 text-ink-soft">
        Rates add up; taxes do not compound. A rule can be corrected or deleted until the first order after it
        starts; from then on it can only be ended. Existing orders do not change. Days run from midnight to
        midnight in the store’s time zone.
      </p>
      <TaxRuleList rules={rules} today={today} refused={refused} />
      <div className="mt-6">
        <WorkedExampleTable example={example} />
      </div>
      {isEstimate ? null : newYork}
      <AddRule
        key={rules.map(({ id }) => id).join()}
        refusal={refused?.rule === null ? refused.refusal : undefined}
        today={today}
      />
      <section aria-labelledby="history" className="mt-12 border-t border-line pt-8">
        <h2 id="history" className="mb-4 text-xl">
          History
        </h2>
        <History lines={history} />
      </section>
    </>
  );
}
