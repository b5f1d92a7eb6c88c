/** Renders the tax rules, each with its days and actions; expired rules are collapsed. */
import { ruleClasses, type TaxRuleState } from '#core/sales/compliance/tax-change.ts';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import { Confirm, ConfirmAnswer, useRefused } from '#ui/confirm.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import type { TaxRefusal } from './answer-taxes.server.ts';
import type { TaxRuleLine } from './tax-rules-queries.server.ts';

const badges: Readonly<Record<TaxRuleState, { tone: Tone; label: string }>> = {
  'in-force': { tone: 'green', label: 'In force' },
  'to-come': { tone: 'blue', label: 'Upcoming' },
  over: { tone: 'plain', label: 'Ended' },
};

/** `today` is yyyy-mm-dd, the earliest last day that can be chosen; `refused`, the answer to a correction. */
type Listed = { rules: readonly TaxRuleLine[]; today: string; refused: TaxRefusal | undefined };

export function TaxRuleList({ rules, today, refused }: Listed) {
  const over = rules.filter(({ state }) => state === 'over');
  const standing = rules.filter(({ state }) => state !== 'over');
  return (
    <>
      {standing.length > 0 ? (
        <Rules rules={standing} isOnly={rules.length === 1} today={today} refused={refused} />
      ) : (
        <p className="text-ink-soft">Nothing is taxed.</p>
      )}
      {over.length > 0 ? (
        <details className="mt-4">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-spruce-700 underline underline-offset-4">
            {over.length === 1 ? '1 ended rule' : `${over.length} ended rules`}
          </summary>
          <Rules rules={over} isOnly={false} today={today} refused={undefined} />
        </details>
      ) : null}
    </>
  );
}

/** `isOnly`: the store has no other rule. */
function Rules({ rules, isOnly, today, refused }: Listed & { isOnly: boolean }) {
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
            {rule.correctable ? (
              <ConfirmAnswer
                value={refused?.rule === rule.id ? { intent: 'correct', refusal: refused.refusal } : null}
              >
                <Correct rule={rule} {...rule.correctable} />
              </ConfirmAnswer>
            ) : null}
            {rule.correctable && !isOnly ? <Delete rule={rule} /> : null}
            {rule.state === 'in-force' ? <End rule={rule} today={today} /> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

type Correctable = NonNullable<TaxRuleLine['correctable']>;

function Correct({ rule, texts, seen }: { rule: TaxRuleLine } & Correctable) {
  return (
    <Confirm
      label="Correct"
      busyText="Saving…"
      of={rule.name}
      question={`Correct “${rule.name}”`}
      consequence={NO_ORDERS[rule.state]}
      submitRank="primary"
      fields={{ intent: 'correct', rule: rule.id, seen }}
    >
      <Terms texts={texts} />
    </Confirm>
  );
}

/** Inside the dialog, so that it shows what was typed before a refusal. */
function Terms({ texts }: Pick<Correctable, 'texts'>) {
  const name = useRefused('name');
  const taxClass = useRefused('taxClass');
  const rate = useRefused('rate');
  return (
    <>
      <Field
        label="Name"
        hint="As shown on receipts."
        required
        maxLength={60}
        {...name}
        name="name"
        defaultValue={name.defaultValue ?? texts.name}
      />
      <SelectField
        label="On"
        {...taxClass}
        name="taxClass"
        defaultValue={taxClass.defaultValue ?? texts.taxClass}
      >
        {ruleClasses.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Field
        label="Rate (%)"
        inputMode="decimal"
        autoComplete="off"
        required
        {...rate}
        name="rate"
        defaultValue={rate.defaultValue ?? texts.rate}
      />
    </>
  );
}

/** Why the rule can still change. */
const NO_ORDERS: Readonly<Record<TaxRuleState, string>> = {
  'to-come': 'It has not started, so it applied to no orders.',
  'in-force': 'No order was placed since it started.',
  over: '',
};

function Delete({ rule }: { rule: TaxRuleLine }) {
  return (
    <Confirm
      label="Delete"
      busyText="Deleting…"
      of={rule.name}
      question={`Delete “${rule.name}”?`}
      consequence={NO_ORDERS[rule.state]}
      fields={{ intent: 'remove', rule: rule.id }}
    />
  );
}

function End({ rule, today }: { rule: TaxRuleLine; today: string }) {
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
