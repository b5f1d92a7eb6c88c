/** Renders the cash a customer pays, with the change due as staff type. */
import { useEffect, useRef, useState } from 'react';
import { checkCash, parseCash, usualCash } from '#core/orders/hand-over/cash.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';

type Props = {
  /** Cents. */
  owed: number;
  isPaid: boolean;
  /** The initial value: the amount entered before a refusal. */
  typed: string;
  errors: readonly string[] | undefined;
};

export function CashField({ owed, isPaid, typed, errors }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(typed);
  // The browser may contain an amount typed before scripts ran, or restored by the browser.
  useEffect(() => {
    const input = field.current?.querySelector('input');
    if (input) setShown(input.value);
  }, []);
  return (
    <div ref={field} className="flex max-w-xl flex-wrap items-start gap-x-8 gap-y-4">
      <Field
        label="Cash received"
        name="cashReceived"
        inputMode="decimal"
        autoComplete="off"
        required
        hint={isPaid ? 'Already paid. No balance due.' : `The total is ${formatCents(cents(owed))}.`}
        defaultValue={typed}
        // The refusal is about the submitted amount; the change is about the amount typed now.
        errors={shown === typed ? errors : undefined}
        onInput={({ currentTarget }) => setShown(currentTarget.value)}
        className="w-full max-w-xs"
      />
      <ChangeDue received={parseCash(shown)} owed={owed} />
      {isPaid ? null : (
        <div className="flex w-full flex-wrap gap-2 noscript:hidden">
          {[cents(owed), ...usualCash(owed)].map((amount) => (
            <Button
              key={amount}
              rank="secondary"
              size="small"
              className="figures min-h-11"
              onClick={() => {
                const input = field.current?.querySelector('input');
                if (!input) return;
                input.value = (amount / 100).toFixed(2);
                setShown(input.value);
              }}
            >
              {amount === owed ? 'Exact' : formatCents(amount).replace(/\.00$/, '')}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Takes the same space with and without an amount, so that typing moves nothing. */
function ChangeDue({ received, owed }: { received: number | null; owed: number }) {
  const problem = checkCash(received, owed);
  const isShort = problem?.kind === 'cash-short';
  const amount = isShort ? problem.missing : received === null ? null : received - owed;
  return (
    <p className="min-w-32">
      <span className="mb-1.5 block text-sm font-medium">{isShort ? 'Still due' : 'Change due'}</span>
      <output
        htmlFor="cashReceived"
        className={`figures block min-h-11 font-display text-3xl ${isShort ? 'text-clay-700' : ''}`}
      >
        {amount === null ? '–' : formatCents(cents(amount))}
      </output>
    </p>
  );
}
