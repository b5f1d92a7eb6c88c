/** /admin/settings/tax: rules with the days they hold, and New York's preset with its worked example. */
import { data, Form, useNavigation } from 'react-router';
import { readHistory } from '#features/audit/audit-queries.server.ts';
import { History } from '#features/audit/ui/history.tsx';
import {
  addTaxRule,
  applyNewYork,
  endTaxRule,
  removeTaxRule,
} from '#features/compliance/change-tax-rules.server.ts';
import { ruleClasses, taxMessage } from '#features/compliance/tax-change.ts';
import { type PresetPreview, readTaxScreen } from '#features/compliance/tax-rules-queries.server.ts';
import { TaxRuleList } from '#features/compliance/ui/tax-rule-list.tsx';
import { WorkedExampleTable } from '#features/compliance/ui/worked-example.tsx';
import { requirePermission } from '#features/identity/guards.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { ConfirmFirst } from '#features/settings/ui/section-page.tsx';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { auditLabels } from '#shell/audit-labels.ts';
import { confirmAtFor } from '#shell/settings-page.server.ts';
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/settings-tax';

const PATH = '/admin/settings/tax';
const FIELDS = ['taxClass', 'name', 'rate', 'from', 'last'] as const;

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
  // A dialog has closed by now: what was wrong is said on the page it was opened from.
  if (intent !== 'add') return redirectWithFlash(PATH, taxMessage(problem), 'error');
  const errors = problem.kind === 'invalid' ? problem.errors : {};
  const message = problem.kind === 'invalid' ? undefined : taxMessage(problem);
  return data<FormRefusal>({ errors, message, values }, { status: problem.kind === 'invalid' ? 400 : 403 });
}

export default function SettingsTax({ loaderData, actionData }: Route.ComponentProps) {
  const { rules, example, isEstimate, gap, preset, history, confirmAt, today } = loaderData;
  return (
    <>
      {confirmAt ? <ConfirmFirst at={confirmAt} hasTyped={actionData !== undefined} /> : null}
      {isEstimate ? (
        <Notice tone="caution" title="12% is an estimate." className="mb-6">
          It is what the shop shipped with, on everything alike, and not what New York asks. Apply the New
          York preset below, or rules of your own, before you sell.
        </Notice>
      ) : null}
      {gap ? (
        <Notice tone="caution" className="mb-6">
          From {gap.day} on no rule taxes {gap.untaxed.join(' and ').toLowerCase()}.
        </Notice>
      ) : null}
      <h2 className="mb-3 text-xl">Rules</h2>
      <p className="mb-3 text-ink-soft">
        Rates add up; no tax is charged on top of another. A rule that has begun is never changed, only ended:
        orders keep what they were taxed by. Days are the store’s, from midnight to midnight.
      </p>
      <TaxRuleList rules={rules} today={today} />
      <div className="mt-6">
        <WorkedExampleTable example={example} />
      </div>
      <NewYork preset={preset} today={today} />
      <AddRule key={rules.map(({ id }) => id).join()} answer={actionData} today={today} />
      <section aria-labelledby="history" className="mt-12 border-t border-line pt-8">
        <h2 id="history" className="mb-4 text-xl">
          History
        </h2>
        <History lines={history} labels={auditLabels} />
      </section>
    </>
  );
}

function NewYork({ preset, today }: { preset: PresetPreview | null; today: string }) {
  const busy = useNavigation().formData?.get('intent') === 'preset';
  const error = preset && 'error' in preset ? preset.error : undefined;
  return (
    <section aria-labelledby="new-york" className="mt-10 rounded-surface border border-line bg-surface p-5">
      <h2 id="new-york" className="text-xl">
        New York preset
      </h2>
      <p className="mt-1 text-ink-soft">
        9% state and 4% local excise on cannabis, 8% sales tax on merchandise, clothing exempt. Look at what
        it does from a day on; nothing changes until you apply it.
      </p>
      <Form method="get" preventScrollReset className="mt-4 flex flex-wrap items-end gap-3">
        <Field
          label="From"
          type="date"
          name="preset"
          id="preset"
          className="min-w-0"
          required
          min={today}
          defaultValue={preset?.date ?? today}
          errors={error ? [error] : undefined}
        />
        <Button type="submit" rank="secondary">
          Show what it does
        </Button>
      </Form>
      {preset && !('error' in preset) ? (
        <div className="mt-6 space-y-4">
          <ul className="list-disc pl-5">
            {preset.adding.map(({ name, rate, on }) => (
              <li key={name}>
                {name}, {rate} on {on.toLowerCase()}, holds from {preset.label} on.
              </li>
            ))}
            {preset.ending.map((name) => (
              <li key={name}>{name} ends the day before.</li>
            ))}
            {preset.dropping.map((name) => (
              <li key={name}>{name}, which has not begun, is taken back.</li>
            ))}
          </ul>
          <WorkedExampleTable example={preset.example} />
          <Form method="post" action={PATH}>
            <input type="hidden" name="intent" value="preset" />
            <input type="hidden" name="preset" value={preset.date} />
            <Button type="submit" busy={busy} busyText="Applying…">
              Apply from {preset.label}
            </Button>
          </Form>
        </div>
      ) : null}
    </section>
  );
}

function AddRule({ answer, today }: { answer: FormRefusal | undefined; today: string }) {
  const refusal = useAnswer(answer);
  const navigation = useNavigation();
  const shown = (name: (typeof FIELDS)[number]) => ({
    name,
    defaultValue: refusal?.values[name],
    errors: refusal?.errors[name],
  });
  return (
    <section aria-labelledby="add" className="mt-10">
      <h2 id="add" className="mb-4 text-xl">
        Add a rule
      </h2>
      <CheckedForm refusal={refusal} action={PATH} className="grid max-w-2xl gap-5 sm:grid-cols-2">
        <input type="hidden" name="intent" value="add" />
        <Field {...shown('name')} label="Name" hint="As receipts show it." required maxLength={60} />
        <SelectField {...shown('taxClass')} label="On">
          {ruleClasses.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <Field {...shown('rate')} label="Rate (%)" inputMode="decimal" required autoComplete="off" />
        <Field
          {...shown('from')}
          defaultValue={refusal?.values.from ?? today}
          label="From"
          type="date"
          required
          min={today}
        />
        <Field {...shown('last')} label="Last day" type="date" min={today} />
        <div className="sm:col-span-2">
          <Button type="submit" busy={navigation.formData?.get('intent') === 'add'} busyText="Saving…">
            Add the rule
          </Button>
        </div>
      </CheckedForm>
    </section>
  );
}
