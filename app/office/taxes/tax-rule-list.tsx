/** Renders the tax rules, each with its days and actions; expired rules are collapsed. */

import type { TaxRuleState } from '#core/sales/compliance/tax-change.ts';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Field } from '#ui/field.tsx';
import type { TaxRuleLine } from './tax-rules-queries.server.ts';

const badges: Readonly<Record<TaxRuleState, { tone: Tone; label: string }>> = {
  'in-force': { tone: 'green', label: 'In force' },
  'to-come': { tone: 'blue', label: 'Upcoming' },
  over: { tone: 'plain', label: 'Ended' },
};

/** @param today yyyy-mm-dd, the earliest last day that can be chosen. */
export function TaxRuleList({ rules, today }: { rules: readonly TaxRuleLine[]; today: string }) {
  const over = rules.filter(({ state }) => state === 'over');
  const standing = rules.filter(({ state }) => state !== 'over');
  return (
    <>
      {standing.length > 0 ? (
        <Rules rules={standing} today={today} />
      ) : (
        <p className="text-ink-soft">Nothing is taxed.</p>
      )}
      {over.length > 0 ? (
        <details className="mt-4">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-spruce-700 underline underline-offset-4">
            {over.length === 1 ? '1 ended rule' : `${over.length} ended rules`}
          </summary>
          <Rules rules={over} today={today} />
        </details>
      ) : null}
    </>
  );
}

function Rules({ rules, today }: { rules: readonly TaxRuleLine[]; today: string }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {rules.map((rule) => (
        <li key={rule.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <div className="min-w-0">
            <p className="font-semibold break-words">
              {rule.name} <span className="figures font-normal">{rule.rate}</span>
            </p>
            <p className="text-ink-soft">
              {rule.on} · from <span className="figures">{rule.from}</span>
              {rule.lastDay ? (
                <>
                  {' '}
                  to <span className="figures">{rule.lastDay}</span>
                </>
              ) : null}
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <StatusBadge tone={badges[rule.state].tone}>{badges[rule.state].label}</StatusBadge>
            <Actions rule={rule} today={today} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Actions({ rule, today }: { rule: TaxRuleLine; today: string }) {
  if (rule.state === 'over') return null;
  if (rule.state === 'to-come')
    return (
      <Confirm
        label="Delete"
        busyText="Deleting…"
        of={rule.name}
        question={`Delete “${rule.name}”?`}
        consequence="It has not started, so it applied to no orders."
        fields={{ intent: 'remove', rule: rule.id }}
      />
    );
  return (
    <Confirm
      label="End"
      busyText="Ending…"
      of={rule.name}
      question={`End “${rule.name}”?`}
      consequence="It applies through the end of the day you choose. Existing orders do not change."
      fields={{ intent: 'end', rule: rule.id }}
    >
      <Field label="Last day" type="date" name="last" required min={today} defaultValue={today} />
    </Confirm>
  );
}
